import type { Ordered, OrderedDraft } from './ordered.ts';
import { orderByText } from './ordered.ts';
import type { TableStep, Table, TableDraft } from './table.ts';
import { emptyTable } from './table.ts';

/** The tables of a world by the names of their collections. They never change. */
export type Tables = Ordered<string, Table>;

/** Changes that make other tables of some. */
export interface TablesDraft {
  /** A table as it is now, and may not be later; undefined where there is none of that name. */
  get(collection: string): Table | undefined;
  /** The same to be changed. */
  at(collection: string): TableDraft | undefined;
  sizeOf(collection: string): number;
  /** What came of it so far; where nothing was touched, the same tables. What comes after that changes copies. */
  done(): Tables;
}

export function createTables(names: Iterable<string>): Tables {
  const tables = orderByText<Table>();
  for (const name of names) tables.set(name, emptyTable);
  return tables;
}

/** Only what is touched is copied. Whoever listens hears of every step, so that it can be taken back. */
export function editTables(
  first: Tables,
  onStep?: (collection: string, step: TableStep) => void,
): TablesDraft {
  // Of a table that was touched the copy alone is here: to keep the other would keep all that it was.
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
