import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { patience } from '../../../../tests/patience.ts';
import type { LockHolder } from './lock-file.ts';
import { describeSelf, holderText } from './lock-file.ts';
import { lookAt } from './lock-file.ts';
import { createFolder, lock } from './lock.test-kit.ts';

const isLinux = process.platform === 'linux';

/** Somebody who shows that he is there. */
function keepTouching(file: string): void {
  const timer = setInterval(() => void utimes(file, new Date(), new Date()), 20);
  onTestFinished(() => clearInterval(timer));
}

describe('a lock that is found', () => {
  const self = describeSelf();
  /** Numbers of processes end well below. */
  const nobody = 2 ** 30;
  type Given = Partial<Record<keyof LockHolder, string | number | undefined>>;

  interface Case {
    readonly name: string;
    readonly text: string;
    readonly isTouched?: boolean;
    readonly outcome: 'taken at once' | 'taken after a while' | 'refused';
  }

  function forge(changes: Given): string {
    return JSON.stringify({ ...self, id: 'forged', ...changes });
  }

  const cases: readonly Case[] = [
    {
      name: 'of a killed process whose number was given again',
      text: forge({ ticks: '1' }),
      outcome: isLinux ? 'taken at once' : 'refused',
    },
    { name: 'of a process that is gone', text: forge({ pid: nobody }), outcome: 'taken at once' },
    {
      name: 'of a process that is gone, touched a moment ago',
      text: forge({ pid: nobody }),
      isTouched: true,
      outcome: 'taken at once',
    },
    { name: 'of a process that lives', text: forge({}), outcome: 'refused' },
    {
      name: 'of another namespace with the same numbers, left behind',
      text: forge({ place: 'elsewhere' }),
      outcome: 'taken after a while',
    },
    {
      name: 'of another namespace, alive',
      text: forge({ place: 'elsewhere', pid: nobody }),
      isTouched: true,
      outcome: 'refused',
    },
    {
      name: 'of a system that tells nothing, left behind',
      text: forge({ place: undefined, ticks: undefined }),
      outcome: 'taken after a while',
    },
    {
      name: 'of a system that tells nothing, alive',
      text: forge({ place: undefined, ticks: undefined, pid: nobody }),
      isTouched: true,
      outcome: 'refused',
    },
    { name: 'empty', text: '', outcome: 'taken after a while' },
    { name: 'zeros', text: '\0'.repeat(200), outcome: 'taken after a while' },
    {
      name: 'cut off',
      text: holderText(self).slice(0, 60),
      outcome: 'taken after a while',
    },
    { name: 'something else', text: '["a"]', outcome: 'taken after a while' },
    {
      name: 'with a number that means a group of processes',
      text: forge({ pid: 0 }),
      outcome: 'taken after a while',
    },
    { name: 'something else, in use', text: 'text', isTouched: true, outcome: 'refused' },
  ];

  test.each(cases)('$name: $outcome', async ({ text, isTouched, outcome }) => {
    const folder = await createFolder();
    const file = join(folder, 'lock');
    await writeFile(file, text);
    const past = new Date('2020-01-01');
    await utimes(file, past, past);
    if (isTouched) keepTouching(file);
    const notices: string[] = [];

    const taking = lock(folder, { onNotice: (notice) => notices.push(notice) });

    if (outcome === 'refused') {
      await expect(taking).rejects.toThrow(/ first, or give each a data folder/);
      expect(await readFile(file, 'utf8')).toBe(text);
      return;
    }
    expect((await taking).problem()).toBeUndefined();
    const [notice = ''] = notices;
    expect(notice.includes('waiting to see')).toBe(outcome === 'taken after a while');
    expect(await readdir(folder)).toEqual(['lock']);
  });

  test.runIf(isLinux)('of a process that nobody has asked after is taken at once', async () => {
    const folder = await createFolder();
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60']);
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line]: unknown[] = await once(parent.stdout, 'data');
    const pid = Number(String(line));
    const stat = (): readonly string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
    await vi.waitFor(() => expect(stat()[2]).toBe('Z'), patience);
    await writeFile(join(folder, 'lock'), forge({ pid, ticks: stat()[21] }));

    expect((await lock(folder, { patience: 60_000 })).problem()).toBeUndefined();
  });

  test('is a folder: the start says what is wrong', async () => {
    const folder = await createFolder();
    await mkdir(join(folder, 'lock'));

    await expect(lock(folder)).rejects.toThrow(`${folder}/lock: can not be used: EISDIR`);
  });
});

describe('what a process leaves that is killed while it removes a lock', () => {
  const left = JSON.stringify({ ...describeSelf(), pid: 2 ** 30 });

  test.each([
    ['of a process that is gone', left],
    ['an empty file', ''],
  ])('%s stops nobody, and is tidied up', async (_, text) => {
    const folder = await createFolder();
    const file = join(folder, 'lock');
    await writeFile(file, left);
    // It is named after the lock that it is there to remove.
    await writeFile(`${file}.${lookAt(file)?.mark}`, text);
    await writeFile(`${file}.of-an-earlier-lock`, text);

    expect((await lock(folder)).problem()).toBeUndefined();
    expect(await readdir(folder)).toEqual(['lock']);
  });

  test.runIf(isLinux)('while it lives, nobody else removes the lock', async () => {
    const folder = await createFolder();
    const file = join(folder, 'lock');
    await writeFile(file, left);
    await writeFile(`${file}.${lookAt(file)?.mark}`, holderText(describeSelf()));

    await expect(lock(folder)).rejects.toThrow(/the folder/);
    expect(await readFile(file, 'utf8')).toBe(left);
  });
});
