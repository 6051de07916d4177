import { textOfParents } from '../parents.ts';
import type { Item, Parents } from '../record.ts';
import { clearAway, findAllAlike } from './clearing.ts';
import { findBelow, findFamilies } from './kinship.ts';
import type { Ordered } from './ordered.ts';
import type { Family, Row, TableIndex } from './table-index.ts';
import {
  attach,
  copyTableIndex,
  createTableIndex,
  detach,
  exchange,
  findExactRow,
  findRow,
  highestUnder,
  isSamePlace,
  namesakesIn,
  setHighest,
} from './table-index.ts';

/** The records of one collection, in the order in which they were made. It never changes. */
export interface Table {
  readonly size: number;
  /**
   * An undefined parent, here or in the record, matches any. Returns the first match. The time
   * hardly depends on the size of the collection.
   */
  find(key: string, parents?: Parents): Item | undefined;
  namesakes(key: string): readonly Item[];
  /** Whether there is a record of the same key and parents; undefined matches only undefined. */
  has(item: Item): boolean;
  /** The records that have these parents; undefined: any. */
  list(parents: Parents): readonly Item[];
  /** Without `parents` it counts all records. */
  count(parents?: Parents): number;
  /** The first records of a list; it makes the whole list only where several families share it. */
  first(parents: Parents, most: number): readonly Item[];
  /** The highest whole number that is or was a key under these parents; 0 where there is none. */
  highest(parents: Parents): number;
  /** One record of a list, chosen by `lot`, each about equally often; undefined: none. */
  pick(parents: Parents, lot: number): Item | undefined;
  /** Every record that has the key of one of these, and parents that may be the same. */
  alike(places: readonly Pick<Item, 'key' | 'parents'>[]): readonly Item[];
  /** The records below a record, by its parents and key. An undefined parent matches any. */
  below(chain: Parents): readonly Item[];
  readonly ranked: Ranked;
  items(): readonly Item[];
  /** A copy to change. `onStep` gets every step, so that the caller can undo it. */
  edit(onStep?: (step: TableStep) => void): TableDraft;
}

/** The records by rank: the place of each in the order. */
export interface Ranked {
  readonly rows: Ordered<number, Row>;
  values(): Iterable<Item>;
}

/** A table that may be changed until `done`. Reads see the changes so far. */
export interface TableDraft extends Table {
  has(item: Item): boolean;
  /**
   * Puts a record in the place of the one with the same key and parents, else in the place of
   * `before`, else behind all others. Removes `before` where it stands elsewhere.
   */
  put(item: Item, before?: Item): void;
  remove(item: Item): void;
  removeAll(items: readonly Item[]): void;
  /** Undoes a step. The caller undoes steps in reverse order, the last one first. */
  undo(step: TableStep): void;
  /** The result. After this call, the table must not be changed any more. */
  done(): Table;
}

/** All that `undo` needs to restore the table exactly as it was before a change. */
export interface TableStep {
  readonly rank: number;
  readonly added: Item | undefined;
  readonly removed: Item | undefined;
  /** The highest number among the siblings before; undefined where it stays the same. */
  readonly highest: number | undefined;
  /** The next rank before the change. */
  readonly nextRank: number;
}

export const emptyTable: Table = openTable(createTableIndex());

export function tableOf(items: Iterable<Item>): Table {
  const draft = emptyTable.edit();
  for (const item of items) draft.put(item);
  return draft.done();
}

function openTable(tableIndex: TableIndex, listener?: (step: TableStep) => void): TableDraft {
  const views = createViews(tableIndex);
  let onStep = listener;
  // Without a listener this costs nothing: only histories that can go back need the steps.
  const note = (rank: number, added: Item | undefined, removed: Item | undefined): void => {
    const item = added ?? removed;
    if (!onStep || !item) return;
    const isExchange = added && removed;
    const highest = isExchange ? undefined : highestUnder(tableIndex, item.parents);
    onStep({ rank, added, removed, highest, nextRank: tableIndex.nextRank });
  };
  const take = (row: Row): void => {
    note(row.rank, undefined, row.item);
    detach(tableIndex, row);
  };
  const table = {
    ...views,
    size: tableIndex.rows.size,
    edit: (listen?: (step: TableStep) => void): TableDraft =>
      openTable(copyTableIndex(tableIndex), listen),
    put(item: Item, before?: Item) {
      const own = findExactRow(tableIndex, item.key, item.parents);
      const isStaying = before && isSamePlace(before, item);
      const former =
        before && (isStaying ? own : findExactRow(tableIndex, before.key, before.parents));
      if (former && former !== own) take(former);
      const rank = (own ?? former)?.rank ?? tableIndex.nextRank;
      note(rank, item, own?.item);
      if (own) exchange(tableIndex, own, item);
      else attach(tableIndex, rank, item);
      touch();
    },
    remove({ key, parents }: Item) {
      const row = findExactRow(tableIndex, key, parents);
      if (row) take(row);
      touch();
    },
    removeAll(items: readonly Item[]) {
      // A listener needs one step for each record.
      if (onStep || items.length === 1) for (const item of items) table.remove(item);
      else clearAway(tableIndex, items);
      touch();
    },
    undo(step: TableStep) {
      undoStep(tableIndex, step);
      touch();
    },
    done() {
      // Otherwise a kept table would keep the listener, and all that it refers to, in memory.
      onStep = undefined;
      return table;
    },
  };
  const touch = (): void => {
    table.size = tableIndex.rows.size;
    views.forget();
  };
  return table;
}

