import fc from 'fast-check';
import { expect, it } from 'vitest';

import { findLongestIncreasingSubsequence } from './differences.ts';

it.each<[readonly number[], readonly number[]]>([
  [[], []],
  [[5], [0]],
  [
    [1, 2, 3],
    [0, 1, 2],
  ],
  [[3, 2, 1], [2]],
  [
    [2, 0, 1],
    [1, 2],
  ],
  [
    [0, 4, 1, 2, 5, 3],
    [0, 2, 3, 5],
  ],
])('of %j the places %j rise', (numbers, places) => {
  expect(findLongestIncreasingSubsequence(numbers)).toEqual(places);
});

it('is as long as the longest that trying everything finds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50), { maxLength: 9 }), (numbers) => {
      const places = findLongestIncreasingSubsequence(numbers);
      const chosen = places.map((at) => numbers[at] ?? Number.NaN);
      expect(chosen).toEqual(chosen.toSorted((left, right) => left - right));
      expect(places).toEqual([...new Set(places)].toSorted((left, right) => left - right));
      expect(places).toHaveLength(longest(numbers));
    }),
  );
});

function longest([first, ...rest]: readonly number[], above = -1): number {
  if (first === undefined) return 0;
  const without = longest(rest, above);
  return first > above ? Math.max(without, 1 + longest(rest, first)) : without;
}
