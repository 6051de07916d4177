import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { notes, notesFiles, readNote, writeNote } from './notes.ts';
import type { Running } from './run-stuntdouble.ts';
import { serve, shareServer } from './run-stuntdouble.ts';
import { createTestFolder, shareFolder, writeFiles } from './temporary-folder.ts';

const lowerCaseNote = notesFiles['schemas/note.yaml'].replace(
  'text: { type: string }',
  'text: { type: string, pattern: "^[a-z ]+$" }',
);

interface Watching {
  readonly server: Running;
  readonly cwd: string;
  /** Edits files in place. */
  readonly edit: (files: Readonly<Record<string, string>>) => Promise<void>;
}

async function watch(): Promise<Watching> {
  const cwd = await createTestFolder(notesFiles);
  const server = await serve(['openapi.yaml', '--watch'], { cwd });
  return { server, cwd, edit: (files) => writeFiles(cwd, files) };
}

async function untilNote(server: Running, id: string, text: string | number): Promise<void> {
  await vi.waitFor(async () => expect(await readNote(server, id)).toBe(text), patience);
}

async function listScenarios({ url }: Running): Promise<readonly string[]> {
  const response = await fetch(`${url}/_mock/scenarios`);
  const scenarios: readonly { readonly name: string }[] = JSON.parse(await response.text());
  return scenarios.map(({ name }) => name);
}

async function untilScenarios(server: Running, names: readonly string[]): Promise<void> {
  await vi.waitFor(async () => expect(await listScenarios(server)).toEqual(names), patience);
}

async function untilPrinted(server: Running, text: RegExp): Promise<void> {
  await vi.waitFor(() => expect(server.stdout() + server.stderr()).toMatch(text), patience);
}

describe('an edit of a fixture becomes visible', () => {
  const folder = shareFolder((cwd) => writeFiles(cwd, notesFiles));
  const shared = shareServer(['openapi.yaml', '--watch'], () => ({ cwd: folder() }));
  const edit = (files: Readonly<Record<string, string>>): Promise<void> =>
    writeFiles(folder(), files);

  test('in place', async () => {
    await edit({ 'fixtures/notes.json': notes({ a: 'edited', c: 'three' }) });

    await untilNote(shared(), 'a', 'edited');
    await untilNote(shared(), 'b', 404);
    await untilNote(shared(), 'c', 'three');
    await untilPrinted(shared(), /^info: loaded again; the state is that of the new fixtures$/m);
  });

  test('by an editor that puts a new file in the place of the old one', async () => {
    for (const text of ['first', 'second']) {
      await edit({ 'fixtures/notes.json.tmp': notes({ a: text }) });
      await rename(
        join(folder(), 'fixtures/notes.json.tmp'),
        join(folder(), 'fixtures/notes.json'),
      );
      await untilNote(shared(), 'a', text);
    }
  });

  test('the last of many in a row', async () => {
    for (let number = 0; number <= 20; number += 1) {
      await edit({ 'fixtures/notes.json': notes({ a: `edit ${number}` }) });
      await sleep(number * 5);
    }

    await untilNote(shared(), 'a', 'edit 20');
  });

  test.each([100, 160])('while the one before, of %i ms ago, is being loaded', async (gap) => {
    // So many that a load takes a while.
    const many = Array.from({ length: 20_000 }, (_, index) => [`note-${index}`, 'x'] as const);
    const rest = Object.fromEntries(many);
    const [before, after] = ['before', 'after'].map((text) =>
      notes({ a: `${text} ${gap}`, ...rest }),
    );

    await edit({ 'fixtures/notes.json': before ?? '' });
    await sleep(gap);
    await edit({ 'fixtures/notes.json': after ?? '' });

    await untilNote(shared(), 'a', `after ${gap}`);
  });
});

