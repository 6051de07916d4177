import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { StartError } from '../base/errors.ts';
import { privateFolder } from '../base/folders.ts';
import { filesFolder } from '../store/files/file-folder.ts';
import { findJournals, nameJournal } from '../store/ledger/journal/journal-lines.ts';
import { acquireLock } from '../store/ledger/lock/lock.ts';

/**
 * Moves the files of the saved state to a new folder, unread, and returns that folder; undefined if
 * there is no state. Throws while a server uses the data folder.
 */
export async function setStateAside(
  folder: string,
  onNotice: (message: string) => void,
): Promise<string | undefined> {
  // To lock a missing folder would make it.
  if (!existsSync(folder)) return undefined;
  const lock = await acquireLock(folder, { onNotice });
  try {
    const problem = lock.problem();
    if (problem !== undefined) throw new StartError([{ file: folder, message: problem }]);
    return await moveFiles(folder);
  } finally {
    await lock.release();
  }
}

async function moveFiles(folder: string): Promise<string | undefined> {
  const found = await readdir(folder);
  // The first is db.json: without it, a start never reads the journals as a state.
  const names = [
    ...found.filter((name) => name === 'db.json'),
    ...findJournals(found).map(nameJournal),
    ...found.filter((name) => name === filesFolder),
  ];
  if (names.length === 0) return undefined;
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(folder, `before-reset-${stamp}`);
  await mkdir(aside, privateFolder);
  for (const name of names) await rename(join(folder, name), join(aside, name));
  return aside;
}
