import { describe, expect, it } from 'vitest';

import { createHeldDisk, openStarted, turn } from './held-disk.test-kit.ts';
import { openStore, reopen } from './things.test-kit.ts';

describe('what a killed process has left', () => {
  it('is synced before anything stands on it', async () => {
    const held = createHeldDisk();
    const first = await openStarted(held);
    held.hold(/datasync/);
    void first.put('c', 1);
    await turn();
    const disk = held.disk.survivor('kill');
    // What was written and not synced is found by the next process, and not after a power cut.
    expect(await reopen(held.disk.survivor('power cut'))).toHaveLength(2);
    expect(await reopen(disk)).toHaveLength(3);
    // Somebody may have been told of it by now.
    expect(await reopen(disk.survivor('power cut'))).toHaveLength(3);
    disk.before = (step) => {
      if (step.includes('tmp')) throw new Error('the disk is full');
    };
    const second = await openStore({ disk });
    await second.put('d', 1);
    expect(second.things()).toHaveLength(4);
    expect(await reopen(disk.survivor('power cut'))).toEqual(second.things());
  });

  it('is refused where it can not be synced', async () => {
    const held = createHeldDisk();
    await openStarted(held);
    const disk = held.disk.survivor('kill');
    disk.before = (step) => {
      if (/tmp|datasync db.journal-1/.test(step)) throw new Error('the disk is broken');
    };
    const second = await openStore({ disk });
    await expect(second.put('d', 1)).rejects.toThrow('db.journal-1 can not be kept');
    disk.before = () => undefined;
    await second.put('e', 1);
    expect(await reopen(disk.survivor('power cut'))).toEqual(second.things());
  });

  it('goes when it means nothing, but not before what stands for it is there for good', async () => {
    const held = createHeldDisk();
    const first = await openStarted(held);
    held.hold(/syncFolder/);
    void first.close();
    await turn();
    const disk = held.disk.survivor('kill');
    expect(disk.names()).toEqual(['db.journal-1', 'db.json']);
    expect(await reopen(disk)).toEqual(first.things());
    expect(disk.names()).toEqual(['db.json']);
    const steps = disk.steps.filter((step) => /syncFolder|remove/.test(step));
    expect(steps).toEqual(['syncFolder', 'remove db.journal-1', 'syncFolder']);
  });

  it.each(['db.journal-01', 'db.journal-00', 'db.journal-1 ', 'db.journal-1.bak', 'xdb.journal-1'])(
    'is told from other files: %j is neither read nor taken away',
    async (name) => {
      const held = createHeldDisk();
      const first = await openStarted(held);
      const disk = held.disk.survivor('kill');
      const copy = await disk.open(`/data/${name}`, 'write');
      await copy.write(Buffer.from('anything'), 0);
      await copy.close();
      expect(await reopen(disk)).toEqual(first.things());
      expect(disk.names()).toContain(name);
    },
  );
});
