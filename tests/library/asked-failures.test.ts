import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createMock } from '../../src/index.ts';
import type { OpenShop } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(() => shop.close());

const asked = 'The override "x" asked for this';

describe('a failure that a test asked for says so', () => {
  it.each<[string, object, string, object]>([
    [
      'in the shape that the contract declares',
      { id: 'x', operation: 'getOrder', reply: { status: 500 } },
      'override x: status 500',
      { error: { message: `${asked} 500, and nothing has failed.` } },
    ],
    [
      'by a fault',
      { id: 'x', operation: 'getOrder', fault: { status: 500 } },
      'fault x: status 500',
      { error: { message: 'The fault "x" asked for this 500, and nothing has failed.' } },
    ],
    [
      'below 500 without a word of failure',
      { id: 'x', operation: 'getOrder', reply: { status: 429 } },
      'override x: status 429',
      { error: { message: `${asked} 429.` } },
    ],
    [
      'but with an example of the contract where there is one',
      { id: 'x', operation: 'getOrder', reply: { status: 503 } },
      'override x: status 503',
      { title: 'Busy' },
    ],
    [
      'but with the body that the test gives',
      { id: 'x', operation: 'getOrder', reply: { status: 500, body: { error: { message: 'a' } } } },
      'override x: status 500',
      { error: { message: 'a' } },
    ],
  ])('%s', async (_, override, header, json) => {
    const { ask, use } = shop.openWorld();
    await use(override);
    const said = await ask('GET /orders/1');
    expect(said.json).toEqual(json);
    expect(said.headers.get('X-Stuntdouble-Forced')).toBe(header);
  });

  it.each([
    ['by the header of a fault', { 'X-Stuntdouble-Fault': 'status=500' }, 'X-Stuntdouble-Fault'],
    ['by a preference', { Prefer: 'code=500' }, 'The request'],
  ])('%s', async (_, headers, asker) => {
    const { ask } = shop.openWorld();
    expect((await ask('GET /orders/1', undefined, headers)).json).toEqual({
      error: { message: `${asker} asked for this 500, and nothing has failed.` },
    });
  });

  it('and not with generated words, unless a preference asks for these', async () => {
    const { ask } = shop.openWorld();
    const headers = { Prefer: 'code=500, dynamic=true' };
    const said = await ask('GET /orders/1', undefined, headers);
    expect(JSON.stringify(said.json)).not.toContain('asked for this');
  });

  it('and does not take the words of an example in which this server itself fails', async () => {
    await using mock = await createMock({ auth: 'off' });
    const { url } = await mock.listen();
    mock.use({ id: 'x', operation: 'getProjectPage', reply: { status: 500 } });
    const page = 'workspaces/northwind/projects/4b1f0c52-6a3e-4d29-9c77-2e8d5a90f1b3/pages';
    const path = `/api/v1/${page}/7c2f4e0a-9d1b-4b6e-8a35-1f6d2c9e7b10/`;
    const reply = await fetch(url + path);
    expect([reply.status, await reply.json()]).toEqual([
      500,
      {
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        detail: `${asked} 500, and nothing has failed.`,
        instance: path,
      },
    ]);
  });

  it('also in the explanation of the request', async () => {
    const { ask, use } = shop.openWorld();
    await use({ id: 'x', operation: 'getOrder', reply: { status: 500 } });
    await ask('GET /orders/1');
    const id = shop.mock.requests().at(-1)?.id;
    expect(JSON.stringify((await ask(`GET /_mock/requests/${id}/explain`)).json)).toContain(
      String.raw`The override \"x\" changed the reply: status 500.`,
    );
  });
});
