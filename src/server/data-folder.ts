import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { messageOf } from '../base/errors.ts';
import { machineDisk } from '../store/ledger/disk.ts';
import { guardDisk } from '../store/ledger/guarded-disk.ts';
import type { Durability, Ledger, OpenedFolder } from '../store/ledger/ledger.ts';
import { openFolder } from '../store/ledger/ledger.ts';
import type { Lock } from '../store/ledger/lock/lock.ts';
import { acquireLock } from '../store/ledger/lock/lock.ts';
import { describeState } from '../store/state-source.ts';
import type { State } from '../store/state/state.ts';
import type { DataFolder } from './runtime.ts';
import { inMemory } from './runtime.ts';
import { hideThrown } from './watching/complaint-secrets.ts';

export interface DataFolderOptions {
  /** Undefined: in memory. */
  readonly folder: string | undefined;
  readonly durability: Durability;
  /** Called with the state before the latest changes, if these could not be stored. */
  onLoss(state: State): void;
  onNotice(this: void, message: string): void;
}

/** Locks a folder, reads its state, and keeps the default world there. Without one: in memory. */
export async function openDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  const { folder } = options;
  if (folder === undefined)
    return { ...inMemory, change: doNothing, problem: findNone, close: doNothing };
  const parents = listNewParents(folder);
  const lock = await acquireLock(folder, { onNotice: (message) => options.onNotice(message) });
  // Until the name of a new folder is synced, a power cut may lose the folder with its files.
  if (options.durability === 'sync')
    for (const parent of parents) await syncParent(parent, options);
  const opened = await openLocked({ ...options, folder }, lock);
  let ledger: Ledger<State> | undefined;
  return {
    saved: opened.saved,
    begin: (state) => (ledger ??= opened.begin(state)),
    change: async (state) => ledger?.restate(state),
    problem: async () => lock.problem() ?? (await ledger?.problem()),
    async close() {
      await ledger?.close();
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

async function openLocked(
  options: DataFolderOptions & { readonly folder: string },
  lock: Lock,
): Promise<OpenedFolder<State>> {
  const disk = guardDisk(machineDisk, () => lock.problem());
  try {
    const opened = await hideThrown(
      openFolder<State>({ ...options, disk, describe: describeState }),
    );
    for (const notice of opened.notices) options.onNotice(notice);
    const problem = lock.problem();
    if (problem !== undefined) options.onNotice(`${problem}; reading goes on`);
    return opened;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function findNone(): Promise<undefined> {
  return Promise.resolve(undefined);
}

function doNothing(): Promise<void> {
  return Promise.resolve();
}
