import type { Collection, Stateful } from '../contract/plan/plan.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import type { Item, RecordChange } from '../store/record.ts';
import type { World } from '../store/worlds/world.ts';
import type { ExistingRecords } from './records/existing-records.ts';
import { createExistingRecords } from './records/existing-records.ts';
import { keepMirrors } from './records/mirrors.ts';
import type { SeedTools } from './seed-tools.ts';
import type { Happening } from './transitions/applying.ts';
import type { Memory } from './writing/memory.ts';
import { createMemory } from './writing/memory.ts';

/** A world and what the server remembers of it; worlds share none of this. */
export interface WorldContext {
  readonly world: World;
  readonly existing: ExistingRecords;
  readonly memory: Memory;
  /** The world's own clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** The declared transition that the request makes happen. */
  readonly happening?: Happening;
  /** Undefined where nothing happens without a request. */
  readonly waiting?: Waiting | undefined;
}

/** What happens in a world without a request: after a while, and after so many reads. */
export interface Waiting {
  /** Makes happen what is due, in the order of time. */
  settle(): void;
  /** Notes the records that begin to wait now; undefined: nothing to store. */
  mark(): Promise<void> | undefined;
  /** What one more read of the record makes of it; undefined where reads are not counted. */
  poll(collection: Collection, item: Item): Poll | undefined;
}

export interface Poll {
  readonly item: Item;
  readonly changes: readonly RecordChange[];
}

/** What an operation does, in any world. */
export type OperationAct = (request: Validated, context: WorldContext) => Outcome;

/** Prepares an operation; `improvise` is what it does without a state. */
export type CreateAct = (target: Stateful, tools: SeedTools, improvise: Behavior) => OperationAct;

export function openWorldContext(tools: SeedTools, world: World, now: () => number): WorldContext {
  const existing = createExistingRecords(tools, world);
  keepMirrors(tools.contractIndex, world, existing);
  return { world, existing, memory: createMemory(world), now };
}
