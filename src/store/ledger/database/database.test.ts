import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { StartError } from '../../../base/errors.ts';
import type { JsonValue } from '../../../base/json.ts';
import { writeFolder } from '../../../base/temporary-folder.test-kit.ts';
import { machineDisk } from '../disk.ts';
import { createMemoryDisk } from '../memory-disk.test-kit.ts';
import type { StateSource } from '../saved-state.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';

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
};

const goodText = JSON.stringify({
  stuntdouble: { format: 1, contract: 'c1', fixtures: 'f1' },
  collections: {},
});

function open(folder: string): Database {
  return openDatabase({ disk: machineDisk, folder, isSynced: true });
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
    await openDatabase({ disk, folder: '/data', isSynced: true }).write({
      source: slow,
      journal: 1,
    });
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

describe('a file that is no state of ours stops the start, and stays as it is', () => {
  const remedy =
    'Mend the file, or run "stuntdouble reset", which puts db.json and its journals aside, to start from the fixtures';

  it.each<[string, string, Readonly<{ line?: number; pointer?: string }>, RegExp]>([
    ['no JSON', '{"stuntdouble": {', { line: 1 }, /not valid JSON/],
    ['cut off', goodText.slice(0, -5), { line: 1 }, /not valid JSON/],
    ['nothing at all', '', {}, /not valid JSON/],
    ['a list', '[]', { line: 1, pointer: '' }, /this is not a state of Stuntdouble/],
    ['null', 'null', { line: 1, pointer: '' }, /this is not a state of Stuntdouble/],
    ['of somebody else', '{"users": []}', { pointer: '' }, /this is not a state of Stuntdouble/],
    [
      'with a member that stands there twice',
      '{"stuntdouble": {"format": 1},\n"collections": {"a": [\n{"b": 1, "b": 2}]}}',
      { line: 3 },
      /the member "b" stands here twice/,
    ],
    [
      'of another format',
      '{\n"stuntdouble": {\n"format": 3},\n"collections": {}}',
      { line: 3, pointer: '/stuntdouble/format' },
      /this state has the format 3, and only 1 and 2 can be read/,
    ],
    [
      'of no format',
      '{"stuntdouble": {},\n"collections": {}}',
      { pointer: '/stuntdouble/format' },
      /this state has the format undefined, and only 1 and 2 can be read/,
    ],
    [
      'that names no journal',
      '{"stuntdouble": {"format": 2},\n"collections": {}}',
      { line: 1, pointer: '/stuntdouble/journal' },
      /"journal" must be the number of the journal that goes on from here/,
    ],
    [
      'that names half a journal',
      '{"stuntdouble": {"format": 2,\n"journal": 1.5},\n"collections": {}}',
      { line: 2, pointer: '/stuntdouble/journal' },
      /"journal" must be the number/,
    ],
    [
      'whose id is no text',
      '{"stuntdouble": {"format": 2, "journal": 1,\n"id": 7},\n"collections": {}}',
      { line: 2, pointer: '/stuntdouble/id' },
      /"id" must be the text that its journals have/,
    ],
    [
      'without collections',
      '{"stuntdouble": {"format": 1}}',
      { pointer: '/collections' },
      /"collections" must be an object/,
    ],
    [
      'with a collection that is no list',
      '{"stuntdouble": {"format": 1},\n"collections": {\n"a": [],\n"b": {}}}',
      { line: 4, pointer: '/collections/b' },
      /a collection must be an array of records/,
    ],
    [
      'with a word on its collections that is no list',
      '{"stuntdouble": {"format": 1},\n"collections": {},\n"planted": {}}',
      { line: 3, pointer: '/planted' },
      /"planted" must be an array/,
    ],
    [
      'with tombstones that are no list',
      '{"stuntdouble": {"format": 1},\n"collections": {},\n"tombstones": {}}',
      { line: 3, pointer: '/tombstones' },
      /"tombstones" must be an array/,
    ],
    [
      'with marks that are no object',
      '{"stuntdouble": {"format": 1},\n"collections": {},\n"gone": []}',
      { line: 3, pointer: '/gone' },
      /"gone" must be an object/,
    ],
  ])('%s', async (_, text, place, message) => {
    const folder = await writeFolder({ 'db.json': text });
    const error: unknown = await open(folder)
      .read()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    const [complaint] = error instanceof StartError ? error.complaints : [];
    expect(complaint).toMatchObject({ ...place, file: join(folder, 'db.json') });
    expect(complaint?.message).toMatch(message);
    expect(complaint?.message).toContain(remedy);
    expect(await readFile(join(folder, 'db.json'), 'utf8')).toBe(text);
    expect(await readdir(folder)).toEqual(['db.json']);
  });

  it('a folder in its place', async () => {
    const folder = await writeFolder();
    await mkdir(join(folder, 'db.json'));
    await writeFile(join(folder, 'db.json', 'x'), '');
    await expect(open(folder).read()).rejects.toThrow(
      /db\.json: can not be read: EISDIR.*Make it a file.*"stuntdouble reset"/,
    );
  });
});
