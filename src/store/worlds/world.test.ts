import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { createHeldAdapter, toRefusal } from '../held-adapter.test-kit.ts';
import type { WorldSetup } from '../shop.test-kit.ts';
import {
  changeTotal,
  openWorld,
  orderItem,
  orders,
  saveWorld,
  shopItem,
  shops,
  tablesOf,
  totalOf,
} from '../shop.test-kit.ts';
import type { World } from './world.ts';

const shapes = [shops, orders];

function open(setup: Partial<WorldSetup> = {}): ReturnType<typeof openWorld> {
  const fixtures = tablesOf(shapes, {
    shops: [shopItem('a', 'A'), shopItem('b', 'B')],
    orders: [orderItem('1', 'a', 10), orderItem('1', 'b', 20), orderItem('2', 'a', 30)],
  });
  return openWorld({ shapes, fixtures, authoritative: ['shops', 'orders'], ...setup });
}

function removeOrder(world: World, id: string, shop: string): Promise<void> | undefined {
  const before = world.find('orders', id, [shop]);
  return world.commit([{ collection: 'orders', before, after: undefined }]);
}

describe('a world', () => {
  it('keeps what can be read again, however deep', async () => {
    const { world } = open();
    const nested = (levels: number): JsonValue => (levels === 0 ? [] : [nested(levels - 1)]);
    await changeTotal(world, '1', 'a', nested(495));
    expect(() => changeTotal(world, '1', 'b', nested(496))).toThrow(/nested too deeply/);
    expect(world.find('orders', '1', ['b'])?.body).toEqual({ id: '1', total: 20 });
  });

  it('begins with the fixtures', async () => {
    const { world, notices } = open();
    expect(notices).toEqual([]);
    expect(world.collectionNames).toEqual(['shops', 'orders']);
    expect(world.find('shops', 'a')?.body).toEqual({ slug: 'a', name: 'A' });
    expect([totalOf(world, '1', 'a'), totalOf(world, '1', 'b')]).toEqual([10, 20]);
  });

  it.each<[string, string, readonly string[] | undefined]>([
    ['no such key', '3', ['a']],
    ['no such parent', '2', ['b']],
    ['too few parents', '1', []],
    ['an inherited name', 'toString', undefined],
  ])('finds nothing: %s', async (_, key, parents) => {
    const { world } = open();
    expect(world.find('orders', key, parents)).toBeUndefined();
    expect(world.find('carts', key, parents)).toBeUndefined();
  });

  it('knows of which collections it has the last word', async () => {
    const { world } = open();
    expect(['shops', 'orders', 'carts'].map((name) => world.isAuthoritative(name))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('shows its records as people see them', async () => {
    const { world } = open();
    expect(world.show('orders')).toEqual([
      { id: '1', shop_slug: 'a', total: 10 },
      { id: '1', shop_slug: 'b', total: 20 },
      { id: '2', shop_slug: 'a', total: 30 },
    ]);
    expect(world.showOne('orders', '2')).toEqual({ id: '2', shop_slug: 'a', total: 30 });
    expect(world.showOne('orders', '3')).toBeUndefined();
    expect(world.show('carts')).toBeUndefined();
    expect(world.showOne('carts', '1')).toBeUndefined();
  });
});

describe('a commit', () => {
  it('is in effect at once, and leaves the record before as it was', async () => {
    const { world } = open();
    const before = world.find('orders', '1', ['a']);
    expect(changeTotal(world, '1', 'a', 11)).toBeUndefined();
    expect([totalOf(world, '1', 'a'), totalOf(world, '1', 'b')]).toEqual([11, 20]);
    expect(before?.body['total']).toBe(10);
  });

  it('may make and take away records', async () => {
    const { world } = open();
    await world.commit([
      { collection: 'orders', before: undefined, after: orderItem('9', 'b', 90) },
    ]);
    await removeOrder(world, '1', 'a');
    expect(world.show('orders')?.map(({ total }) => total)).toEqual([20, 30, 90]);
  });

  it('may be of several collections', async () => {
    const { world } = open();
    await world.commit([
      { collection: 'shops', before: undefined, after: shopItem('c') },
      { collection: 'orders', before: undefined, after: orderItem('1', 'c', 1) },
    ]);
    expect(world.find('shops', 'c')).toBeDefined();
    expect(totalOf(world, '1', 'c')).toBe(1);
  });

  it('of nothing is none', () => {
    const { adapter, entries, begin } = createHeldAdapter();
    const { world } = open({ adapter });
    begin(world.save());
    const { version } = world;
    expect(world.commit([])).toBeUndefined();
    expect([world.version, entries]).toEqual([version, []]);
  });
});

describe('a reset', () => {
  it('goes back to the fixtures, again and again', async () => {
    const { world } = open();
    for (const total of [1, 2]) {
      await changeTotal(world, '1', 'a', total);
      await removeOrder(world, '2', 'a');
      await world.commit([{ collection: 'shops', before: undefined, after: shopItem('c') }]);
      await world.reset();
      expect(world.show('orders')?.map((order) => order['total'])).toEqual([10, 20, 30]);
      expect(world.show('shops')).toHaveLength(2);
    }
  });

  it('does not touch another world of the same fixtures', async () => {
    const fixtures = tablesOf([orders], { orders: [orderItem('1', 'a', 10)] });
    const one = openWorld({ shapes: [orders], fixtures }).world;
    const other = openWorld({ shapes: [orders], fixtures }).world;
    await changeTotal(one, '1', 'a', 11);
    expect([totalOf(one, '1', 'a'), totalOf(other, '1', 'a')]).toEqual([11, 10]);
  });
});

describe('a state that was kept', () => {
  it('is gone back to, whatever happened since, and stays as it was', async () => {
    const { world } = open();
    await changeTotal(world, '1', 'a', 11);
    const kept = world.save();
    await removeOrder(world, '2', 'a');
    await changeTotal(world, '1', 'a', 12);
    const { version, epoch } = world;
    await world.restore(kept);
    expect(world.show('orders')?.map(({ total }) => total)).toEqual([11, 20, 30]);
    expect(world.isGone('orders', '2', ['a'])).toBe(false);
    expect([world.version > version, world.epoch === epoch]).toEqual([true, false]);
    await changeTotal(world, '1', 'a', 13);
    await world.restore(kept);
    expect(totalOf(world, '1', 'a')).toBe(11);
    await world.reset();
    expect(totalOf(world, '1', 'a')).toBe(10);
  });

  it('takes nothing but what it is: untouched tables are shared', async () => {
    const { world } = open();
    const before = world.save();
    await changeTotal(world, '1', 'a', 11);
    const after = world.save();
    expect(after.tables.get('shops')).toBe(before.tables.get('shops'));
    expect(after.tables.get('orders')).not.toBe(before.tables.get('orders'));
    expect(after.tombstones).toBe(before.tombstones);
    expect(after.born).toEqual(before.born);
  });
});

describe('a world whose state is written down', () => {
  it('is the same when it is read again', async () => {
    const { world } = open();
    await changeTotal(world, '1', 'a', 11);
    await removeOrder(world, '2', 'a');
    const again = open({ saved: saveWorld(world) });
    expect(again.notices).toEqual([]);
    expect(saveWorld(again.world)).toEqual(saveWorld(world));
    expect(totalOf(again.world, '1', 'a')).toBe(11);
    expect(again.world.find('orders', '2', ['a'])).toBeUndefined();
  });
});

describe('a world that is stored', () => {
  it('writes one entry for what one request changed', async () => {
    const { adapter, entries, begin } = createHeldAdapter();
    const { world } = open({ adapter });
    begin(world.save());
    const before = world.find('orders', '2', ['a']);
    const moved = world.find('orders', '1', ['b']);
    await world.commit([
      { collection: 'orders', before: undefined, after: orderItem('9', 'b', 90), isNew: true },
      { collection: 'orders', before: moved, after: orderItem('1', 'c', 20) },
      { collection: 'orders', before, after: undefined },
    ]);
    const place = (key: string, shop: string): object => ({ key, parents: [shop] });
    expect(entries).toEqual([
      {
        changes: [
          {
            collection: 'orders',
            ...place('9', 'b'),
            record: { id: '9', shop_slug: 'b', total: 90 },
            isNew: true,
          },
          {
            collection: 'orders',
            ...place('1', 'c'),
            record: { id: '1', shop_slug: 'c', total: 20 },
            was: place('1', 'b'),
          },
          { collection: 'orders', ...place('2', 'a') },
        ],
      },
    ]);
  });

  it('is in effect before it is durable, and says when all that is seen is', async () => {
    const { adapter, hold, finish } = createHeldAdapter();
    const { world } = open({ adapter });
    hold();
    expect(world.durable()).toBeUndefined();
    const commit = changeTotal(world, '1', 'a', 11);
    expect(totalOf(world, '1', 'a')).toBe(11);
    const seen = world.durable();
    expect(seen).toBeInstanceOf(Promise);
    finish();
    await commit;
    await seen;
    expect(world.durable()).toBeUndefined();
  });

  it('refuses what could not be written, with the reason', async () => {
    const { adapter, hold, fail } = createHeldAdapter();
    const { world } = open({ adapter });
    hold();
    const told = [changeTotal(world, '1', 'a', 11), world.durable()].map(toRefusal);
    fail(new Error('no space'));
    for (const refusal of await Promise.all(told)) {
      expect([refusal.code, refusal.message]).toEqual([
        'storage-failed',
        expect.stringContaining('no space'),
      ]);
    }
    expect(totalOf(world, '1', 'a')).toBe(10);
  });

  it('takes no more changes when it is retired, unless that is taken back', async () => {
    const { world } = open();
    const goOn = world.retire();
    expect(() => changeTotal(world, '1', 'a', 11)).toThrow(/send it again/);
    await expect(world.reset()).rejects.toThrow(/send it again/);
    goOn();
    await changeTotal(world, '1', 'a', 12);
    expect(totalOf(world, '1', 'a')).toBe(12);
  });
});

describe('records that do not fit', () => {
  const misfits = [{ slug: 'x', size: 1 }, 'odd'];
  const saved = {
    fingerprints: { contract: 'c', fixtures: 'f' },
    collections: { shops: [{ slug: 'a' }, ...misfits], carts: [{ id: 'c' }] },
    planted: [],
    tombstones: [],
    deletions: {},
    born: {},
    known: {},
  };

  it('are not served, are told, and are written down again', async () => {
    const { world, notices } = open({ saved });
    expect(notices).toHaveLength(3);
    expect(world.show('shops')).toEqual([{ slug: 'a' }]);
    expect(world.find('shops', 'x')).toBeUndefined();
    expect(world.collectionNames).toEqual(['shops', 'orders']);
    await world.commit([{ collection: 'shops', before: undefined, after: shopItem('b', 'B') }]);
    expect(saveWorld(world)).toEqual({
      ...saved,
      planted: ['shops', 'orders'],
      collections: {
        shops: [{ slug: 'a' }, { slug: 'b', name: 'B' }, ...misfits],
        orders: [],
        carts: [{ id: 'c' }],
      },
    });
  });

  it('are gone after a reset', async () => {
    const { world } = open({ saved });
    await world.reset();
    expect(JSON.stringify(saveWorld(world))).not.toMatch(/odd|carts|"x"/);
  });
});
