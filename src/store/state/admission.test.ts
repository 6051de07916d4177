import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { lines, orders, shops } from '../shop.test-kit.ts';
import { isCreated } from '../tables/created-records.ts';
import type { AdmittedState } from './admission.ts';
import { admitState } from './admission.ts';

const fingerprints = { contract: 'c', fixtures: 'f' };
const everything = new Set(['shops', 'orders', 'lines']);

type Saved = Readonly<Record<string, readonly JsonValue[]>>;

// Children before their parents: the order of the shapes must not matter.
function admit(collections: Saved, authoritative: ReadonlySet<string> = everything): AdmittedState {
  return admitState({ shapes: [lines, orders, shops], fingerprints }, authoritative, {
    fingerprints,
    collections,
    planted: [],
    tombstones: [],
    deletions: {},
    born: {},
    known: {},
  });
}

function admitted({ state: { tables } }: AdmittedState): readonly string[] {
  return [...tables.entries()].flatMap(([name, table]) =>
    [...table.items()].map(({ key }) => `${name} ${key}`),
  );
}

const good: Saved = {
  lines: [{ number: 1, shop_slug: 'a', order_id: 'o' }],
  orders: [{ id: 'o', shop_slug: 'a', total: 1 }],
  shops: [{ slug: 'a' }],
};

describe('saved records', () => {
  it('that fit are let in', () => {
    const admission = admit(good);
    expect(admitted(admission)).toEqual(['lines 1', 'orders o', 'shops a']);
    expect(admission.state.tables.get('lines')?.find('1', ['a', 'o'])).toBeDefined();
    expect([admission.notices, admission.state.misfits.size]).toEqual([[], 0]);
  });

  it('are not missed where a collection was not saved', () => {
    const admission = admit({});
    expect([...admission.state.tables.entries()].map(([name]) => name)).toEqual([
      'lines',
      'orders',
      'shops',
    ]);
    expect([admitted(admission), admission.notices]).toEqual([[], []]);
  });

  it.each<[string, JsonValue, string]>([
    ['a key that no URL can hold', { id: '\ud800', shop_slug: 'a' }, '/id has half of a surrogate'],
    ['a key that is too long for one', { id: 'k'.repeat(1025), shop_slug: 'a' }, '/id is too long'],
    ['a parent like that', { id: 'p', shop_slug: '\udc00' }, '/shop_slug has half of a surrogate'],
    [
      'a text that is no Unicode',
      { id: 'p', shop_slug: 'a', note: ['\ud800'] },
      '/note/0 has half',
    ],
  ])('with %s are set aside, and kept', (_, order, reason) => {
    const admission = admit({ ...good, orders: [...(good['orders'] ?? []), order] });
    expect(admitted(admission)).toEqual(['lines 1', 'orders o', 'shops a']);
    expect(admission.notices).toEqual([expect.stringContaining(`not served: orders[1] ${reason}`)]);
    expect(admission.state.misfits.get('orders')).toEqual([order]);
  });

  it('that do not fit leave no room for others of their key', () => {
    const orderless = { ...good, orders: [{ id: 'o', shop_slug: 'a', x: 1 }, { id: 'p' }] };
    const { hidden } = admit(orderless).state;
    const isHidden = (key: string, shop: string): boolean =>
      isCreated(hidden, 'orders', { key, parents: [shop] });
    expect([isHidden('o', 'a'), isHidden('o', 'b'), isHidden('q', 'a')]).toEqual([
      true,
      false,
      false,
    ]);
    // Nobody knows which shop it belongs to.
    expect([isHidden('p', 'a'), isHidden('p', 'b')]).toEqual([true, true]);
    expect(isCreated(hidden, 'shops', { key: 'a', parents: [] })).toBe(false);
  });

  it.each<[string, Saved, string]>([
    ['no object', { shops: ['a'] }, 'not served: shops[0] is no object'],
    ['null', { shops: [null] }, 'not served: shops[0] is no object'],
    ['a list', { shops: [{ slug: 'a' }, []] }, 'not served: shops[1] is no object'],
    ['no key', { shops: [{ name: 'A' }] }, 'not served: shops[0] has no key: "slug" is missing'],
    [
      'two faults',
      { shops: [{ slug: 'a', x: 1, y: 2 }] },
      'not served: shops[0] /x is not known; /y is not known',
    ],
    [
      'a key that is taken',
      { shops: [{ slug: 'a' }, { slug: 'a', name: 'B' }] },
      'not served: shops[1] /slug the key "a" is taken by an earlier record',
    ],
    [
      'a parent that there is not',
      { orders: [{ id: 'o', shop_slug: 'b' }] },
      'not served: orders[0] /shop_slug there is no "b" in "shops" under the same parents',
    ],
    [
      'a collection that there is not',
      { carts: [{ id: 'c' }] },
      'not served: carts[0] the contract has no such collection',
    ],
  ])('that do not fit are set aside: %s', (_, collections, notice) => {
    const { notices, state } = admit(collections);
    expect(notices).toEqual([notice]);
    const [name = ''] = Object.keys(collections);
    expect(state.misfits.get(name)).toEqual([collections[name]?.at(-1)]);
  });

  it('take their children with them', () => {
    const { notices, state } = admit({ ...good, shops: [{ slug: 'a', size: 1 }] });
    expect(notices).toHaveLength(3);
    expect(Object.fromEntries(state.misfits)).toEqual({ ...good, shops: [{ slug: 'a', size: 1 }] });
    expect([...state.tables.values()].map(({ size }) => size)).toEqual([0, 0, 0]);
  });

  it('are each set aside once, also where several would stand in one place', () => {
    const saved = {
      orders: [
        { id: 'o', shop_slug: 'b', x: 1 },
        { id: 'o', shop_slug: 'b' },
      ],
      shops: [{ slug: 'a' }],
    };
    const { state, notices } = admit(saved);
    expect(state.misfits.get('orders')).toEqual(saved.orders);
    expect(notices.map((notice) => notice.split(' ')[2])).toEqual(['orders[0]', 'orders[1]']);
  });

  it('need no parent in a collection of which nothing is known', () => {
    const orphan = { orders: [{ id: 'o', shop_slug: 'b' }] };
    expect(admitted(admit(orphan, new Set(['orders'])))).toEqual(['orders o']);
  });
});

const emptySave = {
  collections: {},
  planted: [],
  tombstones: [],
  deletions: {},
  born: {},
  known: {},
};

describe('what was changed since a state was written', () => {
  it.each<[string, string, string | undefined]>([
    ['c', 'f', undefined],
    ['other', 'f', 'changed since this state was written: contract;'],
    ['c', 'other', 'changed since this state was written: fixtures;'],
    ['other', 'other', 'changed since this state was written: contract and fixtures;'],
  ])('from %s and %s', (contract, fixtures, beginning) => {
    const saved = { ...emptySave, fingerprints: { contract, fixtures } };
    const drift = admitState({ shapes: [], fingerprints }, new Set(), saved).notices;
    expect(drift).toHaveLength(beginning === undefined ? 0 : 1);
    if (beginning !== undefined) {
      expect(drift[0]).toContain(beginning);
      expect(drift[0]).toContain('reset the running server, or start with --reset');
    }
  });

  it('is the same at the next start where the fixtures are not read again', () => {
    const saved = {
      ...emptySave,
      fingerprints: { contract: 'other', fixtures: 'other' },
    };
    const { state } = admitState({ shapes: [], fingerprints }, new Set(), saved);
    expect(state.madeFor.fingerprints).toEqual({ contract: 'c', fixtures: 'other' });
  });
});
