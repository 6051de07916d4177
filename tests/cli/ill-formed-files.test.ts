import { access, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  findJournals,
  nameJournal,
  readLine,
  writeLine,
} from '../../src/store/ledger/journal/journal-lines.ts';
import { runHere as run } from './run-here.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

const half = String.raw`\ud800`;
/** Each starts several servers, one after the other. */
const timeout = 60_000;

const schema = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, text: { type: 'string' } },
};

const content = { 'application/json': { schema } };
const shown = { 200: { description: 'It.', content } };

/** As text, since JSON.stringify would write the halves of pairs otherwise. */
const contract = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        responses: {
          200: {
            description: 'Them.',
            content: { 'application/json': { schema: { type: 'array', items: schema } } },
          },
        },
      },
      post: {
        operationId: 'makeNote',
        requestBody: { content },
        responses: { 201: { description: 'Made.', content } },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getNote', responses: shown },
      delete: { operationId: 'dropNote', responses: { 204: { description: 'Gone.' } } },
    },
  },
});

const files = { 'openapi.json': contract, 'fixtures/notes.json': '[{"id":"a"},{"id":"b"}]' };
const args = ['openapi.json', '--port', '0'];

async function keysOf(url: string): Promise<unknown> {
  // A trust edge: the contract says what is listed.
  const notes = (await (await fetch(`${url}/notes`)).json()) as readonly { readonly id: string }[];
  return notes.map(({ id }) => id);
}

async function isLocked(cwd: string): Promise<boolean> {
  return access(join(cwd, '.stuntdouble/lock')).then(
    () => true,
    () => false,
  );
}

describe('half of a surrogate pair in a file stops the start with its place', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[], readonly RegExp[]]>([
    [
      'in fixtures',
      {
        'fixtures/notes.json': `[\n{"id":"a","text":"${half}"},\n{"id":"${half}"},\n{"id":"c","${half}":1}\n]`,
      },
      [],
      [
        /fixtures\/notes\.json:2:11 \/0\/text: has half of a surrogate pair/,
        /fixtures\/notes\.json:3:2 \/1\/id: has half of a surrogate pair/,
        /fixtures\/notes\.json:4:11 \/2\/\S+: has half of a surrogate pair .* in its name/,
      ],
    ],
    [
      'in credentials',
      {
        'fixtures/credentials.json': `[\n{"name":"${half}","scheme":"x","value":"y","scopes":[]}]`,
      },
      [],
      [/fixtures\/credentials\.json:2:2 \/0\/name: has half of a surrogate pair/],
    ],
    [
      'in an overlay',
      {
        'more.yaml': `overlay: 1.0.0\ninfo: { title: More, version: '1' }\nactions:\n  - target: $.info\n    update: { title: "${half}" }\n`,
      },
      ['--overlay', 'more.yaml'],
      [/more\.yaml:5:\d+ \/actions\/0\/update\/title: has half of a surrogate pair/],
    ],
    [
      'in a contract that is read strictly',
      { 'openapi.json': contract.replace('"Notes"', `"${half}"`) },
      ['--no-lenient'],
      [/openapi\.json:1:\d+ \/info\/title: has half of a surrogate pair/],
    ],
    [
      'in a contract of YAML that is read strictly',
      {
        'openapi.json': '',
        'openapi.yaml': `openapi: 3.1.0\ninfo:\n  title: "\\U0000D800"\n  version: '1'\npaths: {}\n`,
      },
      ['--no-lenient'],
      [/openapi\.yaml:3:3 \/info\/title: has half of a surrogate pair/],
    ],
  ])('%s', async (_, more, options, expected) => {
    const cwd = await createTestFolder({ ...files, ...more });
    const named = 'openapi.yaml' in more ? ['openapi.yaml', '--port', '0'] : args;
    const { code, stdout, stderr } = await run([...named, ...options], { cwd });
    expect([code, stdout]).toEqual([1, '']);
    for (const part of expected) expect(stderr).toMatch(part);
    expect(stderr).not.toMatch(/^ +at |URI malformed/m);
    expect(await isLocked(cwd)).toBe(false);
  });

  test.each<[string, Readonly<Record<string, string>>, readonly string[], RegExp]>([
    [
      'in fixtures',
      { 'fixtures/notes.json': '[\n{"id":"a"},\n{"id":"b","size":[1e400]}]' },
      [],
      /fixtures\/notes\.json:3:19 \/1\/size\/0: is a number beyond/,
    ],
    [
      'in credentials',
      {
        'fixtures/credentials.json':
          '[{"name":"a","scheme":"x","value":"y","scopes":[],"n":-1e400}]',
      },
      [],
      /fixtures\/credentials\.json:1:51 \/0\/n: is a number beyond/,
    ],
    [
      'in an overlay',
      {
        'more.yaml': `overlay: 1.0.0\ninfo: { title: More, version: '1' }\nactions:\n  - target: $.info\n    update: { x-a: .inf }\n`,
      },
      ['--overlay', 'more.yaml'],
      /more\.yaml:5:\d+ \/actions\/0\/update\/x-a: is a number beyond/,
    ],
    [
      'in a contract of YAML',
      {
        'openapi.yaml': `openapi: 3.1.0\ninfo:\n  title: A\n  version: '1'\n  x-a: .NaN\n  x-b: -.inf\npaths: {}\n`,
      },
      ['--no-lenient'],
      /openapi\.yaml:5:3 \/info\/x-a: is no number[^]*openapi\.yaml:6:3 \/info\/x-b: is a number beyond/,
    ],
  ])('a number that JSON can not hold stops it, too: %s', async (_, more, options, expected) => {
    const cwd = await createTestFolder({ ...files, ...more });
    const named = 'openapi.yaml' in more ? ['openapi.yaml', '--port', '0'] : args;
    const { code, stdout, stderr } = await run([...named, ...options], { cwd });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(expected);
  });

  test('bytes that are no UTF-8 in fixtures, too', async () => {
    const cwd = await createTestFolder(files);
    await writeFile(join(cwd, 'fixtures/notes.json'), Buffer.from('[{"id":"\xe9"}]', 'latin1'));
    const { code, stderr } = await run(args, { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/fixtures\/notes\.json:1:9: not valid: the file is not UTF-8/);
  });
});

