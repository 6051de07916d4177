import { describe, expect, it } from 'vitest';

import type { OperationHandlers } from '../../src/index.ts';
import { openHandled } from './handled-orders.ts';

const sent = { body: { product_id: 'pen', quantity: 2 } };

describe('a handler of an operation', () => {
  it('gets what was sent, and decides what is answered', async () => {
    const seen: unknown[] = [];
    const road = await openHandled({
      listOrders({ request, usual }) {
        seen.push([request.operation, request.method, request.path, request.parameters.query]);
        return { ...usual, body: [{ id: 9, product_id: 'ink', quantity: 1 }] };
      },
    });
    const said = await road.send('GET', '/orders', { query: 'limit=3' });
    expect([said.status, said.json]).toEqual([200, [{ id: 9, product_id: 'ink', quantity: 1 }]]);
    expect(seen).toEqual([['listOrders', 'GET', '/orders', { limit: 3 }]]);
  });

  it('is found by method and path, too', async () => {
    const road = await openHandled({
      'get /orders': () => ({ status: 500, body: { error: 'no' } }),
    });
    expect((await road.send('GET', '/orders')).json).toEqual({ error: 'no' });
  });

  it('may leave the answer as it is', async () => {
    const road = await openHandled({
      createOrder: ({ usual }) => usual,
      getOrder: ({ usual }) => usual,
    });
    const said = await road.send('POST', '/orders', sent);
    expect([said.status, said.json]).toEqual([201, expect.objectContaining({ id: 2 })]);
    expect((await road.send('GET', '/orders/2')).json).toEqual(said.json);
  });

  it('sees the refusal of the state, and may leave or replace it', async () => {
    const codes: unknown[] = [];
    const road = await openHandled({
      getOrder({ request, usual }) {
        codes.push(usual.refusal?.code);
        if (request.parameters.path['id'] === '7') return usual;
        return { status: 200, body: { id: 8, product_id: 'pen', quantity: 1 } };
      },
    });
    expect((await road.send('GET', '/orders/7')).status).toBe(404);
    expect((await road.send('GET', '/orders/8')).json).toMatchObject({ id: 8 });
    expect(codes).toEqual(['record-not-found', 'record-not-found']);
  });

  it('does the usual only where it keeps it', async () => {
    const road = await openHandled({
      createOrder({ request, usual }) {
        const { quantity } = Object(request.body);
        if (quantity === 1) return { status: 409, body: { error: 'lost' } };
        if (quantity === 2) return { status: 409, body: { error: 'kept' }, effect: 'kept' };
        return { ...usual, effect: 'lost' };
      },
    });
    const counts: unknown[] = [];
    for (const quantity of [1, 2, 3]) {
      const { status } = await road.send('POST', '/orders', {
        body: { product_id: 'pen', quantity },
      });
      counts.push([status, road.world.show('orders')?.length]);
    }
    expect(counts).toEqual([
      [409, 1],
      [409, 2],
      [201, 2],
    ]);
  });

  it('gets what it leaves out from the contract: headers, and a body', async () => {
    const road = await openHandled({ createOrder: () => ({ status: 409 }) });
    const said = await road.send('POST', '/orders', sent);
    expect([said.status, said.json]).toEqual([409, { error: expect.any(String) }]);
    expect(said.headers['retry-after']).toMatch(/^-?\d+$/);
  });

  it('writes to other records, together with the usual', async () => {
    const road = await openHandled({
      createOrder({ request, records, usual }) {
        const { product_id: key, quantity } = Object(request.body);
        const { stock } = Object(records.get('products', key));
        if (stock < quantity) return { status: 409, body: { error: `only ${stock} left` } };
        records.change('products', key, { stock: stock - quantity });
        return usual;
      },
    });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await road.send('POST', '/orders', sent)).status);
    }
    expect(statuses).toEqual([201, 201, 409]);
    expect((await road.send('GET', '/products/pen')).json).toMatchObject({ stock: 1 });
    expect(road.world.show('orders')).toHaveLength(3);
  });

  it('changes the record that the usual makes', async () => {
    const road = await openHandled({
      createOrder({ records, usual }) {
        const { id: key, quantity } = Object(usual.body);
        return { ...usual, body: records.change('orders', key, { total: quantity * 2 }) };
      },
    });
    const said = await road.send('POST', '/orders', sent);
    expect(said.json).toMatchObject({ id: 2, total: 4 });
    expect((await road.send('GET', '/orders/2')).json).toEqual(said.json);
  });

  it('reads what it has written', async () => {
    const seen: unknown[] = [];
    const road = await openHandled({
      listOrders({ records }) {
        const first = records.add('orders', { product_id: 'ink', quantity: 1 });
        const second = records.add('orders', { product_id: 'ink', quantity: 2 });
        records.remove('orders', 1);
        records.change('orders', Number(first['id']), { quantity: 9 });
        seen.push(records.list('orders').length, records.get('orders', 1), second['id']);
        return { status: 200, body: records.list('orders') };
      },
    });
    const said = await road.send('GET', '/orders');
    expect(said.json).toMatchObject([
      { id: 2, quantity: 9 },
      { id: 3, quantity: 2 },
    ]);
    expect(seen).toEqual([2, undefined, 3]);
    expect(road.world.show('orders')).toMatchObject([{ id: 2 }, { id: 3 }]);
  });

  it.each<[string, OperationHandlers, string]>([
    [
      'breaks the contract',
      { createOrder: ({ usual }) => ({ ...usual, body: { id: 'x' } }) },
      '/id',
    ],
    [
      'answers a status that is not declared',
      { createOrder: () => ({ status: 418, body: {} }) },
      'the status 418 is not declared',
    ],
  ])('whose reply %s is a 500 that names it, and nothing was written', async (_, own, what) => {
    const handler = own['createOrder'];
    const road = await openHandled({
      createOrder(call) {
        call.records.remove('products', 'pen');
        return handler?.(call) ?? call.usual;
      },
    });
    const said = await road.send('POST', '/orders', sent);
    expect([said.status, said.verdict]).toEqual([500, 'breach']);
    expect(said.text).toContain(what);
    expect(said.text).toContain('the handler of createOrder (behaviors)');
    expect(road.world.show('orders')).toHaveLength(1);
    expect(road.world.show('products')).toHaveLength(1);
  });

  it('is not asked where the request prefers a certain reply', async () => {
    const road = await openHandled({ listOrders: () => ({ status: 500, body: { error: 'no' } }) });
    const said = await road.send('GET', '/orders', { headers: { prefer: 'code=200' } });
    expect(said.status).toBe(200);
  });

  it('has no records where the server keeps no state', async () => {
    const road = await openHandled(
      {
        listOrders: () => ({ status: 200, body: [] }),
        getOrder: ({ records }) => ({ status: 200, body: records.get('orders', 1) }),
      },
      true,
    );
    expect((await road.send('GET', '/orders')).json).toEqual([]);
    const said = await road.send('GET', '/orders/1');
    expect([said.status, said.text]).toEqual([500, expect.stringContaining('keeps no state')]);
  });
});

