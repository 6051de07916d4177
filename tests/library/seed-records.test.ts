import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { openOrdering, send } from './ordering.ts';

const seven = { id: '7', total: 99, status: 'open' };
const line = { id: 'z', order_id: '7', article: 'Lid' };

describe('POST /_mock/seed', () => {
  it('adds records to a world, also under each other, and leaves those that there are', async () => {
    const mock = await openOrdering({});
    const body = { add: { lines: [line], orders: [seven] } };
    expect(await send(mock.url, 'POST /~a/_mock/seed', { body })).toEqual({
      status: 201,
      json: { orders: [seven], lines: [line] },
    });
    expect((await send(mock.url, '/~a/orders')).json).toHaveLength(3);
    expect((await send(mock.url, '/~a/orders/7/lines')).json).toEqual([
      { id: 'z', article: 'Lid' },
    ]);
    expect((await send(mock.url, '/orders')).json).toHaveLength(2);
  });

  it('makes records up by number, under parents that exist, the same for the same seed', async () => {
    const mock = await openOrdering({});
    const body = { count: { lines: 3, orders: 2 } };
    const [one, same] = [mock.world('a', { seed: 's' }), mock.world('b', { seed: 's' })];
    const other = await mock.world('c', { seed: 't' }).seed(body);
    const made = await one.seed(body);
    expect(await same.seed(body)).toEqual(made);
    expect(other).not.toEqual(made);
    expect(one.records('orders')).toHaveLength(4);
    const orders = one.records('orders').map(({ id }) => id);
    expect(made['lines']).toHaveLength(3);
    for (const { order_id: id } of made['lines'] ?? []) expect(orders).toContain(id);
    // A collection of which records are made by number is complete.
    await one.seed({ count: { coupons: 1 } });
    expect((await send(mock.url, '/~a/coupons')).json).toHaveLength(1);
    expect((await send(mock.url, '/~a/coupons/X')).status).toBe(404);
  });

  it('adds to made-up records, and leaves them made up', async () => {
    const mock = await openOrdering({});
    await mock.world('a').seed({ add: { coupons: [{ code: 'NEW', percent: 5 }] } });
    expect((await send(mock.url, '/~a/coupons/NEW')).json).toEqual({ code: 'NEW', percent: 5 });
    expect((await send(mock.url, '/~a/coupons/X')).status).toBe(200);
  });

  it('keeps what it adds over a restart', async () => {
    const data = await writeFolder();
    const first = await openOrdering({}, { data });
    await send(first.url, 'POST /_mock/seed', {
      body: { add: { orders: [seven] }, count: { coupons: 2 } },
    });
    await first.close();
    const second = await openOrdering({}, { data });
    expect(second.records('orders')).toHaveLength(3);
    expect((await send(second.url, '/coupons')).json).toHaveLength(2);
  });

  it.each<[string, object, number, string, RegExp]>([
    [
      'a record that is there',
      { add: { orders: [seven, { id: '1', total: 1 }] } },
      400,
      '/add/orders/1',
      /"1" is there already/,
    ],
    [
      'a record that breaks its schema',
      { add: { orders: [seven, { id: '8', total: 'x' }] } },
      400,
      '/add/orders/1/total',
      /integer/,
    ],
    [
      'a record without its parent',
      { add: { orders: [seven], lines: [{ ...line, order_id: '9' }] } },
      400,
      '/add/lines/0/order_id',
      /no "9" in "orders"/,
    ],
    [
      'a collection that is not there',
      { add: { orders: [seven], order: [] } },
      400,
      '/add/order',
      /did you mean "orders"\?/,
    ],
    [
      'a number of what is not there',
      { add: { orders: [seven] }, count: { order: 1 } },
      400,
      '/count/order',
      /no such collection: did you mean "orders"\?/,
    ],
    [
      'too many',
      { add: { orders: [seven] }, count: { orders: 9999, lines: 2 } },
      400,
      '/count',
      /10000/,
    ],
    ['none', { add: { orders: [seven] }, count: { orders: 0 } }, 400, '/count/orders', /1/],
    ['nothing', {}, 400, '', /./],
    ['a member that is not known', { orders: [seven] }, 400, '/orders', /./],
  ])('adds nothing where one thing is wrong: %s', async (_, body, status, pointer, message) => {
    const mock = await openOrdering({});
    const refused = await send(mock.url, 'POST /~a/_mock/seed', { body });
    expect(refused).toMatchObject({
      status,
      json: { errors: [{ pointer, message: expect.stringMatching(message) }] },
    });
    const world = mock.world('a');
    expect(world.diff()).toEqual([]);
    expect(world.fixtures()).not.toHaveProperty('coupons');
    await expect(world.seed(body)).rejects.toThrow(message);
    expect(world.diff()).toEqual([]);
  });
});
