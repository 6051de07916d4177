import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, mergeJson } from '../../base/json.ts';
import { areSame, mayBeSame, nameParents } from '../parents.ts';
import type { CollectionShape, Item, RecordChange } from '../record.ts';
import { flattenItem } from '../record.ts';
import type { World } from '../worlds/world.ts';
import type { GivenRecord } from './given-record.ts';
import { parentsOfGiven, pointerTo, readGiven } from './given-record.ts';
import type { GivenRecords, ShownRecords } from './many-records.ts';
import { mergeRecords, replaceRecords, showRecords } from './many-records.ts';
import type { PlaceInput, EditedPlace } from './given-record.ts';
import { assertKey, findAt, findShape, readPlace } from './given-record.ts';
import type { Editing, MadeUpRecords } from './made-up-records.ts';
import { planPut } from './made-up-records.ts';
import { complain, refuseFaults, refuseKey } from './rewrite.ts';
import type { Rewrite, RewritePlan } from './rewrite.ts';
import { assertParents, commitPlan } from './rewrite.ts';

export type { GivenRecords } from './many-records.ts';
export type { PlaceInput } from './given-record.ts';
export type { Imagine, MadeUpRecords } from './made-up-records.ts';
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
  /** What `drop` would remove, the record itself first: how many records, and the first of them. */
  removal(world: World, input: PlaceInput, most: number): Removal;
  replaceAll(
    world: World,
    lists: readonly GivenRecords[],
    isChecked: boolean,
  ): Rewrite<ShownRecords>;
  mergeAll(world: World, lists: readonly GivenRecords[], isChecked: boolean): Rewrite<ShownRecords>;
}

export function createRewriting(madeUp: MadeUpRecords): Rewriting {
  return {
    show: showRecord,
    showAll: showRecords,
    replace: (world, ...asked) => replaceRecord({ world, madeUp }, ...asked),
    merge: (world, ...asked) => mergeRecord({ world, madeUp }, ...asked),
    drop: (world, input) => dropRecord({ world, madeUp }, input),
    removal: (world, input, most) => showRemoval({ world, madeUp }, input, most),
    replaceAll: (world, ...asked) => replaceRecords({ world, madeUp }, ...asked),
    mergeAll: (world, ...asked) => mergeRecords({ world, madeUp }, ...asked),
  };
}

export interface Removal {
  readonly count: number;
  readonly records: readonly RemovedRecord[];
}

/** A record that goes with another. */
interface RemovedRecord {
  readonly collection: string;
  readonly key: string;
  /** By their names in the flat form. */
  readonly parents: JsonObject;
  /** In flat form. */
  readonly record: JsonObject;
}

/** Throws where the record is not stored. */
function showRecord(world: World, input: PlaceInput): JsonObject {
  const place = readPlace(world, input);
  const item = findAt(world, place);
  if (!item) throw refuseKey(place.shape, place.key);
  return flattenItem(item, place.shape);
}

function replaceRecord(
  editing: Editing,
  input: PlaceInput,
  record: JsonObject,
  isChecked: boolean,
): Rewrite<JsonObject> {
  const { world } = editing;
  const named = readPlace(world, input);
  const { shape, key } = named;
  const place = { shape, key, parents: parentsOfGiven(record, shape, named.parents) };
  const stored = findAt(world, place);
  const madeUp = stored ? undefined : editing.madeUp.findShown(world, place);
  const before = stored ?? madeUp;
  const given = { record, pointer: '' };
  const standing = {
    key,
    parents: named.parents.map((parent, at) => parent ?? before?.parents[at]),
  };
  const after = readOrRefuse(given, { ...named, ...standing }, isChecked);
  const changes = planPut(editing, shape, { stored, madeUp }, after);
  return { ...put(world, shape, { changes, after }, isChecked), isNew: !before };
}

/** Merges into a record (RFC 7396), also into a generated one that is not stored yet. */
function mergeRecord(
  editing: Editing,
  input: PlaceInput,
  patch: JsonObject,
  isChecked: boolean,
): Rewrite<JsonObject> {
  const { world } = editing;
  const place = readPlace(world, input);
  const { shape, key } = place;
  const stored = findAt(world, place);
  const madeUp = stored ? undefined : editing.madeUp.imagine(world, place);
  const before = stored ?? madeUp;
  if (!before) throw refuseKey(shape, key);
  if (!stored) assertPossible(editing, place, before);
  const merged = mergeJson(flattenItem(before, shape), patch);
  const given = { record: isJsonObject(merged) ? merged : {}, pointer: '' };
  const standing = { shape, key, parents: shape.parents.map(() => undefined) };
  const after = readOrRefuse(given, standing, isChecked);
  assertMovable(world, place, before, after);
  const changes = planPut(editing, shape, { stored, madeUp }, after);
  return put(world, shape, { changes, after }, isChecked);
}

/** Removes a record with all records under it, also a generated one that is not stored yet. */
function dropRecord(editing: Editing, input: PlaceInput): Rewrite<undefined> {
  const { removal, orphans } = planDrop(editing, input);
  const plan = { changes: [...removal, ...orphans], complete: [], wanted: [] };
  return { shown: undefined, isNew: false, commit: commitPlan(editing.world, plan) };
}

interface Drop {
  /** The record, and the stored ones that go with it. */
  readonly removal: readonly RecordChange[];
  /** Made-up ones that go with these. */
  readonly orphans: readonly RecordChange[];
}

function planDrop(editing: Editing, input: PlaceInput): Drop {
  const { world, madeUp } = editing;
  const place = readPlace(world, input);
  const { shape, key } = place;
  const stored = findAt(world, place);
  const item = stored ?? madeUp.imagine(world, place);
  if (!item) throw refuseKey(shape, key);
  if (!stored) assertPossible(editing, place, item);
  const removal = world.removal(shape.name, item);
  return { removal, orphans: madeUp.findOrphans(world, removal) };
}

function showRemoval({ world, madeUp }: Editing, input: PlaceInput, most: number): Removal {
  const { removal, orphans } = planDrop({ world, madeUp }, input);
  const describe = ({ collection, before: item }: RecordChange): readonly RemovedRecord[] => {
    if (!item) return [];
    const shape = findShape(world, collection);
    const names = shape.parents.map(({ parameter }) => parameter);
    const parents = nameParents(names, item.parents);
    return [{ collection, key: item.key, parents, record: flattenItem(item, shape) }];
  };
  const imagined = orphans.slice(0, Math.max(most - removal.length, 0)).map((change) => {
    const { collection, before } = change;
    const shape = findShape(world, collection);
    return { ...change, before: before && madeUp.imagine(world, { shape, ...before }) };
  });
  return {
    count: removal.length + orphans.length,
    records: [...removal.slice(0, most), ...imagined].flatMap(describe),
  };
}

/** Where lists show a made-up record, its key is possible, whatever the schema of the record says of it. */
function assertPossible({ world, madeUp }: Editing, place: EditedPlace, { body }: Item): void {
  if (!madeUp.findShown(world, place)) assertKey(place, body);
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
  shape: CollectionShape,
  { changes, after }: { readonly changes: readonly RecordChange[]; readonly after: Item },
  isChecked: boolean,
): Rewrite<JsonObject> {
  const wanted = isChecked ? [{ shape, item: after, pointer: '' }] : [];
  const plan: RewritePlan = { changes, complete: [], wanted };
  assertParents(world, plan);
  return { shown: flattenItem(after, shape), isNew: false, commit: commitPlan(world, plan) };
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
