import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { Draft } from './write-files.ts';
import { writeFiles } from './write-files.ts';

const draftsIn = (folder: string, texts: Readonly<Record<string, string>>): readonly Draft[] =>
  Object.entries(texts).map(([name, text]) => ({ path: join(folder, name), text, note: '' }));

it('makes the folders that files need', async () => {
  const folder = await writeFolder({});
  writeFiles(draftsIn(folder, { 'a/b/c.txt': 'c', 'a/d.txt': 'd' }));
  expect(await readFile(join(folder, 'a/b/c.txt'), 'utf8')).toBe('c');
  expect(await readFile(join(folder, 'a/d.txt'), 'utf8')).toBe('d');
});

it.each([
  ['stands in the way of a folder', 'taken/e.txt'],
  ['has been made by another', 'taken'],
])('takes all back where a file %s', async (_, last) => {
  const folder = await writeFolder({ taken: 'mine', 'changed.json': '{}' });
  const [first, second, third] = draftsIn(folder, {
    'a/b/c.txt': 'c',
    'changed.json': '{"a":1}',
    [last]: 'e',
  });
  if (!first || !second || !third) throw new Error('there are three');
  expect(() => writeFiles([first, { ...second, before: '{}' }, third])).toThrow(
    'nothing was written: E',
  );
  expect((await readdir(folder)).toSorted()).toEqual(['changed.json', 'taken']);
  expect(await readFile(join(folder, 'changed.json'), 'utf8')).toBe('{}');
  expect(await readFile(join(folder, 'taken'), 'utf8')).toBe('mine');
});
