import type { Buckets } from './faults/buckets.ts';
import type { HeldOverride } from './override-use.ts';
import { goesBefore, isIn } from './override-use.ts';

/** The stored overrides, in the order in which they are tried. */
export interface OverrideList {
  readonly buckets: Buckets;
  /** A new list after every change. */
  held(this: void): readonly HeldOverride[];
  listIn(this: void, world: string): readonly HeldOverride[];
  /** The override with this id that belongs to a world. */
  findAt(this: void, home: string, id: string): HeldOverride | undefined;
  /** The same, or else an override with this id for every world. */
  find(this: void, world: string, id: string): HeldOverride | undefined;
  nextSerial(this: void): number;
  /** Whether the limits allow it to replace `before`, or to be added. */
  hasRoomFor(this: void, held: HeldOverride, before: HeldOverride | undefined): boolean;
  /** Replaces the override with the same id that belongs to the same world. */
  put(this: void, held: HeldOverride): void;
  /** Returns whether it removed any. */
  drop(this: void, isDropped: (held: HeldOverride) => boolean): boolean;
  /** Removes the overrides of a world, and what other overrides counted in it. */
  forget(this: void, world: string): void;
}

export const mostOverrides = 1000;
const mostBytes = 67_108_864;

export function createOverrideList(buckets: Buckets): OverrideList {
  let held: readonly HeldOverride[] = [];
  let lastSerial = 0;
  const drop = (isDropped: (one: HeldOverride) => boolean): boolean => {
    const gone = held.filter(isDropped);
    for (const { serial, limit } of gone) if (limit) buckets.drop(`${serial} `);
    if (gone.length > 0) held = held.filter((one) => !gone.includes(one));
    return gone.length > 0;
  };
  const findAt = (home: string, id: string): HeldOverride | undefined =>
    held.find((one) => one.id === id && one.home === home);
  return {
    buckets,
    held: () => held,
    listIn: (world) => held.filter((one) => isIn(one, world)),
    findAt,
    find: (world, id) =>
      findAt(world, id) ?? held.find((one) => one.id === id && one.world === undefined),
    nextSerial: () => (lastSerial += 1),
    hasRoomFor({ size }, before) {
      const bytes = held.reduce((sum, one) => sum + (one === before ? 0 : one.size), size);
      return bytes <= mostBytes && (before !== undefined || held.length < mostOverrides);
    },
    put(next) {
      drop(({ id, home }) => id === next.id && home === next.home);
      const at = held.findIndex((one) => goesBefore(next, one) < 0);
      held = held.toSpliced(at === -1 ? held.length : at, 0, next);
    },
    drop,
    forget(world) {
      drop((one) => one.home === world);
      for (const { serial, tallies, limit } of held) {
        tallies.delete(world);
        if (limit) buckets.drop(`${serial} ${world} `);
      }
    },
  };
}
