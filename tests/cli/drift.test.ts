import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { notes, notesFiles, readNote, writeNote } from './notes.ts';
import { runHere as run } from './run-here.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder, shareFolder, writeFiles } from './temporary-folder.ts';

const stateFile = '.stuntdouble/db.json';
const args = ['openapi.yaml'];

/** The same notes, of ten letters at most. */
const shorterNotes = {
  'schemas/note.yaml': notesFiles['schemas/note.yaml'].replace(
    'text: { type: string }',
    'text: { type: string, maxLength: 10 }',
  ),
};

/** Its state has a note of more than ten letters, one of fewer, and a collection that is no more. */
const worn = shareFolder(async (cwd) => {
  await writeFiles(cwd, notesFiles);
  await run(['seed', 'openapi.yaml', '--count', 'notes=1'], { cwd });
  const text = await readFile(join(cwd, stateFile), 'utf8');
  const state: Record<string, unknown> = JSON.parse(text);
  const records = [
    { id: 'a', text: 'much longer now' },
    { id: 'b', text: 'short' },
  ];
  const edited = { ...state, collections: { notes: records, hints: [], boards: [{ id: 'old' }] } };
  await writeFiles(cwd, { [stateFile]: JSON.stringify(edited, undefined, 2) });
});

async function createWornFolder(): Promise<string> {
  const cwd = await createTestFolder();
  await cp(worn(), cwd, { recursive: true });
  return cwd;
}

test('records that no longer fit are listed, not served, and kept in the file', async () => {
  const cwd = await createWornFolder();
  await writeFiles(cwd, shorterNotes);

  const server = await serve(args, { cwd });

  expect(server.stdout()).toMatch(/^warning: changed since this state was written: contract;/m);
  expect(server.stdout()).toContain('start with --reset');
  expect(server.stdout()).toMatch(/^warning: not served: notes\[0\] .*\/text /m);
  expect(server.stdout()).toMatch(/^warning: not served: boards\[0\] /m);
  expect(server.stdout()).not.toContain('notes[1]');
  expect(await readNote(server, 'a')).toBe(404);
  expect(await readNote(server, 'b')).toBe('short');
  const state = await fetch(`${server.url}/_mock/state`);
  expect(await state.json()).toEqual({ notes: [{ id: 'b', text: 'short' }], hints: [] });
  for (const path of ['notes/a', 'boards', 'boards/old'])
    expect((await fetch(`${server.url}/_mock/state/${path}`)).status).toBe(404);

  // Neither a write nor a stop drops what is set aside.
  expect(await writeNote(server, 'b', 'again')).toBe(204);
  await server.stop();
  const kept: unknown = JSON.parse(await readFile(join(cwd, stateFile), 'utf8'));
  expect(kept).toHaveProperty('collections.boards', [{ id: 'old' }]);
  expect(kept).toHaveProperty(
    'collections.notes',
    expect.arrayContaining([
      { id: 'a', text: 'much longer now' },
      { id: 'b', text: 'again' },
    ]),
  );
});

test('programs are told, too; and with the old contract all is served again', async () => {
  const cwd = await createWornFolder();
  await writeFiles(cwd, shorterNotes);

  const narrow = await serve([...args, '--log', 'json'], { cwd });
  const events = narrow
    .stdout()
    .trimEnd()
    .split('\n')
    .map((line): { event: string; level?: string } => JSON.parse(line));
  const kinds = events.map(({ event, level }) => level ?? event);
  expect(kinds).toEqual(['warning', 'warning', 'warning', 'ready']);
  expect(await writeNote(narrow, 'b', 'again')).toBe(204);
  await narrow.stop();

  await writeFiles(cwd, notesFiles);
  const wide = await serve(args, { cwd });
  expect(await readNote(wide, 'a')).toBe('much longer now');
  expect(await readNote(wide, 'b')).toBe('again');
  expect(wide.stdout()).not.toContain('not served: notes');
});

test('new fixtures are said, and what was saved goes on', async () => {
  const cwd = await createWornFolder();
  await writeFiles(cwd, { 'fixtures/notes.json': notes({ a: 'new', c: 'three' }) });

  const server = await serve(args, { cwd });

  expect(server.stdout()).toMatch(/^warning: changed since this state was written: fixtures;/m);
  expect(await readNote(server, 'a')).toBe('much longer now');
  expect(await readNote(server, 'c')).toBe(404);
});

test('reset starts again from the fixtures, and says where the old state is', async () => {
  const cwd = await createWornFolder();
  await writeFiles(cwd, shorterNotes);
  const before = await readFile(join(cwd, stateFile), 'utf8');

  const { code, stdout, stderr } = await run(['reset'], { cwd });

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [aside = ''] = /\S+before-reset\S*/.exec(stdout) ?? [];
  expect(await readFile(join(cwd, aside, 'db.json'), 'utf8')).toBe(before);
  const server = await serve(args, { cwd });
  expect(server.stdout()).not.toContain('warning');
  expect(await readNote(server, 'a')).toBe('one');
});

test('reset of nothing says so', async () => {
  const { code, stdout, stderr } = await run(['reset', '--data', 'nowhere']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^nowhere\/db\.json does not exist/);
});
