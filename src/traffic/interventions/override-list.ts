import type { JsonObject } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { OverrideDocument } from '../documents.ts';
import { canPlay } from './acts.ts';
import type { Buckets } from './faults/buckets.ts';
import type { Renewals } from './faults/renewals.ts';
import { createRenewals } from './faults/renewals.ts';
import type { Override } from './read-override.ts';

/** The counts of an override in one world. */
export interface OverrideTally {
  /** How many requests it was tried for, whether or not it was drawn. */
  matched: number;
  /** How many requests it applied to. */
  hits: number;
}

/** A stored override. */
export interface HeldOverride extends Override {
  readonly id: string;
  /** Unique, also among overrides with the same id. */
  readonly serial: number;
  /** The world that it belongs to: the override ends when that world is removed or reset. */
  readonly home: string;
  /** Where it applies; undefined: in every world. */
  readonly world: string | undefined;
  /** As the client sent it. */
  readonly input: OverrideDocument;
  /** In bytes, approximately. */
  readonly size: number;
  /** By world name: use in one world does not affect another. */
  readonly tallies: Map<string, OverrideTally>;
}

/** The stored overrides, in the order in which they are tried. */
export interface OverrideList {
  readonly buckets: Buckets;
  readonly renewals: Renewals;
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
  /** Whether one that refuses expired credentials is in place in a world. */
  hasExpiring(this: void, world: string): boolean;
  /** A client of a world got these texts: overrides in place do not take them for expired. */
  renew(this: void, world: string, texts: Iterable<string>): void;
  /** Removes the overrides of a world, and what other overrides counted in it. */
  forget(this: void, world: string): void;
}

export const mostOverrides = 1000;
const mostBytes = 67_108_864;

export function createOverrideList(buckets: Buckets): OverrideList {
  let held: readonly HeldOverride[] = [];
  let lastSerial = 0;
  const nextSerial = (): number => (lastSerial += 1);
  const renewals = createRenewals();
  const hasExpiring = (world: string): boolean =>
    held.some((one) => one.isExpiring && isIn(one, world));
  const drop = (isDropped: (one: HeldOverride) => boolean): boolean => {
    const gone = held.filter(isDropped);
    for (const { serial, limit } of gone) if (limit) buckets.drop(`${serial} `);
    if (gone.length > 0) held = held.filter((one) => !gone.includes(one));
    if (!held.some(({ isExpiring }) => isExpiring)) renewals.clear();
    return gone.length > 0;
  };
  const findAt = (home: string, id: string): HeldOverride | undefined =>
    held.find((one) => one.id === id && one.home === home);
  return {
    buckets,
    renewals,
    held: () => held,
    listIn: (world) => held.filter((one) => isIn(one, world)),
    findAt,
    find: (world, id) =>
      findAt(world, id) ?? held.find((one) => one.id === id && one.world === undefined),
    nextSerial,
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
    hasExpiring,
    renew(world, texts) {
      if (hasExpiring(world)) renewals.add(world, texts, nextSerial());
    },
    forget(world) {
      drop((one) => one.home === world);
      renewals.forget(world);
      for (const { serial, tallies, limit } of held) {
        tallies.delete(world);
        if (limit) buckets.drop(`${serial} ${world} `);
      }
    },
  };
}

/** Negative if `left` is tried first: higher priority, then newer. */
function goesBefore(left: HeldOverride, right: HeldOverride): number {
  return right.priority - left.priority || right.serial - left.serial;
}

export function isIn({ world }: HeldOverride, name: string): boolean {
  return world === undefined || world === name;
}

/** Whether it can ever apply to a request of an operation. */
export function concerns(
  { operation, limit, isExpiring, acts }: HeldOverride,
  asked: Operation,
): boolean {
  if (operation !== undefined) return operation === asked.id;
  return limit !== undefined || isExpiring || acts.some((act) => canPlay(act, asked));
}

export function tallyIn({ tallies }: HeldOverride, world: string): OverrideTally {
  const known = tallies.get(world);
  if (known) return known;
  const tally = { matched: 0, hits: 0 };
  tallies.set(world, tally);
  return tally;
}

/** How often it may still apply in a world; undefined: no limit. */
export function leftOf({ times }: Override, tally: OverrideTally | undefined): number | undefined {
  return times === undefined ? undefined : times - (tally?.hits ?? 0);
}

/** An override with its counts in a world, as the control API returns it. */
export function describeHeld(held: HeldOverride, world: string): JsonObject {
  const { id, input, operation, world: place } = held;
  const tally = held.tallies.get(world);
  return {
    ...input,
    id,
    ...(operation === undefined ? {} : { operation }),
    world: place ?? '*',
    hits: tally?.hits ?? 0,
    left: leftOf(held, tally) ?? null,
  };
}
