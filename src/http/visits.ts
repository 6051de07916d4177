import type { Incoming } from './requests/receive.ts';

/** Chooses the worlds of requests where each browser has one of its own. */
export interface Visits {
  /** Whether the request may name its world, as where there are no visitors. */
  mayName(this: void, request: Incoming): boolean;
  /** `named`: the world that the request asks for. */
  visit(this: void, request: Incoming, named: string | undefined): Visit;
}

/** One request of a visitor. */
export interface Visit {
  readonly world: string | undefined;
  /** Headers of the reply, also of a refusal. Names and values in turn. */
  readonly headers: readonly string[];
  /** Why it goes no further; undefined: it does. */
  readonly refusal: Error | undefined;
}
