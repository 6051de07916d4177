import type { JsonObject } from '../base/json.ts';
import { isSameJson } from '../base/json.ts';
import type { Imagine, MadeUpRecords } from '../store/edits/rewriting.ts';
import { nameParents } from '../store/parents.ts';
import type { CollectionShape, Item, RecordChange } from '../store/record.ts';
import { showItem } from '../store/record.ts';
import type { ChangedRecord, ChangeList } from '../store/state/changed-records.ts';
import { listChangedRecords } from '../store/state/changed-records.ts';
import type { State } from '../store/state/state.ts';
import { shapesOf } from '../store/state/state.ts';
import type { Tombstone } from '../store/tables/tombstones.ts';
import { hasTombstone, listTombstones } from '../store/tables/tombstones.ts';
import type { World } from '../store/worlds/world.ts';
import type { Secrets } from '../traffic/redaction/found/secrets.ts';
import { redactChange } from '../traffic/redaction/redact-change.ts';
import { openTrial } from './scenarios/apply-records.ts';

/**
 * What clients see changed between an earlier state and that of a world, record by record. Where the
 * server made a record up before, it is what it was then, although none was stored.
 */
export function listChanges(
  world: World,
  since: State,
  limit: number,
  madeUp: MadeUpRecords,
): ChangeList {
  const changes = [...findChanges(world, since, madeUp)];
  const shapes = shapesOf(world.base.madeFor);
  return {
    count: changes.length,
    changes: changes.slice(0, limit).flatMap((change) => describe(change, shapes)),
  };
}

/** Hides the secrets of changed records, as the journal does. */
export function redactChanges(
  { count, changes }: ChangeList,
  shapes: readonly CollectionShape[],
  secrets: Secrets,
): ChangeList {
  const keyNames = new Map(shapes.map(({ name, key }) => [name, key?.at(-1)]));
  return {
    count,
    changes: changes.map((one) => redactChange(one, keyNames.get(one.collection) ?? '', secrets)),
  };
}

/** What a client could see at the earlier moment. */
interface Past {
  readonly state: State;
  readonly world: World;
  readonly madeUp: MadeUpRecords;
}

/** Changed records that were stored before or are so now, then those that were only made up. */
function* findChanges(world: World, since: State, madeUp: MadeUpRecords): Generator<RecordChange> {
  const after = world.save();
  const past: Past = { state: since, world: openTrial(since, world.seed), madeUp };
  for (const change of listChangedRecords(since, after)) {
    const { collection, before, after: item } = change;
    if (before || !item || isBorn(after, collection, item)) {
      yield change;
      continue;
    }
    const seen = look(past, collection, item, madeUp.imagine);
    if (!seen || !isSameJson(seen.body, item.body)) yield { ...change, before: seen };
  }
  for (const { collection, key, parents, isBorn: wasMade } of listRemoved(since, after)) {
    // What a request made is lost only where clients met another record in its place before.
    const find = wasMade ? madeUp.findShown : madeUp.imagine;
    const before = look(past, collection, { key, parents }, find);
    if (before) yield { collection, before, after: undefined };
  }
  yield* findReplaced(past, after);
}

type Place = Pick<Item, 'key' | 'parents'>;

function look(
  { state, world }: Past,
  collection: string,
  place: Place,
  find: Imagine,
): Item | undefined {
  const shape = shapesOf(state.madeFor).get(collection);
  return shape && find(world, { shape, key: place.key, parents: place.parents });
}

/** A collection that was written as a whole has no made-up records any more, and no tombstones. */
function* findReplaced({ state, world, madeUp }: Past, after: State): Generator<RecordChange> {
  for (const collection of after.authoritative) {
    if (state.authoritative.has(collection)) continue;
    const table = after.tables.get(collection);
    for (const before of madeUp.listShown(world, collection)) {
      const isThere = table?.find(before.key, before.parents) !== undefined;
      if (!isThere) yield { collection, before, after: undefined };
    }
  }
}

/** Deleted records that were not stored before: those that the server made up are among them. */
function listRemoved(since: State, { tombstones }: State): readonly Tombstone[] {
  if (tombstones === since.tombstones) return [];
  return [...listTombstones(tombstones)].filter(
    (place) =>
      !hasTombstone(since.tombstones, place) &&
      since.tables.get(place.collection)?.find(place.key, place.parents) === undefined,
  );
}

function isBorn({ born }: State, collection: string, { key, parents }: Place): boolean {
  return born.get(collection)?.find(key, parents) !== undefined;
}

function describe(
  { collection, before, after }: RecordChange,
  shapes: ReadonlyMap<string, CollectionShape>,
): readonly ChangedRecord[] {
  const [shape, item] = [shapes.get(collection), after ?? before];
  if (!shape || !item) return [];
  const names = shape.parents.map(({ parameter }) => parameter);
  const show = (one: Item | undefined): JsonObject | null => (one ? showItem(one, shape) : null);
  return [
    {
      collection,
      key: item.key,
      parents: nameParents(names, item.parents),
      before: show(before),
      after: show(after),
    },
  ];
}

/** Whether records of a world are other than at its beginning. */
export function createChangeTest(madeUp: () => MadeUpRecords): (world: World) => boolean {
  const known = new WeakMap<World, { readonly version: number; readonly isChanged: boolean }>();
  return (world) => {
    const { version, base } = world;
    const last = known.get(world);
    if (last?.version === version) return last.isChanged;
    const isChanged = findChanges(world, base, madeUp()).next().done === false;
    known.set(world, { version, isChanged });
    return isChanged;
  };
}
