import { describe, expect, it } from 'vitest';

import type { Item, Parents, CollectionShape } from '../record.ts';
import type { WorldSetup } from '../shop.test-kit.ts';
import {
  lines,
  openWorld,
  orderItem,
  orders,
  saveWorld,
  shopItem,
  shops,
  tablesOf,
} from '../shop.test-kit.ts';
import type { World } from '../worlds/world.ts';

/** Shops that an order is shown in, too. */
const displays: CollectionShape = {
  name: 'displays',
  kind: 'links',
  of: 'orders',
  key: ['id'],
  parents: [{ parameter: 'shop_slug', collection: 'shops', isOptional: false }],
  check: undefined,
  hasMember: () => false,
};
/** Notes on a shop, on an order, or on nothing. */
const notes: CollectionShape = {
  name: 'notes',
  key: ['id'],
  parents: [
    { parameter: 'shop_slug', collection: 'shops', isOptional: true },
    { parameter: 'order_id', collection: 'orders', isOptional: true },
  ],
  check: undefined,
  hasMember: (name) => name === 'id',
};
const shapes = [shops, orders, lines, displays, notes];

function itemOf(key: string, parents: Parents): Item {
  return { key, parents, body: { id: key } };
}

function open(setup: Partial<WorldSetup> = {}): World {
  const fixtures = tablesOf(shapes, {
    shops: [shopItem('a'), shopItem('b')],
    orders: [orderItem('1', 'a', 1), orderItem('1', 'b', 2), orderItem('2', 'a', 3)],
    lines: [itemOf('l', ['a', '1']), itemOf('l', ['b', '1'])],
    displays: [
      { key: '1', parents: ['a'], body: {} },
      { key: '1', parents: ['b'], body: {} },
    ],
    notes: [
      itemOf('n1', ['a', undefined]),
      itemOf('n2', [undefined, '1']),
      itemOf('n3', [undefined, '2']),
      itemOf('n4', [undefined, undefined]),
    ],
  });
  return openWorld({ shapes, fixtures, ...setup }).world;
}

function removed(
  world: World,
  collection: string,
  key: string,
  parents: Parents,
): readonly string[] {
  const item = world.find(collection, key, parents);
  if (!item) throw new Error(`there is no ${key} in ${collection}`);
  return world
    .removal(collection, item)
    .map(({ collection: name, before }) =>
      [name, before?.key, ...(before?.parents ?? [])].join(' '),
    );
}

describe('what goes with a record', () => {
  it.each<[string, string, Parents, readonly string[]]>([
    ['orders', '2', ['a'], ['orders 2 a', 'notes n3  2']],
    ['orders', '1', ['b'], ['orders 1 b', 'displays 1 b', 'lines l b 1', 'notes n2  1']],
    ['lines', 'l', ['a', '1'], ['lines l a 1']],
    ['displays', '1', ['a'], ['displays 1 a']],
    [
      'shops',
      'a',
      [],
      [
        'displays 1 a',
        'lines l a 1',
        'notes n1 a ',
        'notes n2  1',
        'notes n3  2',
        'orders 1 a',
        'orders 2 a',
        'shops a',
      ],
    ],
  ])('of %s, %s under %j: all that stands under it or links it, once', async (...given) => {
    const [collection, key, parents, expected] = given;
    const world = open();
    expect(removed(world, collection, key, parents).toSorted()).toEqual(expected.toSorted());
  });

  it('ends also where records stand under each other', async () => {
    const groups: CollectionShape = {
      ...notes,
      name: 'groups',
      parents: [{ parameter: 'group_id', collection: 'groups', isOptional: true }],
    };
    const fixtures = tablesOf([groups], {
      groups: [itemOf('x', ['y']), itemOf('y', ['x']), itemOf('z', ['z'])],
    });
    const { world } = openWorld({ shapes: [groups], fixtures });
    expect(removed(world, 'groups', 'x', ['y'])).toEqual(['groups x y', 'groups y x']);
    expect(removed(world, 'groups', 'z', ['z'])).toEqual(['groups z z']);
  });

  it('of a record that is not stored is what stands under it', async () => {
    const world = open();
    const changes = world.removal('shops', shopItem('c'));
    expect(changes).toHaveLength(1);
    await world.commit([
      { collection: 'orders', before: undefined, after: orderItem('9', 'c', 1) },
    ]);
    expect(world.removal('shops', shopItem('c')).map(({ before }) => before?.key)).toEqual([
      'c',
      '9',
    ]);
  });
});

