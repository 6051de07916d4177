import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { bookIds } from './bookshop.ts';
import { openBookshop } from './open-bookshop.ts';
import { cups, find, keyOf, listOf } from './found-records.ts';
import { openShops } from './open-shops.ts';

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
        name: 'suppliers',
        count: 0,
        made_up: 10,
        is_complete: false,
        kind: 'links',
        key: 'id',
        of: 'makers',
      },
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
    expect((json as readonly JsonObject[])[0]).toMatchObject({ count: 1, made_up: before - 1 });
    await ask('DELETE', `/shops/${keyOf(shop)}`);
    const after = (await ask('GET', '/_mock/collections')).json as readonly JsonObject[];
    expect(after[0]).toMatchObject({ count: 0, made_up: before - 1 });
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
    expect((json as readonly JsonObject[]).map((one) => one['made_up'])).toEqual([0, 0, 0, 0, 0]);
    expect(await find(ask, 'shops')).toMatchObject({ count: 0, records: [] });
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
        { collection: 'suppliers', parameter: 'shop_id' },
        { collection: 'settings', parameter: 'shop_id' },
      ],
    ],
    [
      'makers',
      [
        { collection: 'items', member: 'maker_id' },
        { collection: 'suppliers', member: 'id' },
      ],
    ],
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
