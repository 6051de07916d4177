import { requireRecord } from '../records/addressing.ts';
import type { CreateAct } from '../world-view.ts';
import { createShow } from '../replies/show.ts';

/** Answers with the record that the path names. */
export const createRead: CreateAct = (target, craft, improvise) => {
  const show = createShow(target, craft, improvise);
  return (request, scene) => show(request, requireRecord(scene.holdings, target, request), scene);
};
