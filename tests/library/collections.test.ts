import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf } from '../../src/base/json.ts';
import { bookIds } from './bookshop.ts';
import type { Ask } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';
import { openShops } from './open-shops.ts';

interface Found {
  readonly key: string;
  readonly parents: JsonObject;
  readonly is_made_up: boolean;
  readonly record: JsonObject;
}

interface Page {
  readonly count: number;
  readonly total: number;
  readonly version: number;
  readonly records: readonly Found[];
}

async function find(ask: Ask, collection: string, query = ''): Promise<Page> {
  const path = `/_mock/collections/${collection}/records?limit=1000&${query}`;
  const { status, json } = await ask('GET', path);
  expect(status).toBe(200);
  return json as Page;
}

async function listOf(ask: Ask, path: string): Promise<readonly JsonObject[]> {
  return (await ask('GET', path)).json as readonly JsonObject[];
}

/** The key of a record, as a text. */
function keyOf(record: JsonObject | undefined): string {
  return textOf(record?.['id']);
}

function namesIn({ records }: Page): readonly unknown[] {
  return records.map(({ record }) => record['name']);
}

const cups = [
  { id: 1, name: 'Cup', price: 3, maker_id: 1, size: { width: 9 }, tags: [] },
  { id: 2, name: 'bowl', price: 12.5, maker_id: 2, size: { width: 20 } },
  { id: 3, name: 'Ann’s mug', price: null, maker_id: 1, tags: ['blue', 'Old'] },
  { id: 4, name: 'Plate: flat', maker_id: 10, tags: ['blue'] },
];

