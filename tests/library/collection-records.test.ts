import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf } from '../../src/base/json.ts';
import { openBookshop } from './open-bookshop.ts';
import type { Page } from './found-records.ts';
import { cups, find, keyOf, listOf } from './found-records.ts';
import { openShops } from './open-shops.ts';

function namesIn({ records }: Page): readonly unknown[] {
  return records.map(({ record }) => record['name']);
}

describe('made-up records', () => {
  it('are those of the list in the contract, with the same values', async () => {
    const { ask } = await openShops();
    const { records, count, total } = await find(ask, 'shops');
    const listed = await listOf(ask, '/shops');
    expect([count, total]).toEqual([listed.length, listed.length]);
    expect(records).toEqual(
      listed.map((record) => ({
        key: keyOf(record),
        parents: {},
        is_made_up: true,
        record,
      })),
    );
  });

  it('are those under the parents that exist, where a collection stands below others', async () => {
    const { ask } = await openShops();
    const made = await listOf(ask, '/shops');
    await ask('POST', '/shops', { body: { name: 'Mine' } });
    const { records } = await find(ask, 'items');
    expect(new Set(records.map(({ parents }) => parents['shop_id'])).size).toBe(10);
    for (const shop of made.slice(0, 10)) {
      const listed = await listOf(ask, `/shops/${keyOf(shop)}/items`);
      const under = records.filter(({ parents }) => parents['shop_id'] === keyOf(shop));
      const above = { shop_id: textOf(shop['id']) };
      expect(under.map(({ record }) => record)).toEqual(
        listed.map((record) => ({ ...record, ...above })),
      );
    }
  });

  it('stand in their places once they are stored, and new ones come behind them', async () => {
    const { ask } = await openShops();
    const listed = await listOf(ask, '/shops');
    await ask('PATCH', `/shops/${keyOf(listed[1])}`, { body: { name: 'Mine' } });
    await ask('POST', '/shops', { body: { name: 'New' } });
    const { records } = await find(ask, 'shops');
    expect(records.map(({ record }) => record)).toEqual(await listOf(ask, '/shops'));
    expect(records.map((one) => one.is_made_up)).toEqual(
      listed.map((_, at) => at !== 1).concat(false),
    );
    const stored = await find(ask, 'shops', 'made_up=false');
    expect([stored.total, namesIn(stored)]).toEqual([2, ['Mine', 'New']]);
  });

  it('of a collection without keys are one under each parent', async () => {
    const { ask } = await openShops();
    const [shop] = await listOf(ask, '/shops');
    const { records } = await find(ask, 'settings');
    expect(records).toHaveLength(10);
    const own = await ask('GET', `/shops/${keyOf(shop)}/settings`);
    expect(records[0]).toEqual({
      key: '',
      parents: { shop_id: keyOf(shop) },
      is_made_up: true,
      record: { ...(own.json as JsonObject), shop_id: keyOf(shop) },
    });
    await ask('PUT', `/shops/${keyOf(shop)}/settings`, { body: { theme: 'dark' } });
    const [first] = (await find(ask, 'settings')).records;
    expect(first).toMatchObject({ is_made_up: false, record: { theme: 'dark' } });
  });

  it('of links are those that lists show, each with the keys of both records', async () => {
    const { ask } = await openShops();
    const [shop] = await listOf(ask, '/shops');
    const { records } = await find(ask, 'suppliers', `filter=shop_id:is:${keyOf(shop)}`);
    const listed = await listOf(ask, `/shops/${keyOf(shop)}/suppliers`);
    expect(records).toEqual(
      listed.map((maker) => ({
        key: keyOf(maker),
        parents: { shop_id: keyOf(shop) },
        is_made_up: true,
        record: { id: keyOf(maker), shop_id: keyOf(shop) },
      })),
    );
    await ask('PUT', `/shops/${keyOf(shop)}/suppliers/${keyOf(listed[0])}`);
    await ask('DELETE', `/shops/${keyOf(shop)}/suppliers/${keyOf(listed[1])}`);
    const after = await find(ask, 'suppliers', `filter=shop_id:is:${keyOf(shop)}`);
    expect(after.records.map((one) => one.key)).toEqual(
      listed.toSpliced(1, 1).map((maker) => keyOf(maker)),
    );
  });

  it('can be searched, sorted and filtered with the stored ones', async () => {
    const { ask } = await openShops();
    const listed = await listOf(ask, '/shops');
    await ask('POST', '/shops', { body: { name: 'AAA' } });
    const sorted = await find(ask, 'shops', 'sort=-name');
    expect(namesIn(sorted).at(-1)).toBe('AAA');
    expect(sorted.count).toBe(listed.length + 1);
    const name = textOf(listed[0]?.['name']);
    const filtered = await find(ask, 'shops', `filter=name:is:${encodeURIComponent(name)}`);
    expect(filtered.records[0]).toMatchObject({ is_made_up: true, record: listed[0] });
  });
});

