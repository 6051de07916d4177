import { appendFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { StartError } from '../../base/errors.ts';
import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import { machineDisk } from './disk.ts';
import type { Store } from './things.test-kit.ts';
import { openStore } from './things.test-kit.ts';

function open(folder: string, durability: 'sync' | 'flush' = 'sync'): Promise<Store> {
  return openStore({ disk: machineDisk, folder, durability });
}

describe('on the disk of this machine', () => {
  it.each(['sync', 'flush'] as const)('%s: what was kept is found', async (durability) => {
    const folder = join(await writeFolder(), 'deep', 'down');
    const store = await open(folder, durability);
    await store.put('a', 1);
    await store.put('b', 1);
    await Promise.all([store.put('ä', 2), store.put('a', 3), store.remove('b')]);
    expect(await readdir(folder)).toEqual(['db.journal-1', 'db.json']);
    const lines = (await readFile(join(folder, 'db.journal-1'), 'utf8')).split('\n');
    expect(lines[0]).toMatch(/^[0-9a-f]{8} \{"journal":1,"first":1,/);
    expect(lines[1]).toMatch(/^[0-9a-f]{8} \{"number":1,"changes":\[\{"collection":"things",/);
    expect(lines).toHaveLength(6);
    // As if it had been killed: nobody has closed it.
    const second = await open(folder, durability);
    expect(second.things()).toEqual(store.things());
    expect(second.notices).toHaveLength(1);
    await second.put('c', 1);
    await second.rebase([...second.things(), { id: 'd', size: 1 }]);
    await second.close();
    expect(await readdir(folder)).toEqual(['db.json']);
    const third = await open(folder, durability);
    expect([third.things(), third.notices]).toEqual([second.things(), []]);
    await store.close();
  });

  it('a folder that is taken away comes back, with all that is in memory', async () => {
    const folder = join(await writeFolder(), 'data');
    const store = await open(folder);
    await store.put('a', 1);
    await store.put('b', 1);
    await rm(folder, { recursive: true });
    await store.put('c', 1);
    expect(store.notices).toHaveLength(1);
    await rename(folder, `${folder}-away`);
    await store.put('d', 1);
    await store.close();
    expect((await open(folder)).things()).toEqual(store.things());
  });

  it('a journal that somebody wrote to is not relied on', async () => {
    const folder = await writeFolder();
    const store = await open(folder);
    await store.put('a', 1);
    await store.put('b', 1);
    await appendFile(join(folder, 'db.journal-1'), 'a note\n'.repeat(100));
    await store.put('c', 1);
    expect(store.notices).toEqual([
      'db.journal-1 was taken away or changed while in use: db.json is written anew',
    ]);
    expect((await open(folder)).things()).toEqual(store.things());
    await store.close();
  });

  it('what can not be written is refused, and works when it can', async () => {
    const folder = await writeFolder();
    // Whoever is root may write everywhere, but nobody can write to a folder as to a file.
    await mkdir(join(folder, '.db.json.tmp', 'x'), { recursive: true });
    const store = await open(folder);
    await expect(store.put('a', 1)).rejects.toThrow(/db.json can not be written: EISDIR/);
    expect(store.things()).toEqual([]);
    await rm(join(folder, '.db.json.tmp'), { recursive: true });
    await store.put('b', 1);
    await mkdir(join(folder, 'db.journal-1'));
    await expect(store.put('c', 1)).rejects.toThrow(/db.journal-1 can not be written: EISDIR/);
    await rm(join(folder, 'db.journal-1'), { recursive: true });
    await store.put('d', 1);
    await store.close();
    expect((await open(folder)).things()).toEqual(store.things());
  });

  it('a folder in place of a journal stops the start, and is named', async () => {
    const folder = await writeFolder();
    const store = await open(folder);
    await store.put('a', 1);
    await store.close();
    await mkdir(join(folder, 'db.journal-1'));
    await expect(open(folder)).rejects.toThrow(/db\.journal-1: can not be read: EISDIR/);
  });

  it('a file in place of the folder stops the start', async () => {
    const folder = await writeFolder({ data: '' });
    await expect(open(join(folder, 'data'))).rejects.toThrow(StartError);
  });
});
