import { ApiError } from '../../base/errors.ts';
import type { State } from '../state/state.ts';
import type { JournalEntry, Ledger } from './ledger.ts';

export interface HeldLedger {
  readonly ledger: Ledger<State>;
  readonly entries: readonly JournalEntry[];
  readonly finish: () => void;
  readonly fail: (error: Error) => void;
}

/** A ledger whose one batch ends when the test says so; without a word it ends at once. */
export function createHeldLedger(): HeldLedger {
  const entries: JournalEntry[] = [];
  let batch: PromiseWithEnd | undefined;
  const end = (settle: (held: PromiseWithEnd) => void): void => {
    if (batch) settle(batch);
    batch = undefined;
  };
  return {
    entries,
    finish: () => end(({ resolve }) => resolve()),
    fail: (error) => end(({ reject }) => reject(error)),
    ledger: {
      append(entry) {
        entries.push(entry);
        batch ??= holdPromise();
        if (entry.changes.length > 1) end(({ resolve }) => resolve());
        return batch?.promise ?? Promise.resolve();
      },
      rebase: () => Promise.resolve(),
      problem: () => Promise.resolve(undefined),
      pending: () => batch?.promise,
      restate: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  };
}

interface PromiseWithEnd {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function holdPromise(): PromiseWithEnd {
  let resolve = ignore;
  let reject: (error: Error) => void = ignore;
  const promise = new Promise<void>((keep, lose) => {
    resolve = keep;
    reject = lose;
  });
  return { promise, resolve, reject };
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

function ignore(): void {
  // It is not waited for yet.
}
