import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { OpenShop } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(() => shop.close());

const late = { id: 'late', fault: { latency: 5 } };
const later = { id: 'later', fault: { latency: 20 } };
const slow = { id: 'slow', fault: { bytes_per_second: 100_000 } };
const cut = { id: 'cut', fault: { truncate: 0 } };
const reset = { id: 'reset', fault: { reset: true } };
const busy = { id: 'busy', reply: { status: 503 } };
const broken = { id: 'broken', fault: { status: 500 } };
const brokenAndLate = { id: 'both', reply: { status: 500 }, fault: { latency: 10 } };

/** The status (0: the connection broke), and who has done what. */
const cases: [string, readonly object[], number, string][] = [
  ['a delay, then a reply', [late, busy], 503, 'override busy: status 503; fault late: 5 ms late'],
  ['a reply, then a delay', [busy, late], 503, 'override busy: status 503; fault late: 5 ms late'],
  ['a delay and a status', [late, broken], 500, 'fault broken: status 500; fault late: 5 ms late'],
  [
    'a reply and a delay of one, and a newer delay',
    [brokenAndLate, later],
    500,
    'override both: status 500; fault later: 20 ms late',
  ],
  [
    'a reply and a delay of one, and a newer reply',
    [brokenAndLate, busy],
    503,
    'override busy: status 503; fault both: 10 ms late',
  ],
  [
    'three that each say something else',
    [late, slow, busy],
    503,
    'override busy: status 503; fault slow: 100000 bytes a second; fault late: 5 ms late',
  ],
  ['of two delays the newest', [late, later], 200, 'fault later: 20 ms late'],
  ['of two replies the newest', [busy, broken], 500, 'fault broken: status 500'],
  [
    'of two delays that of the higher priority',
    [{ ...late, priority: 1 }, later],
    200,
    'fault late: 5 ms late',
  ],
  [
    'a newer reply instead of a connection that is reset',
    [reset, busy],
    503,
    'override busy: status 503',
  ],
  ['no reply where a newer one resets the connection', [busy, reset], 0, ''],
  ['a reply that another cuts off', [busy, cut], 0, ''],
];

describe('overrides that say different things hold for the same request', () => {
  it.each(cases)('%s', async (_, overrides, status, forced) => {
    const { ask, use } = shop.openWorld();
    for (const override of overrides) expect((await use(override)).status).toBe(201);
    const said = await ask('GET /orders/1').catch(() => undefined);
    expect([said?.status ?? 0, said?.headers.get('x-stuntdouble-forced') ?? '']).toEqual([
      status,
      forced,
    ]);
  });

  it('each counts the requests on which it acted, and only those', async () => {
    const world = shop.openWorld();
    await world.use({ ...later, times: 2 });
    await world.use({ ...late, times: 1 });
    await world.use({ ...busy, times: 1 });
    expect(await world.statuses(4)).toEqual([503, 200, 200, 200]);
    const { json } = await world.ask('GET /_mock/overrides');
    expect(json).toMatchObject([
      { id: 'busy', hits: 1, left: 0 },
      { id: 'late', hits: 1, left: 0 },
      { id: 'later', hits: 2, left: 0 },
    ]);
  });

  it('a step that passes leaves what the sequence says nothing of', async () => {
    const world = shop.openWorld();
    await world.use(late);
    await world.use(broken);
    await world.use({ id: 'steps', sequence: [{ reply: { status: 503 } }, { pass: true }] });
    const forced: (string | null)[] = [];
    for (let count = 0; count < 3; count += 1) {
      forced.push((await world.ask('GET /orders/1')).headers.get('x-stuntdouble-forced'));
    }
    expect(forced).toEqual([
      'override steps: status 503; fault late: 5 ms late',
      'fault late: 5 ms late',
      'fault broken: status 500; fault late: 5 ms late',
    ]);
  });

  it('where the state refuses the request, the delay holds, and the reply waits for the next', async () => {
    const world = shop.openWorld();
    await world.use({ ...late, times: 2 });
    await world.use({ id: 'kept', reply: { status: 500 }, fault: { effect: 'kept' }, times: 1 });
    expect(await world.statuses(1, 'GET /orders/none')).toEqual([404]);
    expect(await world.statuses(1)).toEqual([500]);
    expect((await world.ask('GET /_mock/overrides')).json).toMatchObject([
      { id: 'kept', hits: 1 },
      { id: 'late', hits: 2 },
    ]);
  });

  it('a fault that the request asks for in its header goes first, and overrides decide the rest', async () => {
    const world = shop.openWorld();
    await world.use(busy);
    await world.use(later);
    const headers = { 'X-Stuntdouble-Fault': 'latency=5ms' };
    const said = await world.ask('GET /orders/1', undefined, headers);
    expect([said.status, said.headers.get('x-stuntdouble-forced')]).toEqual([
      503,
      'override busy: status 503; header: 5 ms late',
    ]);
  });

  it('journal and explanation name all that acted', async () => {
    const world = shop.openWorld();
    await world.use(late);
    await world.use(slow);
    await world.use(busy);
    await world.ask('GET /orders/1');
    const { json } = await world.ask('GET /_mock/requests');
    const slowly = { by: 'fault', id: 'slow', what: '100000 bytes a second' };
    const lately = { by: 'fault', id: 'late', what: '5 ms late' };
    const forced = { by: 'override', id: 'busy', what: 'status 503', also: [slowly, lately] };
    expect(json).toMatchObject({
      requests: [{ forced, delivery: { by: { ...slowly, also: [lately] }, delay_ms: 5 } }],
    });
    const [{ id }] = (json as { requests: [{ id: number }] }).requests;
    const explained = await world.ask(`GET /_mock/requests/${id}/explain`);
    expect(explained.json).toMatchObject({
      forced,
      sentences: expect.arrayContaining([
        'The override "busy" changed the reply: status 503.',
        'The fault "slow" changed the reply: 100000 bytes a second.',
        'The fault "late" changed the reply: 5 ms late.',
        'On its way out it was kept back for 5 ms, and it went out at 100000 bytes a second, by the fault "slow" (100000 bytes a second) and the fault "late" (5 ms late).',
      ]),
    });
  });
});
