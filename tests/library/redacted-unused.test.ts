import { expect, it, onTestFinished } from 'vitest';

import { connect, tellWorld } from '../../src/client/index.ts';
import type { MockMatch } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const text = { type: 'string' };
const contract = {
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  paths: {
    '/accounts/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      put: {
        operationId: 'putAccount',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { note: text, gate: { ...text, format: 'password' } },
              },
            },
          },
        },
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'entrance' } } },
};
const secret = 'Zq7-wanted';
const minted = 'Zq7-minted';

const body = (pointer: string, equals: string | Record<string, string> = secret): MockMatch => ({
  body: [{ pointer, equals }],
});

const cases: readonly (readonly [string, MockMatch, string, string])[] = [
  ['a password', body('/password'), 'body /password', 'body /password is "…", must be "…"'],
  [
    'a name that a shorter list of names would miss',
    body('/password_hash'),
    'body /password_hash',
    'body /password_hash is missing, must be "…"',
  ],
  ['what the contract declares', body('/gate'), 'body /gate', 'body /gate is missing, must be "…"'],
  [
    'a member of a whole value',
    body('', { note: 'mine', password: secret }),
    'body',
    'must be {"note":"mine","password":"…"}',
  ],
  [
    'one that its list is named after',
    body('/tokens/0'),
    'body /tokens/0',
    'body /tokens/0 is missing, must be "…"',
  ],
  [
    'a pattern',
    { body: [{ pointer: '/password', matches: `^${secret}` }] },
    'body /password',
    'body /password is "…", must match …',
  ],
  [
    'a header',
    { headers: { Authorization: `Bearer ${secret}` } },
    'header Authorization',
    'header authorization is missing, must be "Bearer …"',
  ],
  [
    'a key in the query',
    { query: { entrance: secret } },
    'query entrance',
    'query entrance is missing, must be "…"',
  ],
  [
    'a credential under any name',
    body('/note', minted),
    'body /note',
    'body /note is "hello", must be "…"',
  ],
  [
    'no null, which is no secret',
    { body: [{ pointer: '/note', equals: null }] },
    'body /note',
    'body /note is "hello", must be null',
  ],
  [
    'no more than secrets',
    { path: { id: '2' }, query: { page: 3 }, body: [{ pointer: '/note', equals: 'bye' }] },
    'path id, query page, body /note',
    'path id is "1", must be "2"; query page is missing, must be "3"; body /note is "hello", must be "bye"',
  ],
];

it.each(cases)(
  'the report of a world hides in what an override waits for: %s',
  async (_, match, places, difference) => {
    const mock = await createMock({ contract });
    onTestFinished(() => mock.close());
    const { url } = await mock.listen();
    const near = mock.world('mine');
    near.mint({ name: 'M', scheme: 'key', scopes: [], value: minted });
    await near.fetch('/accounts/1', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ note: 'hello', password: 'Zq7-sent' }),
    });
    near.use({ id: 'one', operation: 'putAccount', match, reply: { status: 204 } });

    const told = await tellWorld(near);

    expect(told).toContain(`\n  one, for putAccount, by ${places}\n`);
    expect(told).toContain(difference);
    expect(told).not.toContain('Zq7');
    expect(await tellWorld(await connect(url).world('mine'))).toBe(told);
  },
);
