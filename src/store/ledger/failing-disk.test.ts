import { describe, expect, it } from 'vitest';

import type { MemoryDisk } from './memory-disk.test-kit.ts';
import { createMemoryDisk } from './memory-disk.test-kit.ts';
import type { Keeper } from './things.test-kit.ts';
import { openKeeper, reopen } from './things.test-kit.ts';

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

async function openStarted(leastLength = 1_000_000): Promise<{ disk: MemoryDisk; keeper: Keeper }> {
  const disk = createMemoryDisk();
  const keeper = await openKeeper({ disk, leastLength });
  await keeper.put('a', 1);
  await keeper.put('b', 1);
  return { disk, keeper };
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
    const { disk, keeper } = await openStarted();
    const before = keeper.things();
    fail(disk, pattern, how);
    const lost = keeper.put('c', 1);
    await expect(lost).rejects.toThrow(`db.journal-1 can not be written: ${full}`);
    expect([keeper.things(), keeper.losses, keeper.pending()]).toEqual([
      before,
      [before],
      undefined,
    ]);
    await expect(keeper.put('c', 2)).rejects.toThrow(full);
    await expect(keeper.put('c', 3)).rejects.toThrow(full);
    mend(disk);
    await keeper.put('d', 1);
    expect(keeper.things()).toEqual([...before, { id: 'd', size: 1 }]);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
    await keeper.close();
    expect(await reopen(disk)).toEqual(keeper.things());
  });

  it.each(cases)('%s, the first of its journal', async (...args) => {
    const [, pattern, how] = args;
    const disk = createMemoryDisk();
    const keeper = await openKeeper({ disk });
    await keeper.put('a', 1);
    fail(disk, pattern, how);
    await expect(keeper.put('b', 1)).rejects.toThrow(full);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
    mend(disk);
    await keeper.put('c', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
  });

  it('the name of the journal can not be kept', async () => {
    const disk = createMemoryDisk();
    const keeper = await openKeeper({ disk });
    await keeper.put('a', 1);
    fail(disk, /syncFolder/);
    await expect(keeper.put('b', 1)).rejects.toThrow(full);
    mend(disk);
    await keeper.put('c', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
  });

  it('what came since falls with it, with one error, and memory goes back once', async () => {
    const { disk, keeper } = await openStarted();
    const before = keeper.things();
    fail(disk, /datasync/);
    const first = keeper.put('c', 1);
    await Promise.resolve();
    await Promise.resolve();
    const late = [keeper.put('d', 1), keeper.rebase([])];
    const results = await Promise.allSettled([first, ...late]);
    const reasons = results.map((result) =>
      result.status === 'rejected' ? result.reason : 'kept',
    );
    expect(new Set(reasons).size).toBe(1);
    expect(keeper.losses).toEqual([before]);
    mend(disk);
    await keeper.put('e', 1);
    expect(await reopen(disk.survivor('kill'))).toEqual(keeper.things());
  });

  it('nobody has to listen', async () => {
    const { disk, keeper } = await openStarted();
    fail(disk, /datasync/);
    void keeper.put('c', 1);
    await settle();
    expect(keeper.losses).toHaveLength(1);
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
    const { disk, keeper } = await openStarted();
    const before = keeper.things();
    fail(disk, pattern);
    await expect(keeper.rebase([])).rejects.toThrow(full);
    expect([keeper.things(), keeper.losses]).toEqual([before, [before]]);
    mend(disk);
    await keeper.put('c', 1);
    expect(keeper.things()).toHaveLength(3);
    for (const how of ['kill', 'power cut'] as const)
      expect(await reopen(disk.survivor(how))).toEqual(keeper.things());
    expect(disk.names()).not.toContain('.db.json.tmp');
    await keeper.close();
    expect(await reopen(disk)).toEqual(keeper.things());
  });

  it('entries still go on, where only a new beginning has failed', async () => {
    const { disk, keeper } = await openStarted();
    fail(disk, /rename/);
    await expect(keeper.rebase([])).rejects.toThrow(`db.json can not be written: ${full}`);
    await keeper.put('c', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
  });

  it('for the first time: nothing is there, and then all of it', async () => {
    const disk = createMemoryDisk();
    const keeper = await openKeeper({ disk });
    fail(disk, /write .db.json.tmp/, 'half');
    await expect(keeper.put('a', 1)).rejects.toThrow(full);
    expect([keeper.things(), disk.names()]).toEqual([[], []]);
    mend(disk);
    await keeper.put('b', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual([{ id: 'b', size: 1 }]);
  });

  it.each<[string, RegExp]>([
    ['opened', /open .db.json.tmp/],
    ['written', /write .db.json.tmp/],
    ['put in its place', /rename/],
    ['put in its place for good', /syncFolder/],
  ])('%s, in the background: entries go on, and it is said once', async (_, pattern) => {
    const { disk, keeper } = await openStarted(300);
    disk.before = (step) => {
      // A folder is synced for a journal, too, and that is another matter.
      const isForBase = disk.steps.findLast((one) => /write/.test(one))?.includes('tmp') ?? false;
      if (pattern.test(step) && (step.includes('tmp') || isForBase)) throw new Error(full);
    };
    for (let n = 0; n < 40; n += 1) {
      await keeper.put(`n${n}`, n);
      await settle();
    }
    expect(keeper.losses).toEqual([]);
    expect(keeper.notices).toHaveLength(1);
    expect(keeper.notices[0]).toMatch(/ENOSPC.*Nothing is lost/);
    for (const how of ['kill', 'power cut'] as const)
      expect(await reopen(disk.survivor(how))).toEqual(keeper.things());
    mend(disk);
    for (let n = 0; n < 40; n += 1) {
      await keeper.put(`n${n}`, n);
      await settle();
    }
    expect(disk.names().filter((name) => name.includes('journal')).length).toBeLessThan(3);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
  });

  it('at the stop: the journals stay, and it says so', async () => {
    const { disk, keeper } = await openStarted();
    fail(disk, /write .db.json.tmp/);
    await keeper.close();
    expect(keeper.notices).toEqual([expect.stringMatching(/at the stop.*ENOSPC.*Nothing is lost/)]);
    mend(disk);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
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
    const { disk, keeper } = await openStarted();
    await take(disk);
    await keeper.put('c', 1);
    expect(keeper.notices).toEqual([`${name} ${took}`]);
    for (const how of ['kill', 'power cut'] as const)
      expect(await reopen(disk.survivor(how))).toEqual(keeper.things());
    await keeper.put('d', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
  });

  it('db.json, before there is a journal', async () => {
    const disk = createMemoryDisk();
    const keeper = await openKeeper({ disk });
    await keeper.put('a', 1);
    await disk.remove('/data/db.json');
    await keeper.put('b', 1);
    expect(keeper.notices).toEqual([`db.json ${took}`]);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
  });

  it('db.json, while its journal is in use', async () => {
    const { disk, keeper } = await openStarted();
    await disk.remove('/data/db.json');
    await keeper.put('c', 1);
    expect(keeper.notices).toEqual([`db.json ${took}`]);
    for (const how of ['kill', 'power cut'] as const)
      expect(await reopen(disk.survivor(how))).toEqual(keeper.things());
    await keeper.put('d', 1);
    expect(keeper.notices).toHaveLength(1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
  });

  it('db.json, and it can not be put back: nothing is acknowledged', async () => {
    const { disk, keeper } = await openStarted();
    const before = keeper.things();
    await disk.remove('/data/db.json');
    fail(disk, /rename/);
    await expect(keeper.put('c', 1)).rejects.toThrow(full);
    expect(keeper.things()).toEqual(before);
    mend(disk);
    await keeper.put('d', 1);
    expect(await reopen(disk.survivor('kill'))).toEqual([...before, { id: 'd', size: 1 }]);
  });

  it('perhaps db.json, where nobody can tell: it is written anew', async () => {
    const { disk, keeper } = await openStarted();
    fail(disk, /^look db.json/);
    await keeper.put('c', 1);
    mend(disk);
    expect(disk.names()).toEqual(['db.json']);
    expect(await reopen(disk.survivor('power cut'))).toEqual(keeper.things());
  });

  it('and then the disk fails, too: it is tried again until it works', async () => {
    const { disk, keeper } = await openStarted();
    const before = keeper.things();
    await disk.remove('/data/db.journal-1');
    fail(disk, /rename/);
    await expect(keeper.put('c', 1)).rejects.toThrow(full);
    await expect(keeper.put('c', 1)).rejects.toThrow(full);
    expect(keeper.things()).toEqual(before);
    mend(disk);
    await keeper.put('d', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual([...before, { id: 'd', size: 1 }]);
  });
});
