import { describe, expect, it } from 'vitest';

import { idOf, isSame, nameOf, parentPlace, pathOf, titleOf } from './records.ts';
import { makeShape } from './shape.test-kit.ts';

describe('the path of a record', () => {
  it.each([
    ['orders', '7', 'state/orders/7'],
    ['a/b', 'c?d#e', 'state/a%2Fb/c%3Fd%23e'],
    ['orders', '...', 'state/orders/...'],
  ])('%s %s', (collection, key, path) => {
    expect(pathOf(collection, { key, parents: {} })).toBe(path);
  });

  it.each(['.', '..'])('has no step “%s”, which a browser would take out', (key) => {
    expect(() => pathOf('orders', { key, parents: {} })).toThrow(/can't send the key/);
  });
});

describe('a record', () => {
  it('is told from others by its key and its parents, in any order', () => {
    const id = idOf({ key: '1', parents: { a: '2', b: '3' } });
    expect(idOf({ key: '1', parents: { b: '3', a: '2' } })).toBe(id);
    expect(idOf({ key: '1', parents: { a: '3', b: '2' } })).not.toBe(id);
  });

  it('is the same in any order of its members', () => {
    expect(isSame({ a: 1, b: { c: [1, 2], d: null } }, { b: { d: null, c: [1, 2] }, a: 1 })).toBe(
      true,
    );
    expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(isSame({ a: null }, {})).toBe(false);
    expect(isSame(undefined, null)).toBe(false);
  });

  it.each([
    [{ id: 1, name: ' ', title: 'T' }, 'T'],
    [{ id: 1 }, undefined],
  ])('%j is called %s', (record, name) => {
    expect(nameOf(record)).toBe(name);
  });

  it.each([
    ['7', {}, 'orders 7'],
    ['-', {}, 'orders'],
    ['-', { user_id: '3' }, 'orders, user_id 3'],
  ])('with the key %s below %j is called %s', (key, parents, title) => {
    expect(titleOf('orders', { key, parents })).toBe(title);
  });
});

describe('the parent of a record', () => {
  it('stands below the parents before it', () => {
    const shape = makeShape({
      parents: ['a', 'b', 'c'].map((parameter) => {
        return { parameter, collection: parameter, is_optional: false };
      }),
    });
    const row = { key: '9', parents: { a: '1', b: '2', c: '3' } };
    expect(parentPlace(shape, row, 'b')).toEqual({ key: '2', parents: { a: '1' } });
  });
});
