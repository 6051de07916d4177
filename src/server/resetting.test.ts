import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { acquireLock } from '../store/ledger/lock/lock.ts';
import { setStateAside } from './resetting.ts';

async function createFolder(...names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-reset-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of names) await writeFile(join(folder, name), `this is ${name}`);
  return folder;
}

function ignore(): void {
  // Nothing is waited for.
}

test.each([
  ['the file of the state', ['db.json'], ['db.json']],
  [
    'all its journals',
    ['db.json', 'db.journal-9', 'db.journal-10'],
    ['db.journal-10', 'db.json', 'db.journal-9'],
  ],
  ['journals that stand alone', ['db.journal-3'], ['db.journal-3']],
])('puts %s aside', async (_, given, expected) => {
  const folder = await createFolder(...given, 'a-note.txt');

  const aside = (await setStateAside(folder, ignore)) ?? '';

  expect((await readdir(aside)).toSorted()).toEqual(expected.toSorted());
  for (const name of expected)
    expect(await readFile(join(aside, name), 'utf8')).toBe(`this is ${name}`);
  expect(await readdir(folder)).toEqual(['a-note.txt', expect.stringMatching(/^before-reset-20/)]);
});

test('what others have there stays', async () => {
  const folder = await createFolder('db.json.bak', 'db.journal-1.txt', 'my-db.json');

  expect(await setStateAside(folder, ignore)).toBeUndefined();

  expect(await readdir(folder)).toEqual(['db.journal-1.txt', 'db.json.bak', 'my-db.json']);
});

test('a folder that is not there is not made', async () => {
  const folder = await createFolder();

  expect(await setStateAside(join(folder, 'none'), ignore)).toBeUndefined();

  expect(await readdir(folder)).toEqual([]);
});

test('a folder in use is left alone', async () => {
  const folder = await createFolder('db.json');
  const lock = await acquireLock(folder);
  onTestFinished(() => lock.release());

  await expect(setStateAside(folder, ignore)).rejects.toThrow(/has had the folder open/);

  expect(await readdir(folder)).toEqual(['db.json', 'lock']);
});
