import { expect, it } from 'vitest';

import type { JsonValue } from './json.ts';
import { weighValue } from './weighing.ts';

it.each<[JsonValue, number]>([
  ['', 16],
  ['abcd', 20],
  ['\u4e00abc', 24],
  ['\u00e9abc', 20],
  [7, 16],
  [null, 16],
  [{}, 56],
  [[], 56],
  [[1, 2], 56 + 16 + 32],
  [{ ab: 'cd' }, 56 + 10 + 18],
])('%j weighs %i', (value, weight) => {
  expect(weighValue(value, 1000)).toBe(weight);
});

it('weighs the names of wide objects, which are kept with them', () => {
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`m${at}`, null]));
  expect(weighValue(wide, 10_000_000)).toBeGreaterThan(1_000_000);
});

it('stops above a limit, however much there is', () => {
  const wide = Array.from({ length: 10_000 }, () => ({}));
  expect(weighValue(wide, 1000)).toBeGreaterThan(1000);
  const members = Object.fromEntries(wide.map((_, index) => [`name ${index}`, index]));
  const weight = weighValue(members, 1000);
  expect(weight).toBeGreaterThan(1000);
  expect(weight).toBeLessThan(2000);
  let deep: JsonValue = [];
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  expect(weighValue(deep, 1000)).toBeLessThan(2000);
});
