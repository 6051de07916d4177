import { join } from 'node:path';

import { messageOf } from '../../base/errors.ts';
import type { Disk } from './disk.ts';
import { nameJournal } from './journal/journal-lines.ts';

interface FolderPlace {
  readonly disk: Disk;
  readonly folder: string;
}

/**
 * Syncs the files that a start has read: a killed process may have written them without a sync.
 * They must be durable before the server shows their content or writes anything that depends on
 * them.
 */
export async function keepFound(
  { disk, folder }: FolderPlace,
  journals: readonly number[],
): Promise<void> {
  for (const name of ['db.json', ...journals.map(nameJournal)]) {
    const path = join(folder, name);
    try {
      const file = await disk.open(path, 'keep');
      await file.datasync().finally(() => file.close());
    } catch (error) {
      // A journal that is gone was removed since db.json includes it by now.
      if ((await disk.look(path)) !== undefined)
        throw new Error(`${name} can not be kept: ${messageOf(error)}`, { cause: error });
    }
  }
}
