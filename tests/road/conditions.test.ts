import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, body, parameter } from './shop.ts';

const note = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    text: { type: 'string' },
    updated_at: { type: 'string', format: 'date-time' },
  },
};
const versions = {
  ETag: { schema: { type: 'string' } },
  'Last-Modified': { schema: { type: 'string' } },
};
const header = (name: string): JsonObject => ({ name, in: 'header', schema: { type: 'string' } });
const keyed = { parameters: [header('Idempotency-Key')] };

function open(reading: JsonObject = {}): Promise<OpenRoad> {
  const many = answer({ type: 'array', items: note }, { ETag: { schema: { type: 'string' } } });
  return openRoad({
    paths: {
      '/notes': {
        get: { responses: { '200': many, ...reading } },
        post: { ...keyed, requestBody: body(note), responses: { '201': answer(note, versions) } },
      },
      '/notes/{id}': {
        parameters: [parameter('id')],
        get: { responses: { '200': answer(note, versions), ...reading } },
        put: {
          parameters: [header('If-Match'), header('If-None-Match')],
          requestBody: body(note),
          responses: { '200': answer(note, versions), '201': answer(note, versions) },
        },
        patch: { ...keyed, requestBody: body(note), responses: { '200': answer(note, versions) } },
        delete: {
          parameters: [header('If-Match')],
          responses: { '204': answer(undefined), '412': { description: 'No.' } },
        },
      },
    },
    fixtures: { notes: [{ id: 'a', text: 'x', updated_at: '2024-01-01T00:00:00Z' }] },
  });
}

async function tagOf(road: OpenRoad, path = '/notes/a'): Promise<string> {
  return (await road.send('GET', path)).headers['etag'] ?? '';
}

describe('versions', () => {
  it('are the same until the record changes', async () => {
    const road = await open();
    const first = await tagOf(road);
    expect(first).toMatch(/^"[\w-]{22}"$/);
    expect(await tagOf(road)).toBe(first);
    expect(await tagOf(await open())).toBe(first);
    const changed = await road.send('PATCH', '/notes/a', { body: { id: 'a', text: 'y' } });
    expect(changed.headers['etag']).not.toBe(first);
    expect(await tagOf(road)).toBe(changed.headers['etag']);
  });

  it('tell when the record was changed', async () => {
    const read = await (await open()).send('GET', '/notes/a');
    expect(read.headers['last-modified']).toBe('Mon, 01 Jan 2024 00:00:00 GMT');
  });
});

describe.each<[string, JsonObject]>([
  ['declared', { '304': { description: 'Same.' } }],
  ['not declared', {}],
])('a 304 that is %s', (_, reading) => {
  it.each<[string, (tag: string) => string]>([
    ['the version', (tag) => tag],
    ['a weak form of it', (tag) => `W/${tag}`],
    ['it among others', (tag) => `"x", ${tag}`],
    ['any', () => '*'],
  ])('answers whoever has %s', async (__, form) => {
    const road = await open(reading);
    const tag = await tagOf(road);
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'if-none-match': form(tag) };
      const same = await road.send(method, '/notes/a', { headers });
      expect(same).toMatchObject({ status: 304, text: undefined, verdict: 'served' });
      expect(same.headers['etag']).toBe(tag);
    }
  });

  it('answers nobody else', async () => {
    const road = await open(reading);
    const headers = { 'if-none-match': '"other"' };
    expect((await road.send('GET', '/notes/a', { headers })).status).toBe(200);
    expect((await road.send('GET', '/notes/b', { headers: { 'if-none-match': '*' } })).status).toBe(
      404,
    );
  });
});

describe('a change on condition', () => {
  it('is made where the version is that of the record', async () => {
    const road = await open();
    const headers = { 'if-match': await tagOf(road) };
    const sent = { id: 'a', text: 'y' };
    expect((await road.send('PUT', '/notes/a', { body: sent, headers })).status).toBe(200);
    const late = await road.send('PUT', '/notes/a', { body: { id: 'a', text: 'z' }, headers });
    expect(late).toMatchObject({ status: 412 });
    expect((await road.send('GET', '/notes/a')).json).toMatchObject({ text: 'y' });
  });

  it.each<[string, string, JsonObject, number]>([
    ['DELETE', '/notes/a', { 'if-match': '"other"' }, 412],
    ['DELETE', '/notes/a', { 'if-match': '*' }, 204],
    ['DELETE', '/notes/none', { 'if-match': '*' }, 404],
    ['PUT', '/notes/a', { 'if-none-match': '*' }, 412],
    ['PUT', '/notes/new', { 'if-none-match': '*' }, 201],
    ['PUT', '/notes/new', { 'if-match': '*' }, 412],
  ])('%s %s %j is answered %i', async (method, path, headers, status) => {
    const road = await open();
    const sent = { id: path.split('/').at(-1) ?? '', text: 'y' };
    const before = [...road.world.items('notes')];
    const reply = await road.send(method, path, {
      headers: headers as Record<string, string>,
      ...(method === 'PUT' ? { body: sent } : {}),
    });
    expect(reply.status).toBe(status);
    if (status >= 400) expect([...road.world.items('notes')]).toEqual(before);
  });
});

describe('a request under a key of its own', () => {
  const headers = { 'idempotency-key': 'k1' };

  it('is done once', async () => {
    const road = await open();
    const sent = { body: { id: 'n', text: 'x' }, headers };
    const first = await road.send('POST', '/notes', sent);
    expect(first.status).toBe(201);
    await road.send('PATCH', '/notes/n', { body: { id: 'n', text: 'y' } });
    expect(await road.send('POST', '/notes', sent)).toEqual({ ...first, wasBodyRead: true });
    expect((await road.send('GET', '/notes/n')).json).toMatchObject({ text: 'y' });
  });

  it('can not be another request', async () => {
    const road = await open();
    await road.send('POST', '/notes', { body: { id: 'n' }, headers });
    const other = await road.send('POST', '/notes', { body: { id: 'm' }, headers });
    expect(other).toMatchObject({ status: 422 });
    expect((await road.send('GET', '/notes/m')).status).toBe(404);
    const elsewhere = { body: { id: 'a', text: 'y' }, headers };
    expect((await road.send('PATCH', '/notes/a', elsewhere)).status).toBe(200);
  });

  it('may be sent again where it failed', async () => {
    const road = await open();
    const sent = { body: { id: 'a' }, headers };
    expect((await road.send('POST', '/notes', sent)).status).toBe(409);
    await road.send('DELETE', '/notes/a');
    expect((await road.send('POST', '/notes', sent)).status).toBe(201);
  });

  it('is forgotten with the state', async () => {
    const road = await open();
    const sent = { body: { id: 'n' }, headers };
    expect((await road.send('POST', '/notes', sent)).status).toBe(201);
    await road.world.reset();
    expect((await road.send('POST', '/notes', sent)).status).toBe(201);
    expect((await road.send('GET', '/notes/n')).status).toBe(200);
  });
});
