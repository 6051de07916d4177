import type { Ordered, OrderedDraft } from './ordered.ts';
import { orderByText } from './ordered.ts';
import type { TableStep, Table, TableDraft } from './table.ts';
import { emptyTable } from './table.ts';

/** The tables of a world by the names of their collections. Immutable. */
export type Tables = Ordered<string, Table>;

/** Tables that may be changed; `done` returns the result. */
export interface TablesDraft {
  /** A table, only to be read at once: later changes may change it. */
  get(collection: string): Table | undefined;
  /** The same table to change. */
  at(collection: string): TableDraft | undefined;
  sizeOf(collection: string): number;
  /** The result so far; the same tables where nothing was changed. Later changes go to copies. */
  done(): Tables;
}

export function createTables(names: Iterable<string>): Tables {
  const tables = orderByText<Table>();
  for (const name of names) tables.set(name, emptyTable);
  return tables;
}

/** Copies only the tables that it changes. `onStep` gets every step, so that it can be undone. */
export function editTables(
  first: Tables,
  onStep?: (collection: string, step: TableStep) => void,
): TablesDraft {
  // Has only the draft of a changed table: the original would keep its old contents in memory.
  let tables: Tables = first;
  let own: OrderedDraft<string, Table> | undefined;
  const drafts = new Map<string, TableDraft>();
  const open = (collection: string): TableDraft | undefined => {
    const listen = onStep && ((step: TableStep): void => onStep(collection, step));
    const draft = tables.get(collection)?.edit(listen);
    if (!draft) return undefined;
    drafts.set(collection, draft);
    own ??= tables.clone();
    own.set(collection, draft);
    tables = own;
    return draft;
  };
  return {
    get: (collection) => tables.get(collection),
    at: (collection) => drafts.get(collection) ?? open(collection),
    sizeOf: (collection) => tables.get(collection)?.size ?? 0,
    done() {
      for (const draft of drafts.values()) draft.done();
      drafts.clear();
      own = undefined;
      return tables;
    },
  };
}
