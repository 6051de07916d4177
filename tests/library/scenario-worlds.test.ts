import { describe, expect, it } from 'vitest';

import { cardDeclined, openOrdering, send } from './ordering.ts';

const files = {
  'scenarios/card-declined.yaml': cardDeclined,
  'scenarios/no-orders.json': JSON.stringify({ remove: { orders: '*' } }),
};
const worlds = '/_mock/worlds';

describe('a private world that begins with a scenario', () => {
  it('is what the scenario says, while other worlds are what the fixtures say', async () => {
    const mock = await openOrdering(files);
    const made = await send(mock.url, `PUT ${worlds}/a`, { body: { scenario: 'card-declined' } });
    expect(made).toMatchObject({
      status: 201,
      json: {
        name: 'a',
        from: null,
        scenario: 'card-declined',
        seed: 'monday',
        now: '2030-01-01T09:00:00.000Z',
        frozen: true,
      },
    });
    const token = 'token-of-ann';
    expect((await send(mock.url, '/~a/orders', { token })).json).toMatchObject([
      { id: '2' },
      { id: '7', total: 99 },
    ]);
    expect((await send(mock.url, 'POST /~a/orders/2/payment')).status).toBe(402);
    expect((await send(mock.url, 'POST /orders/2/payment')).status).toBe(204);
    expect((await send(mock.url, '/orders')).json).toMatchObject([{ id: '1' }, { id: '2' }]);
    expect((await send(mock.url, '/orders', { token })).status).toBe(401);
  });

  it('goes back to the scenario on a reset', async () => {
    const mock = await openOrdering(files);
    await send(mock.url, `PUT ${worlds}/a`, { body: { scenario: 'card-declined' } });
    await send(mock.url, 'POST /~a/orders', { body: { total: 5 } });
    await send(mock.url, 'DELETE /~a/_mock/overrides');
    await send(mock.url, 'DELETE /~a/_mock/credentials/Ann');
    await send(mock.url, 'PUT /~a/_mock/clock', { body: { now: '2031-01-01T00:00:00Z' } });
    expect((await send(mock.url, 'POST /~a/_mock/reset')).status).toBe(204);
    expect((await send(mock.url, '/~a/_mock/diff')).json).toEqual([]);
    expect((await send(mock.url, '/~a/orders', { token: 'token-of-ann' })).json).toHaveLength(2);
    expect((await send(mock.url, 'POST /~a/orders/2/payment')).status).toBe(402);
    const clock = { now: '2030-01-01T09:00:00.000Z', frozen: true };
    expect((await send(mock.url, '/~a/_mock/clock')).json).toEqual(clock);
  });

  it('is made anew by another request, with another scenario or with the fixtures', async () => {
    const mock = await openOrdering(files);
    await send(mock.url, `PUT ${worlds}/a`, { body: { scenario: 'card-declined' } });
    const anew = await send(mock.url, `PUT ${worlds}/a`, { body: { scenario: 'no-orders' } });
    expect(anew).toMatchObject({ status: 200, json: { scenario: 'no-orders' } });
    expect((await send(mock.url, '/~a/orders')).json).toEqual([]);
    expect((await send(mock.url, '/~a/_mock/overrides')).json).toEqual([]);
    const plain = await send(mock.url, `PUT ${worlds}/a`);
    expect(plain).toMatchObject({ status: 200, json: { scenario: null } });
    expect((await send(mock.url, '/~a/orders')).json).toHaveLength(2);
  });

  it('has the seed and the clock of its request before those of the scenario', async () => {
    const mock = await openOrdering(files);
    const now = '2040-01-01T00:00:00.000Z';
    const body = { scenario: 'card-declined', seed: 'friday', now, frozen: true };
    expect((await send(mock.url, `PUT ${worlds}/a`, { body })).json).toMatchObject({
      seed: 'friday',
      now,
      frozen: true,
    });
    const still = { scenario: 'card-declined', frozen: true };
    expect((await send(mock.url, `PUT ${worlds}/b`, { body: still })).json).toMatchObject({
      now: '2030-01-01T09:00:00.000Z',
      frozen: true,
    });
  });

  it('is shown with its scenario, and so is the default world', async () => {
    const mock = await openOrdering(files, { scenario: 'no-orders' });
    mock.world('a', { scenario: 'card-declined' });
    mock.world('b');
    expect((await send(mock.url, worlds)).json).toMatchObject([
      { name: 'default', scenario: 'no-orders' },
      { name: 'a', scenario: 'card-declined' },
      { name: 'b', scenario: null },
    ]);
    expect((await send(mock.url, `${worlds}/a`)).json).toMatchObject({ scenario: 'card-declined' });
  });

  it.each<[string, object, string, number, string]>([
    [
      'one that is not there, with the nearest name and a way to list them',
      { scenario: 'card-declind' },
      'unknown-scenario',
      404,
      'There is no scenario "card-declind": did you mean "card-declined"? GET /scenarios of the control API (in the library mock.scenarios()) lists them.',
    ],
    [
      'one beside a snapshot',
      { scenario: 'no-orders', from: 's' },
      'invalid-request',
      400,
      'body /scenario: is another beginning than the snapshot of "from": leave one of them out.',
    ],
    ['one that is no text', { scenario: 7 }, 'invalid-request', 400, '/scenario'],
  ])('does not begin with %s', async (_, body, code, status, detail) => {
    const mock = await openOrdering(files);
    expect(await send(mock.url, `PUT ${worlds}/a`, { body })).toMatchObject({
      status,
      json: { type: `urn:problem-type:${code}`, detail: expect.stringContaining(detail) },
    });
    expect((await send(mock.url, worlds)).json).toHaveLength(1);
  });
});

