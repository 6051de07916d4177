import { requireRecord } from '../records/addressing.ts';
import type { CreateAct } from '../world-view.ts';
import { createShow } from '../replies/show.ts';

/** Takes a record away, and all that stands under it. The reply may still show it. */
export const createDelete: CreateAct = (target, craft, improvise) => {
  const show = createShow(target, craft, improvise);
  return (request, scene) => {
    const { holdings, world } = scene;
    const item = requireRecord(holdings, target, request);
    const { record: _, ...outcome } = show(request, item, scene);
    return { ...outcome, commit: () => world.commit(holdings.removal(target.collection, item)) };
  };
};
