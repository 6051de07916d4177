import { randomUUID } from 'node:crypto';

import { messageOf } from '../../../base/errors.ts';
import type { Disk } from '../disk.ts';
import type { JournalChain, HeadFacts, Position } from '../journal/journal-chain.ts';
import { createChain } from '../journal/journal-chain.ts';
import type { JournalEntry } from '../journal/journal-lines.ts';
import type { StateSource } from '../saved-state.ts';
import type { Database } from './database.ts';

/**
 * db.json and the journals that continue it. Callers make one call at a time. In the background a
 * compaction may write db.json anew, so that older journals can be removed.
 */
export interface Volume<S> {
  /**
   * Writes the entries to a journal. Where they are too many, or db.json is not reliable, it writes
   * `state`, to which they lead, to db.json instead.
   */
  append(entries: readonly JournalEntry[], state: S): Promise<void>;
  /** Writes the whole state to db.json; nothing that was written before counts any more. */
  rewrite(state: S): Promise<void>;
  /** After a failed write: tries to make this the state that the next start finds. */
  goBack(state: S): Promise<void>;
  /** Starts a compaction where the journals are too long. `state` is the one that they lead to. */
  tidy(state: S): void;
  /** Whether nothing was ever written. */
  readonly isEmpty: boolean;
  /** Leaves a complete db.json without journals, if the disk allows it. */
  close(state: S): Promise<void>;
}

export interface VolumeOptions<S> {
  readonly disk: Disk;
  readonly folder: string;
  readonly isSynced: boolean;
  readonly database: Database;
  /** In bytes: no compaction starts while the journals are smaller. */
  readonly leastLength: number;
  describe(state: S): StateSource;
  onNotice(message: string): void;
}

/** For more changes in one call, it is faster to write the whole state. */
const mostChanges = 100_000;

/** Whether the journals continue db.json. If that is doubtful, db.json must be written anew. */
type DatabaseStanding = 'none' | 'sound' | 'doubtful';

export function createVolume<S>(options: VolumeOptions<S>, position: Position): Volume<S> {
  const chain = createChain(options, position);
  // The first db.json of a folder, or the first after one of format 1, gets a new id.
  const id = position.journal === undefined ? randomUUID() : position.id;
  const base = createBase(options, { ...position, id }, chain);
  const compaction = createCompaction<S>({
    async write(state, signal) {
      const journal = chain.number;
      await base.settle(journal, await base.write(state, journal, signal));
    },
    postpone: () => base.postpone(),
    onNotice: (message) => options.onNotice(message),
  });
  const rewrite = async (state: S): Promise<void> => {
    await compaction.stop();
    const journal = chain.number + 1;
    const size = await base.write(state, journal);
    // The old journals no longer count; until `settle` syncs the folder, the rename may be lost.
    base.standing = 'doubtful';
    await chain.restart(journal);
    await base.settle(journal, size);
    base.standing = 'sound';
  };
  return {
    async append(entries, state) {
      if (countChanges(entries) <= mostChanges && base.standing === 'sound') {
        const facts = (): HeadFacts => ({ id, ...toHeadFacts(options.describe(state)) });
        const lost = await extend({ chain, base }, entries, facts);
        if (lost === undefined) return;
        base.doubt(lost);
      }
      await rewrite(state);
    },
    rewrite,
    async goBack(state) {
      // If this fails, db.json stays doubtful, and the next write writes it anew.
      if (base.standing === 'doubtful') await rewrite(state).catch(ignoreForNow);
    },
    tidy(state) {
      if (!base.isDue() || compaction.isUnderWay) return;
      // New entries go to another journal, so that db.json can replace all earlier ones.
      chain.turnOver();
      compaction.start(state);
    },
    get isEmpty() {
      return base.standing === 'none';
    },
    async close(state) {
      if (!chain.isBegun) await compaction.finish();
      await compaction.stop();
      const { standing } = base;
      if (standing === 'doubtful' || !chain.isEmpty)
        await rewrite(state).catch((error: unknown) => {
          options.onNotice(describeUnclean(error, standing));
        });
      await chain.close();
    },
  };
}

/** What the volume knows about db.json. */
interface DatabaseState<S> {
  standing: DatabaseStanding;
  /** Resolves with the size in bytes. */
  write(state: S, journal: number, signal?: AbortSignal): Promise<number>;
  /** Makes the new db.json durable, then removes the journals that it includes. */
  settle(journal: number, size: number): Promise<void>;
  /** Whether the file exists: without it a journal means nothing. */
  isThere(): Promise<boolean>;
  isDue(): boolean;
  postpone(): void;
  doubt(name: string): void;
}

