import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { knownShops, openShop } from './shop.ts';

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
    expect(order['owner']).toMatchObject({ login: 'ann' });
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
