import { once } from '../../base/once.ts';
import type { Parents } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';

/** Which keys there are in a place, told without a look at each of them. */
export interface PresentKeys {
  has(key: string): boolean;
  /** How many there are. */
  count(): number;
  /** The largest of those that are whole numbers; 0 where none is. */
  highest(): number;
  /** At least so many of the first in order, where there are as many. */
  first(most: number): readonly string[];
}

/** What is stored in a place of the world, behind what is made up there and hasn't gone. */
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
