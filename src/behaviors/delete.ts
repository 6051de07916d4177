import { requireRecord } from './addressing.ts';
import type { CreateBehavior } from './means.ts';
import { createShow } from './showing/show.ts';

/** Takes a record away, and all that stands under it. The reply may still show it. */
export const createDelete: CreateBehavior = (target, means, improvise) => {
  const { holdings, world } = means;
  const show = createShow(target, means, improvise);
  return (request) => {
    const item = requireRecord(holdings, target, request);
    const { record: _, ...outcome } = show(request, item);
    return { ...outcome, commit: () => world.commit(holdings.removal(target.collection, item)) };
  };
};
