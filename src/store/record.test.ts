import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../base/json.ts';
import type { Item, CollectionShape } from './record.ts';
import { flattenChange, flattenItem, unflattenItem } from './record.ts';
import { findExcess } from './record-size.ts';
import { lines, orders, shops } from './shop.test-kit.ts';

/** Records whose schema names neither their key nor their parent. */
const blobs: CollectionShape = {
  ...orders,
  name: 'blobs',
  check: undefined,
  hasMember: () => false,
};
/** Records that show their parent. */
const notes: CollectionShape = {
  ...blobs,
  hasMember: (name) => name === 'id' || name === 'shop_slug',
};

it.each<[string, JsonObject, string]>([
  ['a key', { shop_slug: 'a' }, 'has no key: "id" is missing'],
  ['a key', { id: true, shop_slug: 'a' }, 'has no key: "id" must be a text or a number, not true'],
  ['a parent', { id: '1' }, 'has no parent: "shop_slug" is missing'],
  [
    'a parent',
    { id: '1', shop_slug: { slug: 'a' } },
    'has no parent: "shop_slug" must be a text or a number, not {"slug":"a"}',
  ],
])('a flat record without %s says what it has instead: %j', (_, flat, message) => {
  expect(unflattenItem(flat, blobs).faults).toEqual([{ pointer: '', message }]);
});

describe('flat records', () => {
  it.each<[string, CollectionShape, Item, string]>([
    [
      'one without parents',
      shops,
      { key: 'a', parents: [], body: { slug: 'a', name: 'A' } },
      '{"slug":"a","name":"A"}',
    ],
    [
      'a parent that the record does not show, after its key',
      orders,
      { key: '1', parents: ['a'], body: { id: '1', total: 9 } },
      '{"id":"1","shop_slug":"a","total":9}',
    ],
    [
      'a parent that the record shows, once',
      notes,
      { key: '1', parents: ['a'], body: { id: '1', text: 'x', shop_slug: 'a' } },
      '{"id":"1","text":"x","shop_slug":"a"}',
    ],
    [
      'two parents, one of them shown',
      lines,
      { key: '1', parents: ['a', 'o'], body: { number: 1, order_id: 'o' } },
      '{"number":1,"shop_slug":"a","order_id":"o"}',
    ],
    [
      'a key that the record does not show, first',
      blobs,
      { key: 'k', parents: ['a'], body: { size: 3 } },
      '{"id":"k","shop_slug":"a","size":3}',
    ],
    [
      'nothing but a key and a parent',
      blobs,
      { key: 'k', parents: ['a'], body: {} },
      '{"id":"k","shop_slug":"a"}',
    ],
    [
      'a key and a parent that are not what it says',
      notes,
      { key: 'x', parents: ['b'], body: { id: '1', shop_slug: 'a' } },
      '{"id":"1","shop_slug":"a","@filed":{"shop_slug":"b","id":"x"}}',
    ],
    [
      'a parent that it could say, and does not',
      notes,
      { key: '1', parents: ['b'], body: { id: '1' } },
      '{"id":"1","@filed":{"shop_slug":"b"}}',
    ],
    [
      'a key that is a number',
      orders,
      { key: '7', parents: ['a'], body: { id: 7, total: null } },
      '{"id":7,"shop_slug":"a","total":null}',
    ],
  ])('hold %s, and lead back', (_, shape, item, flat) => {
    const flattened = flattenItem(item, shape);
    expect(JSON.stringify(flattened)).toBe(flat);
    expect(unflattenItem(flattened, shape)).toEqual({ item, faults: [] });
    expect(flattenChange(item, shape)).toEqual(flattened);
  });

  it('make records that can not be changed', () => {
    const { item } = unflattenItem({ id: 1, shop_slug: 'a', total: { sum: [1] } }, blobs);
    expect(Object.isFrozen(item?.body)).toBe(true);
    expect(Object.isFrozen(item?.body['total'])).toBe(true);
  });
});

describe('what is wrong with a flat record', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['no key', { shop_slug: 'a', total: 1 }, [' has no key: "id" is missing']],
    ['no parent', { id: '1' }, [' has no parent: "shop_slug" is missing']],
    ['neither', {}, [' has no key: "id" is missing', ' has no parent: "shop_slug" is missing']],
    ['a member too many', { id: '1', shop_slug: 'a', extra: 1 }, ['/extra is not known']],
    [
      'everything at once',
      { total: 1, extra: 1, other: 2 },
      [
        ' has no key: "id" is missing',
        ' has no parent: "shop_slug" is missing',
        '/extra is not known',
        '/other is not known',
      ],
    ],
  ])('%s', (_, flat, expected) => {
    const { item, faults } = unflattenItem(flat, orders);
    expect(item).toBeUndefined();
    expect(faults.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual(expected);
  });

  it.each([null, true, ['1'], { id: '1' }])('is a key like %j', (id) => {
    expect(unflattenItem({ id, shop_slug: 'a' }, orders).item).toBeUndefined();
  });

  it('is every missing parent of several', () => {
    const { faults } = unflattenItem({ number: 1 }, lines);
    expect(faults.map(({ message }) => message)).toEqual([
      'has no parent: "shop_slug" is missing',
      'has no parent: "order_id" is missing',
    ]);
  });

  it('is each of very many things', () => {
    const total = Array.from({ length: 200_000 }, () => '\ud800');
    expect(unflattenItem({ id: '1', shop_slug: 'a', total }, orders).faults.length).toBe(200_000);
  });

  it('is not a parent that stands beside the record', () => {
    // The schema of an order has no `shop_slug`, and must not be asked about it.
    expect(unflattenItem({ id: '1', shop_slug: 'a', total: 1 }, orders).item?.body).toEqual({
      id: '1',
      total: 1,
    });
  });
});

describe('the largest record', () => {
  const zeros = Array.from({ length: 100_000 }, () => 0);
  const fractions = Array.from({ length: 100_000 }, () => 1 / 3);
  const text = 'x'.repeat(1_000_000);
  const items = (count: number): { readonly a: readonly string[] } => ({
    a: Array.from({ length: count }, () => text),
  });

  it.each<[string, boolean, JsonObject]>([
    ['texts that are not too much', true, items(33)],
    ['too many texts', false, items(34)],
    ['signs that are written as six', false, { a: '\0'.repeat(5_600_000) }],
    ['signs that are written as two', true, { a: '"\n\\'.repeat(5_500_000) }],
    ['a name that is too long', false, { [text.repeat(34)]: 1 }],
    ['too many values', false, { a: Array.from({ length: 200 }, () => zeros) }],
    ['numbers that are not too long', true, { a: Array.from({ length: 12 }, () => fractions) }],
    ['numbers that are too long', false, { a: Array.from({ length: 18 }, () => fractions) }],
    ['numbers beside texts', false, { a: [...items(32).a, ...fractions] }],
  ])('holds %s: %s', (_, isKept, body) => {
    const excess = findExcess(body) ?? 'nothing';
    expect(excess).toMatch(isKept ? /^nothing$/ : /more than 33,554,432 characters as JSON/);
  });
});
