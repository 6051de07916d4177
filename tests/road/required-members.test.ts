import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import { openRoad } from './open-road.ts';

const json = (schema: JsonObject) => ({
  description: 'Fine.',
  content: { 'application/json': { schema } },
});

const text = { type: 'string' };

function pathsFor(schema: JsonObject): JsonObject {
  return {
    '/boxes': {
      get: { responses: { '200': json({ type: 'array', items: schema }) } },
      post: { requestBody: json(schema), responses: { '201': json(schema) } },
    },
    '/boxes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: { '200': json(schema) } },
      patch: { requestBody: json({ type: 'object' }), responses: { '200': json(schema) } },
    },
  };
}

const lacking: JsonObject = { required: ['id', 'size'], properties: { id: text, name: text } };

describe('a member that a schema requires and does not describe', () => {
  it.each<[string, JsonObject]>([
    ['beside other members', { type: 'object', ...lacking }],
    ['in a part of the schema', { allOf: [lacking, { properties: { note: text } }] }],
    [
      'required by one part, and described by none',
      { allOf: [{ type: 'object', properties: { id: text } }, { required: ['id', 'size'] }] },
    ],
  ])('is in the list and in the item that was made up: %s', async (_, schema) => {
    const road = await openRoad({ paths: pathsFor(schema) });
    const list = await road.send('GET', '/boxes');
    expect(list.status).toBe(200);
    const [first] = Array.isArray(list.json) ? list.json : [];
    expect(isJsonObject(first) && 'size' in first).toBe(true);
    const id = textOf(isJsonObject(first) ? first['id'] : undefined);
    const item = await road.send('GET', `/boxes/${id}`);
    expect([item.status, item.json]).toEqual([200, first]);
  });

  it('is kept as a client sent it', async () => {
    const road = await openRoad({ paths: pathsFor({ type: 'object', ...lacking }) });
    const sent = { id: 'a', name: 'A box', size: [4, 5] };
    const made = await road.send('POST', '/boxes', { body: sent });
    expect([made.status, made.json]).toEqual([201, sent]);
    const read = await road.send('GET', '/boxes/a');
    expect([read.status, read.json]).toEqual([200, sent]);
    const changed = await road.send('PATCH', '/boxes/a', { body: { size: 7 } });
    expect([changed.status, changed.json]).toEqual([200, { ...sent, size: 7 }]);
    const list = await road.send('GET', '/boxes');
    expect(list.json).toContainEqual({ ...sent, size: 7 });
  });

  it('is the only one beside the described ones: others are not shown', async () => {
    const road = await openRoad({ paths: pathsFor({ type: 'object', ...lacking }) });
    await road.send('POST', '/boxes', { body: { id: 'a', size: 1, colour: 'red' } });
    const read = await road.send('GET', '/boxes/a');
    expect(read.json).not.toHaveProperty('colour');
  });
});
