/** The time in which this replica is the owner. */
export interface Term {
  readonly epoch: string;
  /** Whether it is certain that no other replica is the owner. */
  isHeld(this: void): boolean;
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
  tell(this: void, message: string): void;
}
