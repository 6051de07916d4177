import { requireRecord } from './addressing.ts';
import type { CreateAct } from './scene.ts';
import { createShow } from './showing/show.ts';

/** Answers with the record that the path names. */
export const createRead: CreateAct = (target, craft, improvise) => {
  const show = createShow(target, craft, improvise);
  return (request, scene) => show(request, requireRecord(scene.holdings, target, request), scene);
};
