import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { beforeAll, onTestFinished } from 'vitest';

/** A new folder that whoever asked for it removes. */
export async function createFolder(): Promise<string> {
  return mkdtemp(join(await realpath(tmpdir()), 'stuntdouble-'));
}

/** A new folder with these files in it; gone when the test is over. */
export async function createTestFolder(
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await createFolder();
  onTestFinished(() => removeFolder(folder));
  await writeFiles(folder, files);
  return folder;
}

/** A folder that is filled once, for tests that only look at it. */
export function shareFolder(fill: (folder: string) => Promise<void>): () => string {
  let shared = '';
  beforeAll(async () => {
    shared = await createFolder();
    await fill(shared);
    return () => removeFolder(shared);
  });
  return () => shared;
}

export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
