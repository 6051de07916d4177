import { existsSync, statSync } from 'node:fs';
import { chmod, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { patience } from '../../../../tests/patience.ts';
import { holdTimers } from '../../../base/node-modules.test-kit.ts';
import { describeSelf } from './lock-file.ts';
import { startLockChild } from './lock-child.test-kit.ts';
import { brief, createFolder, lock } from './lock.test-kit.ts';

describe('while it is held', () => {
  test('it is touched, so that others see it', async () => {
    const folder = await createFolder();
    await lock(folder);
    const past = new Date('2020-01-01');
    const file = join(folder, 'lock');

    await utimes(file, past, past);

    await vi.waitFor(() => expect(statSync(file).mtimeMs).toBeGreaterThan(+past), patience);
  });

  test('it is made again where somebody tidied it away', async () => {
    const folder = await createFolder();
    const taken = await lock(folder);
    const file = join(folder, 'lock');

    await rm(file);

    await vi.waitFor(() => expect(existsSync(file)).toBe(true), patience);
    expect(taken.problem()).toBeUndefined();
  });

  test('the folder may go: it is not made again for a lock alone', async () => {
    const folder = await createFolder();
    const taken = await lock(folder, { beat: 1 });

    await rename(folder, `${folder}-moved`);
    onTestFinished(() => rm(`${folder}-moved`, { recursive: true }));

    for (let check = 0; check < 20; check += 1) {
      await new Promise((resolve) => setTimeout(resolve, 3));
      expect(taken.problem()).toBeUndefined();
    }
    expect(existsSync(folder)).toBe(false);
  });

  test('it is lost for good to whoever has taken it over', async () => {
    const folder = await createFolder();
    const file = join(folder, 'lock');
    const taken = await lock(folder);
    const other = JSON.stringify({ ...describeSelf(), pid: 4711, host: 'elsewhere' });

    await writeFile(file, other);

    await vi.waitFor(() => expect(taken.problem()).toBeDefined(), patience);
    expect(taken.problem()).toContain('process 4711 on elsewhere has taken the folder over');
    await taken.release();
    expect(await readFile(file, 'utf8')).toBe(other);
    expect(taken.problem()).toBeDefined();
  });

  test('whoever did not move looks before going on, without waiting for a beat', async () => {
    const folder = await createFolder();
    // The clock alone moves: no timer has a chance.
    holdTimers('setInterval', 'clearInterval');
    const taken = await lock(folder);
    await writeFile(join(folder, 'lock'), JSON.stringify({ ...describeSelf(), id: 'other' }));
    expect(taken.problem()).toBeUndefined();

    vi.setSystemTime(Date.now() + 1000);

    expect(taken.problem()).toBeDefined();
  });

  test('whoever did not move has lost a lock that is gone', async () => {
    const folder = await createFolder();
    holdTimers('setInterval', 'clearInterval');
    const taken = await lock(folder);
    await rm(join(folder, 'lock'));

    vi.setSystemTime(Date.now() + 1000);

    expect(taken.problem()).toBeDefined();
    expect(taken.problem()).toContain('has taken the folder over');
  });

  test('a folder that was made for it goes with it, any other stays', async () => {
    const folder = await createFolder();
    const [made, used] = [join(folder, 'made'), join(folder, 'used')];
    const locks = [await lock(made), await lock(used), await lock(folder)];
    await writeFile(join(used, 'file'), '');

    for (const one of locks) await one.release();

    expect(await readdir(folder, { recursive: true })).toEqual(['used', 'used/file']);
  });
});

describe('a folder that can not be written to', () => {
  async function startHumbly(): Promise<{
    folder: string;
    child: Awaited<ReturnType<typeof startLockChild>>;
  }> {
    const folder = await createFolder();
    await writeFile(join(folder, 'db.json'), '{}');
    await chmod(folder, 0o555);
    const child = await startLockChild(folder, { ...brief, isHumble: true });
    expect(child.answer).toMatchObject({ held: false });
    expect(child.answer.problem).toMatch(
      /lock: can not be written \(EACCES.*nothing can be stored/,
    );
    return { folder, child };
  }

  test('is locked as soon as it can be', async () => {
    const { folder, child } = await startHumbly();

    await chmod(folder, 0o777);

    await vi.waitFor(async () => expect(await child.ask()).toMatchObject({ held: true }), patience);
    await expect(lock(folder)).rejects.toThrow(`in use by process ${child.pid}`);
  });

  test('stays closed where it was written to meanwhile', async () => {
    const { folder, child } = await startHumbly();

    await writeFile(join(folder, 'db.json'), '{"changed":true}');
    await chmod(folder, 0o777);

    await vi.waitFor(
      async () => expect((await child.ask()).problem).toMatch(/written to it since.*Start again/),
      patience,
    );
    expect(await readdir(folder)).toEqual(['db.json']);
  });

  test('and is in use by another is refused all the same', async () => {
    const folder = await createFolder();
    await lock(folder);
    await chmod(folder, 0o555);

    const child = await startLockChild(folder, { isHumble: true });

    expect(child.answer.problem).toContain(`in use by process ${process.pid}`);
  });
});
