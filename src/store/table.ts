import type { Item, Parents } from './record.ts';

/** The records of one collection. Finding one is a map access, whatever the collection's size. */
export interface Table {
  readonly size: number;
  /** Without parents: the first record of that key, whoever its parents are. */
  find(key: string, parents?: Parents): Item | undefined;
  put(item: Item): void;
  remove(item: Item): void;
  items(): Iterable<Item>;
}

export function createTable(): Table {
  // Keys are unique among siblings only: an issue number 1 exists in every repository.
  const byKey = new Map<string, Map<string, Item>>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    find(key, parents) {
      const namesakes = byKey.get(key);
      if (parents) return namesakes?.get(placeOf(parents));
      const [first] = namesakes?.values() ?? [];
      return first;
    },
    put(item) {
      const namesakes = byKey.get(item.key) ?? new Map<string, Item>();
      const before = namesakes.size;
      namesakes.set(placeOf(item.parents), item);
      size += namesakes.size - before;
      byKey.set(item.key, namesakes);
    },
    remove(item) {
      const namesakes = byKey.get(item.key);
      if (!namesakes?.delete(placeOf(item.parents))) return;
      size -= 1;
      if (namesakes.size === 0) byKey.delete(item.key);
    },
    *items() {
      for (const namesakes of byKey.values()) yield* namesakes.values();
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
  parents: Parents,
): Item | undefined {
  const namesake = table?.find(key);
  if (!namesake || namesake.parents.length !== parents.length) return namesake;
  return table?.find(key, parents);
}

/** One text for a chain of parents, whatever is in their names. */
function placeOf(parents: Parents): string {
  return parents.length === 1 ? (parents[0] ?? '') : JSON.stringify(parents);
}
