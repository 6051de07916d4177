import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../json.ts';
import { writeFolder } from '../temporary-folder.test-kit.ts';
import {
  changeTotal,
  orderItem,
  orders,
  shopItem,
  shops,
  tablesOf,
  totalOf,
} from './shop-world.test-kit.ts';
import type { StateFile } from './state-file.ts';
import { openStateFile } from './state-file.ts';
import type { OpenedWorld, World } from './world.ts';
import { openWorld } from './world.ts';

const fingerprints = { contract: 'c', fixtures: 'f' };

async function open(
  file: StateFile = openStateFile(undefined),
  now: typeof fingerprints = fingerprints,
): Promise<OpenedWorld> {
  const fixtures = tablesOf({
    shops: [shopItem('a', 'A'), shopItem('b', 'B')],
    orders: [orderItem('1', 'a', 10), orderItem('1', 'b', 20), orderItem('2', 'a', 30)],
  });
  const authoritative = new Set(['shops', 'orders']);
  const options = { shapes: [shops, orders], fixtures, authoritative, file, fingerprints: now };
  return openWorld(options, await file.read());
}

async function openFolder(folder: string, now = fingerprints): Promise<OpenedWorld> {
  return open(openStateFile(folder), now);
}

async function savedIn(folder: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, 'db.json'), 'utf8'));
}

function removeOrder(world: World, id: string, shop: string): Promise<void> | undefined {
  const before = world.find('orders', id, [shop]);
  return world.commit([{ collection: 'orders', before, after: undefined }]);
}

