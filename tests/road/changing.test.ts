import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { memberAt, textOf } from '../../src/base/json.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { knownShops, openShop } from './shop.ts';

const time = '2024-01-01T00:00:00.000Z';
const order: JsonObject = {
  id: 1,
  shop_slug: 'red',
  status: 'paid',
  total: 5,
  note: 'x',
  tags: ['a', 'b'],
  owner: { login: 'ann', id: 'o1' },
  number: 'N-1',
  created_at: time,
  updated_at: time,
};
const path = '/shops/red/orders/1';
const merge = { 'content-type': 'application/merge-patch+json' };
const patch = { 'content-type': 'application/json-patch+json' };

function open(): Promise<OpenRoad> {
  return openShop({ ...knownShops, orders: [order] });
}

async function bodyOf(road: OpenRoad): Promise<JsonValue | undefined> {
  return (await road.send('GET', path)).json;
}

function sendPatch(road: OpenRoad, operations: JsonValue): Promise<Answer> {
  return road.send('PATCH', path, { body: JSON.stringify(operations), headers: patch });
}

describe('a merge', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['changes what was sent', { total: 6 }, { total: 6 }],
    ['replaces lists', { tags: ['c'] }, { tags: ['c'] }],
    ['goes below', { owner: { login: 'bob' } }, { owner: { login: 'bob', id: 'o1' } }],
    ['keeps the form of the record', { owner: 'ann', total: 6 }, { total: 6 }],
    [
      'takes a word for what an object is called',
      { owner: 'bob' },
      { owner: { id: expect.not.stringMatching(/^o1$/), login: 'bob' } },
    ],
    ['passes over what nobody knows', { secret: 'x', total: 6 }, { total: 6 }],
    ['passes over what is read-only', { number: 'N-2', total: 6 }, { total: 6 }],
    [
      'fills in what belongs to it',
      { address: { street: 'Elm' } },
      { address: { street: 'Elm', verified: expect.any(Boolean) } },
    ],
  ])('%s', async (_, sent, changed) => {
    const road = await open();
    const after = { ...order, ...changed, updated_at: expect.any(String) };
    const answer = await road.send('PATCH', path, { body: sent });
    expect(answer).toMatchObject({ status: 200, json: after });
    const shown = await bodyOf(road);
    expect(shown).toEqual(after);
    expect(shown).not.toMatchObject({ updated_at: time });
    expect(shown).toMatchObject({ created_at: time });
  });

  it('takes away what is null', async () => {
    const road = await open();
    const body = JSON.stringify({ note: null });
    await road.send('PATCH', path, { body, headers: merge });
    expect(await bodyOf(road)).not.toHaveProperty('note');
  });

  it.each<[JsonObject]>([[{}], [{ total: 5 }], [{ secret: 'x' }], [{ updated_at: 'never' }]])(
    '%j changes nothing',
    async (body) => {
      const road = await open();
      const before = [...road.world.items('orders')];
      expect((await road.send('PATCH', path, { body })).status).toBe(200);
      expect([...road.world.items('orders')]).toEqual(before);
      expect(await bodyOf(road)).toEqual(order);
    },
  );

  it('moves the time of the change, also within a millisecond', async () => {
    const road = await open();
    const times: number[] = [];
    for (const total of [6, 7, 8, 9]) {
      const { json } = await road.send('PATCH', path, { body: { total } });
      times.push(Date.parse(textOf(memberAt(json ?? null, ['updated_at']))));
    }
    expect(times.toSorted((left, right) => left - right)).toEqual(times);
    expect(new Set(times).size).toBe(4);
  });

  it('can not move a record', async () => {
    const road = await open();
    for (const body of [{ id: 2 }, { shop_slug: 'blue' }]) {
      expect((await road.send('PATCH', path, { body })).status).toBe(400);
    }
    expect(await bodyOf(road)).toEqual(order);
  });

  it('writes what was made up, and only then', async () => {
    const road = await openShop();
    const before = await road.send('GET', path);
    expect(before.status).toBe(200);
    expect([...road.world.items('orders')]).toEqual([]);
    const body = { total: 123_456 };
    expect((await road.send('PATCH', path, { body })).status).toBe(200);
    expect(await bodyOf(road)).toEqual({
      ...(before.json as JsonObject),
      ...body,
      updated_at: expect.any(String),
    });
  });
});

