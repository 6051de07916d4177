import { expect, it } from 'vitest';

import { readWorldCookie, writeWorldCookie } from './world-cookie.ts';

it.each([
  ['', undefined],
  ['X-Stuntdouble-World=a', 'a'],
  ['session=1; X-Stuntdouble-World=a.b-c; other=X-Stuntdouble-World=z', 'a.b-c'],
  ['X-Stuntdouble-World=', undefined],
  ['My-X-Stuntdouble-World=a', undefined],
])('the cookies %j name the world %s', (cookies, world) => {
  expect(readWorldCookie(cookies)).toBe(world);
});

it.each([
  ['a', '', 'X-Stuntdouble-World=a; Path=/; SameSite=Lax'],
  ['a', '/api', 'X-Stuntdouble-World=a; Path=/api; SameSite=Lax'],
  [undefined, '/api', 'X-Stuntdouble-World=; Path=/api; SameSite=Lax; Max-Age=0'],
])('the world %s below "%s" is written as %s', (world, mount, cookie) => {
  expect(writeWorldCookie(world, mount)).toBe(cookie);
});