describe('the list of collections', () => {
  it('says how many records are stored, and how many are made up', async () => {
    const { ask } = await openShops({}, { makers: [{ id: 1, name: 'Ann' }] });
    const { json } = await ask('GET', '/_mock/collections');
    const shown = (await listOf(ask, '/shops')).length;
    const rest = { kind: 'items', key: 'id', of: null };
    expect(json).toEqual([
      { name: 'shops', count: 0, made_up: shown, is_complete: false, ...rest },
      { name: 'makers', count: 1, made_up: 0, is_complete: true, ...rest },
      { name: 'items', count: 0, made_up: expect.any(Number), is_complete: false, ...rest },
      {
        name: 'settings',
        count: 0,
        made_up: 10,
        is_complete: false,
        kind: 'singleton',
        key: null,
        of: null,
      },
    ]);
  });

  it('counts a made-up record as stored once a client has changed it', async () => {
    const { ask } = await openShops();
    const [shop] = await listOf(ask, '/shops');
    const before = (await listOf(ask, '/shops')).length;
    await ask('PATCH', `/shops/${keyOf(shop)}`, { body: { name: 'Mine' } });
    const { json } = await ask('GET', '/_mock/collections');
    expect(json).toMatchObject([{ name: 'shops', count: 1, made_up: before - 1 }, {}, {}, {}]);
    await ask('DELETE', `/shops/${keyOf(shop)}`);
    const after = await ask('GET', '/_mock/collections');
    expect(after.json).toMatchObject([
      { name: 'shops', count: 0, made_up: before - 1 },
      {},
      {},
      {},
    ]);
  });

  it('is that of the world that the request names', async () => {
    const { mock, ask } = await openBookshop();
    await mock.world('a').replace('books', []);
    const counts = await Promise.all(
      ['', '/~a'].map((world) => ask('GET', `${world}/_mock/collections`)),
    );
    expect(counts.map(({ json }) => json)).toMatchObject([
      [{ name: 'books', count: bookIds.length }],
      [{ name: 'books', count: 0, is_complete: true }],
    ]);
  });

  it('has nothing made up where the server keeps no state', async () => {
    const { ask } = await openShops({ stateless: true });
    const { json } = await ask('GET', '/_mock/collections');
    expect(json).toMatchObject([{ made_up: 0 }, { made_up: 0 }, { made_up: 0 }, { made_up: 0 }]);
    expect(await find(ask, 'shops')).toMatchObject({ count: 0, records: [] });
  });
});

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
    const above = new Set(records.map(({ parents }) => parents['shop_id']));
    expect(above.size).toBe(10);
    for (const shop of made.slice(0, 10)) {
      const listed = await listOf(ask, `/shops/${keyOf(shop)}/items`);
      const under = records.filter(({ parents }) => parents['shop_id'] === keyOf(shop));
      expect(under.map(({ record: { shop_id: _, ...record } }) => record)).toEqual(listed);
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
    const items = cups.map((cup) => ({ ...cup, shop_id: cup.id === 3 ? 60 : 5 }));
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

describe('the shape of a collection', () => {
  it('tells of its parents, its references both ways, and the fields of its records', async () => {
    const { ask } = await openShops();
    const { json } = await ask('GET', '/_mock/collections/items');
    const plain = {
      is_required: false,
      is_read_only: false,
      is_write_only: false,
      is_nullable: false,
    };
    expect(json).toEqual({
      name: 'items',
      count: 0,
      made_up: expect.any(Number),
      kind: 'items',
      key: 'id',
      is_complete: false,
      of: null,
      parents: [{ parameter: 'shop_id', collection: 'shops', is_optional: false }],
      references: [
        { member: 'shop_id', collection: 'shops' },
        { member: 'maker_id', collection: 'makers' },
      ],
      referred_by: [],
      fields: [
        { name: 'id', types: ['integer'], ...plain, is_required: true, is_read_only: true },
        {
          name: 'name',
          types: ['string'],
          description: 'For people.',
          ...plain,
          is_required: true,
          min_length: 1,
          max_length: 80,
        },
        { name: 'maker_id', types: ['integer'], ...plain, is_required: true },
        { name: 'price', types: ['number'], minimum: 0, ...plain, is_nullable: true },
        { name: 'status', types: ['string'], enum: ['open', 'sold'], default: 'open', ...plain },
        {
          name: 'size',
          types: ['object'],
          ...plain,
          is_open: false,
          fields: [{ name: 'width', types: ['integer'], ...plain }],
        },
      ],
    });
  });

  it.each([
    [
      'shops',
      [
        { collection: 'items', parameter: 'shop_id' },
        { collection: 'settings', parameter: 'shop_id' },
      ],
    ],
    ['makers', [{ collection: 'items', member: 'maker_id' }]],
  ])('tells who refers to it: %s', async (name, referred) => {
    const { ask } = await openShops();
    const { json } = await ask('GET', `/_mock/collections/${name}`);
    expect(json).toMatchObject({ name, referred_by: referred });
  });
});

describe('a removal', () => {
  it('has the record itself first, and then all that stands below it; it changes nothing', async () => {
    const { mock, ask } = await openShops({}, { shops: [{ id: 5, name: 'S' }] });
    const items = cups.slice(0, 2).map((cup) => ({ ...cup, shop_id: 5 }));
    await mock.world('a').replace('items', items, { check: false });
    const before = await ask('GET', '/~a/_mock/state');
    const { json } = await ask('GET', '/~a/_mock/state/shops/5/removal');
    expect(json).toEqual({
      count: 3,
      records: [
        { collection: 'shops', key: '5', parents: {}, record: { id: 5, name: 'S' } },
        ...mock
          .world('a')
          .records('items')
          .map((record) => ({
            collection: 'items',
            key: keyOf(record),
            parents: { shop_id: '5' },
            record,
          })),
      ],
    });
    expect((await ask('GET', '/~a/_mock/state')).json).toEqual(before.json);
    await ask('DELETE', '/~a/_mock/state/shops/5');
    expect((await ask('GET', '/~a/_mock/state')).json).toMatchObject({ shops: [], items: [] });
  });

  it('of a made-up record is that record', async () => {
    const { ask } = await openShops();
    const [shop] = await listOf(ask, '/shops');
    const { json } = await ask('GET', `/_mock/state/shops/${keyOf(shop)}/removal`);
    expect(json).toMatchObject({ count: 1, records: [{ collection: 'shops', record: shop }] });
  });

  it('shows 1000 records of more', async () => {
    const { mock, ask } = await openShops({}, { shops: [{ id: 5, name: 'S' }] });
    const items = Array.from({ length: 1500 }, (_, id) => ({
      id,
      name: 'I',
      maker_id: 1,
      shop_id: 5,
    }));
    await mock.world('a').replace('items', items);
    const { json } = await ask('GET', '/~a/_mock/state/shops/5/removal');
    expect(json).toMatchObject({ count: 1501, records: { length: 1000 } });
  });

  it.each([
    ['/_mock/state/shops/x/removal?shop_id=1', 400],
    ['/_mock/state/nothing/1/removal', 404],
  ])('is refused as the deletion is: %s', async (path, status) => {
    const { ask } = await openShops({}, { shops: [{ id: 5, name: 'S' }] });
    expect((await ask('GET', path)).status).toBe(status);
  });
});

describe('in a test', () => {
  it('collections are listed for a world, as the control API lists them', async () => {
    const { mock, ask } = await openShops({}, { makers: [{ id: 1, name: 'Ann' }] });
    const { json } = await ask('GET', '/_mock/collections');
    const shown = (json as readonly JsonObject[]).map(({ name, count, made_up: madeUp }) => {
      return { name, count, madeUp };
    });
    expect(mock.collections()).toMatchObject(shown);
    expect(mock.collections()[1]).toEqual({
      name: 'makers',
      count: 1,
      madeUp: 0,
      kind: 'items',
      key: 'id',
      isComplete: true,
      of: undefined,
    });
    const world = mock.world('a');
    await world.replace('makers', []);
    expect(world.collections()[1]).toMatchObject({ name: 'makers', count: 0 });
    expect(mock.collections()[1]).toMatchObject({ name: 'makers', count: 1 });
  });
});
