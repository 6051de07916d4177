import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Item, Parents, Shape } from './record.ts';
import type { Undo } from './shelves.ts';
import type { Table } from './table.ts';
import { createTable } from './table.ts';

/** What is remembered of records that may not be there: a key and its parents, nothing more. */
export interface Marks {
  has(collection: string, key: string, parents: Parents): boolean;
  set(collection: string, item: Item): Undo;
  clear(collection: string, item: Item): Undo;
  /** As they are written down; collections without marks are left out. */
  save(): Readonly<Record<string, readonly JsonValue[]>>;
}

type Saved = Readonly<Record<string, readonly JsonValue[]>>;

/** Marks of collections that the contract doesn't have (any more) mean nothing. */
export function createMarks(shapes: readonly Shape[], saved: Saved = {}): Marks {
  const lists = new Map(Object.entries(saved));
  const tables = new Map(
    shapes.map((shape) => [shape.name, readMarks(shape, lists.get(shape.name))]),
  );
  return {
    has: (collection, key, parents) => tables.get(collection)?.find(key, parents) !== undefined,
    set: (collection, { key, parents }) =>
      tables.get(collection)?.put({ key, parents, body: nothing }) ?? doNothing,
    clear(collection, { key, parents }) {
      const table = tables.get(collection);
      const undos: Undo[] = [];
      for (let mark = table?.find(key, parents); mark; mark = table?.find(key, parents)) {
        undos.unshift(table?.remove(mark) ?? doNothing);
      }
      return () => {
        for (const undo of undos) undo();
      };
    },
    save() {
      const marked = shapes.map((shape): [string, readonly JsonValue[]] => [
        shape.name,
        (tables.get(shape.name)?.items() ?? []).map((mark) => writeMark(mark, shape)),
      ]);
      return Object.fromEntries(marked.filter(([, marks]) => marks.length > 0));
    },
  };
}

const nothing: JsonObject = Object.freeze({});

function readMarks(shape: Shape, saved: readonly JsonValue[] = []): Table {
  const table = createTable();
  for (const mark of saved) {
    const { key, parents = {} } = isJsonObject(mark) ? mark : {};
    if (typeof key !== 'string' || !isJsonObject(parents)) continue;
    const named = shape.parents.map(({ parameter }) => {
      const parent = Object.hasOwn(parents, parameter) ? parents[parameter] : undefined;
      return typeof parent === 'string' ? parent : undefined;
    });
    table.put({ key, parents: named, body: nothing });
  }
  return table;
}

function writeMark({ key, parents }: Item, shape: Shape): JsonObject {
  const named = shape.parents.flatMap(({ parameter }, index): [string, string][] => {
    const parent = parents[index];
    return parent === undefined ? [] : [[parameter, parent]];
  });
  return named.length === 0 ? { key } : { key, parents: Object.fromEntries(named) };
}

function doNothing(): void {
  // What nobody knows of leaves no mark.
}
