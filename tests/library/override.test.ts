import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { MockOverride } from '../../src/index.ts';
import type { OpenShop } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(() => shop.close());

describe('/_mock/overrides', () => {
  it('puts overrides in place, shows them in the order in which they are tried, and removes them', async () => {
    const { ask, use, name } = shop.openWorld();
    expect((await ask('GET /_mock/overrides')).json).toEqual([]);
    const first = await use({ operation: 'get /orders/{id}', reply: { status: 500 } });
    expect(first.status).toBe(201);
    expect(first.json).toEqual({
      id: 'override-1',
      operation: 'getOrder',
      reply: { status: 500 },
      world: name,
      hits: 0,
      left: null,
    });
    await use({ id: 'second', fault: { latency: 1 }, times: 2 });
    await use({ id: 'third', fault: { latency: 1 }, priority: 1 });
    const list = (await ask('GET /_mock/overrides')).json;
    expect(list).toMatchObject([{ id: 'third' }, { id: 'second', left: 2 }, { id: 'override-1' }]);
    expect((await ask('GET /_mock/overrides/second')).json).toMatchObject({ id: 'second' });
    expect((await ask('DELETE /_mock/overrides/third')).status).toBe(204);
    const again = await ask('PUT /_mock/overrides/override-1', { reply: { status: 503 } });
    expect([again.status, again.json]).toMatchObject([200, { reply: { status: 503 } }]);
    expect((await ask('PUT /_mock/overrides/new', { fault: { hang: true } })).status).toBe(201);
    expect(await (await ask('GET /_mock/overrides')).json).toMatchObject([
      { id: 'new' },
      { id: 'override-1' },
      { id: 'second' },
    ]);
    expect((await ask('DELETE /_mock/overrides')).status).toBe(204);
    expect((await ask('GET /_mock/overrides')).json).toEqual([]);
  });

  it.each([['GET'], ['DELETE']])('%s of one that is not there', async (method) => {
    const { ask, use, name } = shop.openWorld();
    await use({ id: 'known', fault: { latency: 1 } });
    const refused = await ask(`${method} /_mock/overrides/none`);
    expect(refused.status).toBe(404);
    expect(refused.json).toMatchObject({
      type: 'urn:problem-type:unknown-override',
      detail: `There is no override "none" in the world "${name}": there is "known".`,
    });
  });

  it.each([
    ['GET', ''],
    ['POST', ''],
    ['DELETE', ''],
    ['GET', '/x'],
    ['PUT', '/x'],
    ['DELETE', '/x'],
  ])('%s %s is not for pages of other sites', async (method, path) => {
    const { ask } = shop.openWorld();
    const body = method === 'POST' || method === 'PUT' ? { fault: { hang: true } } : undefined;
    const page = { Origin: 'https://elsewhere.test' };
    const said = await ask(`${method} /_mock/overrides${path}`, body, page);
    expect(said.status).toBe(403);
  });

  it('is no place for two of one id', async () => {
    const { use } = shop.openWorld();
    await use({ id: 'one', fault: { latency: 1 } });
    const refused = await use({ id: 'one', fault: { latency: 2 } });
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ detail: expect.stringContaining('PUT') });
  });
});

