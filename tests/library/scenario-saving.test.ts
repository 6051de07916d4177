import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { cardDeclined, openOrdering, send, writeOrdering } from './ordering.ts';

const post = (path: string, body?: object): readonly [string, { body?: object }] => [
  `POST ${path}`,
  body === undefined ? {} : { body },
];

type Do = readonly [string, { readonly body?: object }];

/** What is done in a world, before it is saved. */
const histories: readonly (readonly [string, readonly Do[]])[] = [
  ['nothing', []],
  ['a record that a client makes', [post('/orders', { total: 5 })]],
  [
    'records that are removed, with what is under them',
    [['DELETE /_mock/state/orders/1', {}], post('/orders', { total: 5 })],
  ],
  [
    'members that are changed, and others that are taken away',
    [['PATCH /_mock/state/orders/2', { body: { total: 21, status: null } }]],
  ],
  [
    'a member that is null',
    [['PUT /_mock/state/customers/ann', { body: { name: 'Ann', note: null } }]],
  ],
  [
    'records in another order',
    [
      [
        'PUT /_mock/state/orders',
        {
          body: [
            { id: '2', total: 2 },
            { id: '1', total: 1 },
          ],
        },
      ],
      ['PATCH /_mock/state/lines', { body: [{ id: 'b', order_id: '1', article: 'Lid' }] }],
    ],
  ],
  [
    'none of a collection that was made up, some of another',
    [
      ['DELETE /_mock/state/coupons', {}],
      ['PUT /_mock/state/customers', { body: [{ id: 'bob', name: 'Bob' }] }],
    ],
  ],
  [
    'made-up records, changed and removed',
    [
      ['PATCH /_mock/state/coupons/X', { body: { percent: 42 } }],
      ['DELETE /_mock/state/coupons/Y', {}],
      ['DELETE /_mock/state/coupons/N', {}],
    ],
  ],
  [
    'a made-up record of which another was made',
    [['PUT /_mock/state/coupons/Z', { body: { percent: 7, note: null } }]],
  ],
  ['one of several records with the key', [['DELETE /_mock/state/lines/a?order_id=2', {}]]],
];

