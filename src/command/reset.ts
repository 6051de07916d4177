import { rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';

/** Puts the saved state aside, whatever is in it, so that the next start is from the fixtures. */
export async function reset(settings: Settings, { out }: Terminal): Promise<void> {
  const folder = settings.data ?? '.stuntdouble';
  const file = join(folder, 'db.json');
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(folder, `db.before-reset-${stamp}.json`);
  try {
    await rename(file, aside);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    out(`${file} does not exist: the next start is from the fixtures anyway\n`);
    return;
  }
  out(`the next start is from the fixtures; the state up to now is in ${aside}\n`);
}
