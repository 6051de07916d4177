import type { Ordered } from './ordered.ts';
import { orderByText } from './ordered.ts';
import type { Table, TableDraft } from './table.ts';
import { emptyTable } from './table.ts';

/** The tables of a world by the names of their collections. They never change. */
export type Tables = Ordered<string, Table>;

/** Changes that make other tables of some. */
export interface TablesDraft {
  /** Undefined where there is no such table. */
  at(collection: string): TableDraft | undefined;
  sizeOf(collection: string): number;
  /** What came of it; where nothing was touched, the same tables. */
  done(): Tables;
}

export function createTables(names: Iterable<string>): Tables {
  const tables = orderByText<Table>();
  for (const name of names) tables.set(name, emptyTable);
  return tables;
}

/** Only what is touched is copied. */
export function editTables(tables: Tables): TablesDraft {
  const drafts = new Map<string, TableDraft>();
  return {
    at(collection) {
      const before = drafts.get(collection);
      if (before) return before;
      const draft = tables.get(collection)?.edit();
      if (draft) drafts.set(collection, draft);
      return draft;
    },
    sizeOf: (collection) => drafts.get(collection)?.count() ?? tables.get(collection)?.size ?? 0,
    done() {
      if (drafts.size === 0) return tables;
      const copy = tables.clone();
      for (const [name, draft] of drafts) copy.set(name, draft.done());
      return copy;
    },
  };
}
