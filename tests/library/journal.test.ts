import { join } from 'node:path';

import express from 'express';
import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { createMock } from '../../src/index.ts';
import { bookIds } from './bookshop.ts';
import { hostApp } from './host-app.ts';
import type { Ask } from './open-bookshop.ts';
import { askAt, openBookshop, openUnheard } from './open-bookshop.ts';

const [first = '', second = ''] = bookIds;

/** Some of every kind, in this order. */
async function askAround(ask: Ask): Promise<void> {
  await ask('GET', `/books/${first}`);
  await ask('GET', '/books/none');
  await ask('GET', '/book');
  await ask('POST', '/books', { body: { title: 7 } });
  await ask('GET', '/books?limit=x', { headers: { 'X-Stuntdouble-World': 'a' } });
  await ask('GET', '/books', { headers: { Authorization: 'none' } });
  await ask('GET', '/~a/books', { headers: { Prefer: 'dynamic=true' } });
}

async function idsAt(ask: Ask, path: string): Promise<readonly number[]> {
  const { json } = await ask('GET', path);
  const { requests } = Object(json) as { requests: readonly { id: number }[] };
  return requests.map(({ id }) => id);
}

describe('GET /_mock/requests', () => {
  it('shows each request with its reply', async () => {
    const { ask } = await openBookshop();
    await ask('PUT', `/~a/books/${first}?x=1`, { body: { title: 'Other' } });
    const { json } = await ask('GET', '/_mock/requests');
    const headers = expect.objectContaining({
      authorization: 'Bearer …',
      'content-type': 'application/json',
    });
    const body = { id: first, title: 'Other', created_at: '2020-01-01T00:00:00Z' };
    const entry = {
      id: 1,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      duration_ms: expect.any(Number),
      world: 'a',
      operation: 'replaceBook',
      request: {
        method: 'PUT',
        path: `/~a/books/${first}`,
        query: 'x=1',
        headers,
        body: { title: 'Other' },
      },
      reply: { status: 200, headers: { 'Content-Type': 'application/json' }, body },
      changed: 1,
      changes: [
        {
          collection: 'books',
          key: first,
          parents: {},
          before: { ...body, title: 'Book 1' },
          after: body,
        },
      ],
      credentials: ['Everyone'],
      verdict: 'served',
      problem: null,
      violations: [],
      unknown_query: [expect.objectContaining({ name: 'x', nearest: null })],
      forced: null,
      delivery: null,
      forwarded_to: null,
    };
    expect(json).toEqual({ count: 1, is_complete: true, requests: [entry] });
    expect((await ask('GET', '/_mock/requests/1')).json).toEqual(entry);
  });

  it('shows those that are asked for', async () => {
    const { ask } = await openBookshop();
    await askAround(ask);
    const { json } = await ask('GET', '/_mock/requests/3');
    const { time } = Object(json) as { time: string };
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ['/_mock/requests', [1, 2, 3, 4, 5, 6, 7]],
      ['/_mock/requests?operation=listBooks', [5, 6, 7]],
      ['/_mock/requests?status=404', [2, 3]],
      ['/_mock/requests?status=4XX', [2, 3, 4, 5, 6]],
      ['/_mock/requests?world=a', [5, 7]],
      ['/_mock/requests?world=default', [1, 2, 3, 4, 6]],
      ['/_mock/requests?world=b', []],
      ['/~a/_mock/requests', [5, 7]],
      ['/~a/_mock/requests?world=default', [1, 2, 3, 4, 6]],
      ['/_mock/requests?verdict=unmatched', [3]],
      ['/_mock/requests?verdict=served', [1, 7]],
      ['/_mock/requests?violation=*', [4, 5]],
      ['/_mock/requests?violation=/title', [4]],
      ['/_mock/requests?violation=Query%20/limit', [5]],
      ['/_mock/requests?violation=type', [4, 5]],
      ['/_mock/requests?since=5', [6, 7]],
      ['/_mock/requests?since=5&operation=listBooks&world=a', [7]],
      ['/_mock/requests?since=2999-01-01T00:00:00Z', []],
      ['/_mock/requests?limit=2', [6, 7]],
      ['/_mock/requests?limit=1&status=404', [3]],
    ];
    for (const [path, ids] of cases) expect([path, await idsAt(ask, path)]).toEqual([path, ids]);
    const since = await idsAt(ask, `/_mock/requests?since=${time}`);
    expect(since.slice(-5)).toEqual([3, 4, 5, 6, 7]);
    const limited = await ask('GET', '/_mock/requests?limit=2&status=4XX');
    expect(limited.json).toMatchObject({ count: 5 });
  });

  it.each([
    ['?operation=getBok', '/operation', 'did you mean "getBook"?'],
    ['?since=soon', '/since', 'the id of a request, or a moment'],
    ['?since=2030-13-01T00:00:00Z', '/since', 'the id of a request, or a moment'],
    ['?status=4xx', '/status', ''],
    ['?status=600', '/status', ''],
    ['?verdict=good', '/verdict', ''],
    ['?world=-a', '/world', ''],
    ['?limit=0', '/limit', ''],
    ['?violation=', '/violation', ''],
  ])('%s is refused for %s', async (query, pointer, words) => {
    const { ask } = await openBookshop();
    const { status, json } = await ask('GET', `/_mock/requests${query}`);
    expect(status).toBe(400);
    expect(json).toMatchObject({ errors: [{ in: 'query', pointer }] });
    expect(JSON.stringify(json)).toContain(JSON.stringify(words).slice(1, -1));
  });

  it('says of one that is not there whether it ever was', async () => {
    const { ask } = await openBookshop({ journal: 2 });
    await askAround(ask);
    const early = await ask('GET', '/_mock/requests/1');
    const late = await ask('GET', '/_mock/requests/8/explain');
    expect([early.status, late.status]).toEqual([404, 404]);
    expect(early.json).toMatchObject({ detail: expect.stringContaining('make place for newer') });
    expect(late.json).toMatchObject({ detail: expect.stringContaining('The last one is 7') });
    expect((await ask('GET', '/_mock/requests/x')).status).toBe(400);
  });
});

