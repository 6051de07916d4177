import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { runHere as run } from './run-here.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

const account = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    note: { type: 'string', pattern: '^[a-z ]*$' },
    password: { type: 'string', minLength: 3, pattern: '^[a-z]+$' },
  },
};
const contract = (more: object = {}): string =>
  JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: 'Accounts', version: '1' },
      paths: {
        '/accounts/{id}': {
          get: {
            operationId: 'readAccount',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: {
              200: { description: 'It.', content: { 'application/json': { schema: account } } },
            },
          },
        },
        ...more,
      },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    },
    undefined,
    2,
  );
const credentials = (...values: readonly unknown[]): string =>
  JSON.stringify(
    values.map((value) => ({ name: 'A', scheme: 'key', value, scopes: [] })),
    undefined,
    2,
  );
const references = (ref: string): string => contract({ '/other': { $ref: ref } });

describe.each([
  ['check', ['check', 'openapi.json']],
  ['a start', ['openapi.json', '--ephemeral', '--port', '0']],
])('%s shows no secret of a file that is at fault', (_, args) => {
  test.each([
    ['a credential twice', { 'fixtures/credentials.json': credentials('Zq7-a', 'Zq7-a') }],
    [
      'a scheme that is not there',
      {
        'fixtures/credentials.json': credentials('Zq7-a').replace('"key"', '"other"'),
      },
    ],
    ['a value that is no text', { 'fixtures/credentials.json': credentials(8_675_309) }],
    ['a file that is no JSON', { 'fixtures/credentials.json': `${credentials('Zq7-a')},` }],
    ['a file that is no UTF-8', { 'fixtures/credentials.json': credentials('Zq7-a\ud800') }],
    [
      'a fixture',
      {
        'fixtures/accounts.json': JSON.stringify(
          [{ id: 'a', password: 'Zq7-a', name: 1 }],
          undefined,
          2,
        ),
      },
    ],
    [
      'a fixture in a line',
      {
        'fixtures/accounts.json': JSON.stringify([{ id: 'a', name: 1, password: 'Zq7-a' }]),
      },
    ],
    [
      'a credential that stands in a fixture, too',
      {
        'fixtures/credentials.json': credentials('Zq7-declared'),
        'fixtures/accounts.json': JSON.stringify([{ id: 'a', name: ['see Zq7-declared'] }]),
      },
    ],
    [
      'a line that is cut within a password',
      {
        'fixtures/accounts.json': JSON.stringify([
          { id: 'a', name: 1, note: `${'n'.repeat(112)} https://ann:Zq7-a-word@host.test/` },
        ]),
      },
    ],
    ['a user in a reference', { 'openapi.json': references('https://ann:Zq7-a@host.test/a.json') }],
    [
      'a token in a reference',
      { 'openapi.json': references('https://host.test/a.json?token=Zq7-a') },
    ],
    ['a user in a file of references', { 'openapi.json': references('nowhere.json?token=Zq7-a') }],
  ])('%s', async (__, files) => {
    const cwd = await createTestFolder({ 'openapi.json': contract(), ...files });
    const { code, stdout, stderr } = await run(args, { cwd });
    expect(code).toBe(1);
    expect(stderr).not.toBe('');
    const shown = stdout + stderr;
    expect(shown.match(/.{0,80}(?:Zq7|8675309).{0,30}/)?.[0], shown).toBeUndefined();
    expect(stderr).toMatch(/credentials\.json:\d+|accounts\.json:\d+|\$ref to/);
  });
});

test('what was saved and does not fit is named without its secrets', async () => {
  const cwd = await createTestFolder({ 'openapi.json': contract() });
  const args = ['openapi.json'];
  await run(['seed', ...args, '--count', 'accounts=1'], { cwd });
  await mkdir(join(cwd, 'fixtures'));
  await writeFile(join(cwd, 'fixtures', 'credentials.json'), credentials('Zq7-declared'));
  const file = join(cwd, '.stuntdouble', 'db.json');
  const state = JSON.parse(await readFile(file, 'utf8'));
  const collections = {
    accounts: [
      { id: 'a', name: 1, password: 'Zq7-a' },
      { id: 'b', note: 'Zq7-declared' },
    ],
  };
  await writeFile(file, JSON.stringify({ ...state, collections }));

  const { stdout } = await serve(args, { cwd });

  expect(stdout()).toMatch(/not served: accounts\[0\] .*\/name must be a string/);
  expect(stdout()).toContain('/password must match the pattern ^[a-z]+$, but is the string "…"');
  expect(stdout()).toMatch(/accounts\[1\] .*\/note .*"…"/);
  // Those of the file are named at the end.
  expect(stdout().split('Credentials')[0]).not.toContain('Zq7');
});

const declaring = contract().replace(
  '"name": {',
  '"api_keys": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 2}}, "magicWord": {"type": "string", "format": "password", "maxLength": 2}, "secret": {"type": "object", "properties": {"a": {"type": "string", "maxLength": 2}}}, "name": {',
);

