import { describe, expect, it } from 'vitest';

import type { Complaint } from '../../base/errors.ts';
import { StartError } from '../../base/errors.ts';
import type { MemoryDisk } from './memory-disk.test-kit.ts';
import { createMemoryDisk } from './memory-disk.test-kit.ts';
import type { Things } from './things.test-kit.ts';
import { openStore, reopen } from './things.test-kit.ts';

const path = '/data/db.journal-1';

interface Scene {
  readonly disk: MemoryDisk;
  readonly journal: Buffer;
  /** Where the lines begin: the first one, and then those of the entries. */
  readonly starts: readonly number[];
  /** The state before the first line of an entry, and after each. */
  readonly states: readonly Things[];
}

/** What a process that was killed has left: db.json, and a journal of three entries. */
async function leave(): Promise<Scene> {
  const disk = createMemoryDisk();
  const store = await openStore({ disk });
  for (const [n, id] of ['a', 'b', 'Ä 😀', 'a'].entries()) await store.put(id, n);
  const journal = Buffer.from(disk.text(path) ?? '');
  const starts = [0];
  for (let end = journal.indexOf('\n'); end !== -1; end = journal.indexOf('\n', end + 1))
    starts.push(end + 1);
  return { disk, journal, starts: starts.slice(0, -1), states: store.states.slice(1) };
}

/** The same with another journal. */
function withJournal({ disk }: Scene, journal: Buffer | string): MemoryDisk {
  const next = disk.survivor('kill');
  next.put(path, journal);
  return next;
}