it('keeps as many as it may, and says where some are missing', async () => {
  const { mock, ask } = await openBookshop({ journal: 2 });
  await askAround(ask);
  const read = async (query: string): Promise<unknown> =>
    (await ask('GET', `/_mock/requests${query}`)).json;
  const shown = mock.requests();
  expect(shown.map(({ id }) => id)).toEqual([6, 7]);
  expect(await read('')).toMatchObject({ count: 2, is_complete: false });
  expect(await read('?since=5')).toMatchObject({ is_complete: true });
  expect(await read('?since=4')).toMatchObject({ is_complete: false });
  expect(await read('?since=2999-01-01T00:00:00Z')).toMatchObject({ is_complete: true });
  await ask('PUT', '/_mock/worlds/b');
  expect(await read('?world=b')).toMatchObject({ is_complete: true });
  expect(await read('?world=a')).toMatchObject({ is_complete: false });
  const [six, seven] = structuredClone(shown);
  await askAround(ask);
  // What was shown once is written over by nothing.
  expect(shown).toEqual([six, seven]);
  expect(mock.requests().map(({ id }) => id)).toEqual([13, 14]);
});

it('keeps nothing where nobody wants it', async () => {
  const { mock, ask } = await openBookshop({ journal: 0 });
  await ask('GET', '/books');
  const operations = [
    ['GET', '/requests'],
    ['GET', '/requests/1'],
    ['GET', '/requests/1/explain'],
    ['GET', '/requests/live'],
    ['DELETE', '/requests'],
    ['POST', '/verify'],
  ] as const;
  for (const [method, path] of operations) {
    const body = method === 'POST' ? { operation: 'getBook' } : undefined;
    const { status, json } = await ask(method, `/_mock${path}`, { body });
    expect([path, status]).toEqual([path, 409]);
    expect(json).toMatchObject({ type: 'urn:problem-type:journal-off' });
  }
  expect(() => mock.requests()).toThrow('start without --journal 0');
  await expect(createMock({ journal: -1 })).rejects.toThrow('the option "journal" must be');
});

it('knows where it is mounted, and where a world stands in front', async () => {
  const mock = await openUnheard({ controlToken: 'secret' });
  const ask = askAt(await hostApp(express().use('/mounted', mock.app)));
  const headers = { Authorization: 'Bearer secret' };
  await ask('PUT', '/mounted/_mock/worlds/a', { headers });
  await ask('GET', '/mounted/~a/book');
  await ask('GET', '/mounted/~a');
  const paths = mock.requests().map(({ world, request: { path } }) => [world, path]);
  expect(paths).toEqual([
    ['a', '/mounted/~a/book'],
    ['a', '/mounted/~a'],
  ]);
  for (const [id, difference] of [
    [1, 'segment 1 is "books", not "book"'],
    [2, 'the segment "books" is missing at place 1'],
  ] as const) {
    const { json } = await ask('GET', `/mounted/_mock/requests/${id}/explain`, { headers });
    expect(json).toMatchObject({ nearest: [{ differences: [difference] }, {}, {}] });
  }
  expect((await ask('GET', '/mounted/_mock/requests')).status).toBe(401);
});

