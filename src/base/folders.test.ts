import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { makeFolder } from './folders.ts';

async function openPlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'stuntdouble-folders-'));
  onTestFinished(() => rm(place, { recursive: true }));
  return place;
}

it('makes what is missing, and says what that was', async () => {
  const place = await openPlace();
  const deep = join(place, 'a', 'b', 'c');
  expect(makeFolder(deep)).toEqual([join(place, 'a'), join(place, 'a', 'b'), deep]);
  expect(makeFolder(deep)).toEqual([]);
  expect(makeFolder(join(deep, '..', 'd'))).toEqual([join(place, 'a', 'b', 'd')]);
  expect(existsSync(deep)).toBe(true);
});

it('gives up where none can be made', async () => {
  const place = await openPlace();
  writeFileSync(join(place, 'file'), '');
  expect(() => makeFolder(join(place, 'file', 'a'))).toThrow(/ENOTDIR/);
  expect(makeFolder('/')).toEqual([]);
});

it.runIf(existsSync('/proc/self'))('gives up where the system makes none', () => {
  expect(() => makeFolder('/proc/none/a')).toThrow(/ENOENT/);
});