/** All that clients see of the records of a world. */
async function readAll(url: string, token = 'open'): Promise<unknown> {
  const paths = [
    '/_mock/state',
    '/orders',
    '/orders/1/lines',
    '/orders/2/lines',
    '/customers/ann',
    '/coupons/X',
    '/coupons/Y',
    '/coupons/Z',
    '/coupons/N',
    '/coupons/other',
  ];
  const replies = await Promise.all(paths.map((path) => send(url, path, { token })));
  // Refusals name the world.
  return JSON.parse(JSON.stringify(replies).replaceAll(/\/~\w\//g, '/'));
}

/** A server of the same contract, with a saved scenario beside it. */
async function openBeside(document: unknown): Promise<Mock> {
  return openOrdering({ 'scenarios/again.json': JSON.stringify(document) });
}

describe('a world that is saved as a scenario', () => {
  it.each(histories)('begins again with %s, here and elsewhere', async (_, history) => {
    const mock = await openOrdering({});
    const base = `${mock.url}/~a`;
    for (const [request, how] of history) {
      expect((await send(base, request, how)).status).toBeLessThan(300);
    }
    expect((await send(base, 'POST /_mock/scenarios/again')).status).toBe(201);
    const wanted = await readAll(base);
    await send(mock.url, 'PUT /_mock/worlds/b', { body: { scenario: 'again' } });
    expect(await readAll(`${mock.url}/~b`)).toEqual(wanted);
    const { json } = await send(mock.url, '/_mock/scenarios/again');
    const other = await openBeside(json);
    other.world('c', { scenario: 'again' });
    expect(await readAll(`${other.url}/~c`)).toEqual(wanted);
  });

  it('keeps its credentials, clock, seed and overrides', async () => {
    const mock = await openOrdering({});
    const world = mock.world('a', { seed: 's', now: '2030-01-01T00:00:00Z', frozen: true });
    world.mint({ name: 'Ann', scheme: 'token', value: 'ann-secret', scopes: [] });
    world.use({ id: 'slow', fault: { latency: 5, bytesPerSecond: 9 } });
    world.use({ operation: 'payOrder', reply: { status: 402, body: { reason: 'expired' } } });
    mock.use({ operation: 'getOrder', world: '*', reply: { status: 200 } });
    await world.saveScenario('again', { description: 'As Ann has left it.' });
    expect(mock.scenario('again')).toEqual({
      description: 'As Ann has left it.',
      credentials: [{ name: 'Ann', scheme: 'token', value: 'ann-secret', scopes: [] }],
      clock: { now: '2030-01-01T00:00:00.000Z', frozen: true },
      seed: 's',
      overrides: [
        { id: 'slow', fault: { latency: 5, bytes_per_second: 9 } },
        {
          id: 'override-1',
          operation: 'payOrder',
          reply: { status: 402, body: { reason: 'expired' } },
        },
      ],
    });
    const other = mock.world('b', { scenario: 'again' });
    const own = other.overrides().filter(({ world: place }) => place === 'b');
    expect(own.map(({ id }) => id)).toEqual(['override-1', 'slow']);
    expect((await send(`${mock.url}/~b`, '/orders', { token: 'ann-secret' })).status).toBe(200);
    expect(other.now).toEqual(world.now);
  });

  it('tells of removed records also where nothing is made up', async () => {
    const mock = await openOrdering({}, { stateless: true });
    await mock.world('a').remove('orders', '1');
    await mock.world('a').saveScenario('again');
    expect(mock.world('b', { scenario: 'again' }).records('orders')).toHaveLength(1);
  });

  it('tells what is other than in the fixtures, and no more', async () => {
    const mock = await openOrdering({});
    const world = mock.world('a');
    await world.remove('orders', '1');
    await world.merge('customers', [{ id: 'ann', card: 'declined' }]);
    await world.merge('orders', [{ id: '7', total: 99 }]);
    await world.merge('coupons', [{ code: 'NEW', percent: 5 }]);
    await world.saveScenario('again');
    expect(mock.scenario('again')).toEqual({
      remove: { orders: ['1'] },
      add: { orders: [{ id: '7', total: 99 }], coupons: [{ code: 'NEW', percent: 5 }] },
      change: { customers: [{ id: 'ann', card: 'declined' }] },
      seed: 'stuntdouble',
    });
  });

  it('that began with a scenario is told as a difference from the fixtures, too', async () => {
    const mock = await openOrdering({ 'scenarios/card-declined.yaml': cardDeclined });
    await mock.world('a', { scenario: 'card-declined' }).saveScenario('copy');
    const { description: _, ...copied } = mock.scenario('card-declined');
    expect(mock.scenario('copy')).toMatchObject({
      ...copied,
      remove: { orders: ['1'] },
      clock: { now: '2030-01-01T09:00:00.000Z', frozen: true },
    });
  });

  it('is listed, and replaced by the next one of its name', async () => {
    const mock = await openOrdering({});
    const body = { description: 'First.' };
    const first = await send(mock.url, 'POST /~a/_mock/scenarios/again', { body });
    const listed = { name: 'again', description: 'First.', place: null };
    expect(first).toEqual({ status: 201, json: listed });
    expect((await send(mock.url, '/_mock/scenarios')).json).toEqual([listed]);
    expect((await send(mock.url, 'POST /~a/_mock/scenarios/again')).status).toBe(200);
    expect(mock.scenarios()).toEqual([{ name: 'again', description: undefined, place: undefined }]);
  });
});

describe('a saved scenario in the data folder', () => {
  it('outlives the server, and is never put beside the contract', async () => {
    const folder = await writeOrdering();
    const data = await writeFolder();
    const options = { contract: join(folder, 'openapi.json'), data };
    const first = await createMock(options);
    await first.world('a').merge('orders', [{ id: '7', total: 99 }]);
    await first.world('a').saveScenario('again');
    const place = join(data, 'scenarios', 'again.json');
    expect(first.scenarios()).toMatchObject([{ name: 'again', place }]);
    await first.close();
    expect(await readdir(folder)).not.toContain('scenarios');
    expect(JSON.parse(await readFile(place, 'utf8'))).toEqual(first.scenario('again'));

    const second = await createMock(options);
    expect(second.world('b', { scenario: 'again' }).records('orders')).toHaveLength(3);
    await second.close();
    const third = await createMock({ ...options, scenario: 'again', reset: true });
    expect(third.records('orders')).toHaveLength(3);
    await third.close();
  });

  it('that does not fit the contract any more is told, and stops no start but its own', async () => {
    const contract = join(await writeOrdering(), 'openapi.json');
    const data = await writeFolder();
    await mkdir(join(data, 'scenarios'));
    await writeFile(join(data, 'scenarios', 'old.json'), '{ "remove": { "orders": ["9"] } }');
    const heard: string[] = [];
    const mock = await createMock({
      contract,
      data,
      onNotice: ({ message }) => void heard.push(message),
    });
    expect(mock.scenarios()).toEqual([]);
    await mock.close();
    expect(heard.join('\n')).toMatch(
      /a saved scenario is not used: .*old\.json:1:\d+ \/remove\/orders\/0: there is no "9" in orders/,
    );
    await expect(createMock({ contract, data, scenario: 'old' })).rejects.toThrow(
      'there is no "9" in orders',
    );
  });

  it('gives way to a file beside the contract that has its name', async () => {
    const data = await writeFolder({ 'scenarios/card-declined.json': '{}' });
    const heard: string[] = [];
    const mock = await openOrdering(
      { 'scenarios/card-declined.yaml': cardDeclined },
      { data, onNotice: ({ message }) => void heard.push(message) },
    );
    expect(mock.scenarios()).toMatchObject([{ place: 'scenarios/card-declined.yaml' }]);
    expect(heard.join('\n')).toContain(
      'card-declined.json is not used: scenarios/card-declined.yaml beside the contract has its name; rename one of them',
    );
  });
});

describe('what can not be saved', () => {
  it.each<[string, string, number, string, RegExp]>([
    [
      'under the name of a file beside the contract',
      'card-declined',
      409,
      'scenario-exists',
      /is a file beside the contract \(scenarios\/card-declined\.yaml\).*another name/,
    ],
    ['under a name that leads elsewhere', '..%2F..%2Fx', 400, 'invalid-request', /name/],
    ['under a name that begins with a dot', '.x', 400, 'invalid-request', /name/],
    ['under a name of 65 letters', 'x'.repeat(65), 400, 'invalid-request', /name/],
  ])('%s', async (_, name, status, code, detail) => {
    const data = await writeFolder();
    const mock = await openOrdering({ 'scenarios/card-declined.yaml': cardDeclined }, { data });
    expect(await send(mock.url, `POST /~a/_mock/scenarios/${name}`)).toMatchObject({
      status,
      json: { type: `urn:problem-type:${code}`, detail: expect.stringMatching(detail) },
    });
    expect(await readdir(data)).not.toContain('scenarios');
    expect(mock.scenarios()).toHaveLength(1);
  });

  it('is refused with the record that a start would refuse', async () => {
    const mock = await openOrdering({});
    await mock.world('a').merge('orders', [{ id: '7', total: 'much' }], { check: false });
    const refused = await send(mock.url, 'POST /~a/_mock/scenarios/x');
    expect(refused).toMatchObject({
      status: 409,
      json: {
        type: 'urn:problem-type:scenario-refused',
        detail: expect.stringMatching(/^The world "a" can not be saved .*\/add\/orders\/0\/total/),
      },
    });
    await expect(mock.world('a').saveScenario('../x')).rejects.toThrow(
      '"../x" names no scenario: a name has up to 64 letters',
    );
  });

  it('is said where a scenario is asked for that is not there', async () => {
    const mock = await openOrdering({ 'scenarios/card-declined.yaml': cardDeclined });
    expect(await send(mock.url, '/_mock/scenarios/card')).toMatchObject({
      status: 404,
      json: { type: 'urn:problem-type:unknown-scenario' },
    });
  });
});
