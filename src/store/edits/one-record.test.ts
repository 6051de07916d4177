import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { orders, saveWorld, shops } from '../shop.test-kit.ts';
import { at, done, list, open, refusalOf, rewriting } from './setup.test-kit.ts';

describe('one record', () => {
  it.each<[string, JsonObject, boolean, JsonObject]>([
    ['shops/c', { name: 'C' }, true, { slug: 'c', name: 'C' }],
    ['shops/a', { name: 'A' }, false, { slug: 'a', name: 'A' }],
    ['orders/2', { total: 1 }, false, { id: '2', shop_slug: 'a', total: 1 }],
    ['orders/1?shop_slug=b', { total: 1 }, false, { id: '1', shop_slug: 'b', total: 1 }],
    ['orders/1', { shop_slug: 'b', total: 1 }, false, { id: '1', shop_slug: 'b', total: 1 }],
    ['orders/2?shop_slug=b', { total: 1 }, true, { id: '2', shop_slug: 'b', total: 1 }],
    ['lines/2?shop_slug=a&order_id=1', {}, true, { number: '2', shop_slug: 'a', order_id: '1' }],
    ['settings/-?shop_slug=a', { theme: 'x' }, true, { shop_slug: 'a', theme: 'x' }],
    ['marked/1?shop_slug=a', {}, true, { id: '1', shop_slug: 'a' }],
    ['numbered/7', {}, true, { id: 7 }],
    ['numbered/4', {}, false, { id: 4 }],
  ])('PUT %s %j', async (path, body, isNew, shown) => {
    const world = open();
    const rewrite = rewriting.replace(world, at(path), body, true);
    expect([rewrite.isNew, rewrite.shown]).toEqual([isNew, shown]);
    await rewrite.commit();
    const { collection, key, parents } = at(path);
    const named = { ...('shop_slug' in body ? { shop_slug: body['shop_slug'] } : {}), ...parents };
    expect(rewriting.show(world, { collection, key, parents: named })).toEqual(shown);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['shops/a', { name: 'New' }, { slug: 'a', name: 'New' }],
    ['shops/a', { name: null }, { slug: 'a' }],
    ['orders/1?shop_slug=b', { total: 5 }, { id: '1', shop_slug: 'b', total: 5 }],
    ['orders/1?shop_slug=b', { shop_slug: 'b' }, { id: '1', shop_slug: 'b', total: 20 }],
    ['numbered/7', { note: 'mine' }, { id: 7, note: 'mine' }],
  ])('PATCH %s %j', async (path, patch, shown) => {
    const world = open();
    expect(await done(rewriting.merge(world, at(path), patch, true))).toEqual(shown);
    expect(rewriting.show(world, at(path))).toEqual(shown);
  });

  it('is moved with its parents, as long as nothing stands under it', async () => {
    const world = open({ shapes: [shops, orders], authoritative: ['shops', 'orders'] });
    await done(rewriting.merge(world, at('orders/2'), { shop_slug: 'b' }, true));
    expect(rewriting.show(world, at('orders/2'))).toMatchObject({ shop_slug: 'b', total: 30 });
    expect(world.count('orders', ['a'])).toBe(1);
  });

  it('goes with what stands under it and what links it', async () => {
    const world = open();
    await done(rewriting.drop(world, at('orders/2')));
    expect(world.count('marked', ['a'])).toBe(0);
    await done(rewriting.drop(world, at('shops/a')));
    expect(['orders', 'lines'].map((name) => world.items(name).length)).toEqual([1, 0]);
    await done(rewriting.drop(world, at('numbered/9')));
    expect(world.isGone('numbered', '9', [])).toBe(true);
  });

  it.each<[string, JsonObject, string]>([
    ['none/1', {}, 'record-not-found: There is no collection "none": there are "shops", "orders"'],
    [
      'orders/1',
      { total: 1 },
      'ambiguous-record: In orders there are 2 of "1", under several parents. Say which in the query: ?shop_slug=a or ?shop_slug=b.',
    ],
    ['orders/9', { total: 1 }, 'has no parent: "shop_slug" is missing'],
    ['orders/9?shop_slug=z', { total: 1 }, 'body /shop_slug: there is no "z" in "shops"'],
    ['orders/1?shop_slug=a', { shop_slug: 'b' }, 'body /shop_slug: must be "a", as in the query'],
    ['orders/1?shop_slug=a', { id: '2' }, 'body /id: must be "1", as in the path'],
    ['orders/1?shop=a', {}, 'query /shop: is no parent of "orders": did you mean "shop_slug"?'],
    ['shops/a?shop=a', {}, 'there is none'],
    ['orders/1?shop_slug=a', { sum: 1 }, 'body /sum: is not known'],
    ['settings/x?shop_slug=a', { theme: 'x' }, 'its key is written "-"'],
    ['settings/-?shop_slug=a', { theme: 7 }, 'body /theme: must be a string'],
    ['marked/9?shop_slug=a', {}, 'body /id: there is no "9" in "orders"'],
    ['numbered/x', {}, 'body /id: must be a number'],
  ])('PUT %s %j is refused', (path, body, said) => {
    const world = open();
    const before = saveWorld(world);
    expect(refusalOf(() => rewriting.replace(world, at(path), body, true))).toContain(said);
    expect(saveWorld(world)).toEqual(before);
  });

  it.each<[string, JsonObject, string]>([
    ['orders/1', { total: 1 }, 'ambiguous-record'],
    ['orders/9', { total: 1 }, 'record-not-found: There is no "9" in orders.'],
    ['settings/-', { theme: 'x' }, 'record-not-found: There is no such record in settings.'],
    ['orders/2', { id: '3' }, 'body /id: must be "2", as in the path'],
    ['orders/2', { shop_slug: null }, 'has no parent'],
    [
      'orders/1?shop_slug=a',
      { shop_slug: 'b' },
      'body /shop_slug: can not be changed: what stands',
    ],
    ['shops/a', { sum: 1 }, 'body /sum: is not known'],
  ])('PATCH %s %j is refused', (path, body, said) => {
    expect(refusalOf(() => rewriting.merge(open(), at(path), body, true))).toContain(said);
  });

  it('may be anything with a key where nobody checks it', async () => {
    const world = open();
    const put = (path: string, body: JsonObject) =>
      done(rewriting.replace(world, at(path), body, false));
    expect(await put('orders/1?shop_slug=a', { sum: 1 })).toEqual({
      id: '1',
      shop_slug: 'a',
      sum: 1,
    });
    expect(await put('orders/8', {})).toEqual({ id: '8' });
    expect(await put('numbered/8', { note: 'mine' })).toEqual({ id: 8, note: 'mine' });
    expect(await put('orders/7?shop_slug=z', {})).toEqual({ id: '7', shop_slug: 'z' });
    expect(refusalOf(() => rewriting.replaceAll(world, [list('orders', [{}])], false))).toMatch(
      /has no key.*Nothing was changed\.$/,
    );
  });
});