it('forgets the requests of a world, or all', async () => {
  const { mock, ask } = await openBookshop();
  const left = (): readonly number[] => mock.requests().map(({ id }) => id);
  await askAround(ask);
  expect((await ask('DELETE', '/~a/_mock/requests')).status).toBe(204);
  expect(left()).toEqual([1, 2, 3, 4, 6]);
  expect((await ask('DELETE', '/_mock/requests?world=default')).status).toBe(204);
  expect(left()).toEqual([]);
  await askAround(ask);
  expect(left()).toEqual([8, 9, 10, 11, 12, 13, 14]);
  expect((await ask('DELETE', '/_mock/requests')).status).toBe(204);
  expect(left()).toEqual([]);
});

it('says why there is no body', async () => {
  const { mock, ask } = await openBookshop();
  const noteOf = async (...asked: Parameters<Ask>): Promise<unknown> => {
    await ask(...asked);
    return mock.requests({ limit: 1 })[0]?.request.bodyNote;
  };
  const headers = { Authorization: 'none' };
  expect(await noteOf('POST', '/books', { body: {}, headers })).toContain(
    'an earlier step answered',
  );
  expect(await noteOf('DELETE', `/books/${second}`, { body: {} })).toContain('takes none');
  const text = { 'Content-Type': 'text/plain' };
  expect(await noteOf('POST', '/books', { body: {}, headers: text })).toContain(
    'could not be read',
  );
  expect(await noteOf('GET', '/books')).toBeUndefined();
});

it('shows no secret, wherever it turns up', async () => {
  const secret = 's3cr3t-key';
  const folder = await writeFolder({
    'openapi.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Keys', version: '1' },
      security: [{ key: [] }],
      paths: {
        '/echo': {
          post: {
            operationId: 'echo',
            parameters: [{ name: 'n', in: 'query', schema: { type: 'integer' } }],
            requestBody: { content: { 'application/json': { schema: {} } } },
            responses: { 204: { description: 'Done.' } },
          },
        },
      },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } },
    }),
  });
  await using mock = await createMock({ contract: join(folder, 'openapi.json') });
  const ask = askAt((await mock.listen()).url);
  await ask('POST', `/echo?api_key=${secret}&n=${secret}`, {
    headers: { Referer: `http://x.test/?api_key=${secret}`, 'Proxy-Authorization': 'Basic abc' },
    body: { key: secret },
  });
  const shown = await Promise.all(
    ['/requests', '/requests/1', '/requests/1/explain'].map((path) => ask('GET', `/_mock${path}`)),
  );
  const verified = await ask('POST', '/_mock/verify', {
    body: { operation: 'echo', match: { query: { api_key: 'other' } } },
  });
  expect(JSON.stringify(verified.json)).toContain('query api_key is \\"…\\"');
  const text = JSON.stringify([...shown, verified].map(({ json }) => json));
  expect(text).toContain('api_key=…&n=…');
  expect(text).not.toContain(secret);
});

it('shows no part of a long secret that stands in a path or is not what was expected', async () => {
  const { ask } = await openBookshop({ auth: 'presence' });
  const start = 'eyJhbGciOiJIUzI1';
  const secret = `${start}${'+aZ9'.repeat(60)}`;
  const headers = { Authorization: `Bearer ${secret}` };
  const path = encodeURIComponent(secret);
  await ask('GET', `/books/${path}?q=${path}`, { headers });
  await ask('GET', `/bokks/${secret}/more`, { headers });
  const shown = await Promise.all(
    ['/requests', '/requests/1/explain', '/requests/2/explain'].map((place) =>
      ask('GET', `/_mock${place}`),
    ),
  );
  const wishes = [
    { operation: 'getBook', match: { headers: { Authorization: 'Bearer other' } } },
    { operation: 'getBook', match: { path: { id: 'other' }, query: { q: { present: false } } } },
    { operation: 'createBook' },
  ];
  const verified = await Promise.all(wishes.map((body) => ask('POST', '/_mock/verify', { body })));
  const text = JSON.stringify([...shown, ...verified].map(({ json }) => json));
  expect(text).toContain('header authorization is \\"Bearer …\\", must be');
  expect(text).toContain('path id is \\"…\\", must be');
  expect(text).not.toContain(start);
});