function undoStep(
  tableIndex: TableIndex,
  { rank, added, removed, highest, nextRank }: TableStep,
): void {
  const row = added && findExactRow(tableIndex, added.key, added.parents);
  if (row && removed) exchange(tableIndex, row, removed);
  else if (row) detach(tableIndex, row);
  else if (removed) attach(tableIndex, rank, removed);
  const { parents } = added ?? removed ?? {};
  if (parents && highest !== undefined) setHighest(tableIndex, parents, highest);
  tableIndex.nextRank = nextRank;
}

/** Each call of a view reads the index as it is at that moment. */
function createViews(
  tableIndex: TableIndex,
): Omit<Table, 'size' | 'edit'> & Pick<TableDraft, 'has'> & { forget(): void } {
  const { rows, families } = tableIndex;
  const lists = new Map<string, WeakRef<readonly Item[]>>();
  const familiesUnder = (parents: Parents): readonly Family[] => findFamilies(families, parents);
  return {
    find: (key, parents) => findRow(tableIndex, key, parents)?.item,
    namesakes: (key) => namesakesIn(tableIndex, key),
    has: ({ key, parents }) => findExactRow(tableIndex, key, parents) !== undefined,
    list(parents) {
      const place = textOfParents(parents);
      const known = lists.get(place)?.deref();
      if (known) return known;
      const list = isAny(parents) ? toItems(rows.values()) : inOrder(familiesUnder(parents));
      if (lists.size < mostLists || lists.has(place)) lists.set(place, new WeakRef(list));
      return list;
    },
    count(parents = []) {
      if (isAny(parents)) return rows.size;
      return familiesUnder(parents).reduce((count, family) => count + family.rows.size, 0);
    },
    first(parents, most) {
      if (isAny(parents)) return takeFirst(rows, most);
      const [family, ...others] = familiesUnder(parents);
      if (!family) return [];
      return others.length === 0 ? takeFirst(family.rows, most) : this.list(parents).slice(0, most);
    },
    highest: (parents) =>
      familiesUnder(parents).reduce((highest, family) => Math.max(highest, family.highest), 0),
    pick(parents, lot) {
      if (isAny(parents)) return pickFrom(rows, lot);
      const under = familiesUnder(parents);
      return pickFrom(under[lot % under.length]?.rows, Math.floor(lot / under.length));
    },
    alike: (places) => findAllAlike(tableIndex, places),
    below: (chain) => inOrder(findBelow(families, chain)),
    ranked: { rows, values: () => eachItem(rows) },
    items() {
      return this.list([]);
    },
    forget() {
      if (lists.size > 0) lists.clear();
    },
  };
}

/**
 * The most lists that a table remembers. They are weak references, so the engine may drop them when
 * it needs the memory: there may be many worlds, and hundreds of thousands of records in each list.
 */
const mostLists = 200;

function isAny(parents: Parents): boolean {
  return parents.every((parent) => parent === undefined);
}

/** The map has families in the order of their names, so ranks tell the order of their records. */
function inOrder(families: readonly Family[]): readonly Item[] {
  const [first, ...others] = families;
  if (!first) return [];
  if (others.length === 0) return toItems(first.rows.values());
  const rows = families.flatMap((family) => [...family.rows.values()]);
  return toItems(rows.toSorted((left, right) => left.rank - right.rank));
}

function toItems(rows: Iterable<Row>): readonly Item[] {
  const items: Item[] = [];
  for (const { item } of rows) items.push(item);
  return items;
}

function* eachItem(rows: Ordered<number, Row>): Generator<Item> {
  for (const { item } of rows.values()) yield item;
}

function takeFirst(rows: Ordered<number, Row>, most: number): readonly Item[] {
  const taken: Item[] = [];
  for (const { item } of rows.values()) {
    if (taken.length >= most) break;
    taken.push(item);
  }
  return taken;
}

/** Ranks have gaps where records were removed: for these it picks the record behind the gap. */
function pickFrom(rows: Ordered<number, Row> | undefined, lot: number): Item | undefined {
  const [first, last] = [rows?.minKey(), rows?.maxKey()];
  if (first === undefined || last === undefined) return undefined;
  return rows?.getPairOrNextHigher(first + (lot % (last - first + 1)))?.[1].item;
}
