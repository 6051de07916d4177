import { expect, it } from 'vitest';

import { findOutage } from './outage.ts';

const right = (asked: number, answered: number) => ({ asked, answered, isRight: true });
const wrong = (asked: number, answered: number) => ({ asked, answered, isRight: false });

it.each([
  ['of a request that waits', [right(0, 1), right(11, 5011), right(5021, 5022)], 5010, 0],
  ['over requests that fail', [right(0, 1), wrong(11, 12), wrong(22, 23), right(33, 40)], 39, 2],
  ['of the longest of two', [right(0, 1), right(2, 5), right(6, 20), right(21, 22)], 15, 0],
  ['none of a single answer', [wrong(0, 1), right(2, 3)], 0, 1],
])('finds the time %s', (_, all, gap, count) => {
  expect(findOutage(all)).toEqual({ gap, wrong: count });
});
