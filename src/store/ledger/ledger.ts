import { messageOf } from '../../base/errors.ts';
import { openDatabase } from './database/database.ts';
import type { Volume } from './database/volume.ts';
import { createVolume } from './database/volume.ts';
import type { Disk } from './disk.ts';
import { keepFound } from './found-files.ts';
import type { JournalEntry } from './journal/journal-lines.ts';
import { recover } from './journal/recovery.ts';
import type { SavedState, StateSource } from './saved-state.ts';

export type { JournalEntry, WrittenChange } from './journal/journal-lines.ts';
export type { Fingerprints, SavedState, StateSource } from './saved-state.ts';

/** An acknowledged change survives a power cut (`sync`), or the end of the process (`flush`). */
export type Durability = 'sync' | 'flush';

/** Keeps a state on disk: the next start finds every change that was acknowledged. */
export interface Ledger<S> {
  /**
   * Appends one entry; `state` is the one that it leads to. Resolves when the entry is durable. If
   * that fails, it rejects, and all later entries with it, after `onLoss` was called.
   */
  append(entry: JournalEntry, state: S): Promise<void>;
  /** Replaces the whole saved state. Resolves when that is durable. */
  rebase(state: S): Promise<void>;
  /**
   * Why changes can not be stored; undefined where writes work. After a failed write it writes
   * again to find out.
   */
  problem(): Promise<string | undefined>;
  /** The promise of the latest entry; undefined when everything is durable. */
  pending(): Promise<void> | undefined;
  /**
   * Replaces the state after the contract was loaded again. If nothing was ever written, this
   * writes nothing either, and the next start is like the first.
   */
  restate(state: S): Promise<void>;
  /** Waits for all entries, and leaves a complete db.json without journals. */
  close(): Promise<void>;
}

export interface FolderOptions<S> {
  readonly folder: string;
  readonly durability: Durability;
  readonly disk: Disk;
  /** Gives the form of a state that is saved. */
  describe(state: S): StateSource;
  /** Called when the latest changes could not be stored: memory must go back to this state. */
  onLoss(state: S): void;
  onNotice(message: string): void;
  /** In bytes: db.json is not written anew while the journals are smaller. Default: 4 MiB. */
  readonly leastLength?: number;
}

export interface OpenedFolder<S> {
  /** Undefined where nothing was saved yet. */
  readonly saved: SavedState | undefined;
  /** What was recovered, for the user who starts the server. */
  readonly notices: readonly string[];
  /**
   * Opens the ledger; `state` is what the files hold from now on. Where journals were found it
   * begins to write db.json anew; otherwise nothing is written before the first change.
   */
  begin(state: S): Ledger<S>;
}

/** Reads a data folder. If its files are not reliable it throws, and leaves them as they are. */
export async function openFolder<S>(options: FolderOptions<S>): Promise<OpenedFolder<S>> {
  const { disk, folder, durability } = options;
  const setting = { disk, folder, isSynced: durability === 'sync' };
  const database = openDatabase(setting);
  const found = await recover(setting, database);
  // Replies show what was found from now on, but a killed process may not have synced it: not the
  // journals, nor the rename of db.json. If the sync fails here, as in a read-only folder, the
  // first append tries again.
  const keep = async (): Promise<void> => {
    await keepFound(setting, found.chain);
    await disk.syncFolder(folder);
  };
  const isKept =
    !setting.isSynced || (found.saved !== undefined && (await keep().then(always, never)));
  const { saved, notices, ...position } = found;
  return {
    saved,
    notices,
    begin(state) {
      const { leastLength = defaultLength } = options;
      const where = { ...position, isKept };
      const volume = createVolume<S>({ ...options, ...setting, database, leastLength }, where);
      const onLoss = (lost: S): void => options.onLoss(lost);
      return createLedger(volume, { first: state, onLoss, gather: disk.gather });
    },
  };
}

function always(): boolean {
  return true;
}

function never(): boolean {
  return false;
}

const defaultLength = 4 * 1024 * 1024;

interface LedgerStep<S> {
  /** Absent: the state replaces all before it. */
  readonly entry?: JournalEntry;
  readonly state: S;
}

interface Beginning<S> {
  readonly first: S;
  readonly gather: Disk['gather'];
  onLoss(this: void, state: S): void;
}

