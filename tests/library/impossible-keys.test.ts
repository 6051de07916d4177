import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import type { Ask } from './open-bookshop.ts';
import { askAt } from './open-bookshop.ts';

const contract = join(import.meta.dirname, '..', '..', 'examples', 'shop.yaml');
const path = '/_mock/state/orders/abc';

async function open(): Promise<{ readonly mock: Mock; readonly ask: Ask } & AsyncDisposable> {
  const mock = await createMock({ contract });
  const ask = askAt((await mock.listen()).url);
  return { mock, ask, [Symbol.asyncDispose]: () => mock.close() };
}

async function firstOf(ask: Ask): Promise<JsonObject> {
  const [first = {}] = (await ask('GET', '/orders')).json as readonly JsonObject[];
  return first;
}

const refused =
  'path /key: "abc" can be no key in orders: its /id must be an integer, but is the string "abc". Nothing was changed: ' +
  'GET /collections/orders/records below the control prefix lists the keys.';

it.each<[string, string, JsonObject | undefined]>([
  ['DELETE', path, undefined],
  ['GET', `${path}/removal`, undefined],
  ['PATCH', path, { quantity: 2 }],
  ['PATCH', `${path}?check=false`, { quantity: 2 }],
])('%s %s is refused where no record can have such a key', async (method, target, body) => {
  await using server = await open();
  const { ask, mock } = server;
  const { status, json } = await ask(method, target, body ? { body } : {});
  expect([status, json]).toMatchObject([
    400,
    { type: 'urn:problem-type:invalid-request', detail: refused },
  ]);
  await expect(mock.world('default').remove('orders', 'abc')).rejects.toThrow(refused);
  expect((await ask('GET', '/_mock/changes')).json).toEqual({ count: 0, changes: [] });
});

it('a record that a test put under such a key can be removed', async () => {
  await using server = await open();
  const { ask } = server;
  const body = { ...(await firstOf(ask)), id: 'abc' };
  expect((await ask('PUT', `${path}?check=false`, { body })).status).toBe(201);
  expect((await ask('DELETE', path)).status).toBe(204);
});

it('changes, requests and found records tell a key beside the record, and not within', async () => {
  await using server = await open();
  const { ask, mock } = server;
  const first = await firstOf(ask);
  // Its body says another key than that under which it stands.
  const body = { ...first, '@filed': { id: '1' }, id: 77 };
  await ask('PUT', '/_mock/state/orders/1?check=false', { body });
  await ask('PATCH', '/orders/1', { body: { quantity: 7 } });
  const changes = await ask('GET', '/_mock/changes');
  expect(changes.json).toMatchObject({ changes: [{ key: '1', after: { id: 77 } }] });
  const found = await ask('GET', '/_mock/collections/orders/records');
  const journal = mock.requests().map((one) => one.changes);
  expect(JSON.stringify([changes.json, found.json, journal])).not.toContain('@filed');
});
