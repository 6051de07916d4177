import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { StartError } from '../errors.ts';
import { writeFolder } from '../temporary-folder.test-kit.ts';
import type { SavedState } from './state-file.ts';
import { openStateFile } from './state-file.ts';

const state: SavedState = {
  fingerprints: { contract: 'c1', fixtures: 'f1' },
  collections: { shops: [{ slug: 'a', name: 'Ä "quoted" 😀' }], orders: [] },
  planted: ['shops'],
  gone: { orders: [{ key: '1', parents: { shop_slug: 'a' } }] },
  born: { shops: [{ key: 'a', parents: {} }] },
};

const goodText = JSON.stringify({
  stuntdouble: { format: 1, contract: 'c1', fixtures: 'f1' },
  collections: {},
});

describe('a state file', () => {
  it('says what was written, to whoever opens it next', async () => {
    const folder = await writeFolder();
    const file = openStateFile(folder);
    expect(file.path).toBe(join(folder, 'db.json'));
    await file.write(state);
    expect(await file.read()).toEqual(state);
    expect(await openStateFile(folder).read()).toEqual(state);
  });

  it('says nothing before it was written', async () => {
    const folder = await writeFolder();
    expect(await openStateFile(folder).read()).toBeUndefined();
    expect(await openStateFile(join(folder, 'not', 'yet')).read()).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  it('makes its folder when it is written', async () => {
    const folder = join(await writeFolder(), 'deep', 'down');
    await openStateFile(folder).write(state);
    expect(await readdir(folder)).toEqual(['db.json']);
    expect(await openStateFile(folder).read()).toEqual(state);
  });

  it('can be read by a person: one member a line, the format first', async () => {
    const folder = await writeFolder();
    await openStateFile(folder).write(state);
    const text = await readFile(join(folder, 'db.json'), 'utf8');
    expect(text.split('\n').slice(0, 6)).toEqual([
      '{',
      '  "stuntdouble": {',
      '    "format": 1,',
      '    "contract": "c1",',
      '    "fixtures": "f1"',
      '  },',
    ]);
    expect(text).toContain('"name": "Ä \\"quoted\\" 😀"');
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('has what was written last, and leaves nothing else behind', async () => {
    const folder = await writeFolder();
    const file = openStateFile(folder);
    await file.write({ ...state, collections: { shops: ['first'], orders: ['first'] } });
    await file.write({ ...state, collections: { shops: ['last'] } });
    expect((await openStateFile(folder).read())?.collections).toEqual({ shops: ['last'] });
    expect(await readdir(folder)).toEqual(['db.json']);
  });

  it('says nothing of what is gone where nothing is', async () => {
    const folder = await writeFolder();
    await openStateFile(folder).write({ ...state, gone: {}, born: {} });
    expect(await readFile(join(folder, 'db.json'), 'utf8')).not.toContain('gone');
    expect((await openStateFile(folder).read())?.gone).toEqual({});
  });

  it('of former times had the last word of whatever it had records of', async () => {
    const text = goodText.replace('{}', '{"shops": [{"slug": "a"}], "orders": []}');
    const file = openStateFile(await writeFolder({ 'db.json': text }));
    expect(await file.read()).toMatchObject({ planted: ['shops'], gone: {} });
  });

  it('may have been edited', async () => {
    const text = goodText.replace('{}', '{"shops": [1, "x", {"slug": "a"}], "odd": []}');
    const folder = await writeFolder({ 'db.json': text.replace('{', '{"note": "mine",') });
    expect((await openStateFile(folder).read())?.collections).toEqual({
      shops: [1, 'x', { slug: 'a' }],
      odd: [],
    });
  });
});

describe('without a folder', () => {
  it('the state stays in memory', async () => {
    const file = openStateFile(undefined);
    expect(file.path).toBeUndefined();
    expect(await file.read()).toBeUndefined();
    await file.write(state);
    expect(await openStateFile(undefined).read()).toBeUndefined();
  });
});

describe('a file that is no state of ours stops the start, and stays as it is', () => {
  const remedy = 'Mend the file, or move it away to start from the fixtures';

  it.each<[string, string, Readonly<{ line?: number; pointer?: string }>, RegExp]>([
    ['no JSON', '{"stuntdouble": {', { line: 1 }, /not valid JSON/],
    ['cut off', goodText.slice(0, -5), { line: 1 }, /not valid JSON/],
    ['nothing at all', '', {}, /not valid JSON/],
    ['a list', '[]', { line: 1, pointer: '' }, /this is not a state of Stuntdouble/],
    ['null', 'null', { line: 1, pointer: '' }, /this is not a state of Stuntdouble/],
    ['of somebody else', '{"users": []}', { pointer: '' }, /this is not a state of Stuntdouble/],
    [
      'of another format',
      '{\n"stuntdouble": {\n"format": 2},\n"collections": {}}',
      { line: 3, pointer: '/stuntdouble/format' },
      /this state has the format 2, and only 1 can be read/,
    ],
    [
      'of no format',
      '{"stuntdouble": {},\n"collections": {}}',
      { pointer: '/stuntdouble/format' },
      /and only 1 can be read/,
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
      'with marks that are no object',
      '{"stuntdouble": {"format": 1},\n"collections": {},\n"gone": []}',
      { line: 3, pointer: '/gone' },
      /"gone" must be an object/,
    ],
  ])('%s', async (_, text, place, message) => {
    const folder = await writeFolder({ 'db.json': text });
    const error: unknown = await openStateFile(folder)
      .read()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    const [complaint] = error instanceof StartError ? error.complaints : [];
    expect(complaint).toMatchObject({ ...place, file: join(folder, 'db.json') });
    expect(complaint?.message).toMatch(message);
    if (complaint?.pointer !== undefined) expect(complaint.message).toContain(remedy);
    expect(await readFile(join(folder, 'db.json'), 'utf8')).toBe(text);
    expect(await readdir(folder)).toEqual(['db.json']);
  });

  it('a folder in its place', async () => {
    const folder = await writeFolder({ 'db.json/x': '' });
    await expect(openStateFile(folder).read()).rejects.toThrow(StartError);
  });
});