function createLedger<S>(volume: Volume<S>, { first, gather, onLoss }: Beginning<S>): Ledger<S> {
  let durable = first;
  let failure: string | undefined;
  let isClosed = false;
  const write = async (steps: readonly LedgerStep<S>[]): Promise<void> => {
    const state = steps.at(-1)?.state ?? durable;
    const entries = steps.flatMap(({ entry }) => entry ?? []);
    const isAnew = entries.length < steps.length;
    try {
      await (isAnew ? volume.rewrite(state) : volume.append(entries, state));
    } catch (error) {
      failure = messageOf(error);
      // The next start must not find changes that were refused.
      await volume.goBack(durable);
      throw error;
    }
    durable = state;
    failure = undefined;
    volume.tidy(state);
  };
  const batches = createBatches(write, () => onLoss(durable), gather);
  const add = (step: LedgerStep<S>): Promise<void> => {
    if (!isClosed) return batches.add(step);
    onLoss(durable);
    return refuseClosed();
  };
  const findProblem = async (): Promise<string | undefined> => {
    await batches.settle();
    // Writes the durable state again, unless newer entries wait: a failure would reject them, too.
    if (failure !== undefined && !isClosed && !batches.pending()) {
      await batches.add({ state: durable }).catch(() => undefined);
    }
    return failure;
  };
  volume.tidy(first);
  return {
    problem: findProblem,
    append: (entry, state) => add({ entry, state }),
    rebase: (state) => add({ state }),
    pending: () => batches.pending(),
    async restate(state) {
      if (volume.isEmpty && !batches.pending()) durable = state;
      else await add({ state });
    },
    async close() {
      isClosed = true;
      await batches.settle();
      await volume.close(durable);
    },
  };
}

/** Like any other loss, this must not crash the process where no caller waits. */
function refuseClosed(): Promise<void> {
  const refused = Promise.reject<void>(new Error('the data folder is closed'));
  refused.catch(() => undefined);
  return refused;
}

/** Writes items in batches: items that come while one batch is written share the next one. */
interface Batches<T> {
  /** Resolves when a write that began after the call has succeeded. */
  add(item: T): Promise<void>;
  /** The promise of the latest item; undefined when all are written. */
  pending(): Promise<void> | undefined;
  /** Resolves when nothing is left to write. */
  settle(): Promise<void>;
}

interface Batch<T> {
  readonly items: T[];
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * If a write fails, all later items fail with it, since they depend on the lost ones; `undo` is
 * called before their promises reject. Items that come until `gather` resolves share the first
 * write.
 */
function createBatches<T>(
  write: (items: readonly T[]) => Promise<void>,
  undo: () => void,
  gather: () => Promise<void> = nothingMore,
): Batches<T> {
  let underWay: Batch<T> | undefined;
  let waiting: Batch<T> | undefined;
  const fail = (error: unknown): void => {
    const lost = [underWay, waiting];
    underWay = undefined;
    waiting = undefined;
    undo();
    for (const batch of lost) batch?.reject(error);
  };
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    await gather();
    while (waiting) {
      const batch = waiting;
      underWay = batch;
      waiting = undefined;
      try {
        await write(batch.items);
        underWay = undefined;
        batch.resolve();
      } catch (error) {
        fail(error);
      }
    }
    writing = undefined;
  };
  return {
    add(item) {
      waiting ??= createBatch<T>();
      waiting.items.push(item);
      writing ??= writeAll();
      return waiting.promise;
    },
    pending: () => (waiting ?? underWay)?.promise,
    async settle() {
      await writing;
    },
  };
}

/** The default of `gather`: waits for no more items. */
function nothingMore(): Promise<void> {
  return Promise.resolve();
}

function createBatch<T>(): Batch<T> {
  let resolve = ignoreLoss;
  let reject: (error: unknown) => void = ignoreLoss;
  const promise = new Promise<void>((keep, lose) => {
    resolve = keep;
    reject = lose;
  });
  // Callers that wait see the rejection; without one, it must not crash the process.
  promise.catch(ignoreLoss);
  return { items: [], promise, resolve, reject };
}

function ignoreLoss(): void {
  // Only callers that wait need the error.
}
