import { afterAll, beforeAll, expect, it } from 'vitest';

import type { OpenShop, ShopWorld } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';
import { openBookshop } from './open-bookshop.ts';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(() => shop.close());

/** A world whose clock stands still. */
function freeze(): { readonly world: ShopWorld; pass(this: void, seconds: number): void } {
  const world = shop.openWorld();
  let now = Date.parse('2030-01-01T00:00:00Z');
  const handle = shop.mock.world(world.name, { now, frozen: true });
  return {
    world,
    pass(seconds) {
      now += seconds * 1000;
      handle.setClock({ now, frozen: true });
    },
  };
}

it('lets so many through in a window, by the clock of the world', async () => {
  const { world, pass } = freeze();
  await world.use({ fault: { rate_limit: { limit: 2, window: 10 } } });
  expect(await world.statuses(4)).toEqual([200, 200, 429, 429]);
  pass(4.9);
  expect(await world.statuses(1)).toEqual([429]);
  pass(0.1);
  expect(await world.statuses(2)).toEqual([200, 429]);
  pass(1000);
  expect(await world.statuses(3)).toEqual([200, 200, 429]);
  // A clock that is put back refills nothing.
  pass(-1000);
  expect(await world.statuses(1)).toEqual([429]);
});

it('says how it stands in the shape and the headers that the contract declares', async () => {
  const { world } = freeze();
  await world.use({ id: 'calm', fault: { rate_limit: { limit: 1, window: 30, burst: 2 } } });
  const first = await world.ask('GET /orders/1');
  expect(first.headers.get('RateLimit-Policy')).toBe('"calm";q=1;w=30');
  expect(first.headers.get('RateLimit')).toBe('"calm";r=1;t=30');
  expect(first.headers.get('X-Stuntdouble-Forced')).toBeNull();
  await world.ask('GET /orders/none');
  const refused = await world.ask('GET /orders/1');
  expect(refused.status).toBe(429);
  expect(refused.json).toEqual({
    error: { message: 'A credential may send one request in 30 s: wait 30 s.' },
  });
  expect(refused.headers.get('Retry-After')).toBe('30');
  expect(refused.headers.get('X-Stuntdouble-Forced')).toBe('fault calm: rate limit');
  expect(refused.headers.get('RateLimit')).toBe('"calm";r=0;t=60');
  expect((await world.ask('GET /_mock/overrides/calm')).json).toMatchObject({ hits: 1 });
  // Where none is declared, it is a problem document.
  const other = await world.ask('GET /books');
  expect([other.status, other.json]).toMatchObject([
    429,
    { type: 'urn:problem-type:rate-limited' },
  ]);
});

it('comes after 401 and before 403, and counts each credential by itself', async () => {
  const { world } = freeze();
  const mint = async (name: string, only: object): Promise<Record<string, string>> => {
    const entry = { name, scheme: 'token', scopes: [], ...only };
    const { json } = await world.ask('POST /_mock/credentials', entry);
    return { Authorization: `Bearer ${Object(json).value}` };
  };
  const ann = await mint('Ann', { only: { id: ['1'] } });
  const bob = await mint('Bob', {});
  await world.use({ fault: { rate_limit: { limit: 2, window: 10 } } });
  const ask = async (path: string, headers: Record<string, string>): Promise<number> =>
    (await world.ask(`GET ${path}`, undefined, headers)).status;
  expect(await ask('/orders/1', { Authorization: 'Bearer nobody' })).toBe(401);
  expect([await ask('/orders/2', ann), await ask('/orders/1', ann)]).toEqual([403, 200]);
  expect([await ask('/orders/2', ann), await ask('/orders/1', bob)]).toEqual([429, 200]);
});

it('is for the requests that it matches', async () => {
  const { world } = freeze();
  const limit = { rate_limit: { limit: 1, window: 10 } };
  await world.use({ operation: 'listOrders', match: { query: { q: 'pen' } }, fault: limit });
  expect(await world.statuses(2, 'GET /orders?q=ink')).toEqual([200, 200]);
  expect(await world.statuses(2, 'GET /orders?q=pen')).toEqual([200, 429]);
});

it('several count together, and what one refuses is charged to none', async () => {
  const { world, pass } = freeze();
  await world.use({ id: 'minute', fault: { rate_limit: { limit: 3, window: 60 } } });
  await world.use({ id: 'second', fault: { rate_limit: { limit: 1, window: 1 } } });
  expect(await world.statuses(2)).toEqual([200, 429]);
  pass(1);
  const { headers } = await world.ask('GET /orders/1');
  expect(headers.get('RateLimit')).toBe('"second";r=0;t=1, "minute";r=1;t=39');
});

it('begins anew with the world', async () => {
  const { world } = freeze();
  await world.use({ id: 'all', world: '*', fault: { rate_limit: { limit: 1, window: 10 } } });
  expect(await world.statuses(2)).toEqual([200, 429]);
  await world.ask('POST /_mock/reset');
  expect(await world.statuses(2)).toEqual([200, 429]);
  await shop.ask('DELETE', '/_mock/overrides');
  expect(await world.statuses(1)).toEqual([200]);
});

it('is a 429 also where another failure is declared, and tells it in the declared headers', async () => {
  const number = { schema: { type: 'integer', maximum: 4_000_000_000 } };
  const few = { schema: { type: 'integer', maximum: 1000 } };
  const headers = {
    'X-RateLimit-Limit': { required: true, ...number },
    'X-RateLimit-Remaining': { required: true, ...number },
    'X-RateLimit-Reset': { required: true, ...number },
    'RateLimit-Reset': { required: true, ...number },
    'X-Rate-Limit-Reset': { required: true, schema: { type: 'string', format: 'date-time' } },
    'X-Rate-Limit-Limit': { required: true, schema: { type: 'string', enum: ['none'] } },
  };
  const { mock, ask } = await openBookshop(
    {},
    {
      '/calm': {
        get: {
          operationId: 'getCalm',
          responses: {
            200: { description: 'Calm.', headers },
            503: { description: 'Busy.' },
          },
        },
      },
      '/calmer': {
        get: {
          operationId: 'getCalmer',
          responses: {
            200: { description: 'Calm.' },
            429: { description: 'Too many.', headers: { 'X-RateLimit-Reset': few } },
          },
        },
      },
    },
  );
  const now = Date.parse('2030-01-01T00:00:00Z');
  mock.world('default').setClock({ now, frozen: true });
  mock.use({ fault: { rateLimit: { limit: 1, window: 30, burst: 2 } } });
  const first = await ask('GET', '/calm');
  expect([first.status, Object.fromEntries(first.headers)]).toMatchObject([
    200,
    {
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': String(now / 1000 + 30),
      'ratelimit-reset': '30',
      'x-rate-limit-reset': '2030-01-01T00:00:30.000Z',
      'x-rate-limit-limit': 'none',
    },
  ]);
  await ask('GET', '/calm');
  const refused = await ask('GET', '/calm');
  expect([refused.status, refused.headers.get('X-Stuntdouble-Undeclared')]).toEqual([429, '429']);
  const other = await ask('GET', '/calmer');
  expect([other.status, other.headers.get('X-RateLimit-Reset')]).toEqual([429, '60']);
});
