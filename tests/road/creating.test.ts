import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/json.ts';
import { isJsonObject, textOf } from '../../src/json.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, body, knownShops, openShop, parameter } from './shop.ts';

const orders = '/shops/red/orders';

function objectIn({ json }: Answer): JsonObject {
  if (!isJsonObject(json)) throw new Error(`no object: ${JSON.stringify(json)}`);
  return json;
}

async function create(road: OpenRoad, path: string, sent: JsonValue): Promise<JsonObject> {
  const made = await road.send('POST', path, { body: sent });
  expect(made).toMatchObject({ status: 201, verdict: 'served' });
  return objectIn(made);
}

describe.each<[string, typeof knownShops]>([
  ['with fixtures', knownShops],
  ['of which nobody has said anything', {}],
])('a record made in a collection %s', (_, fixtures) => {
  it('has what was sent, defaults, and what the service makes itself', async () => {
    const road = await openShop(fixtures);
    const started = Date.now();
    const order = await create(road, orders, { total: 5, note: null, secret: 'x', id: 99 });
    expect(order).toEqual({
      id: expect.any(Number),
      shop_slug: 'red',
      status: 'open',
      total: 5,
      note: null,
      tags: [],
      owner: expect.objectContaining({ login: expect.any(String) }),
      number: expect.any(String),
      closed_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(order['id']).not.toBe(99);
    expect(Date.parse(textOf(order['created_at']))).toBeGreaterThanOrEqual(started);
    const read = await road.send('GET', `${orders}/${textOf(order['id'])}`);
    expect(read).toMatchObject({ status: 200, json: order });
  });

  it('says where it can be read', async () => {
    const road = await openShop(fixtures);
    const made = await road.send('POST', orders, { body: {} });
    const id = textOf(objectIn(made)['id']);
    expect(made.headers['location']).toBe(`${orders}/${id}`);
    expect(await road.send('GET', made.headers['location'] ?? '')).toMatchObject({ status: 200 });
  });

  it('has a key of its own', async () => {
    const road = await openShop(fixtures);
    const made = await Promise.all([1, 2, 3].map(() => create(road, orders, { total: 1 })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
  });

  it('keeps the key that was sent, and is refused where there is one', async () => {
    const road = await openShop(fixtures);
    const shop = { slug: 'green', name: 'Green' };
    expect(await create(road, '/shops', shop)).toEqual(shop);
    const again = await road.send('POST', '/shops', { body: { ...shop, name: 'Other' } });
    expect(again.status).toBe(409);
    expect((await road.send('GET', '/shops/green')).json).toEqual(shop);
  });

  it('is the same for the same seed', async () => {
    const roads = [await openShop(fixtures), await openShop(fixtures)];
    const made = await Promise.all(roads.map((road) => create(road, orders, { total: 7 })));
    const [first, second] = made.map(({ created_at: _1, updated_at: _2, ...rest }) => rest);
    expect(first).toEqual(second);
  });

  it('takes the form that the record has where another was sent', async () => {
    const road = await openShop(fixtures);
    const order = await create(road, orders, { owner: 'ann', address: { street: 'Elm' } });
    expect(order['owner']).toMatchObject({ login: expect.any(String) });
    expect(order['address']).toEqual({ street: 'Elm', verified: expect.any(Boolean) });
  });

  it('needs no body', async () => {
    const road = await openShop(fixtures);
    const made = await road.send('POST', orders);
    expect(made).toMatchObject({ status: 201, json: { status: 'open', shop_slug: 'red' } });
  });
});

describe('a record made where nobody has said what there is', () => {
  it('has a value of the service where its schema forbids what was sent', async () => {
    const road = await openShop();
    const order = await create(road, orders, { total: -1, note: 'kept' });
    expect(order).toMatchObject({ total: expect.any(Number), note: 'kept' });
    expect(order['total']).toBeGreaterThanOrEqual(0);
    expect((await road.send('GET', `${orders}/${textOf(order['id'])}`)).json).toEqual(order);
  });
});

describe('a record made in a known collection', () => {
  it('is not made where its schema forbids what the request may send', async () => {
    const road = await openShop({ ...knownShops, orders: [] });
    const refused = await road.send('POST', orders, { body: { total: -1 } });
    expect(refused).toMatchObject({ status: 500, verdict: 'breach' });
    expect(refused.json).toMatchObject({ detail: expect.stringMatching(/createOrder.*\/total/) });
    expect([...road.world.items('orders')]).toEqual([]);
  });

  it('needs its parents', async () => {
    const road = await openShop(knownShops);
    const made = await road.send('POST', '/shops/none/orders', { body: {} });
    expect(made).toMatchObject({ status: 404, json: { detail: 'There is no "none" in shops.' } });
  });

  it('follows upon the highest number', async () => {
    const first = { id: 41, shop_slug: 'red', status: 'paid', total: 1, owner: { login: 'a' } };
    const time = '2024-01-01T00:00:00Z';
    const order = { ...first, created_at: time, updated_at: time };
    const road = await openShop({ ...knownShops, orders: [order] });
    expect((await create(road, orders, {}))['id']).toBe(42);
    expect((await create(road, orders, {}))['id']).toBe(43);
    expect((await create(road, '/shops/blue/orders', {}))['id']).toBe(1);
  });

  it('is not there under another parent', async () => {
    const road = await openShop(knownShops);
    const { id } = await create(road, orders, {});
    expect((await road.send('GET', `/shops/blue/orders/${textOf(id)}`)).status).toBe(404);
  });
});

describe('what was sent in another spelling', () => {
  const thing = {
    type: 'object',
    required: ['sid', 'friendly_name'],
    properties: {
      sid: { type: 'string' },
      friendly_name: { type: 'string' },
      size: { type: 'integer' },
      owner: { type: 'object', properties: { first_name: { type: 'string' } } },
    },
  };
  const input = {
    type: 'object',
    properties: {
      FriendlyName: { type: 'string' },
      Size: { type: 'integer' },
      Owner: { type: 'object' },
    },
  };
  const paths = {
    '/things': {
      post: { requestBody: body(input), responses: { '201': answer(thing) } },
    },
    '/things/{Sid}': {
      parameters: [parameter('Sid')],
      get: { responses: { '200': answer(thing) } },
      put: { requestBody: body(input), responses: { '200': answer(thing) } },
      patch: { requestBody: body(input), responses: { '200': answer(thing) } },
    },
  };

  it.each<[string, JsonObject]>([
    ['of which nobody has said anything', {}],
    ['with fixtures', { things: [] }],
  ])('is what a record of a collection %s calls it', async (_, fixtures) => {
    const road = await openRoad({ paths, fixtures });
    const sent = { FriendlyName: 'first', Owner: { FirstName: 'ann' } };
    const made = await create(road, '/things', sent);
    const { sid } = made;
    const stored = { sid, friendly_name: 'first', owner: { first_name: 'ann' } };
    expect(made).toEqual(stored);
    const path = `/things/${textOf(sid)}`;
    const merged = await road.send('PATCH', path, { body: { Size: 2 } });
    expect(merged.json).toEqual({ ...stored, size: 2 });
    const replaced = await road.send('PUT', path, { body: { FriendlyName: 'last' } });
    expect(replaced.json).toMatchObject({ sid, friendly_name: 'last' });
    expect((await road.send('GET', path)).json).toEqual(replaced.json);
  });
});

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
      const { id } = await create(road, '/things', {});
      expect(textOf(id)).toMatch(pattern);
      expect((await road.send('GET', `/things/${textOf(id)}`)).json).toEqual({ id });
      keys.add(textOf(id));
    }
    expect(keys.size).toBe(5);
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
});
