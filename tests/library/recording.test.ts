import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { Ask } from './open-bookshop.ts';
import { openShops } from './open-shops.ts';
import { listOf } from './found-records.ts';

interface Told {
  readonly world: JsonObject;
  readonly requests: readonly (JsonObject & {
    readonly id: number;
    readonly explanation: JsonObject;
  })[];
  readonly has_all_requests: boolean;
  readonly overrides: readonly JsonObject[];
  readonly collections: readonly {
    readonly name: string;
    readonly total: number;
    readonly records: readonly { readonly record: JsonObject; readonly is_made_up: boolean }[];
  }[];
}

async function record(ask: Ask, query = '', headers: Record<string, string> = {}): Promise<Told> {
  const { status, json } = await ask('GET', `/_mock/recording?${query}`, { headers });
  expect(status).toBe(200);
  return json as Told;
}

/** A document without what differs from server to server: times, and the port within a header. */
function steady(told: object): unknown {
  const text = JSON.stringify(told, (name, value: unknown) =>
    ['made_at', 'used_at', 'now', 'time', 'duration_ms', 'headers'].includes(name) ? null : value,
  );
  // Each server has a folder of its own.
  return JSON.parse(text.replaceAll(/stuntdouble-\w+\/openapi/g, 'openapi'));
}

describe('a recording', () => {
  it('tells the requests as the server explains them, and what they changed', async () => {
    const { ask } = await openShops();
    await ask('POST', '/shops', { body: { name: 'North' } });
    await ask('GET', '/shop');
    const { requests, has_all_requests: hasAll } = await record(ask);
    expect(requests.map(({ id }) => id)).toEqual([1, 2]);
    expect(hasAll).toBe(true);
    expect(requests[0]).toMatchObject({ changes: [{ collection: 'shops', before: null }] });
    const explained = await ask('GET', '/_mock/requests/2/explain');
    expect(requests[1]?.explanation).toEqual(explained.json);
  });

  it('tells the newest requests where there are more', async () => {
    const { ask } = await openShops();
    for (let count = 0; count < 3; count += 1) await ask('GET', '/shops');
    const { requests, has_all_requests: hasAll } = await record(ask, 'requests=2');
    expect(requests.map(({ id }) => id)).toEqual([2, 3]);
    expect(hasAll).toBe(false);
    expect((await record(ask, 'requests=0')).requests).toEqual([]);
  });

  it('tells the records that lists show, made-up ones told apart', async () => {
    const { ask } = await openShops();
    await ask('POST', '/makers', { body: { name: 'Ann' } });
    const listed = await listOf(ask, '/makers');
    const { collections } = await record(ask);
    const makers = collections.find(({ name }) => name === 'makers');
    expect(makers?.records.map((one) => one.record)).toEqual(listed);
    expect(makers?.records.filter((one) => !one.is_made_up)).toHaveLength(1);
    const short = await record(ask, 'records=1');
    expect(short.collections.find(({ name }) => name === 'makers')).toMatchObject({
      total: listed.length,
      records: [{}],
    });
  });

  it('of a private world has its requests and overrides alone', async () => {
    const { ask, mock } = await openShops();
    mock.world('ann').use({ fault: { latency: 0 } });
    await ask('GET', '/shops');
    await ask('GET', '/~ann/shops');
    const told = await record(ask, '', { 'X-Stuntdouble-World': 'ann' });
    expect(told.world).toMatchObject({ name: 'ann' });
    expect(told.requests.map(({ id }) => id)).toEqual([2]);
    expect(told.overrides).toHaveLength(1);
    expect((await record(ask)).requests).toHaveLength(2);
  });

  it('is the same document in the library, without the control API, too', async () => {
    const { ask, mock } = await openShops({ control: false });
    mock.world('ann').use({ fault: { rateLimit: { limit: 5, window: 60 } } });
    await ask('POST', '/~ann/shops', { body: { name: 'North' } });
    const served = await openShops();
    served.mock.world('ann').use({ fault: { rateLimit: { limit: 5, window: 60 } } });
    await served.ask('POST', '/~ann/shops', { body: { name: 'North' } });
    const told = await mock.world('ann').recording({ records: 2 });
    const same = await record(served.ask, 'records=2', { 'X-Stuntdouble-World': 'ann' });
    expect(steady(told)).toEqual(steady(same));
    expect(told.requests).toHaveLength(1);
    const { requests, has_all_requests: hasAll } = await mock
      .world('default')
      .recording({ requests: 0 });
    expect([requests, hasAll]).toEqual([[], false]);
  });

  it.each<[object, string]>([
    [{ requests: -1 }, '"requests" must be a whole number from 0 to 100000, not -1.'],
    [{ requests: Number.NaN }, '"requests" must be a whole number from 0 to 100000, not NaN.'],
    [{ requests: 100_001 }, '"requests" must be a whole number from 0 to 100000, not 100001.'],
    [{ requests: '5' }, '"requests" must be a number, not "5".'],
    [{ records: 0.5 }, '"records" must be a whole number from 0 to 100000, not 0.5.'],
  ])('refuses a question that has no sense, as other calls do: %o', async (question, message) => {
    const { mock } = await openShops();
    const refusal = new TypeError(`recording: ${message}`);
    await expect(mock.world('default').recording(question)).rejects.toStrictEqual(refusal);
  });

  it('refuses a member that it does not know', async () => {
    const { mock } = await openShops();
    const question: object = { most: 1 };
    const told = mock.world('default').recording(question);
    await expect(told).rejects.toThrow('recording has no option "most"');
  });

  it('has records and no requests where the server keeps none', async () => {
    const { ask, mock } = await openShops({ journal: 0 });
    await ask('POST', '/makers', { body: { name: 'Ann' } });
    for (const told of [await mock.world('default').recording(), await record(ask)]) {
      expect(told).toMatchObject({ requests: [], has_all_requests: false });
      const { collections } = structuredClone(told) as Told;
      const makers = collections.find(({ name }) => name === 'makers');
      expect(makers?.records.filter((one) => !one.is_made_up)).toMatchObject([
        { record: { name: 'Ann' } },
      ]);
    }
  });

  it('has no secrets of requests', async () => {
    const { ask } = await openShops();
    await ask('GET', '/shops', { headers: { Authorization: 'Bearer very-secret' } });
    expect(JSON.stringify(await record(ask))).not.toContain('very-secret');
  });
});
