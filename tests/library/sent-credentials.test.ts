import { expect, it } from 'vitest';

import { createMock } from '../../src/index.ts';
import { openBookshop } from './open-bookshop.ts';

const securitySchemes = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'A key.' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  session: { type: 'apiKey', in: 'cookie', name: 'sid' },
  bearer: { type: 'http', scheme: 'Bearer' },
  basic: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'digest' },
  login: {
    type: 'oauth2',
    flows: {
      clientCredentials: {
        tokenUrl: 'https://example.org/token',
        scopes: { 'notes:read': 'Reads notes.', 'notes:never': 'No operation asks for it.' },
      },
    },
  },
  certificate: { type: 'mutualTLS' },
};

const contract = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        security: [{ login: ['notes:read'] }, { header: ['notes:all'], session: [] }],
        responses: { 204: { description: 'None.' } },
      },
      delete: { operationId: 'dropNotes', responses: { 204: { description: 'Gone.' } } },
    },
  },
  components: { securitySchemes },
};

const nothing = { headers: {}, query: {}, cookies: {} };

it.each<[scheme: string, value: string, send: unknown]>([
  ['header', 'a b', { ...nothing, headers: { 'X-Key': 'a b' } }],
  ['query', 'a b&c', { ...nothing, query: { key: 'a b&c' } }],
  ['session', 'a;b', { ...nothing, cookies: { sid: 'a%3Bb' } }],
  ['bearer', 'abc', { ...nothing, headers: { Authorization: 'Bearer abc' } }],
  ['login', 'abc', { ...nothing, headers: { Authorization: 'Bearer abc' } }],
  ['basic', 'ann:x', { ...nothing, headers: { Authorization: `Basic ${btoa('ann:x')}` } }],
  // A client computes another one for each request.
  ['digest', 'ann:x', null],
  ['certificate', 'ann', null],
])('a credential tells what a request sends: %s', async (scheme, value, send) => {
  await using mock = await createMock({ contract, auth: 'strict', onNotice: () => undefined });
  const { url } = await mock.listen();
  const world = mock.world('a');
  world.mint({ name: 'Ann / Ö', scheme, value, scopes: [] });
  const reply = await fetch(`${world.url}/_mock/credentials/${encodeURIComponent('Ann / Ö')}`);
  expect([reply.status, await reply.json()]).toEqual([
    200,
    [{ name: 'Ann / Ö', scheme, value, scopes: [], send }],
  ]);
  expect(world.credentials('Ann / Ö')).toMatchObject([{ value, send: send ?? undefined }]);
  expect([world.credentials('Ben'), world.credentials().length]).toEqual([[], 1]);
  const listed = JSON.stringify(await (await fetch(`${world.url}/_mock/credentials`)).json());
  expect(listed).not.toContain(`"value":"${value}"`);
  expect((await fetch(`${url}/_mock/credentials/Ann`)).status).toBe(404);
});

it('a request that sends it is let in', async () => {
  const { ask, mock } = await openBookshop();
  const [everyone] = mock.world('default').credentials('Everyone');
  const { status } = await ask('GET', '/books', { headers: everyone?.send?.headers ?? {} });
  expect(status).toBe(200);
});

it('several of one name are all shown', async () => {
  const { ask } = await openBookshop();
  for (const value of ['one', 'two'])
    await ask('POST', '/_mock/credentials', {
      body: { name: 'Ann', scheme: 'token', value, scopes: [] },
    });
  const { json } = await ask('GET', '/_mock/credentials/Ann');
  expect(json).toMatchObject([{ value: 'one' }, { value: 'two' }]);
});

it.each(['strict', 'presence', 'off'] as const)(
  'the plan tells schemes, scopes and which credentials count: %s',
  async (auth) => {
    await using mock = await createMock({ contract, auth });
    const { url } = await mock.listen();
    const plan: unknown = await (await fetch(`${url}/_mock/plan`)).json();
    const scheme = (name: string, type: string, more: object = {}): object => ({
      name,
      type,
      description: null,
      in: 'header',
      carrier: 'Authorization',
      authorization: null,
      scopes: [],
      ...more,
    });
    expect(plan).toMatchObject({
      auth,
      security_schemes: [
        scheme('header', 'apiKey', {
          carrier: 'X-Key',
          description: 'A key.',
          scopes: [{ name: 'notes:all', description: null }],
        }),
        scheme('query', 'apiKey', { in: 'query', carrier: 'key' }),
        scheme('session', 'apiKey', { in: 'cookie', carrier: 'sid' }),
        scheme('bearer', 'http', { authorization: 'bearer' }),
        scheme('basic', 'http', { authorization: 'basic' }),
        scheme('digest', 'http', { authorization: 'digest' }),
        scheme('login', 'oauth2', {
          authorization: 'bearer',
          scopes: [{ name: 'notes:read', description: 'Reads notes.' }],
        }),
        scheme('certificate', 'mutualTLS', { in: null, carrier: null }),
      ],
    });
    expect(Object(plan).operations).toMatchObject([
      {
        id: 'listNotes',
        security: [
          [{ scheme: 'login', scopes: ['notes:read'] }],
          [
            { scheme: 'header', scopes: ['notes:all'] },
            { scheme: 'session', scopes: [] },
          ],
        ],
      },
      { id: 'dropNotes', security: [] },
    ]);
  },
);
