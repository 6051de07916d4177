import { expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import type { Declared } from './orders.ts';
import { openOrders } from './orders.ts';

const noon = Date.parse('2030-05-01T12:00:00Z');

async function open(ofOrder: JsonValue, more: Declared = {}): Promise<OpenRoad> {
  const road = await openOrders({ ...more, ofOrder });
  road.world.clock.set({ now: noon, isFrozen: true });
  expect((await road.send('GET', '/orders')).status).toBe(200);
  return road;
}

async function statusAt(road: OpenRoad, seconds: number, path = '/orders/1'): Promise<JsonObject> {
  road.world.clock.set({ now: noon + seconds * 1000, isFrozen: true });
  return Object((await road.send('GET', path)).json);
}

const pay = { from: { status: 'open' }, after: '30s', set: { status: 'paid', paid_at: '$now' } };
const ship = { from: { status: 'paid' }, after: '1m', set: { status: 'shipped' } };

it('a record changes after a while on the clock of its world', async () => {
  const road = await open([pay]);
  expect(await statusAt(road, 29)).toMatchObject({ status: 'open' });
  const paid = { status: 'paid', paid_at: '2030-05-01T12:00:30.000Z' };
  expect(await statusAt(road, 40)).toMatchObject(paid);
  expect(await statusAt(road, 900)).toMatchObject(paid);
});

it('a list and its filters show what is due', async () => {
  const road = await open([pay]);
  road.world.clock.set({ now: noon + 31_000, isFrozen: true });
  const open1 = await road.send('GET', '/orders', { query: 'status=open' });
  expect([open1.status, open1.json]).toEqual([200, []]);
  const { json } = await road.send('GET', '/orders', { query: 'status=paid' });
  expect(json).toHaveLength(1);
});

it('what is due happens in the order of time, also where the clock leaps over it', async () => {
  const road = await open([ship, pay]);
  expect(await statusAt(road, 31)).toMatchObject({ status: 'paid' });
  const leap = await open([ship, pay]);
  const shipped = { status: 'shipped', paid_at: '2030-05-01T12:00:30.000Z' };
  expect(await statusAt(leap, 90)).toMatchObject(shipped);
});

it('a record begins to wait when a request makes it so', async () => {
  const road = await open([pay]);
  road.world.clock.set({ now: noon + 10_000, isFrozen: true });
  const { json } = await road.send('POST', '/orders', { body: { status: 'open' } });
  const path = `/orders/${String(Object(json).id)}`;
  expect(await statusAt(road, 39, path)).toMatchObject({ status: 'open' });
  expect(await statusAt(road, 40, path)).toMatchObject({ status: 'paid' });
  await road.send('PATCH', path, { body: { status: 'open' } });
  expect(await statusAt(road, 69, path)).toMatchObject({ status: 'open' });
  expect(await statusAt(road, 70, path)).toMatchObject({ status: 'paid' });
});

it('a record that has left the state does not wait any more', async () => {
  const road = await open([pay]);
  await road.send('PATCH', '/orders/1', { body: { status: 'cancelled' } });
  expect(await statusAt(road, 60)).toMatchObject({ status: 'cancelled' });
});

it('a record changes with the read that reaches the number', async () => {
  const road = await open([{ from: { status: 'open' }, polls: 3, set: { status: 'paid' } }]);
  const seen: JsonValue[] = [];
  for (let read = 0; read < 4; read += 1)
    seen.push(Object((await road.send('GET', '/orders/1')).json).status);
  expect(seen).toEqual(['open', 'open', 'paid', 'paid']);
  expect((await road.send('GET', '/orders', { query: 'status=paid' })).json).toHaveLength(1);
});

it('a reset begins anew', async () => {
  const road = await open([{ from: { status: 'open' }, polls: 2, set: { status: 'paid' } }]);
  await road.send('GET', '/orders/1');
  await road.world.reset();
  expect((await road.send('GET', '/orders/1')).json).toMatchObject({ status: 'open' });
  expect((await road.send('GET', '/orders/1')).json).toMatchObject({ status: 'paid' });
});

it('the seed decides who has luck, and the next entry takes the others', async () => {
  const fixtures = [...Array(40).keys()].map((id) => ({ id: id + 1, status: 'open' }));
  const fail = { from: { status: 'open' }, after: '30s', set: { status: 'cancelled' } };
  const counts = async (seed: string): Promise<string> => {
    const road = await open([{ ...pay, chance: 0.5 }, fail], { fixtures, seed });
    road.world.clock.set({ now: noon + 30_000, isFrozen: true });
    return JSON.stringify((await road.send('GET', '/orders')).json);
  };
  const first = await counts('a');
  expect(first).toContain('"cancelled"');
  expect(first).toContain('"paid"');
  expect(first).not.toContain('"open"');
  expect(await counts('a')).toBe(first);
  expect(await counts('b')).not.toBe(first);
});