describe('an edit becomes visible', () => {
  test('of the contract and of a file that it refers to, and what was written stays', async () => {
    const { server, edit } = await watch();
    expect(await writeNote(server, 'a', 'UPPER CASE')).toBe(204);
    expect(await writeNote(server, 'b', 'lower case')).toBe(204);

    await edit({ 'schemas/note.yaml': lowerCaseNote });
    await untilNote(server, 'a', 404);
    expect(await readNote(server, 'b')).toBe('lower case');
    await untilPrinted(server, /^info: loaded again; the state was kept$/m);

    await edit({ 'openapi.yaml': notesFiles['openapi.yaml'].replaceAll('/notes/', '/api/notes/') });
    await vi.waitFor(async () => {
      const response = await fetch(`${server.url}/api/notes/b`);
      expect(await response.json()).toEqual({ id: 'b', text: 'lower case' });
    }, patience);
    expect(await readNote(server, 'b')).toBe(404);
  });

  test('that adds a file to the fixtures', async () => {
    const { server, edit } = await watch();

    await edit({ 'fixtures/hints.json': notes({ x: 'a hint' }) });

    await vi.waitFor(async () => {
      const response = await fetch(`${server.url}/hints/x`);
      expect(await response.json()).toEqual({ id: 'x', text: 'a hint' });
    }, patience);
  });

  test('that adds the first fixtures, in a folder that is made later', async () => {
    const cwd = await createTestFolder({
      'openapi.yaml': notesFiles['openapi.yaml'],
      'schemas/note.yaml': notesFiles['schemas/note.yaml'],
    });
    const server = await serve(['openapi.yaml', '--watch'], { cwd });
    expect(await readNote(server, 'a')).not.toBe('the first');

    await mkdir(join(cwd, 'fixtures'));
    await sleep(150);
    await writeFiles(cwd, { 'fixtures/notes.json': notes({ a: 'the first' }) });

    await untilNote(server, 'a', 'the first');
    await untilNote(server, 'none', 404);
  });

  test('that adds scenarios, the first ones in a folder that is made later', async () => {
    const { server, edit } = await watch();
    expect(await listScenarios(server)).toEqual([]);

    await edit({ 'scenarios/empty.yaml': "remove: { notes: '*' }" });
    await untilScenarios(server, ['empty']);
    await edit({ 'scenarios/other.json': '{"seed": "x"}' });
    await untilScenarios(server, ['empty', 'other']);
    expect(await readNote(server, 'a')).toBe('one');

    await edit({ 'scenarios/wrong.yml': 'remove: { notes: [none] }' });
    await untilPrinted(
      server,
      /^error: not loaded;[^]*scenarios\/wrong\.yml:1:\d+ \/remove\/notes\/0: /m,
    );
    expect(await listScenarios(server)).toEqual(['empty', 'other']);
    await edit({ 'scenarios/wrong.yml': 'remove: { notes: [a] }' });
    await untilScenarios(server, ['empty', 'other', 'wrong']);
  });

  test('that takes a file of the fixtures away and brings it back', async () => {
    const { server, cwd, edit } = await watch();
    await rm(join(cwd, 'fixtures/notes.json'));
    await untilPrinted(server, /^info: loaded again/m);

    await edit({ 'fixtures/notes.json': notes({ a: 'back again' }) });

    await untilNote(server, 'a', 'back again');
  });
});

test('a folder of fixtures may be replaced as a whole', async () => {
  const { server, cwd, edit } = await watch();
  await rm(join(cwd, 'fixtures'), { recursive: true });
  await untilPrinted(server, /^error: not loaded;/m);
  expect(await readNote(server, 'a')).toBe('one');

  for (const text of ['in the new folder', 'edited in it']) {
    await edit({ 'fixtures/notes.json': notes({ a: text }) });
    await untilNote(server, 'a', text);
  }
});

