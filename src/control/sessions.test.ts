import { expect, it } from 'vitest';

import { clearCookie, createSessions, writeCookie } from './sessions.ts';

const hour = 3_600_000;
const ignore = (): undefined => undefined;

function requestWith(cookie: string): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: { cookie } };
}

it('a session ends after twelve hours without a request, and each request counts', () => {
  let present = 0;
  const sessions = createSessions(() => present, ignore);
  const { id, open } = sessions.prepare();
  open();
  const isValidAt = (hours: number): boolean => {
    present = hours * hour;
    return sessions.isOf(requestWith(`stuntdouble_session=${id}`));
  };
  expect([11, 22, 33, 44.9].map(isValidAt)).toEqual([true, true, true, true]);
  expect([57, 57.1].map(isValidAt)).toEqual([false, false]);
});

it('a session counts once it is open, and only for its own id', () => {
  const sessions = createSessions(() => 0, ignore);
  const { id, open } = sessions.prepare();
  const isIn = (cookie: string): boolean => sessions.isOf(requestWith(cookie));
  expect(isIn(`stuntdouble_session=${id}`)).toBe(false);
  open();
  expect(isIn(`stuntdouble_session=${id}`)).toBe(true);
  expect(isIn(`a=1; stuntdouble_session="${id}"; b=2`)).toBe(true);
  expect(isIn(`stuntdouble_session=${id.toLowerCase()}`)).toBe(false);
  expect(isIn(`Stuntdouble_session=${id}`)).toBe(false);
  expect(sessions.isOf({ headers: {} })).toBe(false);
});

it.each<[prefix: string, path: string]>([
  ['/_mock', '/_mock'],
  ['/api/~ann/_mock', '/api/~ann/_mock'],
  // A path with a variable is what the client has written.
  ['/a;Domain=shop.example/_mock', '/a%3BDomain=shop.example/_mock'],
])('the cookie for %s has the path %s', (prefix, path) => {
  const request = { prefix, headers: { origin: 'https://shop.example' } };
  const attributes = `HttpOnly; SameSite=Strict; Path=${path}; Secure`;
  expect(writeCookie('x', request)).toBe(`stuntdouble_session=x; ${attributes}`);
  expect(clearCookie(request)).toBe(`stuntdouble_session=; ${attributes}; Max-Age=0`);
});
