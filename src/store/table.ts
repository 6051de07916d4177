import { mayBeSame, isUnder, textOfParents } from './parents.ts';
import type { Ordered } from './ordered.ts';
import type { Item, Parents } from './record.ts';
import type { Family, Shelves, ShelvesEditor } from './shelves.ts';
import { editShelves, emptyShelves, namesakesIn, rankOf } from './shelves.ts';

/** The records of one collection, in the order in which they were made. It never changes. */
export interface Table {
  readonly size: number;
  /**
   * A parent that is undefined, here or there, may be any; of several records the first is found.
   * The collection's size hardly matters.
   */
  find(key: string, parents?: Parents): Item | undefined;
  /** Every record of that key. */
  namesakes(key: string): readonly Item[];
  /** Whether there is a record of the same key with the same parents, unknown ones included. */
  has(item: Item): boolean;
  /** The records that have these parents; undefined: any. */
  list(parents: Parents): readonly Item[];
  count(parents: Parents): number;
  /** The first so many of a list, without making the rest of it. */
  first(parents: Parents, most: number): readonly Item[];
  /** The highest whole number that was a key there; 0 where none was. */
  highest(parents: Parents): number;
  /** One of a list, each in about equal parts; undefined where there is none. */
  pick(parents: Parents, lot: number): Item | undefined;
  /** The records whose parents are such. */
  select(isWanted: (parents: Parents) => boolean): readonly Item[];
  /** Every record by its rank, which tells its place in the order. */
  readonly ranked: Ordered<number, Item>;
  items(): readonly Item[];
  /** A copy that may be changed until it is done; this one stays as it is. */
  edit(): TableDraft;
}

/** Changes that make one table of another. */
export interface TableDraft {
  count(): number;
  namesakes(key: string): readonly Item[];
  has(item: Item): boolean;
  /** Puts a record where the one before was, else behind all others. */
  put(item: Item, before?: Item): void;
  remove(item: Item): void;
  /** What came of it; after that there is nothing more to change. */
  done(): Table;
}

export const emptyTable: Table = openTable(emptyShelves);

export function tableOf(items: Iterable<Item>): Table {
  const draft = emptyTable.edit();
  for (const item of items) draft.put(item);
  return draft.done();
}

function openTable(shelves: Shelves): Table {
  const { items, families } = shelves;
  const lists = new Map<string, WeakRef<readonly Item[]>>();
  const familiesUnder = (parents: Parents): readonly Family[] => {
    if (isWhole(parents)) return [families.get(textOfParents(parents)) ?? []].flat();
    return [...families.values()].filter((family) => isUnder(family.parents, parents));
  };
  const [some] = families.values();
  const isWhole = (parents: Parents): boolean =>
    parents.length === (some?.parents.length ?? 0) && !parents.includes(undefined);
  const namesakes = (key: string): readonly Item[] => namesakesIn(shelves, key);
  return {
    size: items.size,
    find(key, parents) {
      const exact = parents && rankOf(shelves, key, parents);
      if (exact !== undefined && !parents?.includes(undefined)) return items.get(exact);
      return namesakes(key).find((item) => !parents || mayBeSame(item.parents, parents));
    },
    namesakes,
    has: ({ key, parents }) => rankOf(shelves, key, parents) !== undefined,
    list(parents) {
      const place = textOfParents(parents);
      const known = lists.get(place)?.deref();
      if (known) return known;
      const list = inOrder(familiesUnder(parents));
      if (lists.size < mostLists || lists.has(place)) lists.set(place, new WeakRef(list));
      return list;
    },
    count: (parents) => sum(familiesUnder(parents).map((family) => family.items.size)),
    first(parents, most) {
      const [family, ...others] = familiesUnder(parents);
      if (!family) return [];
      return others.length === 0
        ? takeFirst(family.items, most)
        : this.list(parents).slice(0, most);
    },
    highest: (parents) =>
      familiesUnder(parents).reduce((highest, family) => Math.max(highest, family.highest), 0),
    pick(parents, lot) {
      if (parents.every((parent) => parent === undefined)) return pickFrom(items, lot);
      const under = familiesUnder(parents);
      return pickFrom(under[lot % under.length]?.items, Math.floor(lot / under.length));
    },
    select: (isWanted) =>
      inOrder([...families.values()].filter(({ parents }) => isWanted(parents))),
    ranked: items,
    items() {
      return this.list([]);
    },
    edit: () => editTable(editShelves(shelves)),
  };
}

/**
 * Of each table so many lists are kept, as long as nothing else wants their room: there may be many
 * worlds, and hundreds of thousands of records in each of their lists.
 */
const mostLists = 200;

function editTable(shelves: ShelvesEditor): TableDraft {
  const rankAt = ({ key, parents }: Item): number | undefined => shelves.rankOf(key, parents);
  const remove = (item: Item): void => {
    const rank = rankAt(item);
    const there = rank === undefined ? undefined : shelves.itemAt(rank);
    if (rank !== undefined && there) shelves.detach(rank, there);
  };
  return {
    count: () => shelves.count(),
    namesakes: (key) => shelves.namesakes(key),
    has: (item) => rankAt(item) !== undefined,
    put(item, before) {
      const own = rankAt(item);
      const moved = before && rankAt(before);
      if (before && moved !== own) remove(before);
      if (own === undefined) shelves.attach(moved ?? shelves.takeRank(), item);
      else shelves.exchange(own, item);
    },
    remove,
    done: () => openTable(shelves.finish()),
  };
}

/** Families are in the order of their names; ranks tell that of the records of several. */
function inOrder(families: readonly Family[]): readonly Item[] {
  const [first, ...others] = families;
  if (!first) return [];
  if (others.length === 0) return [...first.items.values()];
  return families
    .flatMap(({ items }) => [...items.entries()])
    .toSorted(([left], [right]) => left - right)
    .map(([, item]) => item);
}

function takeFirst(items: Ordered<number, Item>, most: number): readonly Item[] {
  const taken: Item[] = [];
  for (const item of items.values()) {
    if (taken.length >= most) break;
    taken.push(item);
  }
  return taken;
}

/** Ranks have gaps where records were taken away: whoever follows one is picked for it. */
function pickFrom(items: Ordered<number, Item> | undefined, lot: number): Item | undefined {
  const [first, last] = [items?.minKey(), items?.maxKey()];
  if (first === undefined || last === undefined) return undefined;
  return items?.getPairOrNextHigher(first + (lot % (last - first + 1)))?.[1];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
