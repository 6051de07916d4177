import { expect, it } from 'vitest';

import { clearCookie, createSessions, writeCookie } from './sessions.ts';

const hour = 3_600_000;
const ignore = (): undefined => undefined;

interface SessionRequest {
  readonly headers: Readonly<Record<string, string>>;
}

function requestWith(cookie: string): SessionRequest {
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

it('a session has a pass of its own, which counts as long as the session', () => {
  let present = 0;
  const noted: string[] = [];
  const sessions = createSessions(
    () => present,
    (secret) => noted.push(secret),
  );
  const start = (): { readonly request: SessionRequest; readonly pass: string } => {
    const { id, open } = sessions.prepare();
    open();
    const request = requestWith(`stuntdouble_session=${id}`);
    return { request, pass: sessions.passOf(request) ?? '' };
  };
  const [one, other] = [start(), start()];
  expect(one.pass).toMatch(/^[\w-]{43}$/);
  expect(one.pass).not.toBe(other.pass);
  expect(sessions.passOf(one.request)).toBe(one.pass);
  expect(sessions.passOf({ headers: {} })).toBeUndefined();
  // It is a secret wherever it stands, as the id is, and none is the other.
  expect(noted).toContain(one.pass);
  expect(sessions.isOf(requestWith(`stuntdouble_session=${one.pass}`))).toBe(false);
  expect(noted.map(sessions.isPass)).toEqual([false, true, false, true]);
  sessions.end(one.request);
  expect([one, other].map(({ pass }) => sessions.isPass(pass))).toEqual([false, true]);
  expect(sessions.passOf(one.request)).toBeUndefined();
  present = 12 * hour;
  expect(sessions.isPass(other.pass)).toBe(false);
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
