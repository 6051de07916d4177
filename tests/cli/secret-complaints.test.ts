import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { run, serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

const account = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
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
  const file = join(cwd, '.stuntdouble', 'db.json');
  const state = JSON.parse(await readFile(file, 'utf8'));
  const collections = { accounts: [{ id: 'a', name: 1, password: 'Zq7-a' }] };
  await writeFile(file, JSON.stringify({ ...state, collections }));

  const { stdout } = await serve(args, { cwd });

  expect(stdout()).toMatch(/not served: accounts\[0\] .*\/name must be a string/);
  expect(stdout()).toContain('/password must match the pattern ^[a-z]+$, but is the string "…"');
  expect(stdout()).not.toContain('Zq7');
});