describe('a bad edit keeps the last good version, and is told with its line', () => {
  const folder = shareFolder((cwd) => writeFiles(cwd, notesFiles));
  const shared = shareServer(['openapi.yaml', '--watch', '--log', 'json'], () => ({
    cwd: folder(),
  }));

  test.each([
    {
      name: 'fixtures that do not fit',
      files: { 'fixtures/notes.json': '[\n  {"id": "a", "text": "bad"},\n  {"id": "b"}\n]\n' },
      told: /\\nfixtures\/notes\.json:3:3 /,
    },
    {
      name: 'fixtures that are no JSON',
      files: { 'fixtures/notes.json': '[\n  {"id": "a", "text": "bad"},\n]\n' },
      told: /\\nfixtures\/notes\.json:3:1: not valid JSON/,
    },
    {
      name: 'a contract that is no YAML',
      files: { 'openapi.yaml': 'openapi: 3.1.0\ninfo:\n  title: [broken\n' },
      told: /\\nopenapi\.yaml:\d+:\d+: not valid YAML/,
    },
    {
      name: 'a file that the contract refers to',
      files: { 'schemas/note.yaml': 'type: object\nproperties:\n  text: [\n' },
      told: /\bschemas\/note\.yaml:\d+:\d+: not valid YAML/,
    },
  ])('$name', async ({ name, files, told }) => {
    const before = `before ${name.slice(0, 12)}`;
    await writeFiles(folder(), {
      ...notesFiles,
      'fixtures/notes.json': notes({ a: before, b: 'two' }),
    });
    await untilNote(shared(), 'a', before);
    expect(await writeNote(shared(), 'b', 'written')).toBe(204);
    const printed = shared().stdout().length;

    await writeFiles(folder(), files);
    const notice = await vi.waitUntil(
      () => /^\{.*"event":"notice".*$/m.exec(shared().stdout().slice(printed))?.[0],
      patience,
    );
    expect(JSON.parse(notice)).toMatchObject({
      level: 'error',
      message: expect.stringMatching(/^not loaded; the last good version goes on:\n/),
    });
    expect(notice).toMatch(told);
    expect(notice).not.toMatch(/\\n +at /);
    expect(await readNote(shared(), 'a')).toBe(before);
    expect(await readNote(shared(), 'b')).toBe('written');

    await writeFiles(folder(), { ...notesFiles, 'fixtures/notes.json': notes({ a: 'mended' }) });
    await untilNote(shared(), 'a', 'mended');
  });

  test('a new file that is mended after the contract has come to refer to it', async () => {
    const { server, edit } = await watch();
    expect(await writeNote(server, 'a', 'UPPER CASE')).toBe(204);
    await edit({
      'openapi.yaml': notesFiles['openapi.yaml'].replace('schemas/note.yaml', 'schemas/new.yaml'),
      'schemas/new.yaml': 'type: [',
    });
    await untilPrinted(server, /^error: not loaded;[^]*schemas\/new\.yaml/m);

    await edit({ 'schemas/new.yaml': lowerCaseNote });

    await untilNote(server, 'a', 404);
  });

  test('a new file in a folder that is made later', async () => {
    const { server, edit } = await watch();
    expect(await writeNote(server, 'a', 'UPPER CASE')).toBe(204);
    const contract = notesFiles['openapi.yaml'].replace('schemas/note.yaml', 'later/new.yaml');
    await edit({ 'openapi.yaml': contract });
    await untilPrinted(server, /^error: not loaded;[^]*later\/new\.yaml/m);
    expect(await readNote(server, 'a')).toBe('UPPER CASE');

    await edit({ 'later/new.yaml': lowerCaseNote });

    await untilNote(server, 'a', 404);
  });
});

test('nothing is loaded again without --watch', async () => {
  const cwd = await createTestFolder(notesFiles);
  const server = await serve(['openapi.yaml'], { cwd });

  await writeFiles(cwd, { 'fixtures/notes.json': notes({ a: 'edited' }) });
  await sleep(300);

  expect(await readNote(server, 'a')).toBe('one');
});
