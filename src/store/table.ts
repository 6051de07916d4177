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
      const namesakes = byKey.get(item.key) ?? [];
      const at = findPlace(namesakes, item);
      if (at === -1) size += 1;
      byKey.set(item.key, at === -1 ? [...namesakes, item] : namesakes.with(at, item));
    },
    remove(item) {
      const namesakes = byKey.get(item.key) ?? [];
      const at = findPlace(namesakes, item);
      if (at === -1) return;
      size -= 1;
      if (namesakes.length === 1) byKey.delete(item.key);
      else byKey.set(item.key, namesakes.toSpliced(at, 1));
    },
    *items() {
      for (const namesakes of byKey.values()) yield* namesakes;
    },
  };
}

/**
 * A record that stands above others. They may name more or fewer parents than it is filed under
 * (`/orders/{id}` beside `/shops/{shop}/orders/{id}/lines`): then its key decides alone.
 */
export function findAncestor(
  table: Table | undefined,
  key: string,
  parents: readonly string[],
): Item | undefined {
  const namesake = table?.find(key);
  if (!namesake || namesake.parents.length !== parents.length) return namesake;
  return table?.find(key, parents);
}

function findPlace(namesakes: readonly Item[], item: Item): number {
  return namesakes.findIndex((other) => isSamePlace(other.parents, item.parents));
}

function isSamePlace(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
