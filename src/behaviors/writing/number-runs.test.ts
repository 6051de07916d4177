import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createNumberRuns } from './number-runs.ts';

describe('the next number that is free', () => {
  it('is the first from the start on, whatever was taken before', () => {
    const step = fc.record({ take: fc.integer({ min: 1, max: 30 }), start: fc.nat(30) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const next = createNumberRuns({ resets: 0 });
        const taken = new Set<number>();
        for (const { take, start } of steps) {
          const isFree = (number: number): boolean => !taken.has(number);
          let first = start;
          while (taken.has(first)) first += 1;
          expect(next('notes', start, isFree)).toBe(first);
          taken.add(take);
        }
      }),
    );
  });

  it('is found at once where many have gone', () => {
    const next = createNumberRuns({ resets: 0 });
    const gone = new Set<number>();
    let asked = 0;
    const isFree = (number: number): boolean => {
      asked += 1;
      return !gone.has(number);
    };
    for (let made = 0; made < 1000; made += 1) gone.add(next('notes', 8, isFree));
    expect(gone.has(8) && gone.has(1007)).toBe(true);
    expect(asked).toBeLessThan(10_000);
  });

  it('is another in another place, and the first again after a reset', () => {
    const world = { resets: 0 };
    const next = createNumberRuns(world);
    expect(next('notes', 1, (number) => number > 5)).toBe(6);
    expect(next('pages', 1, () => true)).toBe(1);
    world.resets += 1;
    expect(next('notes', 1, (number) => number > 5 || number === 3)).toBe(3);
  });

  it('is one that was taken back', () => {
    const next = createNumberRuns({ resets: 0 });
    expect(next('notes', 1, (number) => number > 5)).toBe(6);
    expect(next('notes', 1, (number) => number > 4)).toBe(5);
    expect(next('notes', 1, () => true)).toBe(1);
  });
});