async function complain(disk: MemoryDisk): Promise<Complaint> {
  const before = disk.names().map((name) => [name, disk.text(`/data/${name}`)]);
  const error: unknown = await openStore({ disk }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect(disk.names().map((name) => [name, disk.text(`/data/${name}`)])).toEqual(before);
  const [complaint, ...others] = error instanceof StartError ? error.complaints : [];
  expect(others).toEqual([]);
  return complaint ?? { file: '', message: '' };
}

describe('a line that was never finished', () => {
  it('is passed over, wherever it ends', async () => {
    const scene = await leave();
    const { journal, starts, states } = scene;
    const last = starts.at(-1) ?? 0;
    for (let end = last; end < journal.length; end += 1) {
      const disk = withJournal(scene, journal.subarray(0, end));
      const store = await openStore({ disk });
      expect(store.things(), `cut at ${end}`).toEqual(states.at(-2));
      const torn = store.notices.filter((notice) => notice.startsWith('passed over'));
      expect(torn).toHaveLength(end === last ? 0 : 1);
      if (end > last) expect(torn[0]).toContain(`the last ${end - last} bytes of db.journal-1`);
      await store.put('after', 1);
      expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
    }
  });

  it('is passed over where zeros stand for what is missing', async () => {
    const scene = await leave();
    const { journal, starts, states } = scene;
    for (let end = starts.at(-1) ?? 0; end < journal.length; end += 1) {
      const zeroed = Buffer.concat([journal.subarray(0, end), Buffer.alloc(journal.length - end)]);
      const disk = withJournal(scene, zeroed);
      expect(await reopen(disk), `zeros from ${end}`).toEqual(states.at(-2));
    }
  });

  it('is passed over where it is the first', async () => {
    const scene = await leave();
    const second = scene.starts[1] ?? 0;
    for (let end = 0; end < second; end += 1) {
      const disk = withJournal(scene, scene.journal.subarray(0, end));
      const store = await openStore({ disk });
      expect(store.things(), `cut at ${end}`).toEqual(scene.states[0]);
      await store.close();
      expect(disk.names()).toEqual(['db.json']);
    }
  });

  it('is passed over between two journals, where nothing is missing', async () => {
    const scene = await leave();
    const end = (scene.starts.at(-1) ?? 0) + 5;
    const disk = withJournal(scene, scene.journal.subarray(0, end));
    disk.before = (step) => {
      if (step.includes('tmp')) throw new Error('the disk is full');
    };
    const second = await openStore({ disk });
    await second.put('more', 1);
    expect(disk.names()).toEqual(['db.journal-1', 'db.journal-2', 'db.json']);
    expect(await reopen(disk.survivor('kill'))).toEqual(second.things());
    const third = await openStore({ disk: disk.survivor('kill') });
    expect(third.notices[0]).toBe(
      'recovered 3 changes from db.journal-1 and db.journal-2 after a stop that was not clean',
    );
  });
});

describe('a line that is not as it was written stops the start', () => {
  it('whichever byte it is', async () => {
    const scene = await leave();
    const { journal, starts } = scene;
    const last = starts.at(-1) ?? 0;
    for (let at = 0; at < journal.length - 1; at += 1) {
      const changed = Buffer.from(journal);
      changed[at] = (changed[at] ?? 0) ^ 0x04;
      const line = starts.filter((start) => start <= at).length;
      const complaint = await complain(withJournal(scene, changed));
      expect(complaint, `byte ${at}`).toMatchObject({ file: path });
      // A line feed that is gone makes one line of two.
      expect(complaint.line).toBe(line);
      expect(complaint.message).toContain(`at byte ${starts[line - 1]}`);
    }
    expect(last).toBeGreaterThan(200);
  });

  it('and says what to do about it', async () => {
    const scene = await leave();
    const { journal, starts } = scene;
    const changed = Buffer.from(journal);
    const at = starts[2] ?? 0;
    changed[at + 20] = 0x20;
    expect(await complain(withJournal(scene, changed))).toEqual({
      file: path,
      line: 3,
      column: 1,
      message:
        `this line, at byte ${at}, is not as it was written: its checksum does not match. ` +
        `Put the file back as it was; or cut db.journal-1 off at byte ${at} and delete the ` +
        'journals after it, to go on without the changes from here on',
    });
    const cut = withJournal(scene, journal.subarray(0, at));
    expect(await reopen(cut)).toEqual(scene.states[1]);
  });

  it.each<[string, (scene: Scene) => Buffer, number, RegExp]>([
    [
      'a line that is missing',
      ({ journal, starts }) =>
        Buffer.concat([journal.subarray(0, starts[2]), journal.subarray(starts[3])]),
      3,
      /the entry 2 should follow here, and this is 3/,
    ],
    [
      'a line that stands there twice',
      ({ journal, starts }) =>
        Buffer.concat([journal.subarray(0, starts[2]), journal.subarray(starts[1])]),
      3,
      /the entry 2 should follow here, and this is 1/,
    ],
    [
      'no first line',
      ({ journal, starts }) => journal.subarray(starts[1]),
      1,
      /it says that this is the journal undefined.*or delete db.journal-1/,
    ],
    ['an empty line', ({ journal }) => Buffer.concat([journal, Buffer.from('\n')]), 5, /checksum/],
    [
      'zeros in front of a line',
      ({ journal, starts }) =>
        Buffer.concat([
          journal.subarray(0, starts[2]),
          Buffer.alloc(10),
          journal.subarray(starts[2]),
        ]),
      3,
      /checksum/,
    ],
    ['another file', () => Buffer.from('{"some": "thing"}\n'), 1, /checksum/],
  ])('%s', async (_, change, line, message) => {
    const scene = await leave();
    const complaint = await complain(withJournal(scene, change(scene)));
    expect(complaint.line).toBe(line);
    expect(complaint.message).toMatch(message);
  });
});

describe('a journal that does not go on from what is there', () => {
  it('has lost its db.json', async () => {
    const { disk } = await leave();
    await disk.remove('/data/db.json');
    expect((await complain(disk)).message).toMatch(
      /the db.json that it goes on from is missing. Put back .* or run "stuntdouble reset", which puts db.journal-1 aside/,
    );
  });

  it('has lost the journal before it', async () => {
    const scene = await leave();
    const disk = scene.disk.survivor('kill');
    disk.put('/data/db.journal-3', '');
    const complaint = await complain(disk);
    expect(complaint.file).toBe('/data/db.journal-2');
    expect(complaint.message).toMatch(/this journal is missing, and db.journal-3 goes on from it/);
  });

  it('stands beside a db.json of a former version', async () => {
    const { disk } = await leave();
    const text = '{"stuntdouble": {"format": 1}, "collections": {}}';
    disk.put('/data/db.json', text);
    expect((await complain(disk)).message).toMatch(/of a former version, and names no journal/);
  });

  it('is the copy of another', async () => {
    const scene = await leave();
    const disk = scene.disk.survivor('kill');
    disk.put('/data/db.journal-2', scene.journal);
    const complaint = await complain(disk);
    expect(complaint.message).toMatch(/it says that this is the journal 1/);
  });

  it('is of former times: it is taken away', async () => {
    const { disk, journal } = await leave();
    const store = await openStore({ disk });
    await store.close();
    disk.put(path, journal);
    disk.put('/data/.db.json.tmp', '{"half": ');
    disk.put('/data/db.journal-x', 'mine');
    expect(await reopen(disk)).toEqual(store.things());
    expect(disk.names()).toEqual(['db.journal-x', 'db.json']);
  });

  it('may be missing, where db.json is complete', async () => {
    const scene = await leave();
    await scene.disk.remove(path);
    expect(await reopen(scene.disk)).toEqual(scene.states[0]);
  });
});

describe('what was recovered', () => {
  it('is said once', async () => {
    const { disk, states } = await leave();
    const store = await openStore({ disk });
    expect(store.things()).toEqual(states.at(-1));
    expect(store.notices).toEqual([
      'recovered 3 changes from db.journal-1 after a stop that was not clean',
    ]);
    await store.close();
    expect((await openStore({ disk })).notices).toEqual([]);
  });

  it('is read from a folder that can not be written to', async () => {
    const { disk, states } = await leave();
    disk.put('/data/.db.json.tmp', '');
    disk.before = (step) => {
      if (/write|remove|rename|makeFolder/.test(step)) throw new Error('EROFS: read-only');
    };
    const store = await openStore({ disk });
    expect(store.things()).toEqual(states.at(-1));
    await expect(store.put('x', 1)).rejects.toThrow('EROFS');
    expect(store.things()).toEqual(states.at(-1));
  });
});
