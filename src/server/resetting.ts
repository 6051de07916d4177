import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { StartError } from '../base/errors.ts';
import { privateFolder } from '../base/folders.ts';
import { findJournals, nameJournal } from '../store/ledger/journal/journal-lines.ts';
import { acquireLock } from '../store/ledger/lock/lock.ts';

/**
 * Puts the saved state aside, whatever is in it, with all that belongs to it. Returns the folder where it
 * is now, undefined where there was none. Refuses while a server has the folder.
 */
export async function setStateAside(
  folder: string,
  onNotice: (message: string) => void,
): Promise<string | undefined> {
  // For a folder that nobody has made none is made.
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
  // What the journals stand on goes first: without it they are never taken for a state.
  const names = [
    ...found.filter((name) => name === 'db.json'),
    ...findJournals(found).map(nameJournal),
  ];
  if (names.length === 0) return undefined;
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(folder, `before-reset-${stamp}`);
  await mkdir(aside, privateFolder);
  for (const name of names) await rename(join(folder, name), join(aside, name));
  return aside;
}
