import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../base/json.ts';
import { readJson, writeFolder } from '../base/temporary-folder.test-kit.ts';
import type { Item, CollectionShape } from './record.ts';
import { flattenItem, unflattenItem } from './record.ts';
import { orders, shops } from './shop.test-kit.ts';
import { admitState } from './state/admission.ts';
import { compileFixtures, readFixtures } from './state/fixtures.ts';

/** One for each shop; they show no parent. */
const settings: CollectionShape = {
  name: 'settings',
  kind: 'singleton',
  key: undefined,
  parents: [{ parameter: 'shop_slug', collection: 'shops', isOptional: false }],
  check: undefined,
  hasMember: (name) => name === 'theme',
};
/** Orders that a shop shows; their schema is that of orders. */
const displays: CollectionShape = { ...orders, name: 'displays', kind: 'links', of: 'orders' };
/** Notes on a shop or on nothing, with a key that stands deeper. */
const notes: CollectionShape = {
  ...settings,
  name: 'notes',
  kind: 'items',
  key: ['meta', 'name'],
  parents: [{ parameter: 'shop_slug', collection: 'shops', isOptional: true }],
  hasMember: (name) => name === 'meta',
};
const shapes = [displays, notes, settings, orders, shops];
const base = {
  shops: [{ slug: 'a' }, { slug: 'b' }],
  orders: [{ id: '1', shop_slug: 'a' }],
} satisfies Record<string, JsonValue>;

describe('flat records', () => {
  it.each<[string, CollectionShape, Item, JsonValue]>([
    [
      'have no key where there is one of them',
      settings,
      { key: '', parents: ['a'], body: { theme: 'dark' } },
      { theme: 'dark', shop_slug: 'a' },
    ],
    [
      'may be nothing but a place',
      settings,
      { key: '', parents: ['a'], body: {} },
      { shop_slug: 'a' },
    ],
    [
      'may be nothing but a link',
      displays,
      { key: '1', parents: ['a'], body: {} },
      { id: '1', shop_slug: 'a' },
    ],
    [
      'may have a key that stands deeper',
      notes,
      { key: 'n', parents: ['a'], body: { meta: { name: 'n' } } },
      { meta: { name: 'n' }, shop_slug: 'a' },
    ],
    [
      'need not name every parent',
      notes,
      { key: 'n', parents: [undefined], body: {} },
      { 'meta.name': 'n' },
    ],
  ])('%s, and lead back', (_, shape, item, flat) => {
    const flattened = flattenItem(item, shape);
    expect(flattened).toEqual(flat);
    expect(unflattenItem(flattened, shape)).toEqual({ item, faults: [] });
  });
});

describe('fixtures and saved records', () => {
  it.each<[string, Readonly<Record<string, JsonValue>>, string | undefined]>([
    ['one for each', { settings: [{ shop_slug: 'a' }, { shop_slug: 'b' }] }, undefined],
    [
      'two of which there is one',
      { settings: [{ shop_slug: 'a' }, { shop_slug: 'a', theme: 'dark' }] },
      'is taken by an earlier record',
    ],
    [
      'one without its parent',
      { settings: [{ theme: 'dark' }] },
      'has no parent: "shop_slug" is missing',
    ],
    ['a link', { displays: [{ id: '1', shop_slug: 'a' }] }, undefined],
    [
      'a link of nothing',
      { displays: [{ id: '2', shop_slug: 'a' }] },
      'there is no "2" in "orders" under the same parents',
    ],
    [
      'a link of what stands elsewhere',
      { displays: [{ id: '1', shop_slug: 'b' }] },
      'there is no "1" in "orders" under the same parents',
    ],
    ['no parent where none is needed', { notes: [{ meta: { name: 'n' } }] }, undefined],
    [
      'the same key under a parent and under nobody knows which',
      { notes: [{ meta: { name: 'n' } }, { meta: { name: 'n' }, shop_slug: 'a' }] },
      undefined,
    ],
    [
      'a parent that there is not, though none is needed',
      { notes: [{ meta: { name: 'n' }, shop_slug: 'c' }] },
      'there is no "c" in "shops" under the same parents',
    ],
    ['no key', { notes: [{ meta: {} }] }, 'has no key: "meta.name" is missing'],
  ])('agree: %s', async (_, records, expected) => {
    const collections = { ...base, ...records };
    const files = Object.entries(collections).map(([name, list]) => [
      `${name}.json`,
      JSON.stringify(list),
    ]);
    const folder = await writeFolder(Object.fromEntries(files));
    const { complaints } = compileFixtures(await readFixtures(folder, readJson), shapes);
    const fingerprints = { contract: 'c', fixtures: 'f' };
    const { notices } = admitState({ shapes, fingerprints }, new Set(Object.keys(collections)), {
      fingerprints,
      collections,
      planted: [],
      tombstones: [],
      deletions: {},
      born: {},
      known: {},
    });
    const told = expected === undefined ? [] : [expect.stringContaining(expected)];
    expect(complaints.map(({ message }) => message)).toEqual(told);
    expect(notices).toEqual(told);
  });
});
