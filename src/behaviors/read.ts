import { requireRecord } from './addressing.ts';
import type { CreateBehavior } from './means.ts';
import { createShow } from './showing/show.ts';

/** Answers with the record that the path names. */
export const createRead: CreateBehavior = (target, means, improvise) => {
  const show = createShow(target, means, improvise);
  return (request) => show(request, requireRecord(means.holdings, target, request));
};