describe('a world', () => {
  it('keeps what can be read again, however deep', async () => {
    const folder = await writeFolder();
    const { world } = await openFolder(folder);
    const nested = (levels: number): JsonValue => (levels === 0 ? [] : [nested(levels - 1)]);
    await changeTotal(world, '1', 'a', nested(495));
    expect(() => changeTotal(world, '1', 'b', nested(496))).toThrow(/nested too deeply/);
    const again = await openFolder(folder);
    expect(again.world.find('orders', '1', ['b'])?.body).toEqual({ id: '1', total: 20 });
  });

  it('begins with the fixtures', async () => {
    const { world, notices } = await open();
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
    const { world } = await open();
    expect(world.find('orders', key, parents)).toBeUndefined();
    expect(world.find('carts', key, parents)).toBeUndefined();
  });

  it('knows of which collections it has the last word', async () => {
    const { world } = await open();
    expect(['shops', 'orders', 'carts'].map((name) => world.isAuthoritative(name))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('shows its records as people see them', async () => {
    const { world } = await open();
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
    const { world } = await open();
    const before = world.find('orders', '1', ['a']);
    expect(changeTotal(world, '1', 'a', 11)).toBeUndefined();
    expect([totalOf(world, '1', 'a'), totalOf(world, '1', 'b')]).toEqual([11, 20]);
    expect(before?.body['total']).toBe(10);
  });

  it('may make and take away records', async () => {
    const { world } = await open();
    await world.commit([
      { collection: 'orders', before: undefined, after: orderItem('9', 'b', 90) },
    ]);
    await removeOrder(world, '1', 'a');
    expect(world.show('orders')?.map(({ total }) => total)).toEqual([20, 30, 90]);
  });

  it('may be of several collections', async () => {
    const { world } = await open();
    await world.commit([
      { collection: 'shops', before: undefined, after: shopItem('c') },
      { collection: 'orders', before: undefined, after: orderItem('1', 'c', 1) },
    ]);
    expect(world.find('shops', 'c')).toBeDefined();
    expect(totalOf(world, '1', 'c')).toBe(1);
  });

  it('of nothing writes nothing', async () => {
    const folder = await writeFolder();
    const { world } = await openFolder(folder);
    expect(world.commit([])).toBeUndefined();
    expect(await openStateFile(folder).read()).toBeUndefined();
  });
});

describe('a reset', () => {
  it('goes back to the fixtures, again and again', async () => {
    const { world } = await open();
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
    const fixtures = tablesOf({ orders: [orderItem('1', 'a', 10)] });
    const file = openStateFile(undefined);
    const options = { shapes: [orders], fixtures, authoritative: new Set(['orders']), file };
    const one = openWorld({ ...options, fingerprints }, undefined).world;
    const other = openWorld({ ...options, fingerprints }, undefined).world;
    await changeTotal(one, '1', 'a', 11);
    expect([totalOf(one, '1', 'a'), totalOf(other, '1', 'a')]).toEqual([11, 10]);
  });

  it('is written down', async () => {
    const folder = await writeFolder();
    const { world } = await openFolder(folder);
    await changeTotal(world, '1', 'a', 11);
    await world.reset();
    expect(totalOf((await openFolder(folder)).world, '1', 'a')).toBe(10);
  });
});

describe('a world that is kept', () => {
  it('is the same when it is opened again', async () => {
    const folder = await writeFolder();
    const { world } = await openFolder(folder);
    await changeTotal(world, '1', 'a', 11);
    await removeOrder(world, '2', 'a');
    const again = await openFolder(folder);
    expect(again.notices).toEqual([]);
    expect(again.world.show('orders')).toEqual(world.show('orders'));
    expect(again.world.snapshot()).toEqual(world.snapshot());
    expect(totalOf(again.world, '1', 'a')).toBe(11);
    expect(again.world.find('orders', '2', ['a'])).toBeUndefined();
  });

  it('has everything on disk once it is settled', async () => {
    const folder = await writeFolder();
    const { world } = await openFolder(folder);
    const commits = [11, 12, 13].map((total) => changeTotal(world, '1', 'a', total));
    await world.settle();
    expect(totalOf((await openFolder(folder)).world, '1', 'a')).toBe(13);
    for (const commit of commits) await commit;
  });

  it.each<[string, typeof fingerprints, readonly RegExp[]]>([
    ['nothing', fingerprints, []],
    ['the contract', { ...fingerprints, contract: 'new' }, [/written: contract;/]],
    ['the fixtures', { ...fingerprints, fixtures: 'new' }, [/written: fixtures;/]],
    ['both', { contract: 'new', fixtures: 'new' }, [/written: contract and fixtures;/]],
  ])('says when %s was changed meanwhile, and serves its state', async (_, now, expected) => {
    const folder = await writeFolder();
    await changeTotal((await openFolder(folder)).world, '1', 'a', 11);
    const { world, notices } = await openFolder(folder, now);
    expect(notices).toEqual(expected.map((notice) => expect.stringMatching(notice)));
    expect(totalOf(world, '1', 'a')).toBe(11);
    expect((await openFolder(folder, now)).notices).toEqual(notices);
    await changeTotal(world, '1', 'a', 12);
    expect((await openFolder(folder, now)).notices).toEqual([]);
  });
});

describe('records that do not fit', () => {
  const misfits = [{ slug: 'x', size: 1 }, 'odd'];
  const saved = {
    stuntdouble: { format: 1, ...fingerprints },
    collections: { shops: [{ slug: 'a' }, ...misfits], carts: [{ id: 'c' }] },
  };

  it('are not served, are told, and stay in the file', async () => {
    const folder = await writeFolder({ 'db.json': JSON.stringify(saved) });
    const { world, notices } = await openFolder(folder);
    expect(notices).toHaveLength(3);
    expect(world.show('shops')).toEqual([{ slug: 'a' }]);
    expect(world.find('shops', 'x')).toBeUndefined();
    expect(world.collectionNames).toEqual(['shops', 'orders']);
    await world.commit([{ collection: 'shops', before: undefined, after: shopItem('b', 'B') }]);
    expect(await savedIn(folder)).toEqual({
      ...saved,
      planted: ['shops', 'orders', 'carts'],
      collections: {
        shops: [{ slug: 'a' }, { slug: 'b', name: 'B' }, ...misfits],
        orders: [],
        carts: [{ id: 'c' }],
      },
    });
    expect((await openFolder(folder)).notices).toHaveLength(3);
  });

  it('are gone after a reset', async () => {
    const folder = await writeFolder({ 'db.json': JSON.stringify(saved) });
    const { world } = await openFolder(folder);
    await world.reset();
    expect(JSON.stringify(await savedIn(folder))).not.toMatch(/odd|carts|"x"/);
    expect((await openFolder(folder)).notices).toEqual([]);
  });
});
