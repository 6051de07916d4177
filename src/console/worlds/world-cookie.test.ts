import { expect, it } from 'vitest';

import { endWorldCookies, readWorldCookie, writeWorldCookie } from './world-cookie.ts';

const long = 'a'.repeat(3900);

it.each([
  ['', undefined, []],
  ['X-Stuntdouble-World=a', 'a', []],
  ['session=1; X-Stuntdouble-World=a.b-c; other=X-Stuntdouble-World=z', 'a.b-c', []],
  ['X-Stuntdouble-World="a"', 'a', []],
  ['X-Stuntdouble-World=a; X-Stuntdouble-World=a', 'a', []],
  ['My-X-Stuntdouble-World=a', undefined, []],
  ['X-Stuntdouble-World', undefined, []],
  // What the server refuses.
  ['X-Stuntdouble-World=', undefined, ['']],
  ['X-Stuntdouble-World=!!bad!!; a=b', undefined, ['!!bad!!']],
  [`X-Stuntdouble-World=${long}`, undefined, [long]],
  ['X-Stuntdouble-World=a; X-Stuntdouble-World=b', undefined, ['a', 'b']],
])('the cookies %j name the world %s', (cookies, world, refused) => {
  expect(readWorldCookie(cookies)).toEqual({ world, refused });
});

it.each([
  ['a', '', 'X-Stuntdouble-World=a; Path=/; SameSite=Lax'],
  ['a', '/api', 'X-Stuntdouble-World=a; Path=/api; SameSite=Lax'],
])('the world %s below "%s" is written as %s', (world, mount, cookie) => {
  expect(writeWorldCookie(world, mount)).toBe(cookie);
});

it('cookies of all paths and domains that the page sees are ended', () => {
  const ended = endWorldCookies({ hostname: 'mock.example', pathname: '/api/_mock/' });
  expect(ended).toHaveLength(15);
  for (const path of ['/', '/api', '/api/', '/api/_mock', '/api/_mock/'])
    for (const domain of ['', '; Domain=mock.example', '; Domain=example'])
      expect(ended).toContain(
        `X-Stuntdouble-World=; Path=${path}${domain}; SameSite=Lax; Max-Age=0`,
      );
});
