import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { tellWorld } from '../../src/client/failure-report.ts';
import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { bookIds } from './bookshop.ts';
import type { Ask } from './open-bookshop.ts';
import { askAt, openBookshop } from './open-bookshop.ts';

const [first = '', second = ''] = bookIds;

describe('the changes of a world', () => {
  it('tell each record once, before and after, and nothing of other worlds', async () => {
    const { mock, ask } = await openBookshop();
    const before = mock.records('books');
    await ask('PUT', `/~a/books/${first}`, { body: { title: 'Other' } });
    await ask('PUT', `/~a/books/${first}`, { body: { title: 'Third' } });
    await ask('DELETE', `/~a/books/${second}`);
    await ask('POST', '/~a/books', { body: { title: 'New' } });
    await ask('DELETE', `/~b/books/${first}`);
    const { status, json } = await ask('GET', '/~a/_mock/changes');
    const after = mock.world('a').records('books');
    expect(status).toBe(200);
    expect(json).toEqual({
      count: 3,
      changes: [
        changed(first, before[0], after[0]),
        changed(second, before[1], null),
        changed(idOf(after.at(-1)), null, after.at(-1)),
      ],
    });
    expect((await ask('GET', '/_mock/changes')).json).toEqual({ count: 0, changes: [] });
    expect(mock.world('a').changes()).toEqual(json);
  });

  it('count all, and show as many as are wanted', async () => {
    const { mock, ask } = await openBookshop();
    for (const id of [first, second]) await ask('DELETE', `/~a/books/${id}`);
    const told = mock.world('a').changes({ limit: 1 });
    expect([told.count, told.changes.length]).toEqual([2, 1]);
    expect((await ask('GET', '/~a/_mock/changes?limit=1')).json).toEqual(told);
    expect((await ask('GET', '/_mock/changes?limit=1001')).status).toBe(400);
    expect(() => mock.world('a').changes({ limit: 0 })).toThrow(
      new TypeError('changes: "limit" must be a whole number from 1 to 1000, not 0.'),
    );
  });

  it('can be those since a snapshot of any world', async () => {
    const { mock, ask } = await openBookshop();
    await ask('DELETE', `/~a/books/${first}`);
    await ask('PUT', '/~a/_mock/snapshots/less');
    await ask('DELETE', `/~b/books/${second}`);
    const since = async (world: string): Promise<unknown> =>
      (await ask('GET', `${world}/_mock/changes?since=less`)).json;
    expect(await since('/~a')).toEqual({ count: 0, changes: [] });
    expect(await since('/~b')).toMatchObject({
      count: 2,
      changes: [
        { key: second, after: null },
        { key: first, before: null },
      ].toSorted((one) => (one.key === first ? -1 : 1)),
    });
    expect(mock.world('b').changes({ since: 'less' }).count).toBe(2);
    const unknown = await ask('GET', '/_mock/changes?since=les');
    expect(unknown.json).toMatchObject({ type: 'urn:problem-type:unknown-snapshot' });
  });

  it('are none after a reset, and the list of worlds says whether there are some', async () => {
    const { ask } = await openBookshop();
    const isChanged = async (): Promise<unknown> =>
      Object((await ask('GET', '/_mock/worlds/a')).json)['changed'];
    await ask('PUT', `/~a/books/${first}`, { body: { title: 'Other' } });
    expect(await isChanged()).toBe(true);
    await ask('POST', '/~a/_mock/reset');
    expect(await isChanged()).toBe(false);
    expect((await ask('GET', '/~a/_mock/changes')).json).toEqual({ count: 0, changes: [] });
  });

  it('show what the server had made up as it was, and count what was deleted of it', async () => {
    const contract = join(import.meta.dirname, '..', '..', 'examples', 'shop.yaml');
    await using mock = await createMock({ contract });
    const ask = askAt((await mock.listen()).url);
    const [one, other] = (await ask('GET', '/~a/orders')).json as readonly JsonObject[];
    await ask('PATCH', `/~a/orders/${idOf(one)}`, { body: { quantity: 7 } });
    await ask('DELETE', `/~a/orders/${idOf(other)}`);
    const { json } = await ask('GET', '/~a/_mock/changes');
    expect(json).toMatchObject({
      count: 2,
      changes: [
        { collection: 'orders', before: one, after: { ...one, quantity: 7 } },
        { collection: 'orders', before: other, after: null },
      ],
    });
  });
});

