import type { ApiError } from '../../base/errors.ts';
import { createDatabase } from '../../store/database.ts';
import type { StoreEngine } from '../../store/shared/engine.ts';
import { createSharedAdapter } from '../../store/shared/shared-adapter.ts';
import type { SharedDisk } from '../../store/shared/shared-disk.ts';
import { createSharedDisk } from '../../store/shared/shared-disk.ts';
import { openSharedFiles } from '../../store/shared/shared-files.ts';
import { admitState } from '../../store/state/admission.ts';
import type { State } from '../../store/state/state.ts';
import type { DataFolder } from '../data-folder.ts';
import { hideThrown } from '../watching/complaint-secrets.ts';
import type { Term } from './roles.ts';

/** The default world as the store keeps it, for one term. */
export interface SharedFolder extends DataFolder {
  /** Reads the state again, after a write of which it is not known how it ended. */
  readAgain(reason: Error): Promise<void>;
  /** All worlds are there: files that none of them names go. */
  sweep(this: void): void;
}

export interface SharedFolderOptions {
  readonly engine: StoreEngine;
  readonly term: Term;
  readonly base: State;
  refuseLate(this: void): ApiError | undefined;
  onDoubt(this: void, reason: string, epoch: string): void;
  onNotice(this: void, message: string): void;
}

export async function openSharedFolder(options: SharedFolderOptions): Promise<SharedFolder> {
  const { engine, term, base, refuseLate, onDoubt, onNotice } = options;
  const openDisk = (): SharedDisk => {
    const { epoch } = term;
    return createSharedDisk(engine, { epoch: () => epoch, onDoubt });
  };
  const filesDisk = createSharedDisk(engine, { epoch: () => term.epoch, onDoubt });
  const notices: string[] = [];
  const adapter = createSharedAdapter({
    // A folder for each world.
    folder: 'default',
    durability: 'flush',
    openDisk,
    first: base,
    admit(saved) {
      const admitted = admitState(base.madeFor, base.authoritative, saved);
      notices.push(...admitted.notices);
      return admitted.state;
    },
    onNotice,
    problem: refuseLate,
  });
  const database = createDatabase(base, adapter);
  await hideThrown(database.read());
  const files = await openSharedFiles(filesDisk);
  return {
    database,
    notices,
    files,
    sweep: files.sweep,
    problem: async () => refuseLate()?.message ?? (await database.problem()),
    async readAgain(reason) {
      await hideThrown(database.readAgain(reason));
      filesDisk.settle();
    },
    // The next owner writes db.json anew, and reads the journals until then.
    close: () => database.close(),
  };
}
