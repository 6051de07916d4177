import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

import type { Source } from '../text/source.ts';
import { parseBytes } from '../text/source.ts';

/** A new folder with these files in it, for the test that asks; gone when that test is over. */
export async function writeFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stuntdouble-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return folder;
}

export async function readJson(file: string): Promise<Source> {
  return parseBytes(file, await readFile(file));
}