describe('the scenarios that a world can begin with', () => {
  it('are listed by name, with their sentences and files', async () => {
    const mock = await openOrdering(files);
    const listed = [
      {
        name: 'card-declined',
        description: 'The card of Ann is declined, and one order is open.',
        place: 'scenarios/card-declined.yaml',
      },
      { name: 'no-orders', description: null, place: 'scenarios/no-orders.json' },
    ];
    expect(await send(mock.url, '/_mock/scenarios')).toEqual({ status: 200, json: listed });
    const own = listed.map((one) => ({ ...one, description: one.description ?? undefined }));
    expect(mock.scenarios()).toEqual(own);
  });

  it('may be none', async () => {
    const mock = await openOrdering({});
    expect((await send(mock.url, '/_mock/scenarios')).json).toEqual([]);
    expect(mock.scenarios()).toEqual([]);
    expect(() => mock.world('a', { scenario: 'x' })).toThrow(
      'There is no scenario "x": there is none, and a file scenarios/<name>.yaml beside the contract makes one.',
    );
  });
});

describe('mock.world with a scenario', () => {
  it('does what the control API does, and goes back to it on a reset', async () => {
    const mock = await openOrdering(files);
    const world = mock.world('a', { scenario: 'card-declined' });
    expect(world.scenario).toBe('card-declined');
    expect(world.now).toEqual(new Date('2030-01-01T09:00:00Z'));
    await world.replace('orders', []);
    await world.reset();
    expect(world.records('orders').map(({ id }) => id)).toEqual(['2', '7']);
    expect(world.overrides()).toMatchObject([{ id: 'scenario-1', hits: 0 }]);
    expect(world.diff()).toEqual([]);
    expect(mock.world('default').scenario).toBeUndefined();
  });

  it('refuses what the control API refuses, in the same words', async () => {
    const mock = await openOrdering(files);
    expect(() => mock.world('a', { scenario: 'no-order' })).toThrow(
      'There is no scenario "no-order": did you mean "no-orders"?',
    );
    expect(() => mock.world('a', { scenario: 'no-orders', from: 's' })).toThrow(
      'leave one of them out',
    );
  });
});
