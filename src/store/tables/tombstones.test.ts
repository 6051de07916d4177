import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { areSame, mayBeSame } from '../parents.ts';
import { openWorld, orderItem, orders, shops } from '../shop.test-kit.ts';
import { readTombstones, writeDeletions, writeTombstones } from './saved-tombstones.ts';
import type { Tombstone, Tombstones } from './tombstones.ts';
import {
  addTombstones,
  createTombstones,
  dropTombstones,
  hasTombstone,
  listTombstones,
  mostCharacters,
  mostTombstones,
  removeTombstones,
  withTombstones,
} from './tombstones.ts';

const most = 5;
const namings = ['things', 'odd\tname\n\\'].map((name) => ({
  name,
  parents: [{ parameter: 'shop' }, { parameter: 'year' }],
}));

const all = new Set(namings.map(({ name }) => name));

/** Texts that could be taken for a part of a line. */
const text = fc.constantFrom('1', '2', '', 'a\tb', 'a\nb', '\\', '\\-', '\\t', 'ä😀\0');
const parent = fc.oneof(text, fc.constant(undefined));
const place = fc.record({
  collection: fc.constantFrom(...namings.map(({ name }) => name)),
  key: text,
  parents: fc.tuple(parent, parent),
});
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('delete', 'count', 'make'), place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('complete', 'restart'), place }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What tombstones promise, as plainly as it can be said: a list. */
function follow(list: readonly Tombstone[], { does, place: one }: Step): readonly Tombstone[] {
  const isOther = (other: Tombstone): boolean =>
    other.collection !== one.collection || other.key !== one.key;
  if (does === 'make')
    return list.filter((other) => isOther(other) || !mayBeSame(other.parents, one.parents));
  if (does === 'complete') return list.filter(({ collection }) => collection !== one.collection);
  if (does !== 'delete') return list;
  const rest = list.filter((other) => isOther(other) || !areSame(other.parents, one.parents));
  return [...rest, one].slice(-most);
}

function change(before: Tombstones, { does, place: one }: Step): Tombstones {
  if (does === 'make') return removeTombstones(before, one);
  if (does === 'complete') return dropTombstones(before, one.collection);
  if (does !== 'restart') return addTombstones(before, [one], does === 'count' ? all : new Set());
  const saved = {
    tombstones: [...writeTombstones(before, namings)],
    deletions: writeDeletions(before),
  };
  // As a file has them.
  const read = structuredClone(saved);
  return readTombstones(namings, read, new Set(), most);
}

function plain(tombstones: Iterable<Tombstone>): readonly Tombstone[] {
  return [...tombstones].map(({ collection, key, parents }) => ({ collection, key, parents }));
}

describe('tombstones', () => {
  it('are what a list would be, whatever is in a key, and leave what they were made from', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25, size: 'max' }), place, (steps, wanted) => {
        let list: readonly Tombstone[] = [];
        let tombstones = createTombstones(most);
        for (const one of steps) {
          const before = tombstones;
          tombstones = change(before, one);
          expect(plain(listTombstones(before))).toEqual(list);
          list = follow(list, one);
          expect(plain(listTombstones(tombstones))).toEqual(list);
          expect(tombstones.size).toBe(list.length);
        }
        const isThere = list.some(
          ({ collection, key, parents }) =>
            collection === wanted.collection &&
            key === wanted.key &&
            mayBeSame(parents, wanted.parents),
        );
        expect(hasTombstone(tombstones, wanted)).toBe(isThere);
      }),
    );
  });

  it('of 100,000 deletions take a few bytes besides each key', () => {
    const keys = Array.from({ length: mostTombstones }, (_, at) => `order-${100_000 + at}`);
    const places = keys.map((key) => ({ collection: 'orders', key, parents: ['a'] }));
    const tombstones = withTombstones(createTombstones(), places);
    let length = 0;
    for (const lines of tombstones.buckets.values()) length += lines.length;
    expect(tombstones.size).toBe(keys.length);
    expect(length / keys.length).toBeLessThan(`order-100000`.length + 'orders'.length + 12);
    expect([...tombstones.buckets.entries()]).toHaveLength(2048);
  });
});

