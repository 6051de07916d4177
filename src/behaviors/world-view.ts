import type { Stateful } from '../contract/plan/plan.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import type { World } from '../store/worlds/world.ts';
import type { Holdings } from './records/existing-records.ts';
import { createHoldings } from './records/existing-records.ts';
import type { Craft } from './seed-tools.ts';
import type { Memory } from './writing/memory.ts';
import { createMemory } from './writing/memory.ts';

/** A world, and what is remembered of it: nothing in it is shared with other worlds. */
export interface Scene {
  readonly world: World;
  readonly holdings: Holdings;
  /** Of requests that may be sent again. */
  readonly memory: Memory;
  /** The world's own clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** What an operation does, in whichever scene. */
export type Act = (request: Validated, scene: Scene) => Outcome;

/** Prepares what an operation does; `improvise` is what it would do without a state. */
export type CreateAct = (target: Stateful, craft: Craft, improvise: Behavior) => Act;

export function openScene(craft: Craft, world: World, now: () => number): Scene {
  return { world, holdings: createHoldings(craft, world), memory: createMemory(world), now };
}
