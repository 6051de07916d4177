import type { KeptLists } from './kept-lists.ts';
import { createKeptLists } from './kept-lists.ts';
import { mayBeSame, isUnder } from './parents.ts';
import type { Item, Parents } from './record.ts';
import type { Entry, Family, Undo } from './shelves.ts';
import { createShelves } from './shelves.ts';

/** The records of one collection, in the order in which they were made. */
export interface Table {
  readonly size: number;
  /**
   * A parent that is undefined, here or there, may be any; of several records the first is found.
   * Where all are named that is a map access, whatever the collection's size.
   */
  find(key: string, parents?: Parents): Item | undefined;
  /** Every record of that key. */
  namesakes(key: string): readonly Item[];
  /** Whether there is a record of the same key with the same parents, unknown ones included. */
  has(item: Item): boolean;
  /** The records that have these parents; undefined: any. */
  list(parents: Parents): readonly Item[];
  /** The records whose parents are such. */
  select(isWanted: (parents: Parents) => boolean): readonly Item[];
  /** Puts a record where the one before was, else behind all others. */
  put(item: Item, before?: Item): Undo;
  remove(item: Item): Undo;
  items(): readonly Item[];
}

export function createTable(): Table {
  const shelves = createShelves();
  const lists = createKeptLists();
  let nextRank = 0;
  const at = ({ key, parents }: Item): Entry | undefined => shelves.at(key, parents);
  /** A step that changes more of what lists show than their end. */
  const change = (undo: Undo): Undo => {
    lists.clear();
    return clearing(lists, undo);
  };
  const remove = (item: Item): Undo => {
    const entry = at(item);
    return entry ? change(shelves.detach(entry)) : nothing;
  };
  const select = (isWanted: (parents: Parents) => boolean): readonly Item[] =>
    inOrder([...shelves.families()].filter(({ parents }) => isWanted(parents)));
  const list = (parents: Parents): readonly Item[] =>
    lists.get(parents, () => {
      const family = parents.includes(undefined) ? undefined : shelves.family(parents);
      return family ? inOrder([family]) : select((other) => isUnder(other, parents));
    });
  return {
    get size() {
      return shelves.size;
    },
    find(key, parents) {
      const exact = parents && !parents.includes(undefined) ? shelves.at(key, parents) : undefined;
      if (exact) return exact.item;
      const namesakes = shelves.namesakes(key);
      const isWanted = ({ item }: Entry): boolean => !parents || mayBeSame(item.parents, parents);
      return first(namesakes.filter(isWanted))?.item;
    },
    namesakes: (key) => shelves.namesakes(key).map(({ item }) => item),
    has: (item) => at(item) !== undefined,
    list,
    select,
    put(item, before) {
      const entry = at(item);
      const moved = before && at(before);
      const bringBack = before && moved !== entry ? remove(before) : nothing;
      const rank = moved?.rank ?? nextRank;
      nextRank += 1;
      if (!entry && !before) {
        lists.append(item);
        return clearing(lists, shelves.attach({ item, rank }));
      }
      const takeBack = change(entry ? exchange(entry, item) : shelves.attach({ item, rank }));
      return () => {
        takeBack();
        bringBack();
      };
    },
    remove,
    items: () => list([]),
  };
}

/** A step back changes what lists show like any other. */
function clearing(lists: KeptLists, undo: Undo): Undo {
  return () => {
    lists.clear();
    undo();
  };
}

function exchange(entry: Entry, item: Item): Undo {
  const before = entry.item;
  Object.assign(entry, { item });
  return () => void Object.assign(entry, { item: before });
}

/** A record that was brought back stands behind younger ones; then ranks tell the order. */
function inOrder(families: readonly Family[]): readonly Item[] {
  const entries = families.flatMap(({ byKey }) => [...byKey.values()]);
  const isSorted = entries.every(({ rank }, index) => rank >= (entries[index - 1]?.rank ?? -1));
  const sorted = isSorted ? entries : entries.toSorted((left, right) => left.rank - right.rank);
  return sorted.map(({ item }) => item);
}

function first(entries: readonly Entry[]): Entry | undefined {
  const [head, ...rest] = entries;
  if (!head) return undefined;
  return rest.reduce((earliest, entry) => (entry.rank < earliest.rank ? entry : earliest), head);
}

function nothing(): void {
  // What wasn't there is not brought back.
}
