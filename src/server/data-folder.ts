import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { messageOf } from '../base/errors.ts';
import { createDatabase } from '../store/database.ts';
import { keepInMemory } from '../store/files/file-bytes.ts';
import { keepInFolder } from '../store/files/file-folder.ts';
import { guardDisk, machineDisk } from '../store/ledger/disk.ts';
import type { Durability } from '../store/ledger/folder-adapter.ts';
import { createFolderAdapter } from '../store/ledger/folder-adapter.ts';
import type { Lock } from '../store/ledger/lock/lock.ts';
import { acquireLock } from '../store/ledger/lock/lock.ts';
import { admitState } from '../store/state/admission.ts';
import type { State } from '../store/state/state.ts';
import type { Beginning } from './runtime.ts';
import { hideThrown } from './watching/complaint-secrets.ts';

/** Stores the default world, also while its contract changes. */
export interface DataFolder extends Beginning {
  /** Why changes can not be stored; undefined if they can. */
  problem(): Promise<string | undefined>;
  /** Stores the state completely, and unlocks the folder. */
  close(): Promise<void>;
}

export interface DataFolderOptions {
  /** Undefined: in memory. */
  readonly folder: string | undefined;
  readonly durability: Durability;
  /** The state of a folder in which nothing was saved yet. */
  readonly base: State;
  onNotice(this: void, message: string): void;
}

/** Locks a folder, reads its state, and keeps the default world there. Without one: in memory. */
export async function openDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  const { folder, base, onNotice } = options;
  if (folder === undefined) return openInMemory(base);
  const parents = listNewParents(folder);
  const lock = await acquireLock(folder, { onNotice });
  // Until the name of a new folder is synced, a power cut may lose the folder with its files.
  if (options.durability === 'sync')
    for (const parent of parents) await syncParent(parent, options);
  try {
    return await openLocked({ ...options, folder }, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

export function openInMemory(base: State): DataFolder {
  const database = createDatabase(base);
  return {
    database,
    notices: [],
    files: keepInMemory(),
    problem: findNone,
    close: () => database.close(),
  };
}

async function openLocked(
  { folder, durability, base, onNotice }: DataFolderOptions & { readonly folder: string },
  lock: Lock,
): Promise<DataFolder> {
  const notices: string[] = [];
  const disk = guardDisk(machineDisk, () => lock.problem());
  const adapter = createFolderAdapter({
    folder,
    durability,
    disk,
    first: base,
    admit(saved) {
      const admitted = admitState(base.madeFor, base.authoritative, saved);
      notices.push(...admitted.notices);
      return admitted.state;
    },
    onNotice,
  });
  const database = createDatabase(base, adapter);
  await hideThrown(database.read());
  const problem = lock.problem();
  if (problem !== undefined) onNotice(`${problem}; reading goes on`);
  return {
    database,
    notices,
    files: keepInFolder({ folder, disk, isSynced: durability === 'sync' }),
    problem: async () => lock.problem() ?? (await database.problem()),
    async close() {
      await database.close();
      await adapter.close();
      await lock.release();
    },
  };
}

async function syncParent(parent: string, { onNotice }: DataFolderOptions): Promise<void> {
  try {
    await machineDisk.syncFolder(parent);
  } catch (error) {
    onNotice(
      `${parent}: can not be synced (${messageOf(error)}), so the new data folder may not survive a power cut`,
    );
  }
}

/** The folders that get a new entry when this folder and its missing parents are made. */
function listNewParents(folder: string): readonly string[] {
  const parents: string[] = [];
  for (let path = resolve(folder); !existsSync(path); path = dirname(path))
    parents.push(dirname(path));
  return parents;
}

function findNone(): Promise<undefined> {
  return Promise.resolve(undefined);
}