describe('a JSON Patch', () => {
  it.each<[string, JsonValue, JsonObject]>([
    ['adds', [{ op: 'add', path: '/tags/1', value: 'c' }], { tags: ['a', 'c', 'b'] }],
    [
      'replaces',
      [{ op: 'replace', path: '/owner/login', value: 'bob' }],
      { owner: { login: 'bob', id: 'o1' } },
    ],
    [
      'tests',
      [
        { op: 'test', path: '/total', value: 5 },
        { op: 'replace', path: '/total', value: 6 },
      ],
      { total: 6 },
    ],
    ['passes over what is read-only', [{ op: 'replace', path: '/number', value: 'N-2' }], {}],
  ])('%s', async (_, operations, changed) => {
    const road = await open();
    const after = { ...order, ...changed, updated_at: expect.any(String) };
    expect(await sendPatch(road, operations)).toMatchObject({ status: 200, json: after });
    expect(await bodyOf(road)).toEqual(after);
  });

  it('removes', async () => {
    const road = await open();
    expect((await sendPatch(road, [{ op: 'remove', path: '/note' }])).status).toBe(200);
    expect(await bodyOf(road)).not.toHaveProperty('note');
  });

  it.each<[string, JsonValue, number, string]>([
    ['a test that fails', [{ op: 'test', path: '/total', value: 6 }], 409, '/0/value'],
    ['a place that is not there', [{ op: 'remove', path: '/nowhere' }], 400, '/0/path'],
    ['an unknown operation', [{ op: 'mix', path: '/total' }], 400, '/0/op'],
    ['another key', [{ op: 'replace', path: '/id', value: 7 }], 400, '/id'],
  ])('with %s is refused, and nothing is done', async (_, operations, status, pointer) => {
    const road = await open();
    const refused = await sendPatch(road, operations);
    expect(refused).toMatchObject({ status, json: { errors: [{ in: 'body', pointer }] } });
    expect(await bodyOf(road)).toEqual(order);
  });
});

describe('a replacement', () => {
  it('keeps what the service made, and gives up what was not sent', async () => {
    const road = await open();
    const answer = await road.send('PUT', path, { body: { total: 9 } });
    const after = {
      id: 1,
      shop_slug: 'red',
      status: 'open',
      total: 9,
      tags: [],
      owner: { login: 'ann', id: 'o1' },
      number: 'N-1',
      created_at: time,
      updated_at: expect.any(String),
    };
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.json).toEqual(after);
    expect(await bodyOf(road)).toEqual(after);
  });

  it('can not move a record, and may say where it is', async () => {
    const road = await open();
    for (const body of [{ id: 2 }, { shop_slug: 'blue' }]) {
      const refused = await road.send('PUT', path, { body });
      expect(refused).toMatchObject({ status: 400, json: { errors: [{ in: 'body' }] } });
    }
    expect(await bodyOf(road)).toEqual(order);
    const body = { id: 1, shop_slug: 'red', total: 9 };
    expect((await road.send('PUT', path, { body })).json).toMatchObject({ ...body, number: 'N-1' });
  });

  it('that changes nothing writes nothing', async () => {
    const road = await open();
    const { id: _1, shop_slug: _2, number: _3, created_at: _4, updated_at: _5, ...sent } = order;
    const before = [...road.world.items('orders')];
    expect((await road.send('PUT', path, { body: sent })).status).toBe(200);
    expect([...road.world.items('orders')]).toEqual(before);
  });

  it('makes the record where a 201 is declared', async () => {
    const road = await openShop(knownShops);
    const shop = { slug: 'green', name: 'Green' };
    const made = await road.send('PUT', '/shops/green', { body: shop });
    expect(made).toMatchObject({ status: 201, json: shop });
    const again = await road.send('PUT', '/shops/green', { body: { ...shop, name: 'Lime' } });
    expect(again).toMatchObject({ status: 200, json: { name: 'Lime' } });
  });

  it('makes no record of another key than the path has', async () => {
    const road = await openShop(knownShops);
    const body = { slug: 'lime', name: 'Green' };
    expect((await road.send('PUT', '/shops/green', { body })).status).toBe(400);
    expect((await road.send('GET', '/shops/green')).status).toBe(404);
  });

  it('of what is not there is refused where none is declared', async () => {
    const road = await open();
    const refused = await road.send('PUT', '/shops/red/orders/7', { body: { total: 1 } });
    expect(refused.status).toBe(404);
  });
});

describe('a removal', () => {
  it.each<[string, () => Promise<OpenRoad>]>([
    ['a record', open],
    ['a record that was made up', () => openShop()],
  ])('of %s leaves nothing', async (_, start) => {
    const road = await start();
    expect(await road.send('DELETE', path)).toMatchObject({ status: 204, text: undefined });
    expect((await road.send('GET', path)).status).toBe(404);
    expect((await road.send('DELETE', path)).status).toBe(404);
    expect((await road.send('PATCH', path, { body: { total: 1 } })).status).toBe(404);
  });

  it('takes what stands below with it', async () => {
    const road = await open();
    await road.send('DELETE', '/shops/red');
    expect((await road.send('GET', path)).json).toMatchObject({
      detail: 'There is no "red" in shops.',
    });
    await road.send('POST', '/shops', { body: { slug: 'red', name: 'Red again' } });
    expect((await road.send('GET', path)).status).toBe(404);
  });

  it('may be answered with what was removed', async () => {
    const road = await open();
    const answer = await road.send('DELETE', '/shops/blue');
    expect(answer).toMatchObject({ status: 200, json: { slug: 'blue', deleted: true } });
  });
});
