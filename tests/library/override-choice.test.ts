import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { OpenShop } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(() => shop.close());

const byNumber = (left: number, right: number): number => left - right;

describe('which requests it happens to', () => {
  it.each<[object, string, boolean]>([
    [{ path: { id: '1' } }, 'GET /orders/1', true],
    [{ path: { id: '1' } }, 'GET /orders/2', false],
    [{ path: { id: 'a/b' } }, 'GET /orders/a%2Fb', true],
    [{ query: { q: 'pen and ink' } }, 'GET /orders?q=pen%20and+ink', true],
    [{ query: { q: { present: false } } }, 'GET /orders?q=', false],
    [{ query: { q: { matches: '^p' } } }, 'GET /orders?q=pen', true],
    [{ query: { tag: 'b' } }, 'GET /orders?tag%5B%5D=a&tag%5B%5D=b', true],
    [{ query: { q: 'b' } }, 'GET /orders?q%5B%5D=b', false],
    [{ headers: { authorization: { matches: '^Bearer ' } } }, 'GET /orders', true],
    [{ headers: { 'X-Other': 'yes' } }, 'GET /orders', false],
    [{ body: [{ pointer: '/item', equals: 'cap' }] }, 'POST /orders', true],
    [{ body: [{ pointer: '/item', matches: '^x' }] }, 'POST /orders', false],
  ])('%j, %s: %s', async (match, line, isMeant) => {
    const { ask, use } = shop.openWorld();
    await use({ id: 'x', match, reply: { status: 503 } });
    const said = await ask(line, line.startsWith('POST') ? { item: 'cap' } : undefined);
    expect(said.status === 503).toBe(isMeant);
    expect((await ask('GET /_mock/overrides/x')).json).toMatchObject({ hits: isMeant ? 1 : 0 });
  });

  const busy = { reply: { status: 503 } };
  const broken = { reply: { status: 500 } };
  it.each<[string, readonly object[], readonly number[]]>([
    ['so often', [{ ...busy, times: 2 }], [503, 503, 200, 200]],
    ['a sequence, then the usual', [{ sequence: [busy, broken] }], [503, 500, 200, 200]],
    ['with steps that pass', [{ sequence: [busy, { pass: true }, broken] }], [503, 200, 500, 200]],
    ['again and again', [{ sequence: [busy, broken], repeat: true }], [503, 500, 503, 500]],
    ['a sequence cut short', [{ sequence: [busy, broken], times: 1 }], [503, 200]],
    [
      'repeated so often',
      [{ sequence: [busy, broken], repeat: true, times: 3 }],
      [503, 500, 503, 200],
    ],
    [
      'the newest first',
      [
        { ...busy, times: 1 },
        { ...broken, times: 1 },
      ],
      [500, 503, 200],
    ],
    [
      'the highest first',
      [
        { ...busy, times: 1, priority: 1 },
        { ...broken, times: 1 },
      ],
      [503, 500, 200],
    ],
    ['with probability 0', [{ ...busy, probability: 0 }], [200, 200, 200]],
    ['with probability 1', [{ ...busy, probability: 1 }], [503, 503, 503]],
    ['the next where one was not drawn', [busy, { ...broken, probability: 0 }], [503, 503]],
  ])('%s', async (_, overrides, statuses) => {
    const world = shop.openWorld();
    for (const override of overrides) await world.use(override);
    expect(await world.statuses(statuses.length)).toEqual(statuses);
  });

  it('is drawn from the seed, so that a run can be played again', async () => {
    const play = async (seed: string): Promise<string> => {
      const world = shop.openWorld();
      await world.use({ id: 'x', ...busy, probability: 0.3, seed });
      const statuses = await world.statuses(20);
      return statuses.map((status) => (status === 503 ? 'x' : '.')).join('');
    };
    const first = await play('one');
    expect(first).toMatchInlineSnapshot(`"..x......x..x......."`);
    expect(await play('one')).toBe(first);
    expect(await play('two')).not.toBe(first);
  });

  it('draws statuses from those that are declared', async () => {
    const play = async (status: unknown): Promise<readonly number[]> => {
      const world = shop.openWorld();
      await world.use({ id: 'x', operation: 'getOrder', fault: { status }, seed: 's' });
      return world.statuses(12);
    };
    const drawn = await play('any');
    expect([...new Set(drawn)].toSorted(byNumber)).toEqual([404, 429, 500, 503]);
    expect(await play('any')).toEqual(drawn);
    expect([...new Set(await play('5XX'))].toSorted(byNumber)).toEqual([500, 503]);
    expect([...new Set(await play([429, 404]))].toSorted(byNumber)).toEqual([404, 429]);
  });
});
