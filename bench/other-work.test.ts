import { expect, it } from 'vitest';

import { busyShare, tellOthers } from './other-work.ts';

it('tells how much of the machine worked between two readings', () => {
  const before = 'cpu  100 0 50 800 50 0 0 0 40 0\ncpu0 1 1 1 1\n';
  const after = 'cpu  130 0 60 850 60 0 0 0 70 0\ncpu0 9 9 9 9\n';
  expect(busyShare(before, after)).toBeCloseTo(0.4);
  expect(busyShare(before, before)).toBe(0);
});

it.each([
  [[0, 0.01], 'No other work'],
  [[0.5, 0.52], 'took 0.5 cores'],
  [[0.1, 0.9, 0.4], 'took 0.1 to 0.9 cores'],
])('says of %j: %s', (cores, words) => {
  expect(tellOthers(cores)).toContain(words);
});
