import { join } from 'node:path';

import { messageOf } from '../../base/errors.ts';
import type { Disk } from './disk.ts';
import { nameJournal } from './journal/journal-lines.ts';

interface FolderPlace {
  readonly disk: Disk;
  readonly folder: string;
}

/**
 * What a killed process wrote last was read, and may not be on the disk yet. Nothing may stand on it,
 * and nobody should be told of it, before it is.
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
      // A journal that is gone is one that db.json stands for by now.
      if ((await disk.look(path)) !== undefined)
        throw new Error(`${name} can not be kept: ${messageOf(error)}`, { cause: error });
    }
  }
}
