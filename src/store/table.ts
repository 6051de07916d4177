import type { Item } from './record.ts';

/** The records of one collection. Finding one is a map access, whatever the collection's size. */
export interface Table {
  readonly size: number;
  /** Without parents: the first record of that key, whoever its parents are. */
  find(key: string, parents?: readonly string[]): Item | undefined;
  put(item: Item): void;
  remove(item: Item): void;
  items(): Iterable<Item>;
}

export function createTable(): Table {
  // Keys are unique among siblings only: an issue number 1 exists in every repository.
  const byKey = new Map<string, readonly Item[]>();
  let size = 0;
  const withoutTwin = (item: Item): readonly Item[] =>
    (byKey.get(item.key) ?? []).filter((other) => !isSamePlace(other.parents, item.parents));
  return {
    get size() {
      return size;
    },
    find(key, parents) {
      const namesakes = byKey.get(key);
      if (!namesakes || !parents) return namesakes?.[0];
      return namesakes.find((item) => isSamePlace(item.parents, parents));
    },
    put(item) {
      const others = withoutTwin(item);
      size += others.length + 1 - (byKey.get(item.key)?.length ?? 0);
      byKey.set(item.key, [...others, item]);
    },
    remove(item) {
      const others = withoutTwin(item);
      size -= (byKey.get(item.key)?.length ?? 0) - others.length;
      if (others.length === 0) byKey.delete(item.key);
      else byKey.set(item.key, others);
    },
    *items() {
      for (const namesakes of byKey.values()) yield* namesakes;
    },
  };
}

function isSamePlace(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
