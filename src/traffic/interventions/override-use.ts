import type { JsonObject } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { OverrideDocument } from '../documents.ts';
import { canPlay } from './acts.ts';
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

/** Negative if `left` is tried first: higher priority, then newer. */
export function goesBefore(left: HeldOverride, right: HeldOverride): number {
  return right.priority - left.priority || right.serial - left.serial;
}

export function isIn({ world }: HeldOverride, name: string): boolean {
  return world === undefined || world === name;
}

/** Whether it can ever apply to a request of an operation. */
export function concerns({ operation, limit, acts }: HeldOverride, asked: Operation): boolean {
  if (operation !== undefined) return operation === asked.id;
  return limit !== undefined || acts.some((act) => canPlay(act, asked));
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