describe('tombstones of long keys', () => {
  const keys = Array.from({ length: 40_000 }, (_, at) => `${at}`.padEnd(1000, 'k'));
  const places = keys.map((key) => ({ collection: 'orders', key, parents: ['a'] }));
  const lengthOf = ({ buckets }: Tombstones): number =>
    [...buckets.values()].reduce((sum, lines) => sum + lines.length, 0);

  it('take no more room than many of short ones: the oldest are forgotten', () => {
    let tombstones = createTombstones();
    for (const one of places) tombstones = addTombstones(tombstones, [one], new Set());
    const { size, hasForgotten } = tombstones;
    expect([size > 30_000, size < 34_000, hasForgotten]).toEqual([true, true, true]);
    expect(lengthOf(tombstones)).toBeLessThan(mostCharacters + 6 * size);
    expect(plain(listTombstones(tombstones))).toEqual(places.slice(-size));
    // As after a restart.
    const atOnce = withTombstones(createTombstones(), listTombstones(tombstones));
    expect([atOnce.size, atOnce.length, atOnce.hasForgotten]).toEqual([
      size,
      tombstones.length,
      false,
    ]);
    for (const one of places) tombstones = removeTombstones(tombstones, one);
    expect([tombstones.size, tombstones.length]).toEqual([0, 0]);
  });
});

describe('tombstones of one key under 20,000 parents', () => {
  it('do not all stand in the same bucket', () => {
    const places = Array.from({ length: 20_000 }, (_, at) => ({
      collection: 'settings',
      key: '',
      parents: [`shop-${at}`],
    }));
    let tombstones = createTombstones();
    for (const one of places) tombstones = addTombstones(tombstones, [one], new Set());
    const lengths = [...tombstones.buckets.values()].map((lines) => lines.length);
    const sum = lengths.reduce((total, length) => total + length, 0);
    expect(Math.max(...lengths)).toBeLessThan(sum / 40);
    expect(places.every((one) => hasTombstone(tombstones, one))).toBe(true);
    expect(hasTombstone(tombstones, { collection: 'settings', key: '', parents: ['x'] })).toBe(
      false,
    );
    expect(
      hasTombstone(tombstones, { collection: 'settings', key: '', parents: [undefined] }),
    ).toBe(true);
  });
});

describe('a world that forgets', () => {
  const shapes = [shops, orders];
  const take = (key: string) => ({
    collection: 'orders',
    before: orderItem(key, 'a', 1),
    after: undefined,
  });

  it('forgets the oldest deletion beyond 100,000, and says so once', async () => {
    const notices: string[] = [];
    const { world } = openWorld({ shapes, onNotice: (message) => void notices.push(message) });
    const isGone = (...keys: readonly string[]): readonly boolean[] =>
      keys.map((key) => world.isGone('orders', key, ['a']));
    await world.commit(Array.from({ length: mostTombstones }, (_, at) => take(`${at + 1}`)));
    expect(isGone('1', '2', '100000')).toEqual([true, true, true]);
    expect(notices).toEqual([]);
    await world.commit([take('100001')]);
    expect(isGone('1', '2', '100000', '100001')).toEqual([false, true, true, true]);
    await world.commit([take('100002')]);
    expect(isGone('2', '3')).toEqual([false, true]);
    expect(notices).toEqual([
      expect.stringMatching(/^the world "test" remembers the last 100,000 records .*fixtures/),
    ]);
    expect(world.highest('orders', ['a'])).toBe(100_002);
  });
});

describe('a complete collection', () => {
  it('is after 3,000 records made and deleted what it was after one', async () => {
    const { world } = openWorld({ shapes: [shops, orders], authoritative: ['shops', 'orders'] });
    const cycle = async (key: string): Promise<void> => {
      const item = orderItem(key, 'a', 1);
      await world.commit([{ collection: 'orders', before: undefined, after: item, isNew: true }]);
      await world.commit([{ collection: 'orders', before: item, after: undefined }]);
    };
    await cycle('key-0');
    const before = sizeOf(world.save());
    for (let count = 1; count < 3000; count += 1) await cycle(`key-${count}`);
    expect(sizeOf(world.save())).toBe(before);
  });
});

/** How many values can be reached from one. */
function sizeOf(root: unknown): number {
  const seen = new Set<unknown>([root]);
  for (const value of seen) {
    if (typeof value !== 'object' || value === null) continue;
    const inside = value instanceof Map || value instanceof Set ? [...value.entries()].flat() : [];
    for (const member of [...Object.values(value), ...inside])
      if (typeof member === 'object' && member !== null) seen.add(member);
  }
  return seen.size;
}
