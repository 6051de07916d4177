import { request as connect } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import type { Mock, MockOptions, MockSample } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { createFolder, removeFolder, writeFiles } from '../cli/temporary-folder.ts';
import { allShapes, credentials, things } from './all-shapes.ts';
import { lending } from './lending.ts';

type Request = NonNullable<MockSample['request']>;

/** As a client sends it: `fetch` sends no body with a GET. */
function send(base: string, { method, path, query, headers, body }: Request): Promise<number> {
  const length = body === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` };
  const url = `${base}${path}${query === '' ? '' : `?${query}`}`;
  return new Promise((resolve, reject) => {
    const sent = connect(url, { method, headers: { ...headers, ...length } }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A folder with the contract of lending, which has something of every kind of point. */
function withLending(use: (contract: string) => Promise<void>): Promise<void> {
  return withFiles(lending(), use);
}

async function withFiles(
  files: Readonly<Record<string, string>>,
  use: (contract: string) => Promise<void>,
): Promise<void> {
  const folder = await createFolder();
  await writeFiles(folder, files);
  try {
    await use(join(folder, 'openapi.json'));
  } finally {
    await removeFolder(folder);
  }
}

/** Sends the request for each point alone; returns the points without one, and those that it missed. */
async function tryAll(options: MockOptions): Promise<Record<'without' | 'missed', string[]>> {
  await using mock = await createMock(options);
  const { url } = await mock.listen();
  const found = { without: new Array<string>(), missed: new Array<string>() };
  for (const { id, points } of mock.coverage().operations) {
    for (const point of points) {
      await mock.reset();
      const { request } = await mock.sample(id, point.id);
      if (!request) found.without.push(`${id}: ${point.label}`);
      else {
        await fetch(`${url}/_mock/coverage`, { method: 'DELETE' });
        await send(url, request);
        if (countOf(mock, id, point.id) === 0) found.missed.push(`${id}: ${point.label}`);
      }
    }
  }
  return found;
}

function countOf(mock: Mock, id: string, point: string): number | undefined {
  const { operations } = mock.coverage();
  const found = operations.find((operation) => operation.id === id);
  return found?.points.find((one) => one.id === point)?.count;
}

const shop = fileURLToPath(new URL('../../examples/shop.yaml', import.meta.url));

describe('a request for each point of a contract covers that point', () => {
  it('in a contract with something of every kind', () =>
    withLending(async (contract) => {
      expect(await tryAll({ contract })).toEqual({
        missed: [],
        without: [
          'listLoans: status 503',
          'listLoans: status default',
          'breakLoan: status 200',
          'breakLoan: status 500',
        ],
      });
    }));

  it('where the server takes any credential', () =>
    withLending(async (contract) => {
      expect(await tryAll({ contract, auth: 'presence' })).toMatchObject({ missed: [] });
    }));

  it('in the contract that comes with the package', async () => {
    expect(await tryAll({})).toEqual({
      missed: [],
      without: [
        'updateWorkspaceAsset: status 413',
        'updateWorkspaceAsset: status 500',
        'getProjectPage: status 500',
      ],
    });
  });

  it('where unknown keys have no record', async () => {
    expect(await tryAll({ contract: shop, unknownKeys: 'refuse' })).toEqual({
      missed: [],
      without: ['payOrder: status 409'],
    });
  });
});

describe('in all shapes and places of values', () => {
  const files = {
    'openapi.json': JSON.stringify(allShapes),
    'fixtures/credentials.json': JSON.stringify(credentials),
    'fixtures/things.json': JSON.stringify(things),
  };
  // The state decides on these.
  const without = [
    'c: status default',
    'addThing: status 409',
    'thing: status 304',
    'putThing: status 201',
    'putThing: status 404',
    'putThing: status 412',
  ];

  it('a request for each point covers that point', () =>
    withFiles(files, async (contract) => {
      expect(await tryAll({ contract })).toEqual({ missed: [], without });
    }));

  it.each<[how: string, options: MockOptions]>([
    ['without a state', { stateless: true }],
    ['without credentials', { auth: 'off' }],
    ['with any credentials', { auth: 'presence' }],
  ])('it does so %s, too', (_, options) =>
    withFiles(files, async (contract) => {
      expect(await tryAll({ contract, ...options })).toMatchObject({ missed: [] });
    }),
  );
});

describe('GET /_mock/sample', () => {
  it('has the request as a client sends it, and changes nothing', async () => {
    await using mock = await createMock({ contract: shop });
    const { url } = await mock.listen();
    const point = encodeURIComponent('createOrder/media_types/body/application~1json');
    const asked = await fetch(`${url}/_mock/sample?operation=createOrder&point=${point}`);
    expect(await asked.json()).toMatchObject({
      operation: 'createOrder',
      label: 'body application/json',
      request: { method: 'POST', path: '/orders', headers: { 'Content-Type': 'application/json' } },
      why_not: null,
    });
    expect(mock.requests()).toEqual([]);
    expect(mock.coverage().totals.operations.covered).toBe(0);
    expect(mock.world('default').diff()).toEqual([]);
  });

  it.each([
    ['status 409', 'payOrder', 'payOrder/statuses/409', 'The state decides'],
    ['status 404', 'getOrder', 'getOrder/statuses/404', 'makes up a record for each key'],
  ])('says what would cover %s', async (_, operation, point, why) => {
    await using mock = await createMock({ contract: shop });
    const { request, whyNot } = await mock.sample(operation, point);
    expect(request).toBeUndefined();
    expect(whyNot).toContain(why);
  });

  it('finds an unknown key once a record was made', async () => {
    await using mock = await createMock({ contract: shop });
    const { url } = await mock.listen();
    const { request } = await mock.sample('createOrder');
    if (request) await send(url, request);
    expect(await mock.sendSample('getOrder', 'getOrder/statuses/404')).toMatchObject({
      status: 404,
      isCovered: true,
    });
  });

  it.each([
    ['listOrder', undefined, 'sample: /operation: the contract has no operation "listOrder"'],
    ['listOrders', 'listOrders/statuses/201', 'sample: /point: the operation has no point'],
  ])('names what is near of what is not there: %s %s', async (operation, point, message) => {
    await using mock = await createMock({ contract: shop });
    await expect(mock.sample(operation, point)).rejects.toThrow(message);
  });

  it('has the credentials and the name of its world', () =>
    withLending(async (contract) => {
      await using mock = await createMock({ contract });
      const { url } = await mock.listen();
      const world = mock.world('a');
      world.mint({ scheme: 'token', value: 'of-a', scopes: ['admin'], name: 'A' });
      const point = 'listLoans/security/token (admin)/let in';
      const { request } = await world.sample('listLoans', point);
      expect(request?.headers).toMatchObject({ 'X-Stuntdouble-World': 'a' });
      const asked = await fetch(
        `${url}/~a/_mock/sample?operation=listLoans&point=${encodeURIComponent(point)}`,
      );
      expect(await asked.json()).toMatchObject({ request: { ...request, body: null } });
    }));
});

describe('POST /_mock/sample', () => {
  it('sends it, so that the point is covered and the journal has it', async () => {
    await using mock = await createMock({ contract: shop });
    const { url } = await mock.listen();
    const point = encodeURIComponent('listOrders/enum_values/query/status//"paid"');
    const sent = await fetch(`${url}/_mock/sample?operation=listOrders&point=${point}`, {
      method: 'POST',
    });
    expect(await sent.json()).toEqual({ status: 200, is_covered: true, request: 1 });
    expect(mock.requests()[0]?.request).toMatchObject({ path: '/orders', query: 'status=paid' });
    expect(countOf(mock, 'listOrders', decodeURIComponent(point))).toBe(1);
  });

  it('says where an override has kept it from that', async () => {
    await using mock = await createMock({ contract: shop });
    mock.use({ operation: 'listOrders', reply: { status: 503, breach: true } });
    expect(await mock.sendSample('listOrders')).toMatchObject({ status: 503, isCovered: false });
  });

  it('is a 409 where there is no such request', async () => {
    await using mock = await createMock({ contract: shop });
    const { url } = await mock.listen();
    const refused = await fetch(
      `${url}/_mock/sample?operation=payOrder&point=payOrder/statuses/409`,
      { method: 'POST' },
    );
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ type: 'urn:problem-type:no-sample' });
  });

  it('acts in the world that it names', async () => {
    await using mock = await createMock({ contract: shop });
    const world = mock.world('a');
    await world.sendSample('createOrder');
    expect(world.requests()).toHaveLength(1);
    expect(world.records('orders')).toHaveLength(1);
    expect(mock.records('orders')).toEqual([]);
  });
});