function createBase<S>(
  options: VolumeOptions<S>,
  position: Position,
  chain: JournalChain,
): DatabaseState<S> {
  const { disk, folder, isSynced, database, leastLength } = options;
  const { id } = position;
  let limit = chain.isEmpty ? limitFor(position.size, leastLength) : 0;
  const base: DatabaseState<S> = {
    standing: position.journal === undefined ? 'none' : 'sound',
    write: (state, journal, signal) =>
      database.write({ source: options.describe(state), journal, id, signal }),
    async settle(journal, size) {
      if (isSynced) await disk.syncFolder(folder);
      limit = limitFor(size, leastLength);
      await chain.dropOlder(journal);
    },
    isThere: async () => (await disk.look(database.path)) !== undefined,
    isDue: () => base.standing === 'sound' && !chain.isEmpty && chain.size >= limit,
    postpone: () => void (limit = chain.size + leastLength),
    doubt(name) {
      base.standing = 'doubtful';
      options.onNotice(`${name} was taken away or changed while in use: db.json is written anew`);
    },
  };
  return base;
}

/**
 * Resolves with the name of a file that was removed or changed by another program, so that the
 * entries are not safe; undefined: none.
 */
async function extend<S>(
  { chain, base }: { readonly chain: JournalChain; readonly base: DatabaseState<S> },
  entries: readonly JournalEntry[],
  facts: () => HeadFacts,
): Promise<string | undefined> {
  // A journal without db.json means nothing, so none is begun.
  if (!chain.isBegun && !(await base.isThere())) return 'db.json';
  const [{ lost }, isThere] = await Promise.all([
    chain.append(entries, facts),
    // The lines may be written by now, so a failed look may not reject: it counts as a lost file.
    base.isThere().catch(never),
  ]);
  return lost ?? (isThere ? undefined : 'db.json');
}

/**
 * The journals may grow to the size of db.json. A start reads both, so it takes at most about twice
 * as long; and to write db.json anew costs about as much as the entries since the last time.
 */
function limitFor(size: number, leastLength: number): number {
  return Math.max(leastLength, size);
}

function countChanges(entries: readonly JournalEntry[]): number {
  return entries.reduce((sum, { changes }) => sum + changes.length, 0);
}

function toHeadFacts({ fingerprints, planted, filing }: StateSource): HeadFacts {
  return { fingerprints, planted, filing };
}

function describeUnclean(error: unknown, standing: DatabaseStanding): string {
  const outcome =
    standing === 'sound'
      ? 'Nothing is lost: the journals beside it have the rest, and the next start reads both'
      : 'The latest changes may be lost';
  return `at the stop ${messageOf(error)}. ${outcome}`;
}

function never(): boolean {
  return false;
}

function ignoreForNow(): void {
  // The next write tries again.
}

/** Background work that can be stopped: writes db.json anew, so that journals can be removed. */
interface Compaction<S> {
  readonly isUnderWay: boolean;
  start(state: S): void;
  /** Waits for a compaction that is under way. */
  finish(): Promise<void>;
  /** Aborts a compaction that is under way, and waits for its end. */
  stop(): Promise<void>;
}

interface CompactionWork<S> {
  write(state: S, signal: AbortSignal): Promise<void>;
  /** Called after a failure: the next attempt must wait until the journals have grown. */
  postpone(): void;
  readonly onNotice: (message: string) => void;
}

/** After a failure db.json and its journals stay valid; only the first one in a row is reported. */
function createCompaction<S>(work: CompactionWork<S>): Compaction<S> {
  let underWay: { readonly done: Promise<void>; readonly controller: AbortController } | undefined;
  let hasComplained = false;
  const run = async (state: S, { signal }: AbortController): Promise<void> => {
    try {
      await work.write(state, signal);
      hasComplained = false;
    } catch (error) {
      work.postpone();
      if (!signal.aborted && !hasComplained) {
        hasComplained = true;
        work.onNotice(`${messageOf(error)}. ${consolation}`);
      }
    }
  };
  const follow = async (state: S, controller: AbortController): Promise<void> => {
    await run(state, controller);
    underWay = undefined;
  };
  const finish = async (): Promise<void> => {
    await underWay?.done;
  };
  return {
    get isUnderWay() {
      return underWay !== undefined;
    },
    start(state) {
      const controller = new AbortController();
      underWay = { controller, done: follow(state, controller) };
    },
    finish,
    async stop() {
      underWay?.controller.abort();
      await finish();
    },
  };
}

const consolation =
  'Nothing is lost: the changes stay in the journals beside it, and it is tried again as they grow';
