import { once } from '../../base/once.ts';
import type { Parents } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';

/** The keys under some parents, without a look at each record. */
export interface PresentKeys {
  has(key: string): boolean;
  count(): number;
  /** The largest key that is a whole number; 0 where there is none. */
  highest(): number;
  /** At least the first `most` keys, where there are so many. */
  first(most: number): readonly string[];
}

/** The generated keys that were not deleted, then the stored ones. */
export function overlayKeys(
  world: World,
  { collection, parents }: { readonly collection: string; readonly parents: Parents },
  madeUp: () => readonly string[],
): PresentKeys {
  const isStored = (key: string): boolean => world.find(collection, key, parents) !== undefined;
  const listed = once(() =>
    madeUp().filter((key) => isStored(key) || !world.isGone(collection, key, parents)),
  );
  return {
    has: (key) => isStored(key) || listed().includes(key),
    count: () => world.count(collection, parents) + listed().filter((key) => !isStored(key)).length,
    highest: () => Math.max(world.highest(collection, parents), ...listed().map(wholeNumberIn)),
    first: (most) => [...new Set([...listed(), ...world.firstKeys(collection, parents, most)])],
  };
}

function wholeNumberIn(key: string): number {
  const number = Number(key);
  return Number.isSafeInteger(number) ? number : 0;
}
