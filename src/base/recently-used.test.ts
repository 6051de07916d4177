import { describe, expect, it } from 'vitest';

import { shareOfHeap } from './heap.ts';
import type { CacheMemory, RecentlyUsed } from './recently-used.ts';
import { createCacheMemory, createRecentlyUsed, weighBody } from './recently-used.ts';

const mebibyte = 1_048_576;

function keep(
  count: number,
  weight: number,
  most = 1000,
  memory?: CacheMemory,
): RecentlyUsed<number> {
  const recent = createRecentlyUsed<number>(most, () => weight, memory);
  for (let number = 0; number < count; number += 1) recent.set(`name ${number}`, number);
  return recent;
}

describe('what was made last', () => {
  it('is kept up to a number', () => {
    const recent = keep(20, 1, 10);
    expect([recent.size, recent.get('name 9'), recent.get('name 10')]).toEqual([10, undefined, 10]);
  });

  it('is kept up to so many bytes, however few that are', () => {
    const recent = keep(600, mebibyte);
    expect(recent.size).toBe(15);
    expect(recent.weight).toBeLessThan(16 * mebibyte);
    expect([recent.get('name 584'), recent.get('name 585')]).toEqual([undefined, 585]);
  });

  it('counts names, which clients choose, too', () => {
    const recent = createRecentlyUsed<number>(1000, () => 0);
    for (let number = 0; number < 100; number += 1)
      recent.set(`${number}`.padEnd(mebibyte), number);
    expect(recent.size).toBe(15);
  });

  it('is kept once under each name, and let go on demand', () => {
    const recent = createRecentlyUsed<number>(10, (value) => value);
    recent.set('a', 100);
    recent.set('a', 7);
    recent.set('b', 1);
    const both = recent.weight;
    expect(recent.size).toBe(2);
    recent.delete('b');
    recent.delete('c');
    expect(recent.size).toBe(1);
    expect(both - recent.weight).toBeGreaterThan(1);
    recent.clear();
    expect([recent.size, recent.weight, recent.get('a')]).toEqual([0, 0, undefined]);
  });

  it('makes room for what is asked for, and the newest stays, whatever it weighs', () => {
    const recent = keep(10, mebibyte);
    recent.get('name 0');
    for (let number = 10; number < 24; number += 1) recent.set(`name ${number}`, number);
    expect([recent.get('name 0'), recent.get('name 1')]).toEqual([0, undefined]);
    const large = createRecentlyUsed<string>(10, weighBody);
    large.set('small', 'x');
    large.set('large', 'x'.repeat(17 * mebibyte));
    expect([large.size, large.get('large')?.length]).toEqual([1, 17 * mebibyte]);
  });

  it('shares memory with other caches: those that were filled longest ago are emptied', () => {
    const memory = createCacheMemory(100 * mebibyte);
    const caches = Array.from({ length: 40 }, () => keep(15, mebibyte, 1000, memory));
    // The seventh would take more.
    expect(caches.map(({ size }) => size)).toEqual([
      ...Array<number>(34).fill(0),
      ...Array<number>(6).fill(15),
    ]);
    caches[0]?.set('again', 1);
    expect(caches[0]?.get('again')).toBe(1);
    // Of other memory nothing is taken.
    const elsewhere = keep(15, mebibyte, 1000, createCacheMemory(mebibyte));
    expect([elsewhere.size, caches.at(-1)?.size]).toEqual([15, 15]);
  });

  it('has an eighth of the memory of Node, together with all caches that are given no other', () => {
    const most = Math.min(268_435_456, shareOfHeap(1 / 8));
    const caches = Array.from({ length: 40 }, () => keep(15, mebibyte));
    const bytes = caches.reduce((sum, { weight }) => sum + weight, 0);
    expect(bytes).toBeLessThanOrEqual(most);
    expect(bytes).toBeGreaterThan(most - 16 * mebibyte);
  });
});
