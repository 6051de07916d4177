import type { Contract } from '../contract/compile.ts';
import type { Stateful } from '../contract/plan/plan.ts';
import type { Behavior } from '../pipeline/exchange.ts';
import type { World } from '../store/world.ts';
import type { CompleteHeaders } from './answer-headers.ts';
import type { Generate } from './generate.ts';
import type { Holdings } from './holdings.ts';
import type { Represent } from './showing/represent.ts';

/** What behaviours work with. */
export interface Means {
  readonly contract: Contract;
  readonly generate: Generate;
  readonly completeHeaders: CompleteHeaders;
  /** What generated values depend on. */
  readonly seed: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What behaviours work with that know a state. */
export interface StateMeans extends Means {
  readonly world: World;
  readonly holdings: Holdings;
  readonly represent: Represent;
}

/** Makes the behaviour of an operation; `improvise` is what it would do without a state. */
export type CreateBehavior = (target: Stateful, means: StateMeans, improvise: Behavior) => Behavior;