test('a contract that is read leniently is served with U+FFFD in its place, and that is said', async () => {
  const example = `"description":"Them.","x-${half}":1,`;
  const text = contract
    .replace('"Notes"', `"N${half}"`)
    .replace('"description":"Them.",', example)
    .replace('"items":', `"example":[{"id":"a","text":"${half}"}],"items":`);
  const cwd = await createTestFolder({ 'openapi.json': text });
  const server = await serve(['openapi.json'], { cwd });
  expect(server.stdout()).toMatch(
    /warning: openapi\.json:1:\d+ \/info\/title: has half of a surrogate/,
  );
  expect(server.stdout()).toContain('stands in for N\ufffd');
  // The contract's own text is shown as it was written.
  for (const path of ['json', 'yaml'])
    expect((await fetch(`${server.url}/_mock/contract?format=${path}`)).status).toBe(200);
  for (const path of ['/notes', '/notes/a', '/_mock/plan', '/_mock/state', '/_mock/coverage']) {
    const response = await fetch(server.url + path);
    expect(response.status, path).toBe(200);
    expect(await response.text(), path).not.toContain(half);
  }
  expect((await server.stop()).code).toBe(0);
});

describe(
  'a state that an older version has written with half of a surrogate pair',
  { timeout },
  () => {
    const expectServed = async (cwd: string): Promise<void> => {
      const server = await serve(['openapi.json'], { cwd });
      expect(await keysOf(server.url)).toEqual(['a', 'b', 'w']);
      expect(server.stdout()).toMatch(
        /warning: not served: notes\[\d\] \/id has half of a surrogate/,
      );
      expect(server.stdout() + server.stderr()).not.toContain('URI malformed');
      expect((await fetch(`${server.url}/notes`, post({ id: 'c' }))).status).toBe(201);
      expect((await server.stop()).code).toBe(0);
      // It is kept, so that nothing is lost.
      expect(await readFile(join(cwd, '.stuntdouble/db.json'), 'utf8')).toContain(half);
    };

    const makeState = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<string> => {
      const cwd = await createTestFolder(files);
      const server = await serve(['openapi.json'], { cwd });
      // The first write makes db.json, and the others go to the journal.
      for (const id of ['w', 'x'])
        expect((await fetch(`${server.url}/notes`, post({ id }))).status).toBe(201);
      await server.stop(signal);
      return cwd;
    };

    test('in db.json starts, and the record is set aside', async () => {
      const cwd = await makeState('SIGTERM');
      const file = join(cwd, '.stuntdouble/db.json');
      const text = await readFile(file, 'utf8');
      expect(text).toContain('"id": "x"');
      await writeFile(file, text.replace('"id": "x"', `"id": "x${half}"`));
      await expectServed(cwd);
    });

    test('in a journal starts, and the record is set aside', async () => {
      const cwd = await makeState('SIGKILL');
      const folder = join(cwd, '.stuntdouble');
      const journals = findJournals(await readdir(folder)).map((number) =>
        join(folder, nameJournal(number)),
      );
      let count = 0;
      for (const file of journals) {
        const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
        const written = lines.map((line) => {
          if (!line.includes('"id":"x"')) return `${line}\n`;
          count += 1;
          const read = readLine(Buffer.from(line));
          // A trust edge: the server has written it.
          const value = 'value' in read ? read.value : {};
          const odd = JSON.stringify(value).replaceAll('"x"', `"x${half}"`);
          return writeLine(JSON.parse(odd));
        });
        await writeFile(file, written.join(''));
      }
      expect(count).toBe(1);
      await expectServed(cwd);
    });

    test('among what was deleted starts', async () => {
      const cwd = await createTestFolder({ 'openapi.json': contract });
      const server = await serve(['openapi.json'], { cwd });
      expect((await fetch(`${server.url}/notes/x`, { method: 'DELETE' })).status).toBe(204);
      await server.stop();
      const file = join(cwd, '.stuntdouble/db.json');
      const text = await readFile(file, 'utf8');
      expect(text).toMatch(/"tombstones"[^]*"x"/);
      await writeFile(file, text.replace(/("tombstones"[^]*)"x"/, `$1"x${half}"`));
      const again = await serve(['openapi.json'], { cwd });
      expect((await fetch(`${again.url}/notes`)).status).toBe(200);
      expect((await again.stop()).code).toBe(0);
    });
  },
);

function post(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}
