import { randomUUID } from 'node:crypto';

import { messageOf } from '../../../base/errors.ts';
import type { Disk } from '../disk.ts';
import type { JournalChain, HeadFacts, Position } from '../journal/journal-chain.ts';
import { createChain } from '../journal/journal-chain.ts';
import type { JournalEntry } from '../journal/journal-lines.ts';
import type { StateSource } from '../saved-state.ts';
import type { Database } from './database.ts';

/**
 * db.json and the journals that go on from it. One call at a time, but for what goes on in the
 * background: db.json is written anew, so that the journals before it can go.
 */
export interface Volume<S> {
  /** Writes the entries down, or, where they would have nothing to go on from, the state that they lead to. */
  append(entries: readonly JournalEntry[], state: S): Promise<void>;
  /** Writes the whole state; whatever was written before means nothing any more. */
  rewrite(state: S): Promise<void>;
  /** After a failure: makes sure, as far as that can be done, that this is the state that is found. */
  goBack(state: S): Promise<void>;
  /** Begins to write db.json anew where the journals have grown too long. The state: what they lead to. */
  tidy(state: S): void;
  /** Whether nothing was ever written. */
  readonly isEmpty: boolean;
  /** Leaves db.json alone and complete. */
  close(state: S): Promise<void>;
}

export interface VolumeOptions<S> {
  readonly disk: Disk;
  readonly folder: string;
  readonly isSynced: boolean;
  readonly database: Database;
  /** The journals may always grow to this size, in bytes. */
  readonly leastLength: number;
  describe(state: S): StateSource;
  onNotice(message: string): void;
}

/** What very many changes say is sooner written as the state that they lead to. */
const mostChanges = 100_000;

/** Whether db.json is what the journals go on from. In doubt it has to be written anew. */
type DatabaseStanding = 'none' | 'sound' | 'doubtful';

export function createVolume<S>(options: VolumeOptions<S>, position: Position): Volume<S> {
  const chain = createChain(options, position);
  // With the first db.json of a folder another life begins.
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
    // The journals that there were mean nothing beside it; and until it is settled, it may not stay.
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
      // Where it can't be done now, the next write does it first.
      if (base.standing === 'doubtful') await rewrite(state).catch(ignoreForNow);
    },
    tidy(state) {
      if (!base.isDue() || compaction.isUnderWay) return;
      // What comes from now on goes elsewhere, so that db.json can stand for all that came before.
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

/** What is known of db.json. */
interface DatabaseState<S> {
  standing: DatabaseStanding;
  /** Resolves with the size. */
  write(state: S, journal: number, signal?: AbortSignal): Promise<number>;
  /** Sees to it that it stays what it is, and takes away what it stands for. */
  settle(journal: number, size: number): Promise<void>;
  /** Whether a journal can go on from it: without it, one would say nothing. */
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

/** Resolves with the file that is gone, so that the entries can't be relied on; undefined: none. */
async function extend<S>(
  { chain, base }: { readonly chain: JournalChain; readonly base: DatabaseState<S> },
  entries: readonly JournalEntry[],
  facts: () => HeadFacts,
): Promise<string | undefined> {
  // A journal alone says nothing, so that none is begun.
  if (!chain.isBegun && !(await base.isThere())) return 'db.json';
  const [{ lost }, isThere] = await Promise.all([
    chain.append(entries, facts),
    // The lines may be there by now: where it can't be told, db.json is written anew, too.
    base.isThere().catch(never),
  ]);
  return lost ?? (isThere ? undefined : 'db.json');
}

/** A start reads both, so that it takes at most about twice as long; and each write pays for one record of db.json. */
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
  // It is tried again.
}

/** Work in the background that can be left undone: db.json is written anew, so that journals can go. */
interface Compaction<S> {
  readonly isUnderWay: boolean;
  start(state: S): void;
  /** Resolves when none is under way. */
  finish(): Promise<void>;
  /** The same, sooner: what isn't done yet is left. */
  stop(): Promise<void>;
}

interface CompactionWork<S> {
  write(state: S, signal: AbortSignal): Promise<void>;
  /** It came to nothing: it is to be tried again, but not at once. */
  postpone(): void;
  readonly onNotice: (message: string) => void;
}

/** Where it fails, db.json and its journals are as right as before; that is said once. */
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
