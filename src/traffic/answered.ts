import type { Passage } from '../pipeline/exchange.ts';

/** A request of the contract's lane that was answered, as whoever counts or keeps it is told. */
export interface Watched {
  /** With all that was in front of it. */
  readonly path: string;
  readonly milliseconds: number;
  /** It holds on to the connection: take from it what is wanted, and let it go. */
  readonly passage: Passage;
}
