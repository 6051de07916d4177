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

/** `sync`: what is acknowledged survives a power cut; `flush`: it survives the end of the process. */
export type Durability = 'sync' | 'flush';

/** Keeps a state on disk: what was acknowledged is found again by whoever opens the folder next. */
export interface Ledger<S> {
  /**
   * Puts one entry behind the others; the state is what it leads to. Resolves when it is durable.
   * Rejects where it isn't, and all that came since with it, after memory was told to go back.
   */
  append(entry: JournalEntry, state: S): Promise<void>;
  /** A new beginning: from here on everything stands on this state. Resolves when it is durable. */
  rebase(state: S): Promise<void>;
  /**
   * What keeps changes from being stored, where the last write failed: it is found out by another write.
   * Undefined where writes work.
   */
  problem(): Promise<string | undefined>;
  /** The promise of the latest entry; undefined when everything is durable. */
  pending(): Promise<void> | undefined;
  /**
   * The same state goes on in another form. Where nothing was ever written down it stays so, and the
   * next start is like the first.
   */
  restate(state: S): Promise<void>;
  /** Waits for all that was appended, and leaves db.json alone and complete. */
  close(): Promise<void>;
}

export interface FolderOptions<S> {
  readonly folder: string;
  readonly durability: Durability;
  readonly disk: Disk;
  /** What is to be written down of a state. */
  describe(state: S): StateSource;
  /** The latest writes could not be kept: memory has to go back to this state. */
  onLoss(state: S): void;
  onNotice(message: string): void;
  /** The size in bytes up to which journals always grow, before db.json is written anew. Default: 4 MiB. */
  readonly leastLength?: number;
}

export interface OpenedFolder<S> {
  /** Undefined where nothing was saved yet. */
  readonly saved: SavedState | undefined;
  /** What was recovered, for the person who starts it. */
  readonly notices: readonly string[];
  /** From now on this is the state that the files mean. Nothing is written before the first change. */
  begin(state: S): Ledger<S>;
}

/** Reads what a folder holds. Where that can't be relied on it throws, and leaves everything as it is. */
export async function openFolder<S>(options: FolderOptions<S>): Promise<OpenedFolder<S>> {
  const { disk, folder, durability } = options;
  const setting = { disk, folder, isSynced: durability === 'sync' };
  const database = openDatabase(setting);
  const found = await recover(setting, database);
  // What was found is shown from now on, and may have been put there by a process that was killed before
  // it was durable: db.json alone, too, whose name was not. Where that fails, as in a folder that can
  // only be read, it is tried again before the first write.
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
  /** Absent: it is a new beginning. */
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
      // What is refused must not be what the next start finds.
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
    // What was stored is written again, where nothing newer waits that would be lost by it.
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

/** Like any other loss: whoever waits hears of it. */
function refuseClosed(): Promise<void> {
  const refused = Promise.reject<void>(new Error('the data folder is closed'));
  refused.catch(() => undefined);
  return refused;
}

/** Items that are written together: one batch is under way, and what comes meanwhile shares the next. */
interface Batches<T> {
  /** Resolves when a write that began after the call has ended well. */
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
 * Where a write fails, everything that came since falls with it, since it stands on what was lost;
 * `undo` is called before anybody is told. What comes until `gather` resolves shares the first write.
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

/** All that is under way already. */
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
  // Whoever waits for it hears of it; where nobody does, that is no accident of the process.
  promise.catch(ignoreLoss);
  return { items: [], promise, resolve, reject };
}

function ignoreLoss(): void {
  // It is for those who wait.
}
