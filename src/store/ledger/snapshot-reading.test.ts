import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { StartError } from '../../base/errors.ts';
import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import { machineDisk } from './disk.ts';
import type { SavedBase } from './snapshot-reading.ts';
import { readSnapshot } from './snapshot-reading.ts';

const goodText = JSON.stringify({
  stuntdouble: { format: 1, contract: 'c1', fixtures: 'f1' },
  collections: {},
});

function read(folder: string): Promise<SavedBase | undefined> {
  return readSnapshot(machineDisk, join(folder, 'db.json'));
}

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
    const error: unknown = await read(folder).catch((thrown: unknown) => thrown);
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
    await expect(read(folder)).rejects.toThrow(
      /db\.json: can not be read: EISDIR.*Make it a file.*"stuntdouble reset"/,
    );
  });
});
