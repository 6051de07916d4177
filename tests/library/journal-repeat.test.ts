import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { bookIds } from './bookshop.ts';
import type { Ask } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

const [first = ''] = bookIds;

const upload = {
  post: {
    operationId: 'upload',
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { note: { type: 'string' }, file: { type: 'string', format: 'binary' } },
          },
        },
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: { count: { type: 'integer' } } },
        },
        'text/plain': { schema: { type: 'string' } },
        'application/octet-stream': {},
      },
    },
    responses: { 204: { description: 'Done.' } },
  },
};

type Body = string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;

const open = (): ReturnType<typeof openBookshop> => openBookshop({}, { '/files': upload });
const repeat = (ask: Ask, id: number | 'last'): ReturnType<Ask> =>
  ask('POST', `/_mock/requests/${id}/repeat`);

async function send(
  { url }: Mock,
  body: Body,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const all = { Authorization: 'Bearer open', ...headers };
  const { status } = await fetch(`${url}/files`, { method: 'POST', headers: all, body });
  return status;
}

describe('a repeated request', () => {
  it('is a new one, with the headers, credentials and body of the first', async () => {
    const { mock, ask } = await open();
    await ask('POST', '/books?x=1', { body: { title: 'New' }, headers: { 'X-Mine': 'kept' } });
    const { status, json } = await repeat(ask, 1);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      id: 2,
      operation: 'createBook',
      request: {
        method: 'POST',
        path: '/books',
        query: 'x=1',
        headers: {
          authorization: 'Bearer …',
          'x-mine': 'kept',
          'content-type': 'application/json',
        },
        body: { title: 'New' },
      },
      reply: { status: 201, body: { title: 'New' } },
      changed: 1,
      credentials: ['Everyone'],
      verdict: 'served',
    });
    expect(mock.records('books')).toHaveLength(5);
    expect((await ask('GET', '/_mock/requests/2')).json).toEqual(json);
    expect(mock.coverage().operations.find(({ id }) => id === 'createBook')?.requests).toBe(2);
  });

  it.each<readonly [string, string, string, unknown, number]>([
    ['a read', 'GET', `/books/${first}`, undefined, 200],
    ['a HEAD', 'HEAD', `/books/${first}`, undefined, 200],
    ['a removal', 'DELETE', `/books/${first}`, undefined, 404],
    ['an invalid one', 'POST', '/books', { title: 7 }, 400],
    ['an unmatched one', 'GET', '/book', undefined, 404],
    ['an unmatched one with a body', 'POST', '/book', {}, 404],
    ['a wrong method', 'PATCH', '/books', {}, 405],
  ])('%s is answered with its status', async (_, method, path, body, status) => {
    const { ask } = await open();
    await ask(method, path, { body });
    expect((await repeat(ask, 'last')).json).toMatchObject({ id: 2, reply: { status } });
    expect((await repeat(ask, 2)).json).toMatchObject({ id: 3, reply: { status } });
  });

  it.each<readonly [string, Body, Readonly<Record<string, string>>]>([
    ['a form', new URLSearchParams({ count: '3' }), {}],
    ['a text', 'Grüße', { 'Content-Type': 'text/plain' }],
    ['plain bytes', 'plain', { 'Content-Type': 'application/octet-stream' }],
    [
      'a compressed text',
      gzipSync('Grüße'),
      { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' },
    ],
  ])('has the body of %s', async (_, body, headers) => {
    const { mock, ask } = await open();
    expect(await send(mock, body, headers)).toBe(204);
    const { json } = await repeat(ask, 1);
    expect(json).toMatchObject({ id: 2, reply: { status: 204 } });
    const [one, two] = mock.requests();
    expect(two?.request.body).toEqual(one?.request.body);
  });

  it('goes to its world', async () => {
    const { mock, ask } = await open();
    const world = mock.world('a');
    await ask('POST', '/~a/books', { body: { title: 'New' } });
    await ask('POST', '/books', { body: { title: 'New' }, headers: world.headers });
    for (const id of [1, 2]) {
      expect((await repeat(ask, id)).json).toMatchObject({ world: 'a', reply: { status: 201 } });
    }
    expect(world.records('books')).toHaveLength(7);
    expect(mock.records('books')).toHaveLength(3);
  });

  it('takes the place of the first where the journal keeps one', async () => {
    const { mock, ask } = await openBookshop({ journal: 1 });
    await ask('GET', '/~a/books?limit=1');
    const { json } = await repeat(ask, 1);
    expect(json).toMatchObject({
      id: 2,
      world: 'a',
      request: { path: '/~a/books', query: 'limit=1' },
    });
    expect(mock.requests()).toHaveLength(1);
  });

  it('meets what a test has arranged in between', async () => {
    const { mock, ask } = await open();
    await ask('GET', '/books');
    mock.use({ operation: 'listBooks', reply: { body: { data: [] } } });
    expect((await repeat(ask, 1)).json).toMatchObject({
      reply: { body: { data: [] } },
      forced: { by: 'override' },
    });
  });
});

describe('a request that can not be repeated', () => {
  const form = new FormData();
  form.set('file', new Blob(['bytes']), 'a.txt');
  const bytes = new Uint8Array([0xff, 0xd8, 0xff]);

  it.each<readonly [string, Body, Readonly<Record<string, string>>, string]>([
    ['a form with files', form, {}, 'its files are not kept'],
    ['bytes', bytes, { 'Content-Type': 'application/octet-stream' }, 'its files are not kept'],
    [
      'a large body',
      'x'.repeat(70_000),
      { 'Content-Type': 'text/plain' },
      'its body is not kept: a body of 70000 bytes',
    ],
    ['a body that was not read', 'x', { Authorization: 'none' }, 'its body is not read'],
  ])('is %s', async (_, body, headers, why) => {
    const { mock, ask } = await open();
    await send(mock, body, headers);
    expect(await repeat(ask, 1)).toMatchObject({
      status: 409,
      json: { title: 'The request can not be repeated', detail: expect.stringContaining(why) },
    });
    expect(mock.requests()).toHaveLength(1);
  });

  it('is one of a world that is gone', async () => {
    const { mock, ask } = await open();
    const world = mock.world('a');
    await ask('GET', '/~a/books');
    await ask('DELETE', '/_mock/worlds/a');
    expect(world.name).toBe('a');
    expect(await repeat(ask, 1)).toMatchObject({
      status: 404,
      json: {
        title: 'There is no such world',
        detail: expect.stringContaining('PUT /_mock/worlds/a'),
      },
    });
  });

  it('is one that is not kept', async () => {
    const { ask } = await open();
    expect(await repeat(ask, 7)).toMatchObject({ status: 404 });
  });
});

it('the library repeats requests, too', async () => {
  const { mock, ask } = await open();
  await ask('DELETE', `/~a/books/${first}`);
  expect(await mock.repeatRequest(1)).toMatchObject({ id: 2, world: 'a', reply: { status: 404 } });
  expect(await mock.world('a').repeatRequest(1)).toMatchObject({ id: 3 });
  await expect(mock.world('b').repeatRequest(1)).rejects.toThrow(
    'there is no request 1 of the world "b" in the journal',
  );
  await expect(mock.repeatRequest(9)).rejects.toThrow('there is no request 9 in the journal');
});
