import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const number = { type: 'integer' };

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required };
}

const json = (schema: JsonObject) => ({
  description: 'Fine.',
  content: { 'application/json': { schema } },
});

function open(shown: JsonObject, fixtures: readonly JsonObject[]): Promise<OpenRoad> {
  const given = object({ id: text, name: text, size: number });
  return openRoad({
    paths: {
      '/boxes': {
        get: { responses: { '200': json({ type: 'array', items: shown }) } },
        post: { requestBody: json(given), responses: { '201': json(shown) } },
      },
      '/boxes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { '200': json(shown) } },
      },
    },
    fixtures: { boxes: fixtures },
  });
}

/** Nothing tells them apart, unless they have a member of another type than the other one has. */
const loose = { oneOf: [object({ id: text, name: text }), object({ id: text, size: number })] };
const kinds = {
  oneOf: [
    object({ id: text, kind: { const: 'open' }, name: text }, ['id']),
    object({ id: text, kind: { const: 'closed' }, name: text }, ['id']),
  ],
};
const closed = { additionalProperties: false };
const versions = {
  oneOf: [
    { ...object({ id: text, name: text }, ['id']), ...closed },
    { ...object({ id: text, name: text, size: number }, ['id']), ...closed },
  ],
};

describe('a stored record that matches several alternatives of which it may match one', () => {
  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ['by a member of its own type', loose, { id: 'a', name: 'A box' }, ['size']],
    ['by the kind', kinds, { id: 'a', name: 'A box' }, ['kind']],
    ['by a member that one of them has', versions, { id: 'a', name: 'A box' }, ['size']],
  ])('is shown as one of them: %s', async (_, shown, record, added) => {
    const road = await open(shown, [{ id: 'a', name: 'A box' }]);
    const item = await road.send('GET', '/boxes/a');
    expect(item.status).toBe(200);
    expect(item.json).toMatchObject(record);
    expect(Object.keys(item.json ?? {}).toSorted()).toEqual(['id', 'name', ...added].toSorted());
    const list = await road.send('GET', '/boxes');
    expect([list.status, list.json]).toEqual([200, [item.json]]);
    const made = await road.send('POST', '/boxes', { body: { id: 'b', name: 'Another' } });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ name: 'Another' });
  });

  it('leaves out what only makes it match more', async () => {
    const shown = {
      oneOf: [object({ id: text }, ['id']), object({ name: text, size: number }, ['name', 'size'])],
    };
    const road = await open(shown, [{ id: 'a', name: 'A box', size: 3 }]);
    const item = await road.send('GET', '/boxes/a');
    expect([item.status, item.json]).toEqual([200, { id: 'a', name: 'A box' }]);
  });

  it('keeps its values: where only another value would do, the contract is at fault', async () => {
    const road = await open(loose, [{ id: 'a', name: 'A box', size: 3 }]);
    const item = await road.send('GET', '/boxes/a');
    expect(item.status).toBe(500);
  });

  it('is shown wrong where it matches none: nothing hides the fault of a fixture', async () => {
    const shown = { oneOf: [object({ size: text }, ['size']), object({ id: number }, ['id'])] };
    const road = await open(shown, [{ id: 'a', size: 3 }]).catch(() => undefined);
    const item = await road?.send('GET', '/boxes/a');
    expect(item?.status ?? 500).toBe(500);
  });
});

describe('a made-up record of alternatives that overlap', () => {
  it.each<[string, JsonObject]>([
    ['of open objects', loose],
    ['of kinds', kinds],
    ['of closed objects', versions],
  ])('matches exactly one: %s', async (_, shown) => {
    // The path decides with which alternative the search begins.
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const get = { responses: { '200': json(shown) } };
    const paths = Object.fromEntries(names.map((name) => [`/${name}`, { get }]));
    const road = await openRoad({ paths });
    for (const name of names) {
      const answer = await road.send('GET', `/${name}`);
      expect([name, answer.status, answer.verdict]).toEqual([name, 200, 'served']);
    }
  });
});

describe('a key that may be of several forms', () => {
  it('fits where one form takes any text', async () => {
    const schema = { oneOf: [number, { ...text, format: 'uuid' }, text] };
    const road = await openRoad({
      paths: {
        '/boxes/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema }],
          get: { responses: { '200': json(object({ id: text })) } },
        },
      },
    });
    for (const key of ['7', 'a-box', '0b7c8b1e-7c43-4a86-9f2e-1f6f3f1f1b11']) {
      expect((await road.send('GET', `/boxes/${key}`)).status).toBe(200);
    }
  });
});
