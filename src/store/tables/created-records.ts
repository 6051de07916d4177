import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { nameParents, readNamedParents } from '../parents.ts';
import type { CollectionShape, Item, Parents } from '../record.ts';
import type { Tables, TablesDraft } from './tables.ts';
import { createTables, editTables } from './tables.ts';

/**
 * Marks for places of records: a key and its parents, without a body. They are kept in tables, as
 * records are; a mark does not need a record in its place.
 */
export type CreatedRecords = Tables;

/** The marks as `db.json` has them, by collection. */
type Saved = Readonly<Record<string, readonly JsonValue[]>>;

/** Ignores marks of collections that the contract doesn't have (any more). */
export function readCreated(shapes: readonly CollectionShape[], saved: Saved = {}): CreatedRecords {
  const lists = new Map(Object.entries(saved));
  const draft = editTables(createTables(shapes.map(({ name }) => name)));
  for (const shape of shapes) {
    for (const mark of lists.get(shape.name) ?? []) {
      const item = readMark(mark, shape);
      if (item) draft.at(shape.name)?.put(item);
    }
  }
  return draft.done();
}

export function isCreated(
  marks: Pick<CreatedRecords, 'get'>,
  collection: string,
  { key, parents }: Pick<Item, 'key' | 'parents'>,
): boolean {
  return marks.get(collection)?.find(key, parents) !== undefined;
}

export function addCreated(
  draft: TablesDraft,
  collection: string,
  { key, parents }: Pick<Item, 'key' | 'parents'>,
): void {
  draft.at(collection)?.put({ key, parents, body: nothing });
}

/** Removes every mark that has the key of one of these, and parents that may be the same. */
export function removeCreated(
  draft: TablesDraft,
  collection: string,
  items: readonly Pick<Item, 'key' | 'parents'>[],
): void {
  if (draft.sizeOf(collection) === 0) return;
  const table = draft.at(collection);
  table?.removeAll(table.alike(items));
}

/** Leaves out collections without marks. */
export function* writeCreated(
  marks: CreatedRecords,
  shapes: readonly CollectionShape[],
): Generator<readonly [string, Iterable<JsonValue>]> {
  for (const shape of shapes) {
    const table = marks.get(shape.name);
    if (table && table.size > 0) yield [shape.name, writeAll(table.ranked.values(), shape)];
  }
}

const nothing: JsonObject = Object.freeze({});

function readMark(mark: JsonValue, shape: CollectionShape): Item | undefined {
  const { key, parents = {} } = isJsonObject(mark) ? mark : {};
  if (typeof key !== 'string' || !isJsonObject(parents)) return undefined;
  return { key, parents: readNamedParents(namesOf(shape), parents), body: nothing };
}

function* writeAll(marks: Iterable<Item>, shape: CollectionShape): Generator<JsonObject> {
  const names = namesOf(shape);
  for (const { key, parents } of marks) yield writeMark(names, key, parents);
}

function namesOf({ parents }: CollectionShape): readonly string[] {
  return parents.map(({ parameter }) => parameter);
}

/** A mark as `db.json` has it. */
export function writeMark(names: readonly string[], key: string, parents: Parents): JsonObject {
  const named = nameParents(names, parents);
  return Object.keys(named).length === 0 ? { key } : { key, parents: named };
}
