import type { Collection } from '../../contract/plan/plan.ts';
import type { JsonObject } from '../../base/json.ts';
import { isSameJson } from '../../base/json.ts';
import type { Item, Parents } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { Craft } from '../seed-tools.ts';
import { hashBelow } from '../values/chance.ts';
import type { MadeUpKeys } from './made-up-keys.ts';
import { createRecent, weighBody } from '../../base/recently-used.ts';
import type { ChooseKey, Referrer } from './references.ts';
import type { Whereabouts } from './invented-parents.ts';
import { createWhereabouts } from './invented-parents.ts';

/** Records of which nobody has written anything, as they are in a world. */
export interface MadeUpItems {
  readonly keysOf: MadeUpKeys;
  item(collection: Collection, key: string, parents: Parents): Item;
  /** Of a record that is about to be written. */
  pointReferences(from: Referrer): JsonObject;
}

interface Kept {
  readonly item: Item;
  readonly version: number;
}

const mostKept = 1000;

export function createMadeUpItems(craft: Craft, world: World): MadeUpItems {
  const { pointReferences, pointMadeUp } = craft;
  const whereabouts = createWhereabouts(craft, world);
  const kept = createRecent<Kept>(mostKept, ({ item }) => weighBody(item.body));
  return {
    keysOf: whereabouts.keysOf,
    item(collection, key, asked) {
      const parents = whereabouts.parentsOf(collection, key, asked);
      const place = JSON.stringify([collection.name, key, ...parents]);
      const before = kept.get(place);
      const { version } = world;
      if (before?.version === version) return before.item;
      const choose = createSteadyChoice(world, whereabouts);
      const made = pointMadeUp({ collection, key, parents }, choose);
      // The same object as long as it says the same: what it looks like is kept by it.
      const isSame = before !== undefined && isSameJson(before.item.body, made.body);
      const item = isSame ? before.item : made;
      kept.set(place, { item, version });
      return item;
    },
    pointReferences: (from) => pointReferences(from, createEvenChoice(world, whereabouts)),
  };
}

/** How many records come into question where a choice has to stay as it is. */
const mostSteady = 16;
const mostMadeUp = 3;

/**
 * For what is never written down: records that are made later should not change where it points.
 * So the first ones are gone through in order, each with its chance.
 */
function createSteadyChoice(world: World, { existing }: Whereabouts): ChooseKey {
  return (target, from, lot) => {
    const above = world.parentsIn(target.name, from.collection.name, from.parents);
    const most = world.isAuthoritative(target.name) ? mostSteady : mostMadeUp;
    const keys = existing(target, above).slice(0, most);
    return keys.find((key) => hashBelow(lot, key) % 3 === 0) ?? keys[0];
  };
}

/** For what is written down: all that are stored, in about equal parts. */
function createEvenChoice(world: World, { existing }: Whereabouts): ChooseKey {
  return (target, from, lot) => {
    const above = world.parentsIn(target.name, from.collection.name, from.parents);
    const stored = world.pickKey(target.name, above, lot);
    if (stored !== undefined) return stored;
    const keys = existing(target, above);
    return keys[lot % keys.length];
  };
}
