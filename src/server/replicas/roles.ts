import type { AnsweringPlace } from '../../http/forward/hand-over.ts';

/** Which replica is the owner. */
export interface Ownership {
  /** Takes part from now on; the URL is where the other replicas reach this one. */
  join(this: void, url: string): void;
  place(this: void): AnsweringPlace;
  /** Why requests are not served here, neither by this replica nor through it; undefined: they are. */
  absence(this: void): string | undefined;
  /** Calls the listener when the place may be another one, until the returned function is called. */
  follow(this: void, listener: () => void): () => void;
  /** Looks at once: the owner does not answer, or what is stored is in doubt. */
  hurry(this: void): void;
  /** The state in memory may not be what is stored: it is read again, in a new epoch. */
  doubt(this: void, reason: string, epoch: string): void;
  /** What all replicas know; empty before the store was reached. */
  secret(this: void): string;
  /** Gives the ownership up, and takes it no more. */
  leave(this: void): Promise<void>;
  stop(this: void): void;
}

/** The time in which this replica is the owner. */
export interface Term {
  readonly epoch: string;
  /** Whether it is certain that no other replica is the owner. */
  isHeld(this: void): boolean;
}

/** The number at the front of an epoch; the rest tells epochs of the same number apart. */
export function numberOf(epoch: string): number {
  return Number.parseInt(epoch, 10);
}

/** What a replica does as the owner. */
export interface Duties {
  /** Loads the state from the store: from now on this replica answers. */
  begin(this: void, term: Term): Promise<void>;
  /** The state is loaded again: the term goes on in a new epoch. */
  renew(this: void, reason: string): Promise<void>;
  /** Another replica may answer by now. */
  end(this: void, reason: string): void;
  /** Requests are over; writes the last of the state. */
  finish(this: void): Promise<void>;
  /** Another replica is the owner, and requests are passed on to it. `isSame`: it serves the same. */
  follow(this: void, url: string, isSame: boolean): void;
  tell(this: void, message: string): void;
}
