import { isUnder, textOfParents } from './parents.ts';
import type { Item, Parents } from './record.ts';

/** Lists of a table's records that were asked for, kept until something but a new record changes them. */
export interface KeptLists {
  /** The records under these parents; `make` finds them where they aren't known. */
  get(parents: Parents, make: () => readonly Item[]): readonly Item[];
  /** Puts a new record behind the others: to make all lists anew would take longer with every one. */
  append(item: Item): void;
  clear(): void;
}

interface Kept {
  readonly parents: Parents;
  readonly items: readonly Item[];
}

const mostLists = 200;

export function createKeptLists(): KeptLists {
  const lists = new Map<string, Kept>();
  return {
    get(parents, make) {
      const place = textOfParents(parents);
      const known = lists.get(place);
      if (known) return known.items;
      const items = make();
      if (lists.size >= mostLists) lists.clear();
      lists.set(place, { parents, items });
      return items;
    },
    append(item) {
      for (const [place, { parents, items }] of lists) {
        if (isUnder(item.parents, parents)) lists.set(place, { parents, items: [...items, item] });
      }
    },
    clear: () => lists.clear(),
  };
}
