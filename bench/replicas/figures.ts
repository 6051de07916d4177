import type { Cost } from './costs.ts';

/** What was measured of replicas, and what the text on paper is derived from. */
export interface Figures {
  /** The owner is asked itself. `appendfsync always`. */
  readonly read: Cost;
  readonly write: Cost;
  /** A standby is asked, and passes each request on. */
  readonly passedRead: Cost;
  readonly passedWrite: Cost;
  /** A client that is alone, at an owner without standbys. */
  readonly aloneWrite: Cost;
  readonly idle: Idle;
  readonly recovery: Recovery;
  readonly memory: Memory;
}

/** What one replica more asks for while it is idle. */
export interface Idle {
  /** Microseconds of CPU in a second, of a standby, and of the store for it. */
  readonly standby: number;
  readonly store: number;
  /** Round trips in a second. */
  readonly roundTrips: number;
}

export interface Recovery {
  /** Microseconds by the clock that a record adds to the wait after a kill. */
  readonly loading: number;
  /** Bytes of the store for a record. */
  readonly storedRecord: number;
}

/** In bytes. */
export interface Memory {
  /** A standby that is idle. */
  readonly standby: number;
  /** One private world: in the heap of its owner, and in the store. */
  readonly world: number;
  readonly storedWorld: number;
  /** Microseconds of the owner's CPU to make one, with the request that does. */
  readonly making: number;
  /** The heap that Node allows a process. */
  readonly heapLimit: number;
}
