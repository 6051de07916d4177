import type { State } from '../state/state.ts';
import type { FolderAdapter, FolderOptions } from '../ledger/folder-adapter.ts';
import { createFolderAdapter } from '../ledger/folder-adapter.ts';
import type { ApiError } from '../../base/errors.ts';
import { describeFailure, explainFailure, failureIn } from './failure.ts';
import type { SharedDisk } from './shared-disk.ts';

export interface SharedAdapterOptions extends Omit<FolderOptions, 'disk'> {
  /** A disk in the present epoch: what a former one has left undone stays in that of its time. */
  openDisk(this: void): SharedDisk;
  /** Why this process may not write now; undefined: it may. */
  problem(this: void): ApiError | undefined;
}

/**
 * Keeps a state in the store as a data folder has it. After a write of which it is not known how it
 * ended, this refuses all until `read` is called again.
 */
export function createSharedAdapter(options: SharedAdapterOptions): FolderAdapter {
  const { openDisk, problem } = options;
  let disk: SharedDisk | undefined;
  let folder: FolderAdapter | undefined;
  // What a folder tells is of files, and of stops. Of a store only a refusal is news: of all others the next change tells.
  const onNotice: FolderOptions['onNotice'] = (_, failure) => {
    if (failureIn(failure)?.kind !== 'refused') return;
    options.onNotice(
      `the state can not be written anew: ${describeFailure(failure)}. ${consolation}`,
    );
  };
  return {
    read() {
      disk = openDisk();
      folder = createFolderAdapter({ ...options, disk, onNotice });
      return folder.read();
    },
    async write(state: State) {
      const refusal = problem();
      if (refusal || !folder || !disk) throw refusal ?? new Error('nothing was read yet');
      disk.settle();
      try {
        await folder.write(state);
      } catch (error) {
        throw explainFailure(error, disk.mayHaveChanged());
      }
    },
    async close() {
      await folder?.close();
    },
  };
}

const consolation =
  'Nothing is lost: the store has the changes one by one, and it is tried again as they grow';