describe('a mark of what is gone', () => {
  const after = orderItem('7', 'a', 1);
  const taken = { collection: 'orders', before: after, after: undefined };
  const made = { collection: 'orders', before: undefined, after };

  it('is left where nobody has said what exists, and goes when it is written again', async () => {
    const world = open();
    expect(world.isGone('orders', '7', ['a'])).toBe(false);
    await world.commit([taken]);
    expect(world.isGone('orders', '7', ['a'])).toBe(true);
    expect(world.isGone('orders', '7', [undefined])).toBe(true);
    expect(world.isGone('orders', '7', ['b'])).toBe(false);
    await world.commit([made]);
    expect(world.isGone('orders', '7', ['a'])).toBe(false);
    await world.commit([taken]);
    await world.reset();
    expect(world.isGone('orders', '7', ['a'])).toBe(false);
  });

  it('is of any parent where it was taken from an unknown one', async () => {
    const world = open();
    const before = { ...after, parents: [undefined] };
    await world.commit([{ ...taken, before }]);
    expect(
      [['a'], ['b'], [undefined]].map((parents) => world.isGone('orders', '7', parents)),
    ).toEqual([true, true, true]);
  });

  it('is not left in a complete collection: what is not there does not exist anyway', async () => {
    const world = open({ authoritative: ['orders'] });
    await world.commit([taken]);
    expect(world.isGone('orders', '7', ['a'])).toBe(false);
    expect(saveWorld(world)).toMatchObject({
      tombstones: [],
      deletions: { orders: { count: 1, highest: 7 } },
    });
  });

  it('goes when its collection becomes complete, also by fixtures that come with a start', async () => {
    const world = open();
    await world.commit([
      taken,
      { ...taken, collection: 'notes', before: itemOf('n1', ['a', 'b']) },
    ]);
    const saved = saveWorld(world);
    world.plant('orders');
    const rest = [
      { collection: 'notes', parents: { shop_slug: 'a', order_id: 'b' }, keys: ['n1'] },
    ];
    expect(saveWorld(world).tombstones).toEqual(rest);
    const again = open({ saved, authoritative: ['orders'] });
    expect(saveWorld(again).tombstones).toEqual(rest);
    expect(again.highest('orders', ['a'])).toBe(7);
  });

  it('is the newest when a record is deleted, made and deleted again', async () => {
    const world = open();
    const other = { ...taken, before: orderItem('8', 'a', 1) };
    await world.commit([taken, other, made, taken]);
    expect(saveWorld(world).tombstones).toEqual([
      { collection: 'orders', parents: { shop_slug: 'a' }, keys: ['8', '7'] },
    ]);
  });

  it('is written down, small, and read again', async () => {
    const world = open();
    await world.commit([taken, { ...taken, before: { ...after, parents: [undefined] } }]);
    expect(saveWorld(world).tombstones).toEqual([
      { collection: 'orders', parents: { shop_slug: 'a' }, keys: ['7'] },
      { collection: 'orders', keys: ['7'] },
    ]);
    const again = open({ saved: saveWorld(world) });
    expect(again.isGone('orders', '7', ['b'])).toBe(true);
    expect(saveWorld(again)).toEqual(saveWorld(world));
  });

  it('is of one world: neither a private world nor a snapshot sees those that come later', async () => {
    const world = open();
    const kept = world.save();
    await world.commit([taken]);
    const later = world.save();
    await world.commit([made]);
    expect(world.isGone('orders', '7', ['a'])).toBe(false);
    await world.restore(later);
    expect(world.isGone('orders', '7', ['a'])).toBe(true);
    await world.restore(kept);
    expect(world.isGone('orders', '7', ['a'])).toBe(false);
  });

  it.each(['__proto__', 'constructor', 'toString'])('is one like any other in %s', async (name) => {
    const named = [{ ...shops, name }];
    const { world } = openWorld({ shapes: named });
    await world.commit([
      { collection: name, before: undefined, after: shopItem('a') },
      { collection: name, before: shopItem('b'), after: undefined },
    ]);
    const found = openWorld({ shapes: named, saved: saveWorld(world) }).world;
    expect([found.find(name, 'a', [])?.key, found.isGone(name, 'b', [])]).toEqual(['a', true]);
  });
});

describe('who has the last word of a collection', () => {
  it('is whoever planted it, not whoever made its first record', async () => {
    const world = open();
    await world.commit([{ collection: 'shops', before: undefined, after: shopItem('c') }]);
    expect(world.isAuthoritative('shops')).toBe(false);
    world.plant('shops');
    expect(world.isAuthoritative('shops')).toBe(true);
    await world.reset();
    expect(world.isAuthoritative('shops')).toBe(false);
  });

  it('is written down', async () => {
    const world = open({ authoritative: ['shops'] });
    world.plant('notes');
    await world.commit([
      { collection: 'orders', before: undefined, after: orderItem('8', 'a', 1) },
    ]);
    const again = open({ saved: saveWorld(world) });
    expect(['shops', 'notes', 'orders'].map((name) => again.isAuthoritative(name))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the families that records may stand in', () => {
  it.each<[string, readonly Parents[]]>([
    ['shops', [[]]],
    ['orders', [['a'], ['b']]],
    [
      'lines',
      [
        ['a', '1'],
        ['b', '1'],
        ['a', '2'],
      ],
    ],
    [
      'notes',
      [
        ['a', '1'],
        ['b', '1'],
        ['a', '2'],
      ],
    ],
    ['carts', []],
  ])('of %s', async (name, expected) => {
    expect(open().families(name)).toEqual(expected);
  });

  it('are none in particular where no parent is needed and there is none', async () => {
    const { world } = openWorld({ shapes: [notes] });
    expect(world.families('notes')).toEqual([[undefined, undefined]]);
  });
});
