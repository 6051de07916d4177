import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, mergeJson } from '../../base/json.ts';
import { areSame, mayBeSame, nameParents } from '../parents.ts';
import type { RecordChange, Item } from '../record.ts';
import { flattenItem } from '../record.ts';
import type { World } from '../worlds/world.ts';
import type { GivenRecord } from './given-record.ts';
import { parentsOfGiven, pointerTo, readGiven } from './given-record.ts';
import type { GivenRecords, ShownRecords } from './many-records.ts';
import { mergeRecords, replaceRecords, showRecords } from './many-records.ts';
import type { PlaceInput, EditedPlace } from './given-record.ts';
import { findAt, findShape, readPlace } from './given-record.ts';
import { complain, refuseFaults, refuseKey } from './rewrite.ts';
import type { Rewrite, RewritePlan } from './rewrite.ts';
import { assertParents, commitPlan } from './rewrite.ts';

export type { GivenRecords } from './many-records.ts';
export type { PlaceInput } from './given-record.ts';
export type { Rewrite } from './rewrite.ts';

/**
 * The records that a test writes into a world, in the flat form of fixtures. They follow the same
 * rules as fixtures, unless `isChecked` is false. An edit happens as a whole or not at all.
 */
export interface Rewriting {
  show(world: World, input: PlaceInput): JsonObject;
  showAll(world: World, collection: string, parents: JsonObject): readonly JsonObject[];
  replace(
    world: World,
    input: PlaceInput,
    record: JsonObject,
    isChecked: boolean,
  ): Rewrite<JsonObject>;
  merge(
    world: World,
    input: PlaceInput,
    patch: JsonObject,
    isChecked: boolean,
  ): Rewrite<JsonObject>;
  drop(world: World, input: PlaceInput): Rewrite<undefined>;
  /** What `drop` would remove, the record itself first. */
  removal(world: World, input: PlaceInput): readonly RemovedRecord[];
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
    merge: (world, input, patch, isChecked) =>
      mergeRecord(world, input, patch, { isChecked, imagine }),
    drop: (world, input) => dropRecord(world, input, imagine),
    removal: (world, input) => showRemoval(world, input, imagine),
    replaceAll: replaceRecords,
    mergeAll: mergeRecords,
  };
}

/** A record that goes with another. */
export interface RemovedRecord {
  readonly collection: string;
  readonly key: string;
  /** By their names in the flat form. */
  readonly parents: JsonObject;
  /** In flat form. */
  readonly record: JsonObject;
}

/** Generates a record that is not stored; undefined where the server generates none there. */
export type Imagine = (world: World, place: EditedPlace) => Item | undefined;

/** Throws where the record is not stored. */
function showRecord(world: World, input: PlaceInput): JsonObject {
  const place = readPlace(world, input);
  const item = findAt(world, place);
  if (!item) throw refuseKey(place.shape, place.key);
  return flattenItem(item, place.shape);
}

function replaceRecord(
  world: World,
  input: PlaceInput,
  record: JsonObject,
  isChecked: boolean,
): Rewrite<JsonObject> {
  const named = readPlace(world, input);
  const { shape, key } = named;
  const parents = parentsOfGiven(record, shape, named.parents);
  const before = findAt(world, { shape, key, parents });
  const given = { record, pointer: '' };
  const standing = {
    key,
    parents: named.parents.map((parent, at) => parent ?? before?.parents[at]),
  };
  const after = readOrRefuse(given, { ...named, ...standing }, isChecked);
  return put(world, named, { collection: shape.name, before, after, isNew: !before }, isChecked);
}

/** Merges into a record (RFC 7396), also into a generated one that is not stored yet. */
function mergeRecord(
  world: World,
  input: PlaceInput,
  patch: JsonObject,
  { isChecked, imagine }: { readonly isChecked: boolean; readonly imagine: Imagine },
): Rewrite<JsonObject> {
  const place = readPlace(world, input);
  const { shape, key } = place;
  const before = findAt(world, place);
  const from = before ?? imagine(world, place);
  if (!from) throw refuseKey(shape, key);
  const merged = mergeJson(flattenItem(from, shape), patch);
  const given = { record: isJsonObject(merged) ? merged : {}, pointer: '' };
  const standing = { shape, key, parents: shape.parents.map(() => undefined) };
  const after = readOrRefuse(given, standing, isChecked);
  if (before) assertMovable(world, place, before, after);
  return put(world, place, { collection: shape.name, before, after }, isChecked);
}

/** Removes a record with all records under it, also a generated one that is not stored yet. */
function dropRecord(world: World, input: PlaceInput, imagine: Imagine): Rewrite<undefined> {
  const changes = planDrop(world, input, imagine);
  const plan = { changes, complete: [], wanted: [] };
  return { shown: undefined, isNew: false, commit: commitPlan(world, plan) };
}

function planDrop(world: World, input: PlaceInput, imagine: Imagine): readonly RecordChange[] {
  const place = readPlace(world, input);
  const { shape, key } = place;
  const item = findAt(world, place) ?? imagine(world, place);
  if (!item) throw refuseKey(shape, key);
  return world.removal(shape.name, item);
}

function showRemoval(world: World, input: PlaceInput, imagine: Imagine): readonly RemovedRecord[] {
  return planDrop(world, input, imagine).flatMap(({ collection, before }) => {
    if (!before) return [];
    const shape = findShape(world, collection);
    const { key } = before;
    const names = shape.parents.map(({ parameter }) => parameter);
    const parents = nameParents(names, before.parents);
    return [{ collection, key, parents, record: flattenItem(before, shape) }];
  });
}

function readOrRefuse(
  given: GivenRecord,
  { shape, key, parents }: EditedPlace,
  isChecked: boolean,
): Item {
  const { item, faults } = readGiven(given, shape, { key, parents }, isChecked);
  if (item) return item;
  throw refuseFaults(faults, isChecked);
}

function put(
  world: World,
  { shape }: EditedPlace,
  change: RecordChange & { readonly after: Item },
  isChecked: boolean,
): Rewrite<JsonObject> {
  const { before, after } = change;
  const wanted = isChecked ? [{ shape, item: after, pointer: '' }] : [];
  const plan: RewritePlan = { changes: [change], complete: [], wanted };
  assertParents(world, plan);
  return {
    shown: flattenItem(after, shape),
    isNew: !before,
    commit: commitPlan(world, plan),
  };
}

/**
 * Refuses new parents where records stand under the record or link it, since the change would lose
 * them, and where the new parents have another record of that key.
 */
function assertMovable(world: World, { shape }: EditedPlace, before: Item, after: Item): void {
  if (areSame(before.parents, after.parents)) return;
  const at = shape.parents.findIndex((_, index) => before.parents[index] !== after.parents[index]);
  const pointer = pointerTo([shape.parents[at]?.parameter ?? '']);
  const below = world.removal(shape.name, before).length - 1;
  if (below > 0) {
    const message = `can not be changed: what stands under the record or links it (${below}) would be lost`;
    throw refuseFaults([complain(pointer, message, 'parents')], false);
  }
  const isTaken = world
    .namesakes(shape.name, after.key)
    .some((item) => item !== before && mayBeSame(item.parents, after.parents));
  if (!isTaken) return;
  const message = `can not be changed: there is another "${after.key}"`;
  throw refuseFaults([complain(pointer, message, 'parents')], false);
}
