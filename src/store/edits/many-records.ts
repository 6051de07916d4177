import type { Violation } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, mergeJson, stepDown } from '../../base/json.ts';
import { areSame, mayBeSame } from '../parents.ts';
import type { RecordChange, Item, Parents, CollectionShape } from '../record.ts';
import { flattenItem } from '../record.ts';
import { isSamePlace } from '../tables/table-index.ts';
import { emptyTable } from '../tables/table.ts';
import type { World } from '../worlds/world.ts';
import type { GivenRecord } from './given-record.ts';
import { keyOfGiven, parentsOfGiven, pointerTo, readGiven } from './given-record.ts';
import { findShape, readParents } from './given-record.ts';
import type { Editing, Standing } from './made-up-records.ts';
import { planPut } from './made-up-records.ts';
import { complain, refuseFaults } from './rewrite.ts';
import type { RewritePlan, Rewrite, WantedRecord } from './rewrite.ts';
import { assertParents, commitPlan } from './rewrite.ts';

/** The records of a collection, or of a part of it, as the test sent them. */
export interface GivenRecords {
  readonly collection: string;
  /** The parents under which they stand, by name; a parent that is not named may be any. */
  readonly parents: JsonObject;
  readonly records: readonly JsonObject[];
  readonly pointer: string;
}

/** The records of each given list after the edit, in the order of the lists. */
export type ShownRecords = readonly (readonly JsonObject[])[];

/** The records under these parents, in flat form. */
export function showRecords(
  world: World,
  collection: string,
  parents: JsonObject,
): readonly JsonObject[] {
  const shape = findShape(world, collection);
  const items = world.list(collection, readParents(shape, parents));
  return items.map((item) => flattenItem(item, shape));
}

/**
 * Replaces all records of each collection, or all under the named parents. A record that is not in
 * the list is removed, with all records under it.
 */
export function replaceRecords(
  editing: Editing,
  lists: readonly GivenRecords[],
  isChecked: boolean,
): Rewrite<ShownRecords> {
  const { world } = editing;
  const read = readLists(world, lists, isChecked, (given) => given);
  const complete = lists.map(({ collection }) => collection);
  const [removals, puts]: [RecordChange[], RecordChange[]] = [[], []];
  for (const { shape, parents, wanted } of read) {
    const { lost, changes } = exchange(editing, shape, parents, wanted);
    // One by one, here and below: a call that spreads all records could have too many arguments.
    for (const removal of world.removalOfAll(shape.name, lost)) removals.push(removal);
    for (const change of changes) puts.push(change);
  }
  return finish(world, read, { changes: [...removals, ...puts], complete }, isChecked);
}

/** Makes records of which none exists yet. */
export function addRecords(world: World, lists: readonly GivenRecords[]): Rewrite<ShownRecords> {
  const read = readLists(
    world,
    lists,
    true,
    (given, shape, parents) => findTaken(world, given, shape, parents) ?? given,
  );
  const changes = read.flatMap(({ shape, wanted }) =>
    wanted.map(({ item }) => ({
      collection: shape.name,
      before: undefined,
      after: item,
      isNew: true,
    })),
  );
  return finish(world, read, { changes, complete: [] }, true);
}

function findTaken(
  world: World,
  { record, pointer }: GivenRecord,
  shape: CollectionShape,
  named: Parents,
): Violation | undefined {
  const key = keyOfGiven(record, shape);
  if (key === undefined) return undefined;
  const parents = parentsOfGiven(record, shape, named);
  const found = world.namesakes(shape.name, key).some((item) => areSame(item.parents, parents));
  if (!found) return undefined;
  const what = key === '' ? 'the record' : `"${key}"`;
  return complain(pointer, `${what} is there already: change it, or remove it first`);
}

/** Merges into the records that exist (RFC 7396), and makes the others. */
export function mergeRecords(
  editing: Editing,
  lists: readonly GivenRecords[],
  isChecked: boolean,
): Rewrite<ShownRecords> {
  const { world } = editing;
  const read = readLists(world, lists, isChecked, (given, shape, parents) =>
    mergeIntoFound(editing, given, shape, parents),
  );
  const changes = read.flatMap(({ shape, wanted }) =>
    wanted.flatMap(({ item }) => planPut(editing, shape, findStanding(editing, shape, item), item)),
  );
  return finish(world, read, { changes, complete: [] }, isChecked);
}

interface ReadList {
  readonly shape: CollectionShape;
  readonly parents: Parents;
  readonly wanted: readonly WantedRecord[];
}

/** Makes a whole record of a given one, or returns what is wrong with it. */
type Complete = (
  given: GivenRecord,
  shape: CollectionShape,
  parents: Parents,
) => GivenRecord | Violation;

