import { describe, expect, it } from 'vitest';

import type { CarriedCredential, SentCredential } from '../api/documents.ts';
import type { Api } from '../api/client.ts';
import { createApi } from '../api/client.ts';
import { findPass, prepareRequest } from './try-out.ts';

function credential(send: Partial<CarriedCredential> | null): SentCredential {
  const carried = send && { headers: {}, query: {}, cookies: {}, ...send };
  return { name: 'ann', scheme: 'key', value: 'x', scopes: [], send: carried };
}

function shown(worldPass: string | null): Parameters<typeof prepareRequest>[1] {
  return { api: createApi('/_mock/', 'demo'), worldPass };
}

/** A control API with a session that has this pass, or that refuses. */
function apiWith(pass: string | undefined): Pick<Api, 'get'> {
  return {
    get: async <T>(path: string): Promise<T> => {
      if (path !== 'session' || pass === undefined) throw new Error(`there is no ${path}`);
      // A trust edge: what the caller asks for.
      return Promise.resolve({ world_pass: pass } as T);
    },
  };
}

describe('the pass that a request shows', () => {
  it.each<[what: string, api: Pick<Api, 'get'>, known: string | null, pass: string | null]>([
    ['is of the present session, which another tab may have begun', apiWith('new'), 'old', 'new'],
    ['is none where requests need none', apiWith('new'), null, null],
    ['stays where the server does not tell it', apiWith(undefined), 'old', 'old'],
  ])('%s', async (_, api, known, pass) => {
    expect(await findPass(api, known)).toBe(pass);
  });
});

describe('a request that is tried', () => {
  it.each([
    ['nothing', [], { 'X-Stuntdouble-World': 'demo' }, '/a'],
    ['what no request carries', [credential(null)], { 'X-Stuntdouble-World': 'demo' }, '/a'],
    [
      'headers',
      [credential({ headers: { Authorization: 'Bearer x' } })],
      { 'X-Stuntdouble-World': 'demo', Authorization: 'Bearer x' },
      '/a',
    ],
    [
      'a query',
      [credential({ query: { key: 'a b&c' } })],
      { 'X-Stuntdouble-World': 'demo' },
      '/a?key=a+b%26c',
    ],
  ])('has the world, and of the credential %s', (_, sent, headers, url) => {
    const request = { url: '/a', method: 'GET', headers: {} };

    prepareRequest(request, shown(null), sent);

    expect(request).toEqual({ url, method: 'GET', headers });
  });

  it('adds to the query that it has', () => {
    const request = { url: '/a?b=1', method: 'GET', headers: {} };

    prepareRequest(request, shown(null), [credential({ query: { key: 'x' } })]);

    expect(request.url).toBe('/a?b=1&key=x');
  });

  it('shows that it may name a world, where each visitor has its own', () => {
    const request = { url: '/a', method: 'GET', headers: {} };

    prepareRequest(request, shown('pass'), []);

    expect(request.headers).toEqual({
      'X-Stuntdouble-World': 'demo',
      'X-Stuntdouble-Token': 'pass',
    });
  });
});
