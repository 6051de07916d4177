import { ApiError } from '../base/errors.ts';
import type { StateAdapter } from './database.ts';
import type { JournalEntry } from './ledger/saved-state.ts';
import { describeChanges } from './ledger/saved-state.ts';
import { changesBetween } from './state/state-history.ts';
import type { State } from './state/state.ts';
import { shapesOf } from './state/state.ts';

/** An adapter that tells what it was given. */
export interface HeldAdapter {
  readonly adapter: StateAdapter;
  /** What was written since `begin`. */
  readonly entries: readonly JournalEntry[];
  /** The state in which it begins. */
  begin(this: void, state: State): void;
  /** Writes wait from now on, until `finish` or `fail`. */
  hold(this: void): void;
  finish(this: void): void;
  fail(this: void, error: Error): void;
}

export function createHeldAdapter(): HeldAdapter {
  const entries: JournalEntry[] = [];
  let stored: State | undefined;
  let end = Promise.resolve();
  let settle = (_error?: Error): void => undefined;
  return {
    entries,
    begin: (state) => void (stored = state),
    hold() {
      end = new Promise((resolve, reject) => {
        settle = (error) => (error ? reject(error) : resolve());
      });
      // It may fail before anything is written.
      end.catch(() => undefined);
    },
    finish: () => settle(),
    fail: (error) => settle(error),
    adapter: {
      read: () => Promise.resolve(null),
      async write(state) {
        const lists = (stored && changesBetween(stored, state)) ?? [];
        const shapeOf = shapesOf(state.madeFor);
        entries.push(...lists.map((changes) => describeChanges(changes, shapeOf)));
        await end;
        stored = state;
      },
    },
  };
}

/** The refusal that a promise ends with. */
export async function toRefusal(promise: Promise<void> | undefined): Promise<ApiError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('it was not refused');
}
