import { beforeAll, describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { anything, giving, person, taking } from './body-operations.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

let road: OpenRoad;

beforeAll(async () => {
  road = await openRoad({
    components: { schemas: { Person: person } },
    paths: {
      '/json': taking({
        'application/json': { schema: anything },
        'application/*+json': { schema: { type: 'array' } },
        'application/json; version=2': { schema: { type: 'integer' } },
      }),
      '/people': giving({
        'application/json': { schema: person, example: { name: 'Ada', tags: ['x', 'y'] } },
        'application/xml': { schema: person, example: { name: 'Ada' } },
        'application/x-www-form-urlencoded': { schema: person, example: { name: 'A & B' } },
        'text/csv': { schema: { type: 'string' }, example: 'name\nÄda' },
        'multipart/form-data': { schema: person, example: { name: 'Ada', age: 1 } },
      }),
      '/ranges': giving({ 'text/*': { schema: { type: 'string' }, example: 'x' } }),
    },
  });
});

describe('replies', () => {
  it.each<[string, string, string]>([
    ['application/json', 'application/json', '{"name":"Ada","tags":["x","y"]}'],
    [
      'application/xml',
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?><person><name>Ada</name></person>',
    ],
    ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded', 'name=A+%26+B'],
    ['text/csv', 'text/csv; charset=utf-8', 'name\nÄda'],
  ])('in %s', async (accept, type, text) => {
    const answer = await road.send('GET', '/people', { headers: { accept } });
    expect(answer).toMatchObject({ status: 200, text, headers: { 'content-type': type } });
  });

  it('in parts', async () => {
    const answer = await road.send('GET', '/people', { headers: { accept: 'multipart/*' } });
    const type = answer.headers['content-type'] ?? '';
    const form = await new Response(answer.text, { headers: { 'content-type': type } }).formData();
    expect(Object.fromEntries(form.entries())).toMatchObject({ name: 'Ada' });
  });

  it.each<[string | undefined, string]>([
    [undefined, 'text/plain; charset=utf-8'],
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/*', 'text/plain; charset=utf-8'],
  ])('of a range, for %s', async (accept, type) => {
    const answer = await road.send(
      'GET',
      '/ranges',
      accept === undefined ? {} : { headers: { accept } },
    );
    expect(answer.headers['content-type']).toBe(type);
  });

  it('refusals are sent whatever is accepted', async () => {
    const headers = { accept: 'image/png', 'content-type': 'application/json' };
    const answer = await road.send('POST', '/json', { headers, body: '{' });
    expect(answer).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
    });
  });

  it('what is said of a 204 is no reason for a body', async () => {
    const value: JsonValue = { schema: anything, example: {} };
    const other = await openRoad({
      paths: {
        '/a': giving({ 'application/json': value }, '204'),
        '/b': giving({ 'application/json': value }, '304'),
      },
      isLenient: true,
    });
    expect(await other.send('GET', '/a')).toMatchObject({
      status: 204,
      text: undefined,
      verdict: 'served',
    });
    expect(await other.send('GET', '/b')).toMatchObject({
      status: 304,
      text: undefined,
      verdict: 'served',
    });
  });
});

describe('a reply to a removal', () => {
  it('says that it is done', async () => {
    const told = {
      type: 'object',
      required: ['id', 'deleted'],
      properties: {
        id: { type: 'string' },
        object: { type: 'string' },
        deleted: { type: 'boolean' },
      },
    };
    const answer = (schema: JsonObject): JsonObject => ({
      responses: { '200': { description: 'It.', content: { 'application/json': { schema } } } },
    });
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const removal = await openRoad({
      components: { schemas: { Person: person } },
      paths: {
        '/people/{id}': {
          parameters,
          get: answer(person),
          delete: answer(told),
        },
        '/caches/{id}/entries': {
          parameters,
          delete: answer(told),
        },
      },
    });
    for (const path of ['/people/a', '/people/b', '/caches/c/entries', '/caches/d/entries']) {
      const { json } = await removal.send('DELETE', path);
      expect(json).toMatchObject({ deleted: true });
    }
  });
});