function readLists(
  world: World,
  lists: readonly GivenRecords[],
  isChecked: boolean,
  complete: Complete,
): readonly ReadList[] {
  const faults: Violation[] = [];
  const read = lists.map(({ collection, parents: named, records, pointer }): ReadList => {
    const shape = findShape(world, collection);
    const parents = readParents(shape, named);
    const wanted: WantedRecord[] = [];
    const taken = emptyTable.edit();
    for (const [index, record] of records.entries()) {
      const place = stepDown(pointer, index);
      const whole = complete({ record, pointer: place }, shape, parents);
      if ('message' in whole) {
        faults.push(whole);
        continue;
      }
      const one = readGiven(whole, shape, { key: undefined, parents }, isChecked);
      for (const fault of one.faults) faults.push(fault);
      if (!one.item) continue;
      if (taken.has(one.item)) {
        const message = `the key "${one.item.key}" is taken by an earlier record`;
        faults.push(complain(place + pointerTo(shape.key ?? []), message));
      }
      taken.put(one.item);
      wanted.push({ shape, item: one.item, pointer: place });
    }
    return { shape, parents, wanted };
  });
  if (faults.length > 0) throw refuseFaults(faults, isChecked);
  return read;
}

function mergeIntoFound(
  { world, madeUp }: Editing,
  given: GivenRecord,
  shape: CollectionShape,
  named: Parents,
): GivenRecord | Violation {
  const { record, pointer } = given;
  const key = keyOfGiven(record, shape);
  if (key === undefined) return given;
  const parents = parentsOfGiven(record, shape, named);
  const found = world.namesakes(shape.name, key).filter((item) => mayBeSame(item.parents, parents));
  const before =
    found.find((item) => areSame(item.parents, parents)) ??
    found[0] ??
    madeUp.findShown(world, { shape, key, parents });
  if (!before) return given;
  if (found.length > 1 && !areSame(before.parents, parents)) {
    const names = shape.parents.map(({ parameter }) => `"${parameter}"`).join(', ');
    const message = `stands under several parents: say which by ${names}`;
    return complain(pointer, message, 'parents');
  }
  const merged = mergeJson(flattenItem(before, shape), record);
  return { record: isJsonObject(merged) ? merged : {}, pointer };
}

/** Finds the removals and changes that lead from the existing records to the wanted list. */
function exchange(
  editing: Editing,
  shape: CollectionShape,
  parents: Parents,
  wanted: readonly WantedRecord[],
): { readonly lost: readonly Item[]; readonly changes: readonly RecordChange[] } {
  const { world } = editing;
  const { name } = shape;
  const rest = new Set(world.list(name, parents));
  const pairs = wanted.map(({ item }) => {
    const standing = findStanding(editing, shape, item);
    const before = standing.stored;
    if (before) rest.delete(before);
    return { before, item, standing };
  });
  const isInOrder = isOrderKept(world.list(name, parents), pairs);
  const changes = pairs.flatMap(({ before, item, standing }): readonly RecordChange[] => {
    if (!before || isInOrder) return planPut(editing, shape, standing, item);
    const isNew = world.isBorn(name, before.key, before.parents);
    // A record that is removed and put again stands behind all others.
    return [
      { collection: name, before, after: undefined },
      { collection: name, before: undefined, after: item, isNew },
    ];
  });
  return { lost: [...rest], changes };
}

/** Whether the records that stay already have the wanted order, in front of the new ones. */
function isOrderKept(
  items: readonly Item[],
  pairs: readonly { readonly before: Item | undefined }[],
): boolean {
  if (pairs.length === 0) return true;
  const ranks = new Map(items.map((item, rank) => [item, rank]));
  let last = -1;
  for (const { before } of pairs) {
    const rank = before ? (ranks.get(before) ?? -1) : Infinity;
    if (rank < last) return false;
    last = rank;
  }
  return true;
}

function findStanding({ world, madeUp }: Editing, shape: CollectionShape, item: Item): Standing {
  const { key, parents } = item;
  const stored = world.namesakes(shape.name, key).find((other) => isSamePlace(other, item));
  return {
    stored,
    madeUp: stored ? undefined : madeUp.findShown(world, { shape, key, parents }),
  };
}

function finish(
  world: World,
  read: readonly ReadList[],
  { changes, complete }: Pick<RewritePlan, 'changes' | 'complete'>,
  isChecked: boolean,
): Rewrite<ShownRecords> {
  const wanted = isChecked ? read.flatMap((list) => list.wanted) : [];
  const plan = { changes, complete, wanted };
  assertParents(world, plan);
  return {
    shown: read.map((list) => list.wanted.map(({ shape, item }) => flattenItem(item, shape))),
    isNew: false,
    commit: commitPlan(world, plan),
  };
}
