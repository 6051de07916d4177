import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import { machineDisk } from './disk.ts';
import { createMemoryDisk } from './memory-disk.test-kit.ts';
import type { StateSource } from './saved-state.ts';
import type { SavedBase } from './snapshot-reading.ts';
import { readSnapshot } from './snapshot-reading.ts';
import type { SnapshotDraft } from './snapshot.ts';
import { writeSnapshot } from './snapshot.ts';

const source: StateSource = {
  fingerprints: { contract: 'c1', fixtures: 'f1' },
  planted: ['shops'],
  filing: {},
  collections: [
    ['shops', [{ slug: 'a', name: 'Ä "quoted" 😀' }]],
    ['orders', []],
  ],
  tombstones: [{ collection: 'orders', parents: { shop_slug: 'a' }, keys: ['1'] }],
  deletions: { orders: { count: 1, highest: 1 } },
  born: [['shops', [{ key: 'a' }]]],
  known: { orders: '2026-01-01T00:00:00.000Z' },
};

const goodText = JSON.stringify({
  stuntdouble: { format: 1, contract: 'c1', fixtures: 'f1' },
  collections: {},
});

interface SnapshotFile {
  readonly path: string;
  read(): Promise<SavedBase | undefined>;
  write(draft: SnapshotDraft): Promise<number>;
}

function open(folder: string): SnapshotFile {
  const path = join(folder, 'db.json');
  return {
    path,
    read: () => readSnapshot(machineDisk, path),
    write: (draft) => writeSnapshot({ disk: machineDisk, folder, isSynced: true }, draft),
  };
}

