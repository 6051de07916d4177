import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { OpenShop } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(() => shop.close());

describe('worlds', () => {
  const busy = { id: 'x', operation: 'getOrder', reply: { status: 503 } };

  it('have overrides of their own', async () => {
    const [one, other] = [shop.openWorld(), shop.openWorld()];
    await one.use(busy);
    await other.use({ ...busy, reply: { status: 500 } });
    expect([await one.statuses(1), await other.statuses(1)]).toEqual([[503], [500]]);
    await one.ask('DELETE /_mock/overrides');
    expect([await one.statuses(1), await other.statuses(1)]).toEqual([[200], [500]]);
  });

  it.each([['POST /_mock/reset'], ['PUT /_mock/worlds/'], ['DELETE /_mock/worlds/']])(
    'lose them by %s',
    async (line) => {
      const { ask, use, name, statuses } = shop.openWorld();
      await use(busy);
      expect(await statuses(1)).toEqual([503]);
      const isOfWorld = line.endsWith('/');
      if (isOfWorld) await shop.ask(line.split(' ')[0] ?? '', `/_mock/worlds/${name}`);
      else await ask(line);
      expect(await statuses(1)).toEqual([200]);
      expect((await ask('GET /_mock/overrides')).json).toEqual([]);
    },
  );

  it('share those for all of them, each with counters of its own', async () => {
    const [one, other] = [shop.openWorld(), shop.openWorld()];
    const everywhere = { ...busy, id: 'all', world: '*', times: 1 };
    expect((await one.use(everywhere)).json).toMatchObject({ world: '*' });
    expect([await one.statuses(2), await other.statuses(2)]).toEqual([
      [503, 200],
      [503, 200],
    ]);
    expect((await other.ask('GET /_mock/overrides')).json).toMatchObject([{ id: 'all', hits: 1 }]);
    await one.ask('POST /_mock/reset');
    expect([await one.statuses(2), await other.statuses(2)]).toEqual([
      [503, 200],
      [200, 200],
    ]);
    // They go with the world that is kept.
    await other.ask('DELETE /_mock/overrides');
    expect((await other.ask('GET /_mock/overrides')).json).toHaveLength(1);
    await shop.ask('DELETE', '/_mock/overrides');
    expect((await other.ask('GET /_mock/overrides')).json).toEqual([]);
  });

  it('can be named in the override', async () => {
    const { name, statuses, ask } = shop.openWorld();
    await ask('GET /orders/1');
    await shop.ask('POST', '/_mock/overrides', { body: { ...busy, world: name } });
    expect(await statuses(1)).toEqual([503]);
    expect((await shop.ask('GET', '/orders/1')).status).toBe(200);
  });
});

it('there are not too many of them', async () => {
  const world = shop.mock.world('full');
  const fill = (): void => {
    for (let count = 0; count < 1000; count += 1)
      world.use({ id: `n${count}`, fault: { latency: 1 } });
    world.use({ fault: { latency: 1 } });
  };
  expect(fill).toThrow('There are 1000 overrides');
  const refused = await shop.ask('POST', '/_mock/overrides', { body: { fault: { hang: true } } });
  expect([refused.status, refused.json]).toMatchObject([
    503,
    { type: 'urn:problem-type:too-many-overrides' },
  ]);
  // Another in the place of one that is there takes no room.
  const path = '/~full/_mock/overrides/n1';
  expect((await shop.ask('PUT', path, { body: { fault: { hang: true } } })).status).toBe(200);
  const more = '/~full/_mock/overrides/more';
  expect((await shop.ask('PUT', more, { body: { fault: { hang: true } } })).status).toBe(503);
  await world.reset();
  expect(world.overrides()).toEqual([]);
});
