import { describe, expect, it } from 'vitest';

import { createHeldDisk, openStarted, turn } from './held-disk.test-kit.ts';
import type { MemoryDisk } from './memory-disk.test-kit.ts';
import { createMemoryDisk } from './memory-disk.test-kit.ts';
import { openStore, reopen } from './things.test-kit.ts';

function watch(promises: readonly Promise<void>[]): readonly string[] {
  const marks = promises.map(() => 'open');
  for (const [index, promise] of promises.entries())
    promise.then(
      () => (marks[index] = 'kept'),
      () => (marks[index] = 'lost'),
    );
  return marks;
}

function count(disk: MemoryDisk, step: string): number {
  return disk.steps.filter((other) => other === step).length;
}

describe('an entry is acknowledged', () => {
  it.each(['write db.journal-1', 'datasync db.journal-1'])('not before %s', async (step) => {
    const held = createHeldDisk();
    const store = await openStarted(held);
    held.hold(new RegExp(step));
    const marks = watch([store.put('c', 1)]);
    await turn();
    expect([marks, held.held]).toEqual([['open'], [step]]);
    expect(store.pending()).toBeDefined();
    await held.letGo();
    expect(marks).toEqual(['kept']);
    expect(store.pending()).toBeUndefined();
    expect(await reopen(held.disk.survivor('power cut'))).toEqual(store.things());
  });

  it('not before the new journal has its name for good', async () => {
    const held = createHeldDisk();
    const store = await openStore({ disk: held.disk });
    await store.put('a', 1);
    held.hold(/syncFolder/);
    const marks = watch([store.put('b', 1)]);
    await turn();
    expect([marks, held.disk.names()]).toEqual([['open'], ['db.journal-1', 'db.json']]);
    await held.letGo();
    expect(marks).toEqual(['kept']);
    expect(await reopen(held.disk.survivor('power cut'))).toEqual(store.things());
  });

  it.each(['sync .db.json.tmp', 'rename .db.json.tmp to db.json', 'syncFolder'])(
    'where it is the first, not before %s',
    async (step) => {
      const held = createHeldDisk();
      const store = await openStore({ disk: held.disk });
      held.disk.put('/data/other', '');
      held.hold(new RegExp(step));
      const marks = watch([store.put('a', 1)]);
      await turn();
      expect([marks, held.held]).toEqual([['open'], [step]]);
      await held.letGo();
      expect(marks).toEqual(['kept']);
    },
  );

  it('together with all that came while another was written', async () => {
    const held = createHeldDisk();
    const store = await openStarted(held);
    held.hold(/datasync/);
    const first = watch([store.put('c', 1)]);
    await turn();
    const before = held.disk.steps.length;
    const rest = watch(Array.from({ length: 32 }, (_, n) => store.put(`n${n}`, n)));
    await held.letGo();
    expect([first, new Set(rest)]).toEqual([['kept'], new Set(['open'])]);
    await turn();
    await held.letGo();
    expect(new Set(rest)).toEqual(new Set(['kept']));
    const steps = held.disk.steps.slice(before);
    expect(steps.filter((step) => step.startsWith('datasync'))).toHaveLength(1);
    expect(steps.filter((step) => step.startsWith('write'))).toHaveLength(1);
    expect(await reopen(held.disk.survivor('power cut'))).toEqual(store.things());
  });

  it('together with all that came in the same turn', async () => {
    const held = createHeldDisk();
    const store = await openStarted(held);
    const before = count(held.disk, 'datasync db.journal-1');
    await Promise.all(Array.from({ length: 32 }, (_, n) => store.put(`n${n}`, n)));
    expect(count(held.disk, 'datasync db.journal-1')).toBe(before + 1);
  });
});

describe('a new beginning', () => {
  it('is acknowledged when db.json is in its place for good, with what came after it', async () => {
    const held = createHeldDisk();
    const store = await openStarted(held);
    held.hold(/syncFolder/);
    const marks = watch([store.rebase([{ id: 'z', size: 0 }]), store.put('y', 1)]);
    await turn();
    expect(marks).toEqual(['open', 'open']);
    await held.letGo();
    expect(marks).toEqual(['kept', 'kept']);
    expect(await reopen(held.disk.survivor('power cut'))).toEqual(store.things());
    expect(held.disk.names()).toEqual(['db.json']);
  });

  it('does not wait for db.json to be written anew in the background', async () => {
    const held = createHeldDisk();
    const store = await openStore({ disk: held.disk, leastLength: 0 });
    await store.put('a', 1);
    held.hold(/write .db.json.tmp/);
    await store.put('b', 1);
    await turn();
    expect(held.held).toEqual(['write .db.json.tmp']);
    const marks = watch([store.rebase([{ id: 'z', size: 0 }])]);
    await turn();
    expect(marks).toEqual(['open']);
    held.hold(/never/);
    await held.letGo();
    await turn();
    expect(marks).toEqual(['kept']);
    expect(await reopen(held.disk)).toEqual([{ id: 'z', size: 0 }]);
    expect(store.notices).toEqual([]);
  });
});