describe('db.json', () => {
  it('says what was written, to whoever opens it next', async () => {
    const folder = await writeFolder();
    const database = open(folder);
    expect(database.path).toBe(join(folder, 'db.json'));
    const size = await database.write({ source, journal: 3, id: 'abc' });
    expect(size).toBe((await readFile(database.path)).length);
    expect(await open(folder).read()).toEqual({
      journal: 3,
      id: 'abc',
      saved: {
        fingerprints: source.fingerprints,
        planted: ['shops'],
        collections: { shops: [{ slug: 'a', name: 'Ä "quoted" 😀' }], orders: [] },
        tombstones: source.tombstones,
        deletions: source.deletions,
        born: { shops: [{ key: 'a' }] },
        known: { orders: '2026-01-01T00:00:00.000Z' },
      },
    });
  });

  it('says nothing before it was written', async () => {
    const folder = await writeFolder();
    expect(await open(folder).read()).toBeUndefined();
    expect(await open(join(folder, 'not', 'yet')).read()).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  it('makes its folder when it is written', async () => {
    const folder = join(await writeFolder(), 'deep', 'down');
    await open(folder).write({ source, journal: 1 });
    expect(await readdir(folder)).toEqual(['db.json']);
  });

  it('can be read by a person: one member a line, the format first', async () => {
    const folder = await writeFolder();
    await open(folder).write({ source, journal: 3 });
    const text = await readFile(join(folder, 'db.json'), 'utf8');
    expect(text.split('\n').slice(0, 7)).toEqual([
      '{',
      '  "stuntdouble": {',
      '    "format": 2,',
      '    "contract": "c1",',
      '    "fixtures": "f1",',
      '    "journal": 3',
      '  },',
    ]);
    expect(text).toContain('"name": "Ä \\"quoted\\" 😀"');
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('has what was written last, and leaves nothing else behind', async () => {
    const folder = await writeFolder();
    const database = open(folder);
    await database.write({ source, journal: 1 });
    await database.write({ source: { ...source, collections: [['shops', ['last']]] }, journal: 2 });
    expect((await database.read())?.saved.collections).toEqual({ shops: ['last'] });
    expect(await readdir(folder)).toEqual(['db.json']);
  });

  it('stays as it was where the next one is given up', async () => {
    const folder = await writeFolder();
    const database = open(folder);
    await database.write({ source, journal: 1 });
    const controller = new AbortController();
    function* records(): Generator<JsonValue> {
      yield { id: 1 };
      controller.abort();
      yield { id: 2 };
    }
    const { signal } = controller;
    const next = { ...source, collections: [['shops', records()]] as const };
    await expect(database.write({ source: next, journal: 2, signal })).rejects.toThrow('aborted');
    expect((await database.read())?.journal).toBe(1);
    expect(await readdir(folder)).toEqual(['db.json']);
  });

  it('lets others have their turn while it is written, also by a disk that never waits', async () => {
    const disk = createMemoryDisk();
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    function* records(): Generator<JsonValue> {
      for (let id = 0; id < 20; id += 1) {
        // Longer than a slice may take.
        for (const end = performance.now() + 2; performance.now() < end;);
        yield { id };
      }
    }
    const slow = { ...source, collections: [['shops', records()]] as const };
    const place = { disk, folder: '/data', isSynced: true };
    await writeSnapshot(place, { source: slow, journal: 1 });
    clearImmediate(counting);
    expect(turns).toBeGreaterThan(15);
  });

  it('of former times has no journal, and had the last word of whatever it had records of', async () => {
    const text = goodText.replace('{}', '{"shops": [{"slug": "a"}], "orders": []}');
    const folder = await writeFolder({ 'db.json': text });
    expect(await open(folder).read()).toMatchObject({
      journal: undefined,
      saved: { planted: ['shops'], tombstones: [], deletions: {} },
    });
  });

  it('of former times had a list of marks for each collection', async () => {
    const marks = '{"orders": [{"key": "7", "parents": {"shop": "a"}}, {"key": "12"}], "odd": []}';
    const text = goodText.replace(/}$/, `, "gone": ${marks}}`);
    const folder = await writeFolder({ 'db.json': text });
    expect(await open(folder).read()).toMatchObject({
      saved: {
        tombstones: [
          { collection: 'orders', parents: { shop: 'a' }, keys: ['7'] },
          { collection: 'orders', parents: {}, keys: ['12'] },
        ],
        deletions: { orders: { count: 2, highest: 12 } },
      },
    });
  });

  it('may have tombstones that mean nothing', async () => {
    const groups = '[1, {"collection": "a"}, {"collection": "b", "keys": ["x", 2], "parents": {}}]';
    const counts = '{"a": 1, "b": {"count": -1, "highest": 2.5}, "c": {"count": 2}}';
    const text = goodText.replace(/}$/, `, "tombstones": ${groups}, "deletions": ${counts}}`);
    const folder = await writeFolder({ 'db.json': text });
    const none = { count: 0, highest: 0 };
    expect(await open(folder).read()).toMatchObject({
      saved: {
        tombstones: [{ collection: 'b', keys: ['x'] }],
        deletions: { a: none, b: none, c: { count: 2, highest: 0 } },
      },
    });
  });

  it('may have been edited', async () => {
    const text = goodText.replace('{}', '{"shops": [1, "x", {"slug": "a"}], "odd": []}');
    const folder = await writeFolder({
      'db.json': `\uFEFF${text.replace('{', '{"note": "mine",')}`,
    });
    expect((await open(folder).read())?.saved.collections).toEqual({
      shops: [1, 'x', { slug: 'a' }],
      odd: [],
    });
  });

  it('may be larger than what is read of it at once', async () => {
    const folder = await writeFolder();
    const records = Array.from({ length: 9000 }, (_, id) => ({
      id,
      text: 'ä"\\ '.repeat(id % 200),
    }));
    const long = { id: -1, text: 'x'.repeat(3_000_000) };
    const all = [...records, long, ...records];
    await open(folder).write({ source: { ...source, collections: [['a', all]] }, journal: 1 });
    expect((await open(folder).read())?.saved.collections).toEqual({ a: all });
  });
});