describe('records', () => {
  it.each([
    ['', [1, 2, 3, 4]],
    ['offset=1&limit=2', [2, 3]],
    ['offset=9', []],
    ['sort=name', [3, 1, 4, 2]],
    ['sort=-price', [2, 1, 3, 4]],
    ['sort=price', [1, 2, 3, 4]],
    ['sort=-size.width', [2, 1, 3, 4]],
    ['sort=nothing', [1, 2, 3, 4]],
    ['search=AnN', [3]],
    ['search=20', [2]],
    ['search=blue', [3, 4]],
    ['filter=maker_id:is:1', [1, 3]],
    ['filter=maker_id:is:1&filter=price:set', [1]],
    ['filter=price:above:3', [2]],
    ['filter=price:empty', [3, 4]],
    ['filter=tags:is:blue&sort=-id', [4, 3]],
    ['filter=name:is:Plate: flat', [4]],
    ['filter=size.width:below:10', [1]],
    ['search=blue&filter=maker_id:not:10', [3]],
  ])('are found by a question: %s', async (query, ids) => {
    const { mock, ask } = await openShops({}, { shops: [{ id: 5, name: 'Shop' }] });
    const items = cups.map((cup) => ({ ...cup, shop_id: 5 }));
    await mock.world('a').replace('items', items, { check: false });
    const path = `/~a/_mock/collections/items/records?${query}`;
    const { json } = await ask('GET', path);
    expect((json as Page).records.map(({ record }) => record['id'])).toEqual(ids);
    expect(json).toMatchObject({ total: 4, version: expect.any(Number) });
  });

  it('are found by their parents and keys, too, and shown as the state shows them', async () => {
    const { mock, ask } = await openShops(
      {},
      {
        shops: [
          { id: 5, name: 'S' },
          { id: 60, name: 'T' },
        ],
      },
    );
    const items = cups.map((cup) => ({ ...cup, shop_id: cup['id'] === 3 ? 60 : 5 }));
    await mock.world('a').replace('items', items, { check: false });
    for (const query of ['filter=shop_id:is:60', 'search=60', 'sort=-shop_id&limit=1']) {
      const { json } = await ask('GET', `/~a/_mock/collections/items/records?${query}`);
      const state = mock.world('a').records('items');
      expect((json as Page).records).toEqual([
        { key: '3', parents: { shop_id: '60' }, is_made_up: false, record: state[2] },
      ]);
    }
  });

  it('are the present ones: a change is seen at once', async () => {
    const { ask } = await openBookshop();
    const before = await find(ask, 'books', 'search=Brand');
    await ask('POST', '/books', { body: { title: 'Brand new' } });
    const after = await find(ask, 'books', 'search=Brand');
    expect([before.count, after.count]).toEqual([0, 1]);
    expect(after.version).not.toBe(before.version);
  });

  it('share one search for all pages of a question', async () => {
    const { mock, ask } = await openBookshop();
    const list = Array.from({ length: 20_000 }, (_, at) => ({ id: String(at), title: `T${at}` }));
    await mock.world('a').replace('books', list, { check: false });
    const path = '/~a/_mock/collections/books/records?sort=-title&limit=1';
    const pages = await Promise.all([0, 1, 19_999].map((at) => ask('GET', `${path}&offset=${at}`)));
    expect(pages.map(({ json }) => (json as Page).records[0]?.record['title'])).toEqual([
      'T9999',
      'T9998',
      'T0',
    ]);
  });

  it.each([
    ['filter=title', 400, 'such as title:has:tea'],
    ['filter=title:is:a&filter=title:like:b', 400, '/filter/1'],
    ['limit=0', 400, '/limit'],
    ['limit=1001', 400, '/limit'],
    ['offset=-1', 400, '/offset'],
  ])('are refused for a question that nobody understands: %s', async (query, status, detail) => {
    const { ask } = await openBookshop();
    const refused = await ask('GET', `/_mock/collections/books/records?${query}`);
    expect([refused.status, refused.json]).toMatchObject([
      status,
      { detail: expect.stringContaining(detail) },
    ]);
  });

  it('of a collection that there is not are a 404 with the nearest name', async () => {
    const { ask } = await openBookshop();
    const refused = await ask('GET', '/_mock/collections/book/records');
    expect([refused.status, refused.json]).toMatchObject([
      404,
      { detail: expect.stringContaining('did you mean "books"?') },
    ]);
  });
});
