import { mayBeSame, isUnder, textOfParents } from './parents.ts';
import type { Item, Parents } from './record.ts';

/** Takes a step back; steps are taken back in the reverse of their order. */
export type Undo = () => void;

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

interface Entry {
  item: Item;
  /** Tells its place in the order. */
  readonly rank: number;
}

/** The records under one chain of parents: keys are unique among siblings only. */
interface Family {
  readonly parents: Parents;
  readonly byKey: Map<string, Entry>;
}

/** How many lists are kept until something changes. */
const mostLists = 200;

export function createTable(): Table {
  const families = new Map<string, Family>();
  const namesakes = new Map<string, Entry[]>();
  const lists = new Map<string, readonly Item[]>();
  let size = 0;
  let nextRank = 0;
  const at = ({ key, parents }: Item): Entry | undefined =>
    families.get(textOfParents(parents))?.byKey.get(key);
  const attach = (entry: Entry): Undo => {
    const { key, parents } = entry.item;
    const place = textOfParents(parents);
    const family = families.get(place) ?? { parents, byKey: new Map<string, Entry>() };
    family.byKey.set(key, entry);
    families.set(place, family);
    const others = namesakes.get(key);
    if (others) others.push(entry);
    else namesakes.set(key, [entry]);
    size += 1;
    lists.clear();
    return () => detach(entry);
  };
  const detach = (entry: Entry): void => {
    const { key, parents } = entry.item;
    const place = textOfParents(parents);
    const family = families.get(place);
    family?.byKey.delete(key);
    if (family?.byKey.size === 0) families.delete(place);
    const others = (namesakes.get(key) ?? []).filter((other) => other !== entry);
    if (others.length > 0) namesakes.set(key, others);
    else namesakes.delete(key);
    size -= 1;
    lists.clear();
  };
  const exchange = (entry: Entry, item: Item): Undo => {
    const before = entry.item;
    entry.item = item;
    lists.clear();
    return () => {
      entry.item = before;
      lists.clear();
    };
  };
  const remove = (item: Item): Undo => {
    const entry = at(item);
    if (!entry) return nothing;
    detach(entry);
    return () => void attach(entry);
  };
  const select = (isWanted: (parents: Parents) => boolean): readonly Item[] =>
    inOrder([...families.values()].filter(({ parents }) => isWanted(parents)));
  const list = (parents: Parents): readonly Item[] => {
    const place = textOfParents(parents);
    const known = lists.get(place);
    if (known) return known;
    const family = parents.includes(undefined) ? undefined : families.get(place);
    const found = family ? inOrder([family]) : select((other) => isUnder(other, parents));
    if (lists.size >= mostLists) lists.clear();
    lists.set(place, found);
    return found;
  };
  return {
    get size() {
      return size;
    },
    find(key, parents) {
      const exact = parents && families.get(textOfParents(parents))?.byKey.get(key);
      if (exact && !parents.includes(undefined)) return exact.item;
      const found = (namesakes.get(key) ?? []).filter(
        ({ item }) => parents === undefined || mayBeSame(item.parents, parents),
      );
      return first(found)?.item;
    },
    namesakes: (key) => (namesakes.get(key) ?? []).map(({ item }) => item),
    has: (item) => at(item) !== undefined,
    list,
    select,
    put(item, before) {
      const entry = at(item);
      const moved = before && at(before);
      const bringBack = before && moved !== entry ? remove(before) : nothing;
      const takeBack = entry
        ? exchange(entry, item)
        : attach({ item, rank: moved?.rank ?? nextRank });
      nextRank += 1;
      return () => {
        takeBack();
        bringBack();
      };
    },
    remove,
    items: () => list([]),
  };
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