describe('a handler that fails is a 500 that says where, and nothing was written', () => {
  const place = String.raw`\(tests/road/behaviors\.test\.ts:\d+:\d+\)`;
  const changes: OperationHandlers['createOrder'] = ({ records, usual }) => {
    records.change('orders', Number(Object(usual.body).id), { total: 1 });
    return { status: 409, body: { error: 'no' } };
  };

  it.each<[string, unknown, string]>([
    ['throws', () => Object(undefined).a.b, String.raw`${place} threw TypeError: Cannot read`],
    [
      'names a collection that is not there',
      ({ records }: { records: { list: (name: string) => unknown } }) => records.list('ordres'),
      String.raw`${place} threw Error: there is no collection "ordres": did you mean "orders"`,
    ],
    ['returns a promise', () => Promise.resolve({ status: 200 }), 'returned a promise'],
    ['returns nothing', () => undefined, 'returned no outcome: return usual'],
    ['returns a text', () => 'created', 'returned no outcome'],
    ['misspells a member', () => ({ statsu: 200 }), 'returned "statsu": an outcome has status'],
    ['has no status', () => ({ body: {} }), 'returned no status'],
    ['returns what is no JSON', () => ({ status: 201, body: 1n }), "body that can't be JSON"],
    [
      'changes what the usual made, and leaves it out',
      changes,
      'changed the record "2" of orders, which the usual outcome makes or changes',
    ],
  ])('%s', async (_, handler, message) => {
    const road = await openHandled({ createOrder: handler as OperationHandlers[string] });
    const said = await road.send('POST', '/orders', sent);
    const { status, type, detail } = Object(said.json);
    expect([said.status, status, type]).toEqual([500, 500, 'urn:problem-type:handler-failed']);
    expect(detail).toMatch(/^The handler of createOrder \(.*\) .*Nothing was changed\.$/);
    expect(detail).toMatch(new RegExp(message));
    expect(road.world.show('orders')).toHaveLength(1);
  });
});

describe('handlers that can not be meant stop the start', () => {
  it.each<[unknown, string]>([
    [
      { createOrdr: () => undefined },
      'behaviors: "createOrdr": the contract has no such operation, neither by its operationId nor as "GET /path": did you mean "createOrder"',
    ],
    [{ 'POST /order': () => undefined }, 'did you mean "POST /orders"'],
    [{ createOrder: 'yes' }, 'behaviors: "createOrder": must be a function'],
    [
      { createOrder: async () => Promise.resolve({ status: 200 }) },
      'behaviors: "createOrder": must be synchronous',
    ],
    [
      { createOrder: () => undefined, 'POST /orders': () => undefined },
      'behaviors: "POST /orders": createOrder has a handler already',
    ],
  ])('%j', async (behaviors, message) => {
    await expect(openHandled(behaviors as OperationHandlers)).rejects.toThrow(message);
  });
});
