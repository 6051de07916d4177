import type { Ordered } from './ordered.ts';
import { orderByNumber, orderByText } from './ordered.ts';
import { textOfParents } from './parents.ts';
import type { Item, Parents } from './record.ts';

/**
 * Where the records of a table stand, by rank, by key and by parents. Nobody changes them once they
 * are there: whoever edits them gets others, which share all that is the same.
 */
export interface Shelves {
  /** In the order in which they were made. */
  readonly items: Ordered<number, Item>;
  /** The ranks of the records, by their key and their parents. */
  readonly ranks: Ordered<string, number>;
  readonly families: Ordered<string, Family>;
  readonly nextRank: number;
}

/** The records under one chain of parents: keys are unique among siblings only. */
export interface Family {
  readonly parents: Parents;
  readonly items: Ordered<number, Item>;
  /** The highest whole number that was ever a key here; 0 where none was. */
  readonly highest: number;
}

export interface ShelvesEditor {
  count(): number;
  rankOf(key: string, parents: Parents): number | undefined;
  namesakes(key: string): readonly Item[];
  itemAt(rank: number): Item | undefined;
  attach(rank: number, item: Item): void;
  /** Puts a record where one of the same key and parents is. */
  exchange(rank: number, item: Item): void;
  detach(rank: number, item: Item): void;
  takeRank(): number;
  /** What came of it; after that there is nothing more to edit. */
  finish(): Shelves;
}

export const emptyShelves: Shelves = {
  items: orderByNumber(),
  ranks: orderByText(),
  families: orderByText(),
  nextRank: 0,
};

export function editShelves(shelves: Shelves): ShelvesEditor {
  const items = shelves.items.clone();
  const ranks = shelves.ranks.clone();
  const families = shelves.families.clone();
  let { nextRank } = shelves;
  const drafts = createFamilyDrafts(families);
  return {
    // No getter: where a literal has one, the engine makes a class for each such object, which keeps
    // all that its functions see until the next full collection.
    count: () => items.size,
    rankOf: (key, parents) => rankOf({ ranks }, key, parents),
    namesakes: (key) => namesakesIn({ items, ranks }, key),
    itemAt: (rank) => items.get(rank),
    attach(rank, item) {
      items.set(rank, item);
      ranks.set(placeOf(item.key, item.parents), rank);
      drafts.put(rank, item);
    },
    exchange(rank, item) {
      items.set(rank, item);
      drafts.put(rank, item);
    },
    detach(rank, item) {
      items.delete(rank);
      ranks.delete(placeOf(item.key, item.parents));
      drafts.remove(rank, item);
    },
    takeRank() {
      nextRank += 1;
      return nextRank - 1;
    },
    finish: () => ({ items, ranks, families, nextRank }),
  };
}

/** Families that were touched are copied once for an editing, and not with every record. */
function createFamilyDrafts(families: ReturnType<Shelves['families']['clone']>): {
  put(rank: number, item: Item): void;
  remove(rank: number, item: Item): void;
} {
  const touched = new Map<string, ReturnType<Family['items']['clone']>>();
  const open = (place: string): ReturnType<Family['items']['clone']> => {
    const before = touched.get(place);
    if (before) return before;
    const copy = families.get(place)?.items.clone() ?? orderByNumber<Item>();
    touched.set(place, copy);
    return copy;
  };
  return {
    put(rank, item) {
      const place = textOfParents(item.parents);
      const items = open(place);
      items.set(rank, item);
      const highest = Math.max(families.get(place)?.highest ?? 0, numberOf(item.key));
      families.set(place, { parents: item.parents, items, highest });
    },
    remove(rank, { parents }) {
      const place = textOfParents(parents);
      const items = open(place);
      items.delete(rank);
      const highest = families.get(place)?.highest ?? 0;
      if (items.size > 0) families.set(place, { parents, items, highest });
      else families.delete(place);
    },
  };
}

/** The rank of the record of that key and exactly these parents, unknown ones included. */
export function rankOf(
  { ranks }: Pick<Shelves, 'ranks'>,
  key: string,
  parents: Parents,
): number | undefined {
  return ranks.get(placeOf(key, parents));
}

/** All records of that key, in their order. */
export function namesakesIn(
  { ranks, items }: Pick<Shelves, 'ranks' | 'items'>,
  key: string,
): readonly Item[] {
  const found = [...ranksOfNamesakes(ranks, key)].toSorted((left, right) => left - right);
  return found.flatMap((rank) => items.get(rank) ?? []);
}

function* ranksOfNamesakes(ranks: Shelves['ranks'], key: string): Generator<number> {
  const start = startOf(key);
  for (const [place, rank] of ranks.entries(start)) {
    if (!place.startsWith(start)) return;
    // What goes on with the mark is the place of a longer key.
    if (place[start.length] !== mark) yield rank;
  }
}

/** Stands between key and parents; one within a key is doubled, so that no two places are the same. */
const mark = '\0';

function placeOf(key: string, parents: Parents): string {
  return startOf(key) + textOfParents(parents);
}

function startOf(key: string): string {
  return (key.includes(mark) ? key.replaceAll(mark, mark + mark) : key) + mark;
}

function numberOf(key: string): number {
  const number = Number(key);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
