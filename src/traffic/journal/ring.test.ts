import { describe, expect, it } from 'vitest';

import type { Ring } from './ring.ts';
import { createRing } from './ring.ts';

interface Thing {
  id: number;
  weight: number;
  world: number;
}

function fill(most: number, weight: number, worlds: readonly number[], each = 1): Ring<Thing> {
  const ring = createRing<Thing>({
    most,
    weight,
    lightest: 1,
    create: () => ({ id: 0, weight: 0, world: 0 }),
    empty: (thing) => void Object.assign(thing, { id: 0 }),
    onDrop: () => undefined,
  });
  for (const world of worlds) add(ring, world, each);
  return ring;
}

function add(ring: Ring<Thing>, world = 0, weight = 1): void {
  const thing = ring.open();
  Object.assign(thing, { id: ring.nextId, weight, world });
  ring.keep(thing);
}

function idsOf(ring: Ring<Thing>, after = 0): readonly number[] {
  return [...ring.after(after)].map(({ id }) => id);
}

const seven = [0, 1, 0, 1, 0, 1, 0];

describe('a ring', () => {
  it('holds as many as it may', () => {
    const ring = fill(3, 100, seven);
    expect(idsOf(ring)).toEqual([5, 6, 7]);
    expect(idsOf(ring, 5)).toEqual([6, 7]);
    expect([ring.count, ring.weight, ring.dropped]).toEqual([3, 3, 4]);
    expect([ring.find(4), ring.find(5)?.id, ring.find(8)]).toEqual([undefined, 5, undefined]);
  });

  it.each([
    [10, [4, 5]],
    [9, [5]],
    [5, [5]],
  ])('holds as much as it may: with %i at most, %j', (heaviest, ids) => {
    expect(idsOf(fill(10, heaviest, [0, 0, 0, 0, 0], 5))).toEqual(ids);
  });

  it('keeps the newest, whatever it weighs', () => {
    const ring = fill(10, 5, [0, 0]);
    add(ring, 0, 50);
    expect(idsOf(ring)).toEqual([3]);
    add(ring);
    expect([idsOf(ring), ring.weight]).toEqual([[4], 1]);
  });

  it('tells of each world what had to make place', () => {
    const ring = fill(3, 100, seven);
    expect([ring.droppedIn(0), ring.droppedIn(1), ring.droppedIn(2)]).toEqual([3, 4, 0]);
    ring.clearWorld(1, ({ world }) => world === 1);
    expect([ring.droppedIn(0), ring.droppedIn(1)]).toEqual([3, 0]);
    expect([idsOf(ring), ring.count, ring.weight]).toEqual([[5, 7], 2, 2]);
  });

  it('forgets what was dropped of a world of which nothing is left', () => {
    const ring = fill(2, 100, [1, 0, 0]);
    ring.clearWorld(1, ({ world }) => world === 1);
    expect([ring.droppedIn(1), ring.count]).toEqual([0, 2]);
  });

  it('makes no more places than its weight can fill', () => {
    const places: Thing[] = [];
    const ring = createRing<Thing>({
      most: 1_000_000,
      weight: 10,
      lightest: 3,
      create: () => {
        const thing = { id: 0, weight: 0, world: 0 };
        places.push(thing);
        return thing;
      },
      empty: (thing) => void Object.assign(thing, { id: 0 }),
      onDrop: () => undefined,
    });
    for (let round = 0; round < 50; round += 1) add(ring, 0, 3);
    expect([idsOf(ring), places.length]).toEqual([[48, 49, 50], 3]);
  });

  it('goes on when all was taken out', () => {
    const ring = fill(3, 100, seven);
    ring.clear();
    expect([ring.count, ring.weight, ring.dropped, idsOf(ring)]).toEqual([0, 0, 0, []]);
    for (let round = 8; round < 13; round += 1) add(ring);
    expect([idsOf(ring), ring.count, ring.dropped]).toEqual([[10, 11, 12], 3, 9]);
  });

  it('goes on over holes', () => {
    const ring = fill(4, 100, [0, 1, 0, 1]);
    ring.clearWorld(0, ({ world }) => world === 0);
    add(ring);
    expect([idsOf(ring), ring.count, ring.dropped]).toEqual([[2, 4, 5], 3, 0]);
    add(ring);
    expect([idsOf(ring), ring.dropped]).toEqual([[4, 5, 6], 2]);
  });

  it('says of more worlds than it remembers that something may have been dropped', () => {
    const worlds = Array.from({ length: 1500 }, (_, index) => index);
    const ring = fill(1, 100, worlds);
    expect(ring.droppedIn(1498)).toBe(1499);
    expect(ring.droppedIn(0)).toBeGreaterThan(0);
    expect(ring.droppedIn(5000)).toBeGreaterThan(0);
  });
});
