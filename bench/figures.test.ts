import { expect, it } from 'vitest';

import { medianOf, ratioOf, spreadOf } from './figures.ts';

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
  [[10, 9, 100], 10],
])('the median of %j is %d', (values, median) => {
  expect(medianOf(values)).toBe(median);
});

it('tells the least and the most', () => {
  expect(spreadOf([5, 2, 9])).toEqual({ median: 5, least: 2, most: 9 });
});

it('compares round by round, and then takes the median', () => {
  // Medians alone would say 30 / 20.
  expect(ratioOf([10, 30, 40], [10, 10, 20])).toBe(2);
  expect(ratioOf([10, 30, 40], [20, 10])).toBe(1.75);
});

it('has no ratio to what was not measured', () => {
  expect(ratioOf([1, 2], [])).toBeUndefined();
  expect(ratioOf([1, 2], undefined)).toBeUndefined();
});
