import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { Answer } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, body, parameter } from './shop.ts';

function objectIn({ json }: Answer): JsonObject {
  if (!isJsonObject(json)) throw new Error(`no object: ${JSON.stringify(json)}`);
  return json;
}

describe('keys', () => {
  it.each<[string, JsonObject, RegExp]>([
    ['a UUID', { type: 'string', format: 'uuid' }, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
    ['of a pattern', { type: 'string', pattern: '^ord_[a-z]{8}$' }, /^ord_[a-z]{8}$/],
    ['a plain text', { type: 'string' }, /^[^/?#]+$/],
    ['a number', { type: 'integer', minimum: 100 }, /^\d{3}$/],
  ])('are %s where that is their schema', async (_, schema, pattern) => {
    const thing = { type: 'object', required: ['id'], properties: { id: schema } };
    const road = await openRoad({
      paths: {
        '/things': {
          post: { requestBody: body({ type: 'object' }), responses: { '201': answer(thing) } },
        },
        '/things/{id}': {
          parameters: [parameter('id', schema)],
          get: { responses: { '200': answer(thing) } },
        },
      },
      fixtures: { things: [] },
    });
    const keys = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      const { id } = objectIn(await road.send('POST', '/things', { body: {} }));
      expect(textOf(id)).toMatch(pattern);
      expect((await road.send('GET', `/things/${textOf(id)}`)).json).toEqual({ id });
      keys.add(textOf(id));
    }
    expect(keys.size).toBe(5);
  });

  const alias = 'Used instead of the generated code.';
  it.each<[string, JsonObject, boolean]>([
    ['customSlug', { type: 'string' }, true],
    ['alias', { type: 'string', description: alias }, true],
    ['title', { type: 'string' }, false],
    ['custom_code', { type: 'integer' }, false],
  ])('may be chosen under another name: %s %j', async (name, schema, isKey) => {
    const link = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
    const sent = { type: 'object', properties: { [name]: schema } };
    const responses = { '201': answer(link), '409': { description: 'Taken.' } };
    const road = await openRoad({
      paths: {
        '/links': { post: { requestBody: body(sent), responses } },
        '/links/{code}': {
          parameters: [parameter('code')],
          get: { responses: { '200': answer(link) } },
        },
      },
    });
    const value = schema['type'] === 'integer' ? 7 : 'summer';
    const made = objectIn(await road.send('POST', '/links', { body: { [name]: value } }));
    expect(made['code'] === 'summer').toBe(isKey);
    const again = await road.send('POST', '/links', { body: { [name]: value } });
    expect(again.status).toBe(isKey ? 409 : 201);
    if (isKey) expect((await road.send('GET', '/links/summer')).json).toEqual(made);
  });

  it('stand beside a record that has no member for them', async () => {
    const thing = { type: 'object', properties: { colour: { type: 'string' } } };
    const road = await openRoad({
      paths: {
        '/things': {
          post: {
            requestBody: body(thing),
            responses: { '201': answer(thing, { Location: { schema: { type: 'string' } } }) },
          },
        },
        '/things/{handle}': {
          parameters: [parameter('handle')],
          get: { responses: { '200': answer(thing) } },
        },
      },
      fixtures: { things: [] },
    });
    const made = await road.send('POST', '/things', { body: { colour: 'red' } });
    const read = await road.send('GET', made.headers['location'] ?? '');
    expect(read).toMatchObject({ status: 200, json: { colour: 'red' } });
  });

  it.each<[string, JsonObject, JsonObject, RegExp]>([
    ['one that leads to others', { type: 'string' }, { type: 'integer' }, /^\d+$/],
    ['its own', { type: 'integer' }, { type: 'string' }, /^\d+$/],
    [
      'both',
      { type: 'string', maxLength: 3 },
      { type: 'string', pattern: '^[a-z]+$' },
      /^[a-z]{1,3}$/,
    ],
  ])('are such as every path takes: %s', async (_, own, passing, pattern) => {
    const thing = { type: 'object', properties: { id: { type: 'string' } } };
    const part = { type: 'object', properties: { id: { type: 'string' } } };
    const paths = {
      '/things': { post: { responses: { '201': answer(thing) } } },
      '/things/{id}': {
        parameters: [parameter('id', own)],
        get: { responses: { '200': answer(thing) } },
      },
      '/things/{thing_id}/parts': {
        parameters: [parameter('thing_id', passing)],
        post: { responses: { '201': answer(part) } },
      },
      '/things/{thing_id}/parts/{id}': {
        parameters: [parameter('thing_id', passing), parameter('id')],
        get: { responses: { '200': answer(part) } },
      },
    };
    for (const fixtures of [{}, { things: [] }]) {
      const road = await openRoad({ paths, fixtures });
      const made = await road.send('POST', '/things');
      const key = textOf(objectIn(made)['id']);
      expect(key).toMatch(pattern);
      expect((await road.send('GET', `/things/${key}`)).status).toBe(200);
      expect((await road.send('POST', `/things/${key}/parts`)).status).toBe(201);
    }
  });

  it.each(['application/json', '*/*'])('are read out of a path of %s', async (type) => {
    const thing = { type: 'object', properties: { id: { type: 'string' } } };
    const content = { [type]: { schema: { type: 'string' } } };
    const road = await openRoad({
      paths: {
        '/things': { post: { responses: { '201': answer(thing) } } },
        '/things/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, content }],
          get: { responses: { '200': answer(thing) } },
        },
      },
      fixtures: { things: [{ id: 'a' }] },
    });
    expect(await road.send('GET', '/things/%22a%22')).toMatchObject({ status: 200 });
    expect((await road.send('GET', '/things/a')).status).toBe(type === '*/*' ? 200 : 400);
  });
});
