import { expect, it } from 'vitest';

import { formatMoment } from './moment.ts';

it.each([
  [new Date(2030, 0, 2, 3, 4, 5).toISOString(), '2030-01-02 03:04:05'],
  ['soon', 'soon'],
])('the time %s is written %s', (time, text) => {
  expect(formatMoment(time)).toBe(text);
});
