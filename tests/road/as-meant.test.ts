import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required };
}

function content(schema: JsonObject): JsonObject {
  return { content: { 'application/json': { schema } } };
}

const kind = { type: 'string', example: 'accounts' };
const Split = object({ amount: text, day: { type: 'string', format: 'date-time' } }, ['amount']);
const members = {
  name: text,
  type: { type: 'string', enum: ['asset', 'expense'] },
  entries: { type: 'array', items: { $ref: '#/components/schemas/Split' } },
  current_balance: { type: 'string', example: '12.50', readOnly: true },
  cover_id: { type: ['string', 'null'], readOnly: true },
};
const Attributes = object(members, ['name', 'type', 'current_balance', 'cover_id']);
const Entry = object({ id: text, type: kind, attributes: Attributes }, [
  'id',
  'type',
  'attributes',
]);
const one = content(object({ data: { $ref: '#/components/schemas/Entry' } }, ['data']));
const days = {
  type: 'array',
  items: object({ amount: text, day: { type: 'string', format: 'date' } }),
};

async function open() {
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const all = object({ data: { type: 'array', items: { $ref: '#/components/schemas/Entry' } } });
  return openRoad({
    components: { schemas: { Entry, Split } },
    paths: {
      '/entries': {
        get: {
          parameters: [{ name: 'type', in: 'query', schema: text }],
          responses: { '200': { description: '', ...content(all) } },
        },
        post: {
          requestBody: content(object({ name: text, type: text, entries: days }, ['name'])),
          responses: {
            '200': { description: 'It was there already.', ...one },
            '201': { description: 'Made.', ...one },
          },
        },
      },
      '/entries/{id}': {
        parameters: [id],
        get: { responses: { '200': { description: '', ...one } } },
      },
    },
  });
}

const sent = { name: 'Ann', type: 'asset', entries: [{ amount: '3', day: '2025-03-05' }] };

describe('what is made', () => {
  it('is answered with 201 where 200 is declared, too', async () => {
    const road = await open();
    expect((await road.send('POST', '/entries', { body: sent })).status).toBe(201);
  });

  it('keeps in its attributes the type that was sent, beside the kind of the resource', async () => {
    const road = await open();
    const { json } = await road.send('POST', '/entries', { body: sent });
    expect(json).toMatchObject({ data: { type: 'accounts', attributes: { type: 'asset' } } });
  });

  it('is one record, though the body has a list of its name', async () => {
    const road = await open();
    const { json } = await road.send('POST', '/entries', { body: sent });
    const path = `/entries/${String(Object(json).data.id)}`;
    expect((await road.send('GET', path)).json).toEqual(json);
  });

  it('keeps a day as a moment where records have moments', async () => {
    const road = await open();
    const { json } = await road.send('POST', '/entries', { body: sent });
    const entries = [{ amount: '3', day: '2025-03-05T00:00:00Z' }];
    expect(json).toMatchObject({ data: { attributes: { entries } } });
  });

  it('has nothing on its account, and refers to nothing', async () => {
    const road = await open();
    const { json } = await road.send('POST', '/entries', { body: sent });
    const attributes = { current_balance: expect.stringMatching(/^0(\.0+)?$/), cover_id: null };
    expect(json).toMatchObject({ data: { attributes } });
  });

  it('is found by its type, and not by the kind of the resource', async () => {
    const road = await open();
    await road.send('POST', '/entries', { body: sent });
    await road.send('POST', '/entries', { body: { name: 'Shop', type: 'expense' } });
    const { json } = await road.send('GET', '/entries', { query: 'type=expense' });
    const { data } = Object(json);
    expect(data.map((each: JsonObject) => Object(each['attributes']).type)).not.toContain('asset');
    expect(JSON.stringify(data)).toContain('Shop');
  });

  it.each([
    ['the record itself', ['id', 'name', 'count']],
    ['some of its members', ['name', 'count']],
  ])('is the only one in a list with which the create answers, from %s', async (_, given) => {
    const whole = {
      id: { type: 'integer', readOnly: true },
      name: text,
      count: { type: 'integer' },
    };
    const Box = object(whole, ['id', 'name', 'count']);
    const boxes = content({ type: 'array', items: { $ref: '#/components/schemas/Box' } });
    const box = content({ $ref: '#/components/schemas/Box' });
    const some = object(
      Object.fromEntries(Object.entries(whole).filter(([name]) => given.includes(name))),
    );
    const id = { name: 'id', in: 'path', required: true, schema: text };
    const road = await openRoad({
      components: { schemas: { Box } },
      paths: {
        '/boxes': {
          get: { responses: { '200': { description: '', ...boxes } } },
          post: {
            requestBody: given.includes('id') ? box : content(some),
            responses: { '201': { description: '', ...boxes } },
          },
        },
        '/boxes/{id}': {
          parameters: [id],
          get: { responses: { '200': { description: '', ...box } } },
        },
      },
    });
    const { json, status } = await road.send('POST', '/boxes', { body: { name: 'Red', count: 3 } });
    expect([status, json]).toEqual([201, [{ id: expect.any(Number), name: 'Red', count: 3 }]]);
    const [made] = Object.values(Object(json));
    expect((await road.send('GET', `/boxes/${String(Object(made).id)}`)).json).toEqual(made);
    const { json: all } = await road.send('GET', '/boxes');
    expect(Object.values(Object(all)).at(-1)).toEqual(made);
  });
});