describe('db.json', () => {
  // In how many slices it is written follows from the time that each takes, so they count as one.
  const stepsOfBase = (disk: MemoryDisk): readonly string[] =>
    disk.steps
      .filter((step) => /tmp|syncFolder|remove/.test(step))
      .filter((step, place, steps) => step !== steps[place - 1]);

  it('is synced before it takes its place, and stays before journals go', async () => {
    const disk = createMemoryDisk();
    const store = await openStore({ disk });
    await store.put('a', 1);
    await store.put('b', 1);
    const before = disk.steps.length;
    await store.close();
    expect(stepsOfBase({ ...disk, steps: disk.steps.slice(before) })).toEqual([
      'open .db.json.tmp to write',
      'write .db.json.tmp',
      'sync .db.json.tmp',
      'close .db.json.tmp',
      'rename .db.json.tmp to db.json',
      'syncFolder',
      'remove db.journal-1',
    ]);
  });

  it('is written anew in the background, and entries go on meanwhile', async () => {
    const held = createHeldDisk();
    const store = await openStore({ disk: held.disk, leastLength: 0 });
    await store.put('a', 1);
    held.hold(/^sync .db.json.tmp/);
    await store.put('b', 1);
    await turn();
    expect(held.held).toEqual(['sync .db.json.tmp']);
    await store.put('c', 1);
    await store.put('d', 1);
    expect(held.disk.names()).toEqual(['.db.json.tmp', 'db.journal-1', 'db.journal-2', 'db.json']);
    expect(await reopen(held.disk.survivor('power cut'))).toEqual(store.things());
    held.hold(/never/);
    await held.letGo();
    await turn();
    expect(await reopen(held.disk.survivor('power cut'))).toEqual(store.things());
    await store.close();
    expect(held.disk.names()).toEqual(['db.json']);
    expect(await reopen(held.disk)).toEqual(store.things());
  });

  it('is written anew soon after a stop that was not clean', async () => {
    const disk = createMemoryDisk();
    const first = await openStore({ disk });
    await first.put('a', 1);
    await first.put('b', 1);
    const after = disk.survivor('kill');
    const second = await openStore({ disk: after });
    await turn();
    expect(after.names()).toEqual(['db.json']);
    expect(await reopen(after)).toEqual(second.things());
  });

  it('is not written before the first change, nor at a stop without one', async () => {
    const disk = createMemoryDisk();
    const idle = await openStore({ disk });
    await idle.close();
    expect(disk.names()).toEqual([]);
    const busy = await openStore({ disk });
    await busy.put('a', 1);
    await busy.close();
    const before = disk.steps.length;
    const next = await openStore({ disk });
    await next.close();
    // Whoever stopped before may have been killed: what is shown is made durable first.
    const steps = disk.steps.slice(before).filter((step) => /write|sync|rename/.test(step));
    expect(steps).toEqual(['datasync db.json', 'syncFolder']);
  });
});

describe('without syncs', () => {
  it('nothing is synced, and everything is written', async () => {
    const disk = createMemoryDisk();
    const store = await openStore({ disk, durability: 'flush', leastLength: 0 });
    await store.put('a', 1);
    await store.put('b', 1);
    expect(await reopen(disk.survivor('kill'))).toEqual(store.things());
    await store.rebase([]);
    await store.close();
    expect(disk.steps.filter((step) => step.includes('sync'))).toEqual([]);
  });
});

describe('close', () => {
  it('waits for all that was appended, and takes no more', async () => {
    const disk = createMemoryDisk();
    const store = await openStore({ disk });
    const marks = watch([store.put('a', 1), store.put('b', 1)]);
    await store.close();
    expect(marks).toEqual(['kept', 'kept']);
    expect(await reopen(disk)).toEqual(store.things());
    await expect(store.put('c', 1)).rejects.toThrow('the data folder is closed');
  });

  it('and what comes too late takes nothing along that still waits', async () => {
    const held = createHeldDisk();
    const store = await openStarted(held);
    held.hold(/datasync/);
    const first = store.put('c', 1);
    await turn();
    const marks = watch([first, store.put('d', 1)]);
    const closed = store.close();
    const wanted = store.things();
    await expect(store.put('e', 1)).rejects.toThrow('the data folder is closed');
    expect(store.things()).toEqual(wanted);
    held.hold(/never/);
    await held.letGo();
    await closed;
    expect(marks).toEqual(['kept', 'kept']);
    expect(await reopen(held.disk)).toEqual(wanted);
  });
});
