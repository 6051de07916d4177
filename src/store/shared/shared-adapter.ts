import type { State } from '../state/state.ts';
import type { FolderAdapter, FolderOptions } from '../ledger/folder-adapter.ts';
import { createFolderAdapter } from '../ledger/folder-adapter.ts';
import { ApiError } from '../../base/errors.ts';
import { describeFailure, failureIn } from './failure.ts';
import type { SharedDisk } from './shared-disk.ts';

export interface SharedAdapterOptions extends Omit<FolderOptions, 'disk'> {
  readonly disk: SharedDisk;
  /** Why this process may not write now; undefined: it may. */
  problem(this: void): ApiError | undefined;
  /** Called when the store may have another state than this process: it has to read it again. */
  onDoubt(this: void, reason: string): void;
}

/**
 * Keeps a state in the store as a data folder has it. After a write of which it is not known how it
 * ended, this refuses all until `read` is called again.
 */
export function createSharedAdapter(options: SharedAdapterOptions): FolderAdapter {
  const { disk, problem, onDoubt } = options;
  let folder: FolderAdapter | undefined;
  return {
    async read() {
      // What a former one has left undone in the background names a former epoch.
      folder = createFolderAdapter(options);
      const found = await folder.read();
      disk.settle();
      return found;
    },
    async write(state: State) {
      const refusal = problem();
      if (refusal || !folder) throw refusal ?? new Error('nothing was read yet');
      disk.settle();
      try {
        await folder.write(state);
      } catch (error) {
        const isDoubtful = disk.isDoubtful();
        if (isDoubtful) onDoubt(describeDoubt(error));
        throw explain(error, isDoubtful);
      }
    },
    async close() {
      await folder?.close();
    },
  };
}

function describeDoubt(error: unknown): string {
  return failureIn(error)?.kind === 'lost'
    ? 'the store does not have all that it has acknowledged'
    : 'it was not known how a change has ended there';
}

function explain(error: unknown, isDoubtful: boolean): unknown {
  const failure = failureIn(error);
  // As on a full disk: the store is there, and does not take it.
  if (!failure || failure.kind === 'refused') return error;
  const outcome =
    isDoubtful && failure.kind === 'unknown'
      ? 'The change may have been made, once'
      : 'Nothing was changed';
  return refuseByStore(`${outcome}: ${describeFailure(failure)}.`, error);
}

function refuseByStore(detail: string, cause?: unknown): ApiError {
  return new ApiError('store-unreachable', detail, { cause, headers: { 'Retry-After': '1' } });
}