const shop = join(import.meta.dirname, '..', '..', 'examples', 'shop.yaml');

describe('the changes of made-up records', () => {
  it('tell those that a replaced collection has no more, also in the report of a test', async () => {
    await using mock = await createMock({ contract: shop });
    const ask = askAt((await mock.listen()).url);
    const all = (await ask('GET', '/~a/orders')).json as readonly JsonObject[];
    const [one = {}, other = {}, ...rest] = all;
    const world = mock.world('a');
    await ask('DELETE', `/~a/orders/${idOf(other)}`);
    await world.replace('orders', [{ ...one, quantity: 7 }]);
    const { count, changes } = world.changes();
    expect(count).toBe(all.length);
    expect(changes).toMatchObject([
      { key: idOf(one), before: one, after: { ...one, quantity: 7 } },
      ...[other, ...rest].map((record) => ({ key: idOf(record), before: record, after: null })),
    ]);
    expect((await ask('GET', '/_mock/worlds/a')).json).toMatchObject({ changed: true });
    expect(await tellWorld(world)).toContain(`  - orders ${idOf(rest[0])}`);
  });

  it('tell none where the written records are those that the server made up', async () => {
    await using mock = await createMock({ contract: shop });
    const ask = askAt((await mock.listen()).url);
    const all = (await ask('GET', '/~a/orders')).json as readonly JsonObject[];
    await mock.world('a').replace('orders', [...all]);
    expect(mock.world('a').changes()).toEqual({ count: 0, changes: [] });
    expect((await ask('GET', '/_mock/worlds/a')).json).toMatchObject({ changed: false });
  });

  it('tell nothing of a record that was made and removed, also after a restart', async () => {
    const options = { contract: shop, data: await writeFolder() };
    const read = async (look: (mock: Mock, ask: Ask) => Promise<void>): Promise<void> => {
      await using mock = await createMock(options);
      await look(mock, askAt((await mock.listen()).url));
    };
    const none = { count: 0, changes: [] };
    await read(async (mock, ask) => {
      const made = (await ask('POST', '/orders', { body: { item: 'pen', quantity: 1 } })).json;
      expect(mock.world('default').changes()).toMatchObject({ count: 1 });
      await ask('DELETE', `/orders/${idOf(made as JsonObject)}`);
      expect(mock.world('default').changes()).toEqual(none);
      expect((await ask('GET', '/_mock/worlds/default')).json).toMatchObject({ changed: false });
    });
    await read(async (mock) => {
      expect(mock.world('default').changes()).toEqual(none);
    });
  });

  it('tell a removed one that was only asked for by its key', async () => {
    await using mock = await createMock({ contract: shop });
    const ask = askAt((await mock.listen()).url);
    const { json } = await ask('GET', '/~a/orders/999');
    await ask('DELETE', '/~a/orders/999');
    expect(mock.world('a').changes()).toMatchObject({
      count: 1,
      changes: [{ key: '999', before: json, after: null }],
    });
  });
});

describe('a snapshot', () => {
  it('says which world it was saved from', async () => {
    const { mock, ask } = await openBookshop();
    await ask('PUT', '/~a/_mock/snapshots/one');
    mock.world('b').save('two');
    expect((await ask('GET', '/_mock/snapshots')).json).toMatchObject([
      { name: 'one', world: 'a' },
      { name: 'two', world: 'b' },
    ]);
    expect(mock.snapshots.list().map(({ world }) => world)).toEqual(['a', 'b']);
  });
});

function changed(key: string, before: unknown, after: unknown): object {
  return { collection: 'books', key, parents: {}, before, after };
}

function idOf(record: JsonObject | undefined): string {
  return JSON.stringify(record?.['id'] ?? null).replaceAll('"', '');
}
