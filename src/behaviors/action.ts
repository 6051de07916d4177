import { requireRecord } from './addressing.ts';
import type { CreateBehavior } from './means.ts';
import { createShow } from './showing/show.ts';

/** Needs its record to exist. What it does to it nobody knows, so that nothing is written. */
export const createAction: CreateBehavior = (target, means, improvise) => {
  const show = createShow(target, means, improvise);
  return (request) => {
    const item = requireRecord(means.holdings, target, request);
    return target.shown ? show(request, item) : { ...improvise(request), record: item };
  };
};
