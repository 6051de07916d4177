import type { JsonValue } from '../base/json.ts';
import type { JournalEntry, StateSource, WrittenChange } from './ledger/ledger.ts';
import type { SavedState } from './ledger/ledger.ts';
import type { RecordChange, Item, Parents, CollectionShape } from './record.ts';
import { flattenChange, flattenItem } from './record.ts';
import type { State } from './state/state.ts';
import { writeCreated } from './tables/created-records.ts';
import { writeDeletions, writeTombstones } from './tables/saved-tombstones.ts';
import { isSamePlace } from './tables/table-index.ts';

/**
 * What `db.json` has of a state, with records in flat form. The lists are lazy: each record is
 * converted when the writer asks for it.
 */
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
  };
}

/** Reads all lists of a source into one value. */
export function collectState(source: StateSource): SavedState {
  return {
    fingerprints: source.fingerprints,
    planted: source.planted,
    collections: collect(source.collections),
    tombstones: [...source.tombstones],
    deletions: source.deletions,
    born: collect(source.born),
  };
}

function collect(lists: StateSource['born']): Readonly<Record<string, readonly JsonValue[]>> {
  return Object.fromEntries([...lists].map(([name, list]) => [name, [...list]]));
}

/** What a request changed, as one entry of the journal. */
export function describeChanges(
  changes: readonly RecordChange[],
  shapeOf: (collection: string) => CollectionShape | undefined,
): JournalEntry {
  const written: WrittenChange[] = [];
  for (const change of changes) {
    const shape = shapeOf(change.collection);
    const item = change.after ?? change.before;
    if (shape && item) written.push(describeChange(change, item, shape));
  }
  return { changes: written };
}

function describeChange(
  { collection, before, after, isNew }: RecordChange,
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
  };
}

function savedPlaceOf({ key, parents }: Item): {
  readonly key: string;
  readonly parents: readonly (string | null)[];
} {
  // There may be very many records, and mostly no parent is undefined: then this makes no copy.
  return { key, parents: isWhole(parents) ? parents : parents.map((parent) => parent ?? null) };
}

function isWhole(parents: Parents): parents is readonly string[] {
  return !parents.includes(undefined);
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
