import { join } from 'node:path';

import { messageOf } from '../../../base/errors.ts';
import type { Disk, DiskFile } from '../disk.ts';
import { nameJournal } from './journal-lines.ts';

/** A journal that is written to. Its file is made with its first lines. */
export interface Journal {
  readonly name: string;
  /** How much of it counts. */
  readonly size: number;
  /**
   * Puts lines behind the others, one call after the other. Resolves when they are durable; with
   * false where somebody has taken the file away or changed it, so that nothing in it can be relied
   * on. Where it rejects nothing was added.
   */
  append(lines: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface JournalOptions {
  readonly disk: Disk;
  readonly folder: string;
  readonly isSynced: boolean;
  readonly number: number;
  /** The first line. */
  readonly head: string;
}

export function createJournal(options: JournalOptions): Journal {
  const { disk, folder, isSynced, number, head } = options;
  const name = nameJournal(number);
  const path = join(folder, name);
  let file: DiskFile | undefined;
  let id = '';
  let size = 0;
  let isNamed = false;
  let isTorn = false;
  const open = async (): Promise<DiskFile> => {
    const opened = await disk.open(path, 'write');
    file = opened;
    id = (await disk.look(path))?.id ?? '';
    return opened;
  };
  /** Nothing is ever put behind bytes that don't count: a reader would stop at them. */
  const cutOff = async (opened: DiskFile): Promise<void> => {
    await opened.truncate(size);
    isTorn = false;
  };
  const append = async (opened: DiskFile, lines: string): Promise<boolean> => {
    if (isTorn) await cutOff(opened);
    const bytes = Buffer.from(size === 0 ? head + lines : lines);
    isTorn = true;
    await opened.write(bytes, size);
    if (isSynced) await opened.datasync();
    if (isSynced && !isNamed) await disk.syncFolder(folder);
    const found = await disk.look(path);
    isNamed = true;
    isTorn = false;
    size += bytes.length;
    return found?.id === id && found.size === size;
  };
  return {
    name,
    get size() {
      return size;
    },
    async append(lines) {
      try {
        return await append(file ?? (await open()), lines);
      } catch (error) {
        // What fails here is done again before the next line.
        if (file && isTorn) await cutOff(file).catch(ignoreForNow);
        throw new Error(`${name} can not be written: ${messageOf(error)}`, { cause: error });
      }
    },
    async close() {
      await file?.close();
    },
  };
}

function ignoreForNow(): void {
  // The next write begins with it.
}