describe('a reply', () => {
  it.each<[object, number, unknown]>([
    [{ status: 503 }, 503, { title: 'Busy' }],
    [{ status: 503, example: 'down' }, 503, { title: 'Down' }],
    [{ body: { id: '9', item: 'cap' } }, 200, { id: '9', item: 'cap' }],
    [{ status: 500, body: { error: { message: 'no' } } }, 500, { error: { message: 'no' } }],
    [{ status: 404 }, 404, undefined],
  ])('%j takes the place of the usual one', async (reply, status, json) => {
    const { ask, use } = shop.openWorld();
    await use({ id: 'x', operation: 'getOrder', reply });
    const said = await ask('GET /orders/1');
    expect([said.status, said.json]).toEqual([status, json]);
    expect(said.headers.get('X-Stuntdouble-Forced')).toBe(
      `override x: status ${status}`.replace('status 200', 'another reply'),
    );
  });

  it('has the headers that are declared, and those that it is given', async () => {
    const { ask, use } = shop.openWorld();
    await use({ operation: 'getOrder', reply: { status: 503, headers: { 'X-One': '1' } } });
    const { headers } = await ask('GET /orders/1');
    expect(headers.get('X-One')).toBe('1');
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    const body = { title: 'Late' };
    const mine = { 'retry-after': '7' };
    await use({ operation: 'getOrder', reply: { status: 503, body, headers: mine } });
    const late = await ask('GET /orders/1');
    expect([late.headers.get('Retry-After'), late.json]).toEqual(['7', body]);
  });

  it('does nothing of what was asked for', async () => {
    const { ask, use } = shop.openWorld();
    const forced = { id: '7', item: 'cap' };
    await use({ operation: 'createOrder', reply: { body: forced } });
    const said = await ask('POST /orders', { item: 'cap' });
    expect([said.status, said.json]).toEqual([201, forced]);
    await ask('DELETE /_mock/overrides');
    expect((await ask('GET /_mock/diff')).json).toEqual([]);
  });

  it('comes only where the request is right', async () => {
    const { ask, use } = shop.openWorld();
    await use({ operation: 'createOrder', reply: { status: 500 }, times: 1 });
    expect((await ask('POST /orders', { item: 7 })).status).toBe(400);
    expect((await ask('POST /orders', { item: 'cap' })).status).toBe(500);
  });

  it('comes before anybody is asked who they are, where it says so', async () => {
    const { name, use } = shop.openWorld();
    await use({ operation: 'createOrder', before: 'auth', reply: { status: 503 }, times: 1 });
    const send = async (): Promise<number> => {
      const said = await fetch(`${shop.url}/~${name}/orders`, { method: 'POST', body: '{' });
      return said.status;
    };
    expect([await send(), await send()]).toEqual([503, 401]);
  });

  it('breaks the contract where it is meant to, and only there', async () => {
    const { ask, use } = shop.openWorld();
    const body = { nothing: 'right' };
    const mark = { 'Content-Type': 'application/vnd.odd+json' };
    await use({ operation: 'getOrder', reply: { status: 418, body, headers: mark, breach: true } });
    const said = await ask('GET /orders/1');
    expect([said.status, said.json]).toEqual([418, body]);
    expect(said.headers.get('Content-Type')).toBe('application/vnd.odd+json');
    await use({ before: 'auth', reply: { status: 599, breach: true } });
    expect((await ask('GET /orders/1')).status).toBe(599);
    expect((await ask('DELETE /orders/1')).status).toBe(599);
  });

  it('without an operation is for those that declare it', async () => {
    const { ask, use } = shop.openWorld();
    await use({ reply: { status: 503 } });
    expect((await ask('GET /orders/1')).status).toBe(503);
    expect((await ask('GET /books')).status).toBe(200);
  });
});

describe('the library', () => {
  it('puts overrides in place, counts, lists and removes them', async () => {
    const { mock } = shop;
    const used = mock.use({ operation: 'getOrder', reply: { status: 503 } });
    expect((await shop.ask('GET', '/orders/1')).status).toBe(503);
    expect([used.id, used.hits]).toEqual(['override-1', 1]);
    expect(mock.overrides()).toEqual([
      {
        id: 'override-1',
        operation: 'getOrder',
        reply: { status: 503 },
        world: 'default',
        hits: 1,
        left: null,
      },
    ]);
    expect([used.remove(), used.remove(), mock.overrides()]).toEqual([true, false, []]);
    expect((await shop.ask('GET', '/orders/1')).status).toBe(200);
  });

  it('writes names as its language does', async () => {
    const { mock } = shop;
    const override: MockOverride = {
      id: 'x',
      sequence: [
        { fault: { latency: { logNormal: { median: 1, most: '2s' } }, bytesPerSecond: 1000 } },
        { pass: true },
        { reply: { status: 503 } },
      ],
    };
    mock.use(override);
    mock.use({ id: 'y', fault: { rateLimit: { limit: 1, window: 1 } } });
    const [second, first] = mock.overrides();
    expect(first).toMatchObject(override);
    expect(second).toMatchObject({ fault: { rateLimit: { limit: 1 } } });
    await mock.reset();
    expect(mock.overrides()).toEqual([]);
  });

  it('does the same in a world', async () => {
    const world = shop.mock.world('mine');
    const used = world.use({ operation: 'getOrder', reply: { status: 503 } });
    expect((await shop.ask('GET', '/~mine/orders/1')).status).toBe(503);
    expect((await shop.ask('GET', '/orders/1')).status).toBe(200);
    expect([used.hits, world.overrides(), shop.mock.overrides()]).toMatchObject([1, [{}], []]);
    await world.reset();
    expect(world.overrides()).toEqual([]);
  });

  it('refuses what the control API refuses', () => {
    expect(() => shop.mock.use({ operation: 'none', reply: {} })).toThrow(/\/operation: .*"none"/);
    // What a compiler would not let through.
    const odd: object = { replies: {} };
    expect(() => shop.mock.use(odd)).toThrow(/\/replies: is not known here/);
  });
});
