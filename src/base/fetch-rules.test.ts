import { describe, expect, test } from 'vitest';

import { isRedirect, redirectTo } from './fetch-rules.ts';

describe('redirects', () => {
  const headers = new Headers({
    authorization: 'Bearer secret',
    'content-type': 'text/plain',
    'x-own': 'kept',
  });
  const url = new URL('http://a.example/start');
  const near = new URL('http://a.example/next');

  test.for([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [301, 'PUT', 'PUT'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ] as const)('of status %i turn %s into %s', ([status, method, next]) => {
    const request = redirectTo({ method, url, headers, body: 'text' }, status, near);

    expect(isRedirect(status)).toBe(true);
    expect(request.method).toBe(next);
    expect(request.body).toBe(next === method ? 'text' : undefined);
    expect(request.headers.has('content-type')).toBe(next === method);
    expect(request.headers.get('authorization')).toBe('Bearer secret');
  });

  test('take no secret to another origin', () => {
    const far = new URL('http://b.example/next');

    const request = redirectTo({ method: 'GET', url, headers, body: undefined }, 302, far);

    expect([...request.headers.keys()]).toEqual(['content-type', 'x-own']);
    expect(headers.has('authorization')).toBe(true);
  });

  test('are no other statuses', () => {
    expect([200, 300, 304, 305, 306, 400].filter(isRedirect)).toEqual([]);
  });
});
