import { expect, it } from 'vitest';

import { leadToWorld } from './enter-world.ts';

const alone = 'http://127.0.0.1:4010/~mine';
const mounted = 'http://localhost:3000/mock/~mine';

it.each([
  ['http://127.0.0.1:4010/a?b=1', alone, 'http://127.0.0.1:4010/~mine/a?b=1'],
  ['http://127.0.0.1:4010/', alone, 'http://127.0.0.1:4010/~mine/'],
  ['http://127.0.0.1:4010/~mine/a', alone, 'http://127.0.0.1:4010/~mine/a'],
  ['http://127.0.0.1:4010/~mine2/a', alone, 'http://127.0.0.1:4010/~mine/~mine2/a'],
  ['https://api.example.com/v1/a', alone, 'http://127.0.0.1:4010/~mine/v1/a'],
  ['https://api.example.com/~mine/a', alone, 'http://127.0.0.1:4010/~mine/a'],
  ['http://localhost:3000/mock/a?b=1', mounted, 'http://localhost:3000/mock/~mine/a?b=1'],
  ['http://localhost:3000/mock?b=1', mounted, 'http://localhost:3000/mock/~mine?b=1'],
  ['http://localhost:3000/mock/~mine/a', mounted, 'http://localhost:3000/mock/~mine/a'],
  ['http://localhost:3000/mock/mock/a', mounted, 'http://localhost:3000/mock/~mine/mock/a'],
  ['http://localhost:3000/', mounted, undefined],
  ['http://localhost:3000/page.js', mounted, undefined],
  ['http://localhost:3000/mocks/a', mounted, undefined],
  ['https://api.example.com/a', mounted, 'http://localhost:3000/mock/~mine/a'],
])('leads %s to %s as %s', (asked, url, led) => {
  expect(leadToWorld(new URL(asked), { url })).toBe(led);
});
