import { expect, it } from 'vitest';

import { lacks } from './engines.ts';

it.each([
  [undefined, 'v20.20.2', false],
  ['>=18', 'v20.20.2', false],
  ['>= 18', 'v16.1.0', true],
  ['>=22', 'v20.20.2', true],
  ['>=24.18.0', 'v24.18.0', false],
  ['>=24.18.0', 'v24.17.9', true],
  ['^18.0.0 || >=22.3', 'v22.2.0', false],
  ['>=22.3 || >=24', 'v22.2.0', true],
  ['*', 'v20.20.2', false],
])('engines %s on %s', (range, version, expected) => {
  expect(lacks(range, version)).toBe(expected);
});
