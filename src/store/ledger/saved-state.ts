import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { CollectionShape, Item, Parents, RecordChange } from '../record.ts';
import { flattenChange, flattenItem } from '../record.ts';
import type { Fingerprints, State } from '../state/state.ts';
import { writeCreated } from '../tables/created-records.ts';
import type { SavedDeletions, SavedTombstones } from '../tables/saved-tombstones.ts';
import { writeDeletions, writeTombstones } from '../tables/saved-tombstones.ts';
import { isSamePlace } from '../tables/table-index.ts';
import type { Deletions } from '../tables/tombstones.ts';

/** A world as db.json stores it: flat records, and the contract and fixtures of that time. */
export interface SavedState extends SavedDeletions {
  readonly fingerprints: Fingerprints;
  readonly collections: Readonly<Record<string, readonly JsonValue[]>>;
  /** The complete collections: a record that is not in them does not exist. */
  readonly planted: readonly string[];
  /** Records that requests created, by collection: the server improvises nothing below them. */
  readonly born: Readonly<Record<string, readonly JsonValue[]>>;
  /** Since when the server makes the keys of a collection (ISO 8601), by collection. */
  readonly known: Readonly<Record<string, string>>;
}

/** A state in the form that is saved. Its lists are lazy: each record is converted when asked for. */
export interface StateSource {
  readonly fingerprints: Fingerprints;
  readonly planted: readonly string[];
  readonly filing: SavedFiling;
  readonly collections: Lists;
  readonly tombstones: Iterable<SavedTombstones>;
  readonly deletions: Readonly<Record<string, Deletions>>;
  readonly born: Lists;
  readonly known: SavedState['known'];
}

export type Lists = Iterable<readonly [string, Iterable<JsonValue>]>;

/** For each collection, where its records have their key and their parents. */
export type SavedFiling = Readonly<Record<string, FilingRule>>;

export interface FilingRule {
  /** The path of members to the key; undefined: there is one record for each chain of parents. */
  readonly key: readonly string[] | undefined;
  readonly parents: readonly string[];
}

/** What `db.json` has of a state. */
export function describeState(state: State): StateSource {
  const { shapes, fingerprints } = state.madeFor;
  return {
    fingerprints,
    planted: [...state.authoritative],
    filing: Object.fromEntries(
      shapes.map(({ name, key, parents }) => [
        name,
        { key, parents: parents.map(({ parameter }) => parameter) },
      ]),
    ),
    collections: describeRecords(state),
    tombstones: writeTombstones(state.tombstones, shapes),
    deletions: writeDeletions(state.tombstones),
    born: writeCreated(state.born, shapes),
    known: Object.fromEntries(state.known),
  };
}

/** The same as one value, without lazy lists. */
export function collectState(state: State): SavedState {
  const { fingerprints, planted, collections, tombstones, deletions, born, known } =
    describeState(state);
  return {
    fingerprints,
    planted,
    collections: collect(collections),
    tombstones: [...tombstones],
    deletions,
    born: collect(born),
    known,
  };
}

function collect(lists: Lists): Readonly<Record<string, readonly JsonValue[]>> {
  return Object.fromEntries([...lists].map(([name, list]) => [name, [...list]]));
}

function* describeRecords({
  madeFor: { shapes },
  tables,
  misfits,
}: State): Generator<readonly [string, Iterable<JsonValue>]> {
  const known = new Set(shapes.map(({ name }) => name));
  for (const shape of shapes) yield [shape.name, describeTable(tables, misfits, shape)];
  for (const [name, records] of misfits) if (!known.has(name)) yield [name, records];
}

function* describeTable(
  tables: State['tables'],
  misfits: State['misfits'],
  shape: CollectionShape,
): Generator<JsonValue> {
  for (const item of tables.get(shape.name)?.ranked.values() ?? []) yield flattenItem(item, shape);
  yield* misfits.get(shape.name) ?? [];
}

/** The changes of one request. A start finds all of them, or none. */
export interface JournalEntry {
  readonly changes: readonly WrittenChange[];
}

/**
 * A change as a line of the journal stores it. It has the key and parents that the record had then,
 * so that a later contract does not change its meaning.
 */
export interface WrittenChange {
  readonly collection: string;
  readonly key: string;
  readonly parents: WrittenParents;
  /** The flat record; absent: it was deleted. */
  readonly record?: JsonObject;
  /** The place of the record before, if the change moved it. */
  readonly was?: { readonly key: string; readonly parents: WrittenParents };
  readonly isNew?: true;
  readonly knownSince?: string;
}

/** The keys of the parents, outermost first; null: unknown. */
export type WrittenParents = readonly (string | null)[];

/** What a request changed, as one entry of the journal. */
export function describeChanges(
  changes: readonly RecordChange[],
  shapeOf: ReadonlyMap<string, CollectionShape>,
): JournalEntry {
  const written: WrittenChange[] = [];
  for (const change of changes) {
    const shape = shapeOf.get(change.collection);
    const item = change.after ?? change.before;
    if (shape && item) written.push(describeChange(change, item, shape));
  }
  return { changes: written };
}

function describeChange(
  { collection, before, after, isNew, knownSince }: RecordChange,
  item: Item,
  shape: CollectionShape,
): WrittenChange {
  const { key, parents } = savedPlaceOf(item);
  if (!after) return { collection, key, parents };
  const place = { collection, key, parents, record: flattenChange(after, shape) };
  const isMoved = before && !isSamePlace(after, before);
  if (!isMoved && !isNew) return place;
  return {
    ...place,
    ...(isMoved ? { was: savedPlaceOf(before) } : {}),
    ...(isNew ? { isNew } : {}),
    ...(knownSince === undefined ? {} : { knownSince }),
  };
}

function savedPlaceOf({ key, parents }: Item): {
  readonly key: string;
  readonly parents: WrittenParents;
} {
  // There may be very many records, and mostly no parent is undefined: then this makes no copy.
  return { key, parents: isWhole(parents) ? parents : parents.map((parent) => parent ?? null) };
}

function isWhole(parents: Parents): parents is readonly string[] {
  return !parents.includes(undefined);
}
