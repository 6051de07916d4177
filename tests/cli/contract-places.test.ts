import { createServer } from 'node:http';
import { join } from 'node:path';

import { beforeAll, describe, expect, test, vi } from 'vitest';

import { createMock } from '../../src/index.ts';
import { patience } from '../patience.ts';
import { notesFiles } from './notes.ts';
import { runHere } from './run-here.ts';
import { run, serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

const { 'fixtures/notes.json': notes, ...documents } = notesFiles;
const fixtures = { 'fixtures/notes.json': notes };

/** A service that shows its contract, and the schemas that this refers to. */
let url = '';
beforeAll(async () => {
  const texts: Readonly<Record<string, string>> = documents;
  const server = createServer((request, response) => {
    const text = texts[(request.url ?? '').slice(1).split('?', 1)[0] ?? ''];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/openapi.yaml`;
  return () => void server.close();
});

describe('a contract by its URL', () => {
  test('is served, with fixtures of the working folder', async () => {
    const cwd = await createTestFolder(fixtures);
    const server = await serve([url], { cwd });

    const reply = await fetch(`${server.url}/notes/a`);
    expect(reply.status).toBe(200);
    const listed = await fetch(`${server.url}/_mock/contracts`).then((one) => one.json());
    expect(JSON.stringify(listed)).toContain('"schemas/note.yaml"');
  });

  test.each<[args: (url: string) => readonly string[], expected: RegExp]>([
    [(at) => ['check', at], /^clean: Notes 1\.0\.0, .* 2 records,/],
    [(at) => ['plan', at], /^notes {2}by id; from fixtures$/m],
    [(at) => ['seed', at, '--count', 'notes=2'], /^made 2 notes;/],
  ])('is read by the other commands', async (argumentsFor, expected) => {
    const cwd = await createTestFolder(fixtures);
    const { code, stdout, stderr } = await runHere(argumentsFor(url), { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(expected);
  });

  test('can stand in the variable, among others', async () => {
    const cwd = await createTestFolder({ ...fixtures, 'other.yaml': other });
    const env = { STUNTDOUBLE_CONTRACT: `${url}:other.yaml` };
    const { code, stdout, stderr } = await runHere(['check'], { cwd, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^clean: .*, 4 operations/);
  });

  test('is taken by createMock', async () => {
    const folder = await createTestFolder(fixtures);
    const mock = await createMock({ contract: url, fixtures: join(folder, 'fixtures') });
    await mock.listen();
    try {
      expect((await fetch(`${mock.url}/notes/a`)).status).toBe(200);
    } finally {
      await mock.close();
    }
  });

  test('that is not there stops the start, and secrets of the URL stay secret', async () => {
    const place = url.replace('openapi.yaml', 'none.json?token=quite-secret');
    const { code, stderr } = await runHere([place]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /none\.json\?token=\S*: can not be fetched: the answer was 404; give the/,
    );
    expect(stderr).not.toContain('quite-secret');
  });

  test('is not watched, which one line says', async () => {
    const cwd = await createTestFolder(fixtures);
    const server = await serve([url, '--watch'], { cwd });
    const line = `info: --watch sees changes of files alone: ${url} is loaded again only together with a file that changes`;
    await vi.waitFor(() => expect(server.stdout()).toContain(line), patience);
  });
});

const other = `openapi: 3.1.0
info: { title: Other, version: 1.0.0 }
paths: { /pings: { get: { responses: { '204': { description: Yes. } } } } }
`;

describe('a contract from the standard input', () => {
  const from = (file: string): readonly string[] => ['sh', '-c', `exec "$@" < ${file}`, 'sh'];

  test('refers to files of the working folder, and has its fixtures', async () => {
    const cwd = await createTestFolder(notesFiles);
    const surroundings = { cwd, wrapper: from('openapi.yaml') };
    const server = await serve(['-'], surroundings);
    expect((await fetch(`${server.url}/notes/a`)).status).toBe(200);
  });

  test('is checked, and complaints have lines', async () => {
    const cwd = await createTestFolder({ 'a.yaml': 'openapi: 3.1.0\ninfo: {}\n' });
    const { code, stderr } = await run(['check', '-'], { cwd, wrapper: from('a.yaml') });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^<stdin>:\d+:\d+ /m);
  });

  test.each<[what: string, file: string, args: readonly string[], message: RegExp]>([
    ['is empty', '/dev/null', ['-'], /^stuntdouble: <stdin>: the standard input is empty: pipe a /],
    [
      'can not be watched',
      '/dev/null',
      ['-', '--watch'],
      /^stuntdouble: <stdin>: can be read only once: write it to a file, or leave out --watch/,
    ],
  ])('%s', async (_, file, args, message) => {
    const { code, stderr } = await run(args, { wrapper: from(file) });
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});

describe('a command without a contract', () => {
  test.each([
    ['takes that of its folder', notesFiles, 0, 'clean: Notes 1.0.0'],
    ['stops at a broken one', { 'openapi.yaml': 'openapi: 3.1.0\npaths: [\n' }, 1, 'openapi.yaml:'],
    ['takes one of another name', { 'my.yaml': notesFiles['openapi.yaml'] }, 1, 'my.yaml:'],
    ['names one that has no usual name', { 'my.yaml': other }, 0, 'the contract is my.yaml\n'],
    ['wants a name where there is none', {}, 2, 'no contract was found here: name it, such as '],
    [
      'asks which of several is meant',
      { 'a.yaml': other, 'b.yaml': other },
      2,
      'there are several contracts: a.yaml, b.yaml; name one, or several to serve them together, such as stuntdouble check a.yaml',
    ],
  ])('%s', async (_, files, code, said) => {
    const ended = await run(['check'], { cwd: await createTestFolder(files) });
    expect(ended.stdout + ended.stderr).toContain(said);
    expect(ended.code).toBe(code);
  });
});

describe('a folder', () => {
  test.each(['api', './api/', '.'])('stands for the contract in it: %s', async (named) => {
    const files = Object.entries(notesFiles).map(([name, text]) => [join('api', name), text]);
    const folder = await createTestFolder(Object.fromEntries(files));
    const cwd = named === '.' ? join(folder, 'api') : folder;
    const { code, stdout } = await runHere(['check', named], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/ 2 records,/) });
  });

  test('without a contract tells what was looked for', async () => {
    const cwd = await createTestFolder({ 'api/pets.yaml': other });
    const { code, stderr } = await runHere(['api'], { cwd });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'stuntdouble: api: the folder has no openapi.*, swagger.*, api.* (yaml, yml, json): name the file, such as api/pets.yaml\n',
    });
  });
});
