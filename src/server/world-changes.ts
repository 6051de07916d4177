import type { JsonObject } from '../base/json.ts';
import type { Imagine } from '../store/edits/rewriting.ts';
import { nameParents } from '../store/parents.ts';
import type { CollectionShape, Item, RecordChange } from '../store/record.ts';
import { flattenItem } from '../store/record.ts';
import type { ChangedRecord, ChangeList } from '../store/state/changed-records.ts';
import { hasChangedRecords, listChangedRecords } from '../store/state/changed-records.ts';
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
  imagine: Imagine,
): ChangeList {
  const after = world.save();
  const past = openTrial(since, world.seed);
  const madeUpAt = (collection: string, place: Place): Item | undefined => {
    const shape = shapesOf(since.madeFor).get(collection);
    return shape && imagine(past, { shape, key: place.key, parents: place.parents });
  };
  const stored = listChangedRecords(since, after);
  const removed = listRemoved(since, after).flatMap(({ collection, key, parents }) => {
    const before = madeUpAt(collection, { key, parents });
    return before ? [{ collection, before, after: undefined }] : [];
  });
  const shown = [...stored, ...removed].slice(0, limit).map((change) => {
    const { collection, before, after: item } = change;
    const isMadeUpBefore = !before && item && !isBorn(after, collection, item);
    return isMadeUpBefore ? { ...change, before: madeUpAt(collection, item) } : change;
  });
  return {
    count: stored.length + removed.length,
    changes: shown.flatMap((change) => describe(change, shapesOf(after.madeFor))),
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

type Place = Pick<Item, 'key' | 'parents'>;

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
  const show = (one: Item | undefined): JsonObject | null => (one ? flattenItem(one, shape) : null);
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
export function createChangeTest(): (world: World) => boolean {
  const known = new WeakMap<World, { readonly version: number; readonly isChanged: boolean }>();
  return (world) => {
    const { version, base } = world;
    const last = known.get(world);
    if (last?.version === version) return last.isChanged;
    const now = world.save();
    const isChanged = hasChangedRecords(base, now) || listRemoved(base, now).length > 0;
    known.set(world, { version, isChanged });
    return isChanged;
  };
}
