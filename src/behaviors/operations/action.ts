import { requireRecord } from '../records/addressing.ts';
import type { CreateAct } from '../world-view.ts';
import { createShow } from '../replies/show.ts';

/** Needs its record to exist. What it does to it nobody knows, so that nothing is written. */
export const createAction: CreateAct = (target, craft, improvise) => {
  const show = createShow(target, craft, improvise);
  return (request, scene) => {
    const item = requireRecord(scene.holdings, target, request);
    return target.shown ? show(request, item, scene) : { ...improvise(request), record: item };
  };
};
