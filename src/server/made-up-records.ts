import { onceFor } from '../base/once.ts';
import type { Dispatcher } from '../behaviors/dispatch.ts';
import { createListedRecords } from '../behaviors/records/listed-records.ts';
import type { Collection } from '../contract/plan/plan.ts';
import type { Imagine, MadeUpRecords } from '../store/edits/rewriting.ts';
import type { World } from '../store/worlds/world.ts';
import type { Item } from '../store/record.ts';
import { openTrial } from './scenarios/apply-records.ts';

/** What worlds show besides their stored records. Without state, no records are shown. */
export function createMadeUpRecords(
  dispatcher: Pick<Dispatcher, 'imagine' | 'findShown' | 'existingIn'>,
  collections: readonly Collection[],
  stateless: boolean,
): MadeUpRecords {
  if (stateless)
    return {
      imagine: () => undefined,
      findShown: () => undefined,
      listShown: () => [],
      isOfBeginning: () => false,
      findOrphans: () => [],
    };
  const beginningOf = onceFor((world: World) => openTrial(world.base, world.seed));
  const findShown: Imagine = (world, { shape, key, parents }) =>
    dispatcher.findShown(world, { collection: shape.name, key, parents });
  const listedIn = createListedRecords(collections, dispatcher.existingIn);
  return {
    *listShown(world, name): Generator<Item> {
      const collection = collections.find((one) => one.name === name);
      if (!collection) return;
      const { list, make } = listedIn(world);
      for (const place of list(collection)) {
        const item = place.stored ? undefined : make(collection, place);
        if (item) yield item;
      }
    },
    imagine: (world, { shape, key, parents }) =>
      dispatcher.imagine(world, { collection: shape.name, key, parents }),
    findShown,
    findOrphans: (world, removal) => dispatcher.existingIn(world).orphans(removal),
    isOfBeginning(world, place) {
      const { shape, key, parents } = place;
      const beginning = beginningOf(world);
      return (
        !beginning.isBorn(shape.name, key, parents) && findShown(beginning, place) !== undefined
      );
    },
  };
}
