import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { messageOf } from '../../base/errors.ts';
import type { State } from '../state/state.ts';
import type { DiskFolder } from './disk.ts';
import type { HeadFacts, JournalChain, Position } from './journal/journal-chain.ts';
import { describeState } from './saved-state.ts';
import { snapshotName, writeSnapshot } from './snapshot.ts';

/** What is known of db.json while the journals continue it. */
export interface Snapshot {
  /** Whether the journals continue db.json. If that is doubtful, it must be written anew. */
  standing: 'none' | 'sound' | 'doubtful';
  /** Resolves with the size in bytes. `journal`: the number of the first journal to continue it. */
  write(state: State, journal: number, signal?: AbortSignal): Promise<number>;
  /** Makes the new db.json durable, then removes the journals that it includes. */
  settle(journal: number, size: number): Promise<void>;
  /** Whether the file exists: without it a journal means nothing. */
  isThere(): Promise<boolean>;
  /** Whether the journals are so long that it should be written anew. */
  isDue(): boolean;
  postpone(): void;
  /** The first line of a journal that continues it. */
  headOf(state: State): HeadFacts;
}

export function createSnapshot(
  place: DiskFolder & { readonly leastLength: number },
  position: Position,
  chain: JournalChain,
): Snapshot {
  const { disk, folder, isSynced, leastLength } = place;
  // The first db.json of a folder, or the first after one of format 1, gets a new id.
  const id = position.journal === undefined ? randomUUID() : position.id;
  // The journals may grow to the size of db.json. A start reads both, so it takes at most about twice
  // as long; and to write db.json anew costs about as much as the entries since the last time.
  const limitFor = (size: number): number => Math.max(leastLength, size);
  let limit = chain.isEmpty ? limitFor(position.size) : 0;
  const snapshot: Snapshot = {
    standing: position.journal === undefined ? 'none' : 'sound',
    write: (state, journal, signal) =>
      writeSnapshot(place, { source: describeState(state), journal, id, signal }),
    async settle(journal, size) {
      if (isSynced) await disk.syncFolder(folder);
      limit = limitFor(size);
      await chain.dropOlder(journal);
    },
    isThere: async () => (await disk.look(join(folder, snapshotName))) !== undefined,
    isDue: () => snapshot.standing === 'sound' && !chain.isEmpty && chain.size >= limit,
    postpone: () => void (limit = chain.size + leastLength),
    headOf(state) {
      const { fingerprints, planted, filing } = describeState(state);
      return { id, fingerprints, planted, filing };
    },
  };
  return snapshot;
}

/** Background work that can be stopped: writes db.json anew, so that journals can be removed. */
export interface Compaction {
  /** Begins where the journals are too long. `state` is the one that they lead to. */
  tidy(state: State): void;
  /** Waits for a compaction that is under way. */
  finish(): Promise<void>;
  /** Aborts a compaction that is under way, and waits for its end. */
  stop(): Promise<void>;
}

/** After a failure db.json and its journals stay valid; only the first one in a row is reported. */
export function createCompaction(
  snapshot: Snapshot,
  chain: JournalChain,
  onNotice: (message: string, failure?: unknown) => void,
): Compaction {
  let underWay: { readonly done: Promise<void>; readonly controller: AbortController } | undefined;
  let hasComplained = false;
  const run = async (state: State, { signal }: AbortController): Promise<void> => {
    const journal = chain.number;
    try {
      await snapshot.settle(journal, await snapshot.write(state, journal, signal));
      hasComplained = false;
    } catch (error) {
      snapshot.postpone();
      if (!signal.aborted && !hasComplained) {
        hasComplained = true;
        onNotice(`${messageOf(error)}. ${consolation}`, error);
      }
    }
    underWay = undefined;
  };
  const finish = async (): Promise<void> => {
    await underWay?.done;
  };
  return {
    tidy(state) {
      if (underWay || !snapshot.isDue()) return;
      // New entries go to another journal, so that db.json can replace all earlier ones.
      chain.turnOver();
      const controller = new AbortController();
      underWay = { controller, done: run(state, controller) };
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