test.each([
  ['a member that is declared', { magicWord: 'Zq7-a' }],
  ['a member of a secret', { secret: { a: 'Zq7-a' } }],
  ['what stands near it', { name: 1, z: { secret: { y: 1, x: { w: 'Zq7-a' } } } }],
  ['a secret above', { secret: { b: 1, c: 2, d: 3, e: 'Zq7-a' }, name: 1 }],
  ['a name below a secret', { api_keys: { 'Zq7-4711': 'abc' }, name: 1 }],
  ['names below a secret', { api_keys: { 'Zq7-4711': 'a', 'Zq7-4712': 'abc' }, name: 1 }],
  ['a list of secrets', { tokens: ['Zq7-a', 'Zq7-b', 'Zq7-c', 'Zq7-d'], name: 1 }],
])('%s is not shown in complaints of a fixture', async (_, record) => {
  const rows = JSON.stringify([{ id: 'a', ...record }], undefined, 2);
  const texts = [rows, `${rows},`, rows.replace('"id"', 'id'), rows.slice(0, -6)];
  const { paths, ...rest } = JSON.parse(declaring.replace(/"operationId": .*/, ''));
  const [path] = Object.values(paths);
  const collections = texts.map((__, index) => `accounts${index}`);
  const cwd = await createTestFolder({
    'openapi.json': JSON.stringify({
      ...rest,
      paths: Object.fromEntries(collections.map((name) => [`/${name}/{id}`, path])),
    }),
    ...Object.fromEntries(texts.map((text, index) => [`fixtures/accounts${index}.json`, text])),
  });
  const { code, stdout, stderr } = await run(['check', 'openapi.json'], { cwd });
  expect(stdout + stderr).not.toContain('Zq7');
  expect(code).toBe(1);
  for (const name of collections) expect(stderr).toContain(`${name}.json:`);
});

test.each([
  ['a text for a credential', ['Zq7-a']],
  ['a scheme', [{ name: 'A', scheme: 'Zq7-a', value: 'Zq7-b', scopes: [] }]],
  ['a scope', [{ name: 'A', scheme: 'key', value: 'Zq7-b', scopes: ['Zq7-b'] }]],
  ['scopes', [{ name: 'A', scheme: 'key', value: 'Zq7-b', scopes: 'Zq7-b' }]],
  ['a time', [{ name: 'A', scheme: 'key', value: 'Zq7-b', scopes: [], expires_at: 'Zq7-b' }]],
  ['a member', [{ name: 'A', scheme: 'key', value: 'Zq7-b', scopes: [], password: 'Zq7-b' }]],
])('nothing of credentials.json is shown: %s', async (_, book) => {
  for (const space of [undefined, 2]) {
    const cwd = await createTestFolder({
      'openapi.json': contract(),
      'fixtures/credentials.json': JSON.stringify(book, undefined, space),
    });
    const { code, stdout, stderr } = await run(['check', 'openapi.json'], { cwd });
    expect(stdout + stderr).not.toContain('Zq7');
    expect(code).toBe(1);
    expect(stderr).toMatch(/credentials\.json:\d/);
  }
});

test('a saved state that is damaged is shown without its values', async () => {
  const cwd = await createTestFolder({ 'openapi.json': contract() });
  const args = ['openapi.json'];
  await run(['seed', ...args, '--count', 'accounts=1'], { cwd });
  const file = join(cwd, '.stuntdouble', 'db.json');
  const state = JSON.parse(await readFile(file, 'utf8'));
  const collections = { accounts: [{ id: 'a', password: 'Zq7-a', z: { magicWord: 'Zq7-b' } }] };
  const text = JSON.stringify({ ...state, collections }, undefined, 2);
  for (const damaged of [text.replace('"Zq7-a"', '"Zq7-a" Zq7'), text.slice(0, -12)]) {
    await writeFile(file, damaged);
    const { code, stdout, stderr } = await run([...args, '--port', '0'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('db.json:');
    expect(stdout + stderr).not.toContain('Zq7');
  }
});

test('what was saved and is not served is named without what the contract makes a secret', async () => {
  const cwd = await createTestFolder({ 'openapi.json': declaring });
  const args = ['openapi.json'];
  await run(['seed', ...args, '--count', 'accounts=1'], { cwd });
  const file = join(cwd, '.stuntdouble', 'db.json');
  const state = JSON.parse(await readFile(file, 'utf8'));
  const collections = {
    accounts: [
      { id: 'a', magicWord: 'Zq7-a; /id is' },
      { id: 'b', secret: { a: 'Zq7-b' } },
    ],
  };
  await writeFile(file, JSON.stringify({ ...state, collections }));

  const { stdout } = await serve(args, { cwd });

  expect(stdout()).toContain('not served: accounts[0] /magicWord');
  expect(stdout()).toContain('not served: accounts[1] /secret/a');
  expect(stdout()).not.toContain('Zq7');
});
