import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createMock } from '../../src/index.ts';
import { cardDeclined, openOrdering, send, writeOrdering } from './ordering.ts';

const files = { 'scenarios/card-declined.yaml': cardDeclined };

describe('a server that begins with a scenario', () => {
  it('has the records of the scenario: some added, some changed, some removed', async () => {
    const mock = await openOrdering(files, { scenario: 'card-declined' });
    expect(await send(mock.url, '/orders')).toMatchObject({
      json: [{ id: '2' }, { id: '7', total: 99 }],
    });
    expect(await send(mock.url, '/customers/ann')).toEqual({
      status: 200,
      json: { id: 'ann', name: 'Ann', card: 'declined' },
    });
  });

  it('removes what stands under a removed record, too', async () => {
    const mock = await openOrdering(files, { scenario: 'card-declined' });
    expect(mock.records('lines')).toEqual([{ id: 'a', order_id: '2', article: 'Jug' }]);
  });

  it('lets in who the scenario lets in, besides those of the credentials file', async () => {
    const mock = await openOrdering(files, { scenario: 'card-declined' });
    const other = await openOrdering(files);
    expect((await send(mock.url, '/orders', { token: 'token-of-ann' })).status).toBe(200);
    expect((await send(mock.url, '/orders')).status).toBe(200);
    expect((await send(other.url, '/orders', { token: 'token-of-ann' })).status).toBe(401);
    expect(mock.credentials.map(({ name }) => name)).toEqual(['Ann', 'Everyone']);
  });

  it('has the clock of the scenario: new records are of that time', async () => {
    const mock = await openOrdering(files, { scenario: 'card-declined' });
    const { json } = await send(mock.url, 'POST /orders', { body: { total: 5 } });
    expect(json).toMatchObject({ created_at: '2030-01-01T09:00:00.000Z' });
  });

  it('has the seed of the scenario, unless it was started with another', async () => {
    const scenario = 'card-declined';
    const [own, same, other, none] = await Promise.all(
      [{ scenario }, { seed: 'monday' }, { scenario, seed: 'friday' }, {}].map(async (options) => {
        const mock = await openOrdering(files, options);
        return (await send(mock.url, '/coupons/X')).json;
      }),
    );
    expect(own).toEqual(same);
    expect(other).not.toEqual(own);
    expect(none).not.toEqual(own);
  });

  it('has the overrides of the scenario', async () => {
    const mock = await openOrdering(files, { scenario: 'card-declined' });
    expect(await send(mock.url, 'POST /orders/2/payment')).toEqual({
      status: 402,
      json: { reason: 'card_declined' },
    });
    expect(mock.overrides()).toMatchObject([{ id: 'scenario-1', hits: 1 }]);
  });

  it('goes back to all of that on a reset, and forgets what was done since', async () => {
    const mock = await openOrdering(files, { scenario: 'card-declined' });
    const world = mock.world('default');
    await send(mock.url, 'POST /orders', { body: { total: 5 } });
    await world.merge('customers', [{ id: 'ann', card: 'valid' }]);
    world.setClock({ now: '2031-01-01T00:00:00Z' });
    mock.use({ operation: 'getOrder', reply: { status: 200 } });
    await send(mock.url, 'POST /orders/2/payment');
    await mock.reset();
    expect(mock.records('orders').map(({ id }) => id)).toEqual(['2', '7']);
    expect(mock.records('customers')).toMatchObject([{ card: 'declined' }]);
    expect(world.now).toEqual(new Date('2030-01-01T09:00:00Z'));
    expect(mock.overrides()).toMatchObject([{ id: 'scenario-1', hits: 0 }]);
    expect((await send(mock.url, '/orders', { token: 'token-of-ann' })).status).toBe(200);
    expect(world.diff()).toEqual([]);
  });

  it('lets private worlds begin with the fixtures, as always', async () => {
    const mock = await openOrdering(files, { scenario: 'card-declined' });
    const world = mock.world('a');
    expect(world.records('orders').map(({ id }) => id)).toEqual(['1', '2']);
    expect(world.overrides()).toEqual([]);
  });
});

describe('the records of a scenario', () => {
  const begin = async (text: string): ReturnType<typeof openOrdering> =>
    openOrdering({ 'scenarios/s.yaml': text }, { scenario: 's' });

  it('can be none at all of a collection, also where they would be made up', async () => {
    const mock = await begin(`remove: { coupons: '*', orders: '*' }`);
    expect((await send(mock.url, '/coupons')).json).toEqual([]);
    expect((await send(mock.url, '/coupons/X')).status).toBe(404);
    expect((await send(mock.url, '/orders')).json).toEqual([]);
  });

  it('can be others in the place of all', async () => {
    const mock = await begin(
      `{ remove: { orders: '*' }, add: { orders: [{ id: '1', total: 5 }] } }`,
    );
    expect(mock.records('orders')).toEqual([{ id: '1', total: 5 }]);
  });

  it('can change one that is made up, and leave its other members', async () => {
    const plain = await begin('seed: stuntdouble');
    const made = (await send(plain.url, '/coupons/X')).json;
    const mock = await begin('change: { coupons: [{ code: X, percent: 42 }] }');
    expect((await send(mock.url, '/coupons/X')).json).toEqual({ ...Object(made), percent: 42 });
  });

  it('can remove one that would be made up', async () => {
    const mock = await begin('remove: { coupons: [X] }');
    expect((await send(mock.url, '/coupons/X')).status).toBe(404);
    expect((await send(mock.url, '/coupons/Y')).status).toBe(200);
  });

  it('can be replaced as a whole, also by members that are null', async () => {
    const mock = await begin(
      `replace: { customers: [{ id: ann, name: An, note: null }], coupons: [{ code: X }] }`,
    );
    expect(mock.records('customers')).toEqual([{ id: 'ann', name: 'An', note: null }]);
    expect(mock.records('coupons')).toEqual([{ code: 'X' }]);
  });

  it('can be meant by their parents where several have the key', async () => {
    const mock = await begin('remove: { lines: [{ id: a, order_id: 2 }] }');
    expect(mock.records('lines')).toMatchObject([{ order_id: '1' }]);
  });

  it('can be written in JSON, too', async () => {
    const text = JSON.stringify({ remove: { orders: ['1'] } });
    const mock = await openOrdering({ 'scenarios/j.json': text }, { scenario: 'j' });
    expect(mock.records('orders')).toHaveLength(1);
  });
});

describe('a start', () => {
  it('names the scenarios that there are where the one that is asked for is not there', async () => {
    const folder = await writeOrdering(files);
    const start = createMock({ contract: join(folder, 'openapi.json'), scenario: 'card-expired' });
    await expect(start).rejects.toThrow(
      `${join(folder, 'scenarios')}: There is no scenario "card-expired": did you mean "card-declined"?`,
    );
  });

  it('says where scenarios belong where there are none', async () => {
    const folder = await writeOrdering();
    const start = createMock({ contract: join(folder, 'openapi.json'), scenario: 'x' });
    await expect(start).rejects.toThrow('a file scenarios/<name>.yaml beside the contract');
  });
});
