import type { JsonObject } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import { canPlay } from './acts.ts';
import type { Override } from './read-override.ts';

/** How an override has fared in one world. */
export interface OverrideTally {
  /** How many requests it was drawn for, whether it came or not. */
  matched: number;
  /** To how many requests it has happened. */
  hits: number;
}

/** An override that is in place. */
export interface HeldOverride extends Override {
  readonly id: string;
  /** Tells it from all others, also from one of the same id. */
  readonly serial: number;
  /** The world that it goes with. */
  readonly home: string;
  /** Where it applies; undefined: in every world. */
  readonly world: string | undefined;
  /** As it was asked for. */
  readonly input: JsonObject;
  /** About the bytes that it takes. */
  readonly size: number;
  /** By worlds: what happens in one changes nothing in another. */
  readonly tallies: Map<string, OverrideTally>;
}

/** The first of two to be tried: of equals the newer one. */
export function goesBefore(left: HeldOverride, right: HeldOverride): number {
  return right.priority - left.priority || right.serial - left.serial;
}

export function isIn({ world }: HeldOverride, name: string): boolean {
  return world === undefined || world === name;
}

/** Whether it may ever happen to a request of an operation. */
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

/** How often it may still happen in a world; undefined: as often as it likes. */
export function leftOf({ times }: Override, tally: OverrideTally | undefined): number | undefined {
  return times === undefined ? undefined : times - (tally?.hits ?? 0);
}

/** As it is shown to whoever asks in a world. */
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
