// Not the global one: a test that holds the timers must get its replies.
import { setImmediate } from 'node:timers';

import type { Adapter } from 'lowdb';
import { Low, Memory } from 'lowdb';

import { messageOf } from '../base/errors.ts';
import type { State } from './state/state.ts';

/**
 * Where states are stored. lowdb asks for `read`, which resolves with null where nothing is stored,
 * and `write`, which resolves when the state is durable. The state knows what changed since another
 * (`changesBetween`), so an adapter can write that alone.
 */
export type StateAdapter = Adapter<State>;

/**
 * The state of one world in lowdb. `low.data` is the present state, an immutable value;
 * `low.write()` gives it to the adapter, `low.read()` loads it. Added here: commits of one turn
 * share a write, and after a failed write the world goes back to the last state that was stored.
 */
export interface Database {
  readonly low: Low<State>;
  /** Whether the adapter keeps nothing: then nothing is ever waited for. */
  readonly isInMemory: boolean;
  /** Loads what the adapter has stored, if it has anything. Call it before the first `save`. */
  read(): Promise<void>;
  /**
   * Loads it again, where it is not known how a write has ended. The owner goes back to it, and what
   * waits is refused for this reason.
   */
  readAgain(reason: Error): Promise<void>;
  /**
   * Makes a state the present one. Resolves when it is stored; undefined: nothing to wait for. If
   * the write fails, it rejects, and all later ones with it, after the owner went back.
   */
  save(state: State): Promise<void> | undefined;
  /**
   * Makes a state the present one after the contract was loaded again. If nothing was ever stored,
   * this stores nothing either, and the next start is like the first.
   */
  replace(state: State): Promise<void>;
  /** The promise of the latest `save`; undefined when everything is stored. */
  pending(): Promise<void> | undefined;
  /** Resolves when no write is under way. */
  settle(): Promise<void>;
  /** Why nothing can be stored; undefined where writes work. After a failure it writes again. */
  problem(): Promise<string | undefined>;
  /** From now on, this is told how writes end. */
  takeOver(owner: StateOwner): void;
  /** Waits for all writes, and refuses later ones. */
  close(): Promise<void>;
}

/** The world whose states are stored. */
export interface StateOwner {
  /** The last write has failed: the states since this one are lost. */
  goBack(this: void, stored: State): void;
  /** This state is stored: states before it will not be read any more. */
  letGo(this: void, stored: State): void;
}

/**
 * A database that begins with this state. Without an adapter it stores nothing. A write costs more
 * than its bytes, so the first one waits for more commits to share it until `gather` resolves.
 */
export function createDatabase(
  first: State,
  adapter: StateAdapter = new Memory(),
  gather: () => Promise<void> = endOfTurn,
): Database {
  const low = new Low(adapter, first);
  const isInMemory = adapter instanceof Memory;
  let owner: StateOwner | undefined;
  let start = first;
  let stored: State | undefined;
  let failure: string | undefined;
  const write = async (): Promise<void> => {
    const state = low.data;
    await low.write();
    stored = state;
    failure = undefined;
    owner?.letGo(state);
  };
  const undo = (error: unknown): void => {
    failure = messageOf(error);
    low.data = stored ?? start;
    owner?.goBack(low.data);
  };
  const batches = createBatches({ gather, write, undo });
  const save = (state: State): Promise<void> | undefined => {
    if (batches.isClosed() && !isInMemory) {
      owner?.goBack(low.data);
      return refuseClosed();
    }
    low.data = state;
    return isInMemory ? undefined : batches.add();
  };
  return {
    low,
    isInMemory,
    async read() {
      await low.read();
      if (low.data !== first) stored = low.data;
    },
    save,
    async readAgain(reason) {
      await batches.settle();
      stored = (await adapter.read()) ?? start;
      batches.refuse(reason);
      failure = undefined;
    },
    async replace(state) {
      if (stored || batches.pending()) return save(state);
      low.data = state;
      start = state;
      return undefined;
    },
    pending: () => batches.pending(),
    settle: () => batches.settle(),
    problem: createProblem(batches, () => failure),
    takeOver: (next) => void (owner = next),
    close: () => batches.close(),
  };
}

/** After a failure it stores the present state again, unless newer ones wait, which a failure would reject, too. */
function createProblem(batches: Batches, failure: () => string | undefined): Database['problem'] {
  return async () => {
    await batches.settle();
    if (failure() !== undefined && !batches.pending() && !batches.isClosed())
      await batches.add().catch(ignoreLoss);
    return failure();
  };
}

/** Like any other loss, this must not crash the process where no caller waits. */
function refuseClosed(): Promise<void> {
  const refused = Promise.reject<void>(new Error('the data folder is closed'));
  refused.catch(ignoreLoss);
  return refused;
}

/** Writes of the present state: what is saved while one is under way shares the next one. */
interface Batches {
  /** Resolves when a write that began after the call has succeeded. */
  add(): Promise<void>;
  /** The promise of the latest batch; undefined when all are written. */
  pending(): Promise<void> | undefined;
  /** Resolves when nothing is left to write. */
  settle(): Promise<void>;
  /** The same; from now on, nothing may be added. */
  close(): Promise<void>;
  isClosed(): boolean;
  /** Fails what is under way and what waits. */
  refuse(reason: Error): void;
}

interface BatchWork {
  gather(this: void): Promise<void>;
  write(this: void): Promise<void>;
  undo(this: void, error: unknown): void;
}

interface Batch {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * If a write fails, the batch that waits fails with it, since its states depend on the lost ones;
 * `undo` is called before their promises reject.
 */
function createBatches({ gather, write, undo }: BatchWork): Batches {
  let underWay: Batch | undefined;
  let waiting: Batch | undefined;
  let writing: Promise<void> | undefined;
  let isClosed = false;
  const fail = (error: unknown): void => {
    const lost = [underWay, waiting];
    underWay = undefined;
    waiting = undefined;
    undo(error);
    for (const batch of lost) batch?.reject(error);
  };
  const settle = async (): Promise<void> => {
    await writing;
  };
  const writeAll = async (): Promise<void> => {
    await gather();
    while (waiting) {
      const batch = waiting;
      underWay = batch;
      waiting = undefined;
      try {
        await write();
        underWay = undefined;
        batch.resolve();
      } catch (error) {
        fail(error);
      }
    }
    writing = undefined;
  };
  return {
    add() {
      waiting ??= createBatch();
      writing ??= writeAll();
      return waiting.promise;
    },
    pending: () => (waiting ?? underWay)?.promise,
    settle,
    close() {
      isClosed = true;
      return settle();
    },
    isClosed: () => isClosed,
    refuse: fail,
  };
}

/** Commits of one turn of the event loop, from many connections, share a write. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function createBatch(): Batch {
  let resolve = ignoreLoss;
  let reject: (error: unknown) => void = ignoreLoss;
  const promise = new Promise<void>((keep, lose) => {
    resolve = keep;
    reject = lose;
  });
  // Callers that wait see the rejection; without one, it must not crash the process.
  promise.catch(ignoreLoss);
  return { promise, resolve, reject };
}

function ignoreLoss(): void {
  // Only callers that wait need the error.
}
