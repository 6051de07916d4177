import { messageOf } from '../../base/errors.ts';
import type { StateAdapter } from '../database.ts';
import { changesBetween } from '../state/state-history.ts';
import type { State } from '../state/state.ts';
import { shapesOf } from '../state/state.ts';
import type { Snapshot } from './compaction.ts';
import { createCompaction, createSnapshot } from './compaction.ts';
import type { Disk, DiskFolder } from './disk.ts';
import type { JournalChain, Position } from './journal/journal-chain.ts';
import { createChain, keepFound } from './journal/journal-chain.ts';
import { recover } from './journal/recovery.ts';
import type { JournalEntry, SavedState } from './saved-state.ts';
import { describeChanges } from './saved-state.ts';
import { snapshotName } from './snapshot.ts';

/** An acknowledged change survives a power cut (`sync`), or the end of the process (`flush`). */
export type Durability = 'sync' | 'flush';

export interface FolderOptions {
  readonly folder: string;
  readonly durability: Durability;
  readonly disk: Disk;
  /** The state of a folder in which nothing was saved yet. */
  readonly first: State;
  /** Makes a state of the records that were saved. */
  admit(this: void, saved: SavedState): State;
  /** `failure`: of work in the background, which is tried again. */
  onNotice(this: void, message: string, failure?: unknown): void;
  /** In bytes: db.json is not written anew while the journals are smaller. Default: 4 MiB. */
  readonly leastLength?: number;
}

/** An adapter that keeps files open. */
export interface FolderAdapter extends StateAdapter {
  /** After the last write: leaves a complete db.json without journals, if the disk allows it. */
  close(): Promise<void>;
}

/**
 * Keeps a state in db.json and the journals that continue it. `write` appends what changed since
 * the last write to a journal. Where that is not known, or too much, it writes db.json anew.
 */
export function createFolderAdapter(options: FolderOptions): FolderAdapter {
  let opening: Promise<Folder> | undefined;
  const open = (): Promise<Folder> => (opening ??= openFolder(options));
  return {
    read: async () => (await open()).stored(),
    async write(state) {
      await (await open()).write(state);
    },
    async close() {
      await (await opening)?.close();
    },
  };
}

/** Callers make one call of `write` or `close` at a time. */
interface Folder {
  /** The state that the next start finds; null where nothing was ever saved. */
  stored(): State | null;
  write(state: State): Promise<void>;
  close(): Promise<void>;
}

/** If the files are not reliable, this throws, and leaves them as they are. */
async function openFolder(options: FolderOptions): Promise<Folder> {
  const { disk, folder, durability, first, admit } = options;
  const place = { disk, folder, isSynced: durability === 'sync' };
  const found = await recover(place);
  const { saved } = found;
  // Replies show what was found from now on, but a killed process may not have synced it: not the
  // journals, nor the rename of db.json. If the sync fails here, as in a read-only folder, the
  // first append tries again.
  const keep = async (): Promise<boolean> => {
    await keepFound(place, found.chain);
    await disk.syncFolder(folder);
    return true;
  };
  const isKept = !place.isSynced || (saved !== undefined && (await keep().catch(never)));
  for (const notice of found.notices) options.onNotice(notice);
  const state = saved ? admit(saved) : first;
  return createFolder({ ...options, ...place }, { ...found, isKept }, state);
}

const defaultLength = 4 * 1024 * 1024;
/** For more changes in one write, it is faster to write the whole state. */
const mostChanges = 100_000;

function createFolder(
  options: FolderOptions & DiskFolder,
  position: Position,
  found: State,
): Folder {
  const { onNotice, leastLength = defaultLength } = options;
  const chain = createChain(options, position);
  const snapshot = createSnapshot({ ...options, leastLength }, position, chain);
  const compaction = createCompaction(snapshot, chain, onNotice);
  let stored = found;
  const rewrite = async (state: State): Promise<void> => {
    await compaction.stop();
    const journal = chain.number + 1;
    const size = await snapshot.write(state, journal);
    // The old journals no longer count; until `settle` syncs the folder, the rename may be lost.
    snapshot.standing = 'doubtful';
    await chain.restart(journal);
    await snapshot.settle(journal, size);
    snapshot.standing = 'sound';
  };
  const write = async (state: State): Promise<void> => {
    const entries = snapshot.standing === 'sound' ? listEntries(stored, state) : [];
    if (entries.length > 0) {
      const lost = await append({ chain, snapshot }, entries, state);
      if (lost === undefined) return;
      snapshot.standing = 'doubtful';
      onNotice(`${lost} was taken away or changed while in use: db.json is written anew`);
    }
    await rewrite(state);
  };
  compaction.tidy(found);
  return {
    stored: () => (snapshot.standing === 'none' ? null : stored),
    async write(state) {
      try {
        await write(state);
      } catch (error) {
        // The next start must not find changes that were refused. If this fails, db.json stays
        // doubtful, and the next write writes it anew.
        if (snapshot.standing === 'doubtful') await rewrite(stored).catch(ignoreForNow);
        throw error;
      }
      stored = state;
      compaction.tidy(state);
    },
    async close() {
      if (!chain.isBegun) await compaction.finish();
      await compaction.stop();
      const { standing } = snapshot;
      if (standing === 'doubtful' || !chain.isEmpty)
        await rewrite(stored).catch((error: unknown) => onNotice(describeUnclean(error, standing)));
      await chain.close();
    },
  };
}

/** An entry for each commit between the states; none where the state has to be written as a whole. */
function listEntries(stored: State, state: State): readonly JournalEntry[] {
  const lists = changesBetween(stored, state) ?? [];
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  if (count > mostChanges) return [];
  const shapeOf = shapesOf(state.madeFor);
  return lists.map((changes) => describeChanges(changes, shapeOf));
}

/**
 * Resolves with the name of a file that was removed or changed by another program, so that the
 * entries are not safe; undefined: none.
 */
async function append(
  { chain, snapshot }: { readonly chain: JournalChain; readonly snapshot: Snapshot },
  entries: readonly JournalEntry[],
  state: State,
): Promise<string | undefined> {
  // A journal without db.json means nothing, so none is begun.
  if (!chain.isBegun && !(await snapshot.isThere())) return snapshotName;
  const [{ lost }, isThere] = await Promise.all([
    chain.append(entries, () => snapshot.headOf(state)),
    // The lines may be written by now, so a failed look may not reject: it counts as a lost file.
    snapshot.isThere().catch(never),
  ]);
  return lost ?? (isThere ? undefined : snapshotName);
}

function describeUnclean(error: unknown, standing: Snapshot['standing']): string {
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
