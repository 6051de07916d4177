import { expect, it } from 'vitest';

import { createBuckets } from './buckets.ts';

const limit = { limit: 2, window: 10, burst: 3 };

it('a bucket has as many tokens as may come at once, and time puts them back', () => {
  const buckets = createBuckets();
  const take = (seconds: number): readonly unknown[] => {
    const { isExceeded, remaining, untilFull, untilNext } = buckets.take(
      'a',
      limit,
      seconds * 1000,
    );
    return [isExceeded, remaining, untilFull, untilNext];
  };
  expect(take(0)).toEqual([false, 2, 5, 1]);
  expect(take(0)).toEqual([false, 1, 10, 1]);
  expect(take(0)).toEqual([false, 0, 15, 1]);
  expect(take(0)).toEqual([true, 0, 15, 5]);
  expect(take(4)).toEqual([true, 0, 11, 1]);
  expect(take(5)).toEqual([false, 0, 15, 1]);
  expect(take(1000)).toEqual([false, 2, 5, 1]);
  // A clock that is put back takes nothing and gives nothing.
  expect(take(0)).toEqual([false, 1, 10, 1]);
});

it('who only looks takes nothing', () => {
  const buckets = createBuckets();
  expect(buckets.look('a', limit, 0)).toEqual(buckets.look('a', limit, 0));
});

it('drops those of a kind, and those that nobody has asked of for longest', () => {
  const buckets = createBuckets(2);
  const takeAll = (key: string): number => {
    let count = 0;
    while (!buckets.take(key, limit, 0).isExceeded) count += 1;
    return count;
  };
  expect([takeAll('1 a'), takeAll('1 b'), takeAll('1 a'), takeAll('2 c')]).toEqual([3, 3, 0, 3]);
  expect([takeAll('1 a'), takeAll('1 b')]).toEqual([0, 3]);
  buckets.drop('1 ');
  expect([takeAll('1 b'), takeAll('1 a')]).toEqual([3, 3]);
});
