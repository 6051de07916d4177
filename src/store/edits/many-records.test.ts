import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { createHeldAdapter } from '../held-adapter.test-kit.ts';
import { saveWorld } from '../shop.test-kit.ts';
import { done, list, open, refusalOf, rewriting } from './setup.test-kit.ts';

describe('many records', () => {
  it('take the place of all that there are, in their order', async () => {
    const world = open();
    const wanted = [{ slug: 'b', name: 'B' }, { slug: 'c' }, { slug: 'a', name: 'A' }];
    expect(await done(rewriting.replaceAll(world, [list('shops', wanted)], true))).toEqual([
      wanted,
    ]);
    expect(world.show('shops')).toEqual(wanted);
    expect(world.items('orders')).toHaveLength(3);
    await done(rewriting.replaceAll(world, [list('shops', [{ slug: 'b' }])], true));
    expect(world.show('shops')).toEqual([{ slug: 'b' }]);
    expect(world.items('orders')).toHaveLength(1);
  });

  it('may be those under one parent', async () => {
    const world = open();
    const records = [{ id: '3', total: 1 }];
    await done(rewriting.replaceAll(world, [list('orders', records, { shop_slug: 'a' })], true));
    expect(world.show('orders')).toEqual([
      { id: '1', shop_slug: 'b', total: 20 },
      { id: '3', shop_slug: 'a', total: 1 },
    ]);
  });

  it('are merged by their keys, and made where there is none', async () => {
    const world = open();
    const records = [
      { id: '2', total: 3 },
      { id: '1', shop_slug: 'b', total: 2 },
      { id: '3', shop_slug: 'b' },
    ];
    expect(await done(rewriting.mergeAll(world, [list('orders', records)], true))).toEqual([
      [{ id: '2', shop_slug: 'a', total: 3 }, records[1], records[2]],
    ]);
    expect(world.items('orders')).toHaveLength(4);
  });

  it('of several collections stand on each other, as one entry of the journal', async () => {
    const { adapter, entries, begin } = createHeldAdapter();
    const world = open({ adapter });
    begin(world.save());
    const lists = [list('orders', [{ id: '1', shop_slug: 'z' }]), list('shops', [{ slug: 'z' }])];
    await done(rewriting.replaceAll(world, lists, true));
    expect(world.show('orders')).toEqual([{ id: '1', shop_slug: 'z' }]);
    expect(world.items('lines')).toEqual([]);
    expect(entries).toHaveLength(1);
    expect(saveWorld(open({ saved: saveWorld(world) }))).toEqual(saveWorld(world));
  });

  it('say of a collection what there is, until a reset', async () => {
    const world = open();
    const { epoch } = world;
    await done(rewriting.replaceAll(world, [list('numbered', [{ id: 1 }])], true));
    expect([world.isAuthoritative('numbered'), world.show('numbered')]).toEqual([
      true,
      [{ id: 1 }],
    ]);
    expect(world.epoch).not.toBe(epoch);
    const again = open({ saved: saveWorld(world) });
    expect(again.isAuthoritative('numbered')).toBe(true);
    await world.reset();
    expect(world.isAuthoritative('numbered')).toBe(false);
  });

  it.each<[string, readonly JsonObject[], JsonObject, string]>([
    ['orders', [{ total: 1 }], {}, 'body /0: has no key: "id" is missing'],
    [
      'orders',
      [{ id: '1', shop_slug: 'a', x: 1 }, { id: '9' }],
      {},
      'body /0/x: is not known; body /1: has no parent',
    ],
    [
      'orders',
      [
        { id: '1', shop_slug: 'a' },
        { id: '1', shop_slug: 'a' },
      ],
      {},
      'body /1/id: the key "1" is taken by an earlier record',
    ],
    ['orders', [{ id: '1', shop_slug: 'b' }], { shop_slug: 'a' }, 'body /0/shop_slug: must be "a"'],
    ['orders', [{ id: '1', shop_slug: 'z' }], {}, 'body /0/shop_slug: there is no "z" in "shops"'],
    ['orders', [], { shop: 'a' }, 'query /shop: is no parent'],
    ['none', [], {}, 'There is no collection "none"'],
  ])('in %s: %j %j is refused as a whole', (name, records, parents, said) => {
    const world = open();
    const before = saveWorld(world);
    const lists = [list(name, records, parents)];
    expect(refusalOf(() => rewriting.replaceAll(world, lists, true))).toContain(said);
    expect(refusalOf(() => rewriting.mergeAll(world, lists, true))).toContain(said);
    expect(saveWorld(world)).toEqual(before);
  });

  it('are not guessed at where several may be meant', () => {
    const merge = () => rewriting.mergeAll(open(), [list('orders', [{ id: '1', total: 1 }])], true);
    expect(refusalOf(merge)).toContain(
      'body /0: stands under several parents: say which by "shop_slug"',
    );
  });

  it('with more faults than anybody reads, are refused in short', () => {
    const records = Array.from({ length: 500 }, (_, number) => ({ id: `${number}` }));
    const text = refusalOf(() => rewriting.replaceAll(open(), [list('orders', records)], true));
    expect(text).toContain('and 400 more');
  });
});
