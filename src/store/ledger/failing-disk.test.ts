import { describe, expect, it } from 'vitest';

import type { MemoryDisk } from './memory-disk.test-kit.ts';
import { createMemoryDisk } from './memory-disk.test-kit.ts';
import type { Store } from './things.test-kit.ts';
import { openStore, reopen } from './things.test-kit.ts';

const full = 'ENOSPC: no space left on device';

/** From now on every step that fits fails; `half`: after half of a write. */
function fail(disk: MemoryDisk, pattern: RegExp, how: 'whole' | 'half' = 'whole'): void {
  disk.before = (step) => {
    if (!pattern.test(step)) return undefined;
    if (how === 'half' && step.startsWith('write ')) return 'half';
    throw new Error(full);
  };
}

function mend(disk: MemoryDisk): void {
  disk.before = () => undefined;
}

async function openStarted(leastLength = 1_000_000): Promise<{ disk: MemoryDisk; store: Store }> {
  const disk = createMemoryDisk();
  const store = await openStore({ disk, leastLength });
  await store.put('a', 1);
  await store.put('b', 1);
  return { disk, store };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const cases: readonly [string, RegExp, 'whole' | 'half'][] = [
  ['a write', /^write db.journal/, 'whole'],
  ['half of a write', /^write db.journal/, 'half'],
  ['a sync', /^datasync/, 'whole'],
  ['a sync, and then the cut', /^(datasync|truncate)/, 'whole'],
  ['half of a write, and then the cut', /^(write db.journal|truncate)/, 'half'],
  ['everything', /./, 'whole'],
];

describe('where the journal can not be written', () => {
  it.each(cases)('%s: memory goes back, and goes on when the cause is gone', async (...args) => {
    const [, pattern, how] = args;
    const { disk, store } = await openStarted();
    const before = store.things();
    fail(disk, pattern, how);
    const lost = store.put('c', 1);
    await expect(lost).rejects.toThrow(`db.journal-1 can not be written: ${full}`);
    expect([store.things(), store.losses, store.pending()]).toEqual([before, [before], undefined]);
    await expect(store.put('c', 2)).rejects.toThrow(full);
    await expect(store.put('c', 3)).rejects.toThrow(full);
    mend(disk);
    await store.put('d', 1);
    expect(store.things()).toEqual([...before, { id: 'd', size: 1 }]);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
    await store.close();
    expect(await reopen(disk)).toEqual(store.things());
  });

  it.each(cases)('%s, the first of its journal', async (...args) => {
    const [, pattern, how] = args;
    const disk = createMemoryDisk();
    const store = await openStore({ disk });
    await store.put('a', 1);
    fail(disk, pattern, how);
    await expect(store.put('b', 1)).rejects.toThrow(full);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
    mend(disk);
    await store.put('c', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
  });

  it('the name of the journal can not be kept', async () => {
    const disk = createMemoryDisk();
    const store = await openStore({ disk });
    await store.put('a', 1);
    fail(disk, /syncFolder/);
    await expect(store.put('b', 1)).rejects.toThrow(full);
    mend(disk);
    await store.put('c', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
  });

  it('what came since falls with it, with one error, and memory goes back once', async () => {
    const { disk, store } = await openStarted();
    const before = store.things();
    const late: Promise<void>[] = [];
    disk.before = (step) => {
      if (!step.startsWith('datasync')) return undefined;
      late.push(store.put('d', 1), store.rebase([]));
      throw new Error(full);
    };
    const first = store.put('c', 1);
    await first.catch(() => undefined);
    expect(late).toHaveLength(2);
    const results = await Promise.allSettled([first, ...late]);
    const reasons = results.map((result) =>
      result.status === 'rejected' ? result.reason : 'kept',
    );
    expect(new Set(reasons).size).toBe(1);
    expect(store.losses).toEqual([before]);
    mend(disk);
    await store.put('e', 1);
    expect(await reopen(disk.survivor('kill'))).toEqual(store.things());
  });

  it('nobody has to listen', async () => {
    const { disk, store } = await openStarted();
    fail(disk, /datasync/);
    void store.put('c', 1);
    await settle();
    expect(store.losses).toHaveLength(1);
  });
});

describe('where db.json can not be written', () => {
  it.each<[string, RegExp]>([
    ['opened', /open .db.json.tmp/],
    ['written', /write .db.json.tmp/],
    ['synced', /^sync .db.json.tmp/],
    ['put in its place', /rename/],
    ['put in its place for good', /syncFolder/],
  ])('%s: a new beginning is taken back, and the old one goes on', async (_, pattern) => {
    const { disk, store } = await openStarted();
    const before = store.things();
    fail(disk, pattern);
    await expect(store.rebase([])).rejects.toThrow(full);
    expect([store.things(), store.losses]).toEqual([before, [before]]);
    mend(disk);
    await store.put('c', 1);
    expect(store.things()).toHaveLength(3);
    for (const how of ['kill', 'power cut'] as const)
      expect(await reopen(disk.survivor(how))).toEqual(store.things());
    expect(disk.names()).not.toContain('.db.json.tmp');
    await store.close();
    expect(await reopen(disk)).toEqual(store.things());
  });

  it('entries still go on, where only a new beginning has failed', async () => {
    const { disk, store } = await openStarted();
    fail(disk, /rename/);
    await expect(store.rebase([])).rejects.toThrow(`db.json can not be written: ${full}`);
    await store.put('c', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
  });

  it('for the first time: nothing is there, and then all of it', async () => {
    const disk = createMemoryDisk();
    const store = await openStore({ disk });
    fail(disk, /write .db.json.tmp/, 'half');
    await expect(store.put('a', 1)).rejects.toThrow(full);
    expect([store.things(), disk.names()]).toEqual([[], []]);
    mend(disk);
    await store.put('b', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual([{ id: 'b', size: 1 }]);
  });

  it.each<[string, RegExp]>([
    ['opened', /open .db.json.tmp/],
    ['written', /write .db.json.tmp/],
    ['put in its place', /rename/],
    ['put in its place for good', /syncFolder/],
  ])('%s, in the background: entries go on, and it is said once', async (_, pattern) => {
    const { disk, store } = await openStarted(300);
    disk.before = (step) => {
      // A folder is synced for a journal, too, and that is another matter.
      const isForBase = disk.steps.findLast((one) => /write/.test(one))?.includes('tmp') ?? false;
      if (pattern.test(step) && (step.includes('tmp') || isForBase)) throw new Error(full);
    };
    for (let n = 0; n < 40; n += 1) {
      await store.put(`n${n}`, n);
      await settle();
    }
    expect(store.losses).toEqual([]);
    expect(store.notices).toHaveLength(1);
    expect(store.notices[0]).toMatch(/ENOSPC.*Nothing is lost/);
    for (const how of ['kill', 'power cut'] as const)
      expect(await reopen(disk.survivor(how))).toEqual(store.things());
    mend(disk);
    for (let n = 0; n < 40; n += 1) {
      await store.put(`n${n}`, n);
      await settle();
    }
    expect(disk.names().filter((name) => name.includes('journal')).length).toBeLessThan(3);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
  });

  it('at the stop: the journals stay, and it says so', async () => {
    const { disk, store } = await openStarted();
    fail(disk, /write .db.json.tmp/);
    await store.close();
    expect(store.notices).toEqual([expect.stringMatching(/at the stop.*ENOSPC.*Nothing is lost/)]);
    mend(disk);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
  });
});

describe('where somebody takes files away', () => {
  const took = 'was taken away or changed while in use: db.json is written anew';

  it.each<[string, string, (disk: MemoryDisk) => Promise<void> | void]>([
    ['the journal', 'db.journal-1', (disk) => disk.remove('/data/db.journal-1')],
    ['the journal, for another', 'db.journal-1', (disk) => disk.put('/data/db.journal-1', 'x')],
    [
      'everything',
      'db.journal-1',
      async (disk) => {
        await disk.remove('/data/db.journal-1');
        await disk.remove('/data/db.json');
      },
    ],
  ])('%s: nothing is acknowledged that is not there', async (_, name, take) => {
    const { disk, store } = await openStarted();
    await take(disk);
    await store.put('c', 1);
    expect(store.notices).toEqual([`${name} ${took}`]);
    for (const how of ['kill', 'power cut'] as const)
      expect(await reopen(disk.survivor(how))).toEqual(store.things());
    await store.put('d', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
  });

  it('db.json, before there is a journal', async () => {
    const disk = createMemoryDisk();
    const store = await openStore({ disk });
    await store.put('a', 1);
    await disk.remove('/data/db.json');
    await store.put('b', 1);
    expect(store.notices).toEqual([`db.json ${took}`]);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
  });

  it('db.json, while its journal is in use', async () => {
    const { disk, store } = await openStarted();
    await disk.remove('/data/db.json');
    await store.put('c', 1);
    expect(store.notices).toEqual([`db.json ${took}`]);
    for (const how of ['kill', 'power cut'] as const)
      expect(await reopen(disk.survivor(how))).toEqual(store.things());
    await store.put('d', 1);
    expect(store.notices).toHaveLength(1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
  });

  it('db.json, and it can not be put back: nothing is acknowledged', async () => {
    const { disk, store } = await openStarted();
    const before = store.things();
    await disk.remove('/data/db.json');
    fail(disk, /rename/);
    await expect(store.put('c', 1)).rejects.toThrow(full);
    expect(store.things()).toEqual(before);
    mend(disk);
    await store.put('d', 1);
    expect(await reopen(disk.survivor('kill'))).toEqual([...before, { id: 'd', size: 1 }]);
  });

  it('perhaps db.json, where nobody can tell: it is written anew', async () => {
    const { disk, store } = await openStarted();
    fail(disk, /^look db.json/);
    await store.put('c', 1);
    mend(disk);
    expect(disk.names()).toEqual(['db.json']);
    expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
  });

  it('and then the disk fails, too: it is tried again until it works', async () => {
    const { disk, store } = await openStarted();
    const before = store.things();
    await disk.remove('/data/db.journal-1');
    fail(disk, /rename/);
    await expect(store.put('c', 1)).rejects.toThrow(full);
    await expect(store.put('c', 1)).rejects.toThrow(full);
    expect(store.things()).toEqual(before);
    mend(disk);
    await store.put('d', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual([...before, { id: 'd', size: 1 }]);
  });
});
