import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { patience } from '../../../../tests/patience.ts';
import { describeSelf } from './lock-file.ts';
import { startLockChild } from './lock-child.test-kit.ts';
import { brief, createFolder, lock } from './lock.test-kit.ts';
import { acquireLock } from './lock.ts';

const isLinux = process.platform === 'linux';

describe('two processes', () => {
  test('the second is refused, and told who the first is and what to do', async () => {
    const folder = await createFolder();
    const first = await startLockChild(folder);
    expect(first.answer).toMatchObject({ held: true });

    const refused = acquireLock(folder);

    await expect(refused).rejects.toThrow(
      `${folder}/lock: the folder is in use by process ${first.pid} on ${hostname()} since 2`,
    );
    await expect(refused).rejects.toThrow(/ Stop that first, or .*--data/);
    await expect(refused).rejects.toHaveProperty('name', 'StartError');
    expect(await first.ask()).toMatchObject({ held: true });
  });

  test('the second gets it when the first has given it back', async () => {
    const folder = await createFolder();
    const first = await startLockChild(folder);

    expect(await first.release()).toMatchObject({ held: false });

    expect(await readdir(folder)).toEqual([]);
    expect((await lock(folder)).problem()).toBeUndefined();
    expect((await first.ask()).problem).toContain('given back');
  });

  test.runIf(isLinux)('the second gets it at once when the first was killed', async () => {
    const folder = await createFolder();
    for (let round = 0; round < 3; round += 1) {
      const child = await startLockChild(folder, { patience: 60_000 });
      expect(child.answer).toMatchObject({ held: true, notices: [] });
      await child.kill();
      expect(await readdir(folder)).toEqual(['lock']);
    }
  });

  test.runIf(isLinux)('one that is stopped still holds it', async () => {
    const folder = await createFolder();
    const first = await startLockChild(folder, brief);
    first.signal('SIGSTOP');

    await expect(lock(folder)).rejects.toThrow(`in use by process ${first.pid}`);

    first.signal('SIGCONT');
    expect(await first.ask()).toMatchObject({ held: true });
  });

  test('one process can not open a folder twice', async () => {
    const folder = await createFolder();
    await lock(folder);

    await expect(lock(folder)).rejects.toThrow(
      /this process has had the folder open since 2.*Close that server first/,
    );
  });

  test('two folders are two folders', async () => {
    const folder = await createFolder();

    const both = [await lock(join(folder, 'a')), await lock(join(folder, 'b'))];

    expect(both.map((one) => one.problem())).toEqual([undefined, undefined]);
  });
});

describe('of twenty that start at once one gets the folder', () => {
  test.each([
    ['that is empty', undefined],
    ['with the lock of a killed process', JSON.stringify({ ...describeSelf(), pid: 2 ** 30 })],
    ['with a lock that nothing can be read from', 'rubbish'],
  ])('%s', async (_, text) => {
    const folder = await createFolder();
    if (text !== undefined) await writeFile(join(folder, 'lock'), text);

    const children = await Promise.all(
      Array.from({ length: 20 }, () => startLockChild(folder, { patience: 1000 })),
    );

    const winners = children.filter(({ answer }) => answer.held);
    expect(winners).toHaveLength(1);
    const rest = children.filter(({ answer }) => !answer.held);
    for (const { answer } of rest)
      expect(answer.problem).toContain(`in use by process ${winners[0]?.pid} `);
    expect(await winners[0]?.ask()).toMatchObject({ held: true });
    expect(await readdir(folder)).toEqual(['lock']);
  });
});

const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'] as const;

describe.runIf(canMakeNamespaces())('containers', () => {
  test('a killed one that comes back with the same process number starts', async () => {
    const folder = await createFolder();
    for (let round = 0; round < 2; round += 1) {
      const child = await startLockChild(folder, { ...brief, prefix: container });
      expect(child.answer).toMatchObject({ held: true, pid: 1 });
      await child.kill();
    }
    expect((await lock(folder)).problem()).toBeUndefined();
  });

  test('one that lives keeps others out, in others and outside', async () => {
    const folder = await createFolder();
    const patient = { ...brief, patience: 10_000 };
    await startLockChild(folder, { ...patient, prefix: container });

    const other = await startLockChild(folder, { ...patient, prefix: container });

    expect(other.answer.problem).toContain('in use by process 1 ');
    await expect(lock(folder, patient)).rejects.toThrow('in use by process 1 ');
  });

  test('one that is frozen until another has taken over knows it when it wakes up', async () => {
    const folder = await createFolder();
    const frozen = await startLockChild(folder, { ...brief, prefix: container });
    const inner = Number(
      readFileSync(`/proc/${frozen.pid}/task/${frozen.pid}/children`, 'utf8').trim(),
    );
    process.kill(inner, 'SIGSTOP');
    // A signal takes effect somewhat later, and until then the lock is touched.
    await vi.waitFor(() => {
      expect(readFileSync(`/proc/${inner}/stat`, 'utf8')).toMatch(/\) T /);
    }, patience);

    const taken = await lock(folder);

    process.kill(inner, 'SIGCONT');
    expect((await frozen.ask()).problem).toContain(
      `process ${process.pid} on ${hostname()} has taken the folder over`,
    );
    expect(taken.problem()).toBeUndefined();
  });
});

function canMakeNamespaces(): boolean {
  try {
    execFileSync(container[0], [...container.slice(1), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
