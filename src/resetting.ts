import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { StartError } from './errors.ts';
import { privateFolder } from './folders.ts';
import { acquireLock } from './store/ledger/lock.ts';

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
  const names = (await readdir(folder)).filter((name) => /^db\.(json|journal-\d+)$/.test(name));
  if (names.length === 0) return undefined;
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(folder, `before-reset-${stamp}`);
  await mkdir(aside, privateFolder);
  // What the journals stand on goes first: without it they are never taken for a state.
  for (const name of names.toSorted((left, right) => rank(left) - rank(right))) {
    await rename(join(folder, name), join(aside, name));
  }
  return aside;
}

function rank(name: string): number {
  return name === 'db.json' ? 0 : 1;
}
