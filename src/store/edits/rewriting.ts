import type { JsonObject } from '../../base/json.ts';
import type { World } from '../worlds/world.ts';
import type { GivenRecords, ShownRecords } from './many-records.ts';
import { mergeRecords, replaceRecords, showRecords } from './many-records.ts';
import type { Imagine } from './one-record.ts';
import { dropRecord, mergeRecord, replaceRecord, showRecord } from './one-record.ts';
import type { PlaceWish } from './record-place.ts';
import type { Rewrite } from './rewrite.ts';

export type { GivenRecords } from './many-records.ts';
export type { Imagine } from './one-record.ts';
export type { PlaceWish } from './record-place.ts';
export type { Rewrite } from './rewrite.ts';

/**
 * What a state is to hold, as whoever sets a scene says it: records in the flat form of fixtures, held
 * to the same rules unless that isn't wanted. What can't be done as a whole isn't done at all.
 */
export interface Rewriting {
  show(world: World, wish: PlaceWish): JsonObject;
  showAll(world: World, collection: string, parents: JsonObject): readonly JsonObject[];
  replace(
    world: World,
    wish: PlaceWish,
    record: JsonObject,
    isChecked: boolean,
  ): Rewrite<JsonObject>;
  merge(world: World, wish: PlaceWish, patch: JsonObject, isChecked: boolean): Rewrite<JsonObject>;
  drop(world: World, wish: PlaceWish): Rewrite<undefined>;
  replaceAll(
    world: World,
    lists: readonly GivenRecords[],
    isChecked: boolean,
  ): Rewrite<ShownRecords>;
  mergeAll(world: World, lists: readonly GivenRecords[], isChecked: boolean): Rewrite<ShownRecords>;
}

export function createRewriting(imagine: Imagine): Rewriting {
  return {
    show: showRecord,
    showAll: showRecords,
    replace: replaceRecord,
    merge: (world, wish, patch, isChecked) =>
      mergeRecord(world, wish, patch, { isChecked, imagine }),
    drop: (world, wish) => dropRecord(world, wish, imagine),
    replaceAll: replaceRecords,
    mergeAll: mergeRecords,
  };
}
