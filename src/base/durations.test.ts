import { expect, it } from 'vitest';

import { tellDuration } from './durations.ts';

it.each([
  [0, '0 ms'],
  [299.6, '300 ms'],
  [1500, '1.5 s'],
  [20_000, '20 s'],
  [61_234, '61.2 s'],
  [90_000, '1.5 min'],
  [3_600_000, '1 h'],
])('%d milliseconds are told as %s', (milliseconds, words) => {
  expect(tellDuration(milliseconds)).toBe(words);
});
