import { execFileSync } from 'node:child_process';
import { access, cp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { notesFiles, readNote, writeNote } from './notes.ts';
import { runHere } from './run-here.ts';
import { run, serve } from './run-stuntdouble.ts';
import { createTestFolder, shareFolder, writeFiles } from './temporary-folder.ts';

const args = ['openapi.yaml', '--port', '0'];

/** It has no writer, so that opening it waits. */
function makePipe(...path: readonly string[]): void {
  execFileSync('mkfifo', [join(...path)]);
}

async function makeSocket(...path: readonly string[]): Promise<void> {
  const server = createServer().listen(join(...path));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => void server.once('listening', resolve));
}

const overlay = `overlay: 1.0.0\ninfo: { title: More, version: '1' }\nactions:\n  - target: $.info\n    update: { title: Laid over }\n`;

describe('what is no file stops the start, and is not waited for', () => {
  const saved = shareFolder(async (cwd) => {
    await writeFiles(cwd, notesFiles);
    await runHere(['seed', 'openapi.yaml', '--count', 'notes=3'], { cwd });
  });

  test.each<[string, string, string, (path: string) => Promise<void> | void]>([
    ['a pipe among the fixtures', 'fixtures/notes.json', 'it is a named pipe', makePipe],
    ['a socket among the fixtures', 'fixtures/notes.json', 'it is a socket', makeSocket],
    ['a pipe of credentials', 'fixtures/credentials.json', 'it is a named pipe', makePipe],
    ['a pipe that a $ref leads to', 'schemas/note.yaml', 'it is a named pipe', makePipe],
    ['a pipe for db.json', '.stuntdouble/db.json', 'it is a named pipe', makePipe],
    ['a socket for db.json', '.stuntdouble/db.json', 'it is a socket', makeSocket],
    ['a pipe for a journal', '.stuntdouble/db.journal-1', 'it is a named pipe', makePipe],
    ['a pipe for the lock', '.stuntdouble/lock', 'it is a named pipe', makePipe],
    [
      'a link to nowhere for the lock',
      '.stuntdouble/lock',
      'it is a symbolic link',
      (path) => symlink('nowhere', path),
    ],
    [
      'a link to nowhere for db.json',
      '.stuntdouble/db.json',
      'it is a symbolic link that leads nowhere',
      (path) => symlink('nowhere', path),
    ],
    ['a link to nowhere for the fixtures', 'fixtures', 'no such', (path) => symlink('x', path)],
    ['a link to itself for the fixtures', 'fixtures', 'ELOOP', (path) => symlink(path, path)],
    [
      'a link to a pipe for db.json',
      '.stuntdouble/db.json',
      'it is a named pipe',
      async (path) => {
        makePipe(`${path}-pipe`);
        await symlink('db.json-pipe', path);
      },
    ],
  ])('%s', async (_, name, reason, make) => {
    const cwd = await createTestFolder();
    await cp(saved(), cwd, { recursive: true });
    if (name.includes('journal')) {
      const server = await serve(args, { cwd });
      await writeNote(server, 'a', 'kept');
      await server.stop('SIGKILL');
    }
    await rm(join(cwd, name), { force: true, recursive: true });
    await make(join(cwd, name));
    const { code, stdout, stderr } = await runHere(args, { cwd });
    expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(reason);
    expect(stderr).toContain(name.replace(/^.*\//, ''));
  });

  test('a pipe that is called like a journal of old is left where it is', async () => {
    const cwd = await createTestFolder(notesFiles);
    const first = await serve(args, { cwd });
    await writeNote(first, 'a', 'kept');
    await first.stop();
    makePipe(cwd, '.stuntdouble/db.journal-0');
    const second = await serve(args, { cwd });
    expect(await readNote(second, 'a')).toBe('kept');
    expect(second.stdout()).toContain('left db.journal-0 where it is');
    await access(join(cwd, '.stuntdouble/db.journal-0'));
  });

  test.each([
    ['a contract', ['/dev/zero']],
    ['an overlay', ['openapi.yaml', '--overlay', '/dev/zero']],
  ])('a device without an end as %s', async (_, given) => {
    const cwd = await createTestFolder(notesFiles);
    const { code, stderr } = await runHere([...given, '--port', '0'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/\/dev\/zero: can not be read: it is a device of more than 64 MiB/);
  });
});

/** It refers to no other file, since nothing lies beside a pipe. */
const flat = 'openapi: 3.1.0\ninfo: { title: Flat, version: 1.0.0 }\npaths: {}\n';

describe('a contract and an overlay may come through pipes', () => {
  const shell = (command: string): readonly string[] => ['bash', '-c', command];

  test('of a shell', async () => {
    const cwd = await createTestFolder({ 'openapi.yaml': flat, 'more.yaml': overlay });
    const wrapper = shell('"$0" "$@" <(cat openapi.yaml) --overlay <(cat more.yaml)');
    const { code, stdout, stderr } = await run(['plan'], { cwd, wrapper });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Laid over');
  });

  test('with names', async () => {
    const cwd = await createTestFolder({ 'openapi.yaml': flat, 'more.yaml': overlay });
    makePipe(cwd, 'pipe');
    makePipe(cwd, 'other');
    const wrapper = shell('cat openapi.yaml >pipe & cat more.yaml >other & "$0" "$@"; wait');
    const { code, stdout } = await run(['plan', 'pipe', '--overlay', 'other'], { cwd, wrapper });
    expect(code).toBe(0);
    expect(stdout).toContain('Laid over');
  });

  test.each([
    ['contract', ['pipe']],
    ['overlay', ['openapi.yaml', '--overlay', 'pipe']],
  ])('but can not be watched: %s', async (_, given) => {
    const cwd = await createTestFolder(notesFiles);
    makePipe(cwd, 'pipe');
    const { code, stderr } = await runHere([...given, '--watch', '--port', '0'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/pipe: is a named pipe, which can be read only once.*--watch/);
  });
});

test('a fixture that becomes a pipe while it is watched is told, and the server goes on', async () => {
  const cwd = await createTestFolder(notesFiles);
  const server = await serve([...args, '--watch'], { cwd });
  await rm(join(cwd, 'fixtures/notes.json'));
  makePipe(cwd, 'fixtures/notes.json');
  await expect
    .poll(() => server.stdout() + server.stderr())
    .toMatch(/not loaded[^]*notes\.json: can not be read: it is a named pipe/);
  expect(await readNote(server, 'a')).toBe('one');
});
