import type { State } from '../state/state.ts';
import type { FolderAdapter, FolderOptions } from '../ledger/folder-adapter.ts';
import { createFolderAdapter } from '../ledger/folder-adapter.ts';
import type { ApiError } from '../../base/errors.ts';
import { explainFailure } from './failure.ts';
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
  return {
    read() {
      disk = openDisk();
      // What is found again is no news.
      const onNotice = folder ? ignore : options.onNotice;
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

function ignore(): void {
  // It was told when it was read for the first time.
}
