import type { Collection } from '../contract/plan/plan.ts';
import type { Change, Item, Parents } from '../store/record.ts';
import type { World } from '../store/world.ts';

/**
 * What there is, as the behaviours see it: the records that are stored and, where nobody has said what
 * exists, records that are made up for whoever asks, always the same ones.
 */
export interface Holdings {
  find(collection: Collection, key: string, parents: Parents): Item | undefined;
  /** The records under these parents in their order; a parent that is undefined doesn't matter. */
  list(collection: Collection, parents: Parents): readonly Item[];
  /** Whether somebody has said what exists in the collection, so that anything else doesn't. */
  isKnown(collection: Collection): boolean;
  /** What has to change for a record to be gone: it goes, and all that stands under it. */
  removal(collection: Collection, item: Item): readonly Change[];
}

export function createHoldings(world: World): Holdings {
  return {
    find: ({ name }, key, parents) => world.find(name, key, parents),
    list: ({ name }, parents) => world.list(name, parents),
    isKnown: ({ name }) => world.isAuthoritative(name),
    removal: ({ name }, item) => world.removal(name, item),
  };
}
