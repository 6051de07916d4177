import { describe, expect, it } from 'vitest';

import type { Sent } from './open-lending.ts';
import { labelsOf, shareLending } from './open-lending.ts';

const { mock, cover } = shareLending();

const key = { 'X-Key': 'key' };
const as = (token: string): Sent => ({ headers: { Authorization: `Bearer ${token}` } });
const json = { 'Content-Type': 'application/json' };
const post = (body: string, headers: Readonly<Record<string, string>> = json): Sent => ({
  method: 'POST',
  headers,
  body,
});
const bare = [
  'valid request',
  'query limit present',
  'query state absent',
  'query tag absent',
  'header X-Trace absent',
  'cookie theme absent',
];

describe('a request covers', () => {
  it.each<[name: string, path: string, sent: Sent, covered: readonly string[]]>([
    [
      'what it is and leaves out, but no default',
      '/loans?limit=1',
      { headers: key },
      [...bare, 'status 200', 'key admitted'],
    ],
    [
      'the parameters and values that it sends',
      '/loans?limit=1&state=open&tag=2&tag=1',
      { headers: { ...key, 'x-trace': '7', Cookie: 'theme=dark' } },
      [
        'valid request',
        'query limit present',
        'query state present',
        'query state = "open"',
        'query tag present',
        'query tag = 1',
        'query tag = 2',
        'header X-Trace present',
        'cookie theme present',
        'status 200',
        'key admitted',
      ],
    ],
    [
      'what is required by leaving it out, and nothing else',
      '/loans?state=closed',
      { headers: key },
      ['query limit absent', 'status 400', 'key admitted'],
    ],
    [
      'nothing by what breaks the contract, but a status',
      '/loans?limit=10&state=closed',
      { headers: key },
      ['status 400', 'key admitted'],
    ],
    [
      'the alternatives that let it in',
      '/loans?limit=1',
      as('admin'),
      [...bare, 'status 200', 'token (read) admitted', 'token (admin) admitted'],
    ],
    [
      'no alternative of which it lacks a scope',
      '/loans?limit=1',
      as('reader'),
      [...bare, 'status 200', 'token (read) admitted'],
    ],
    [
      'those that refuse it: known, but not far enough',
      '/loans?limit=1',
      as('nobody'),
      ['status 4XX', 'token (read) refused', 'token (admin) refused'],
    ],
    [
      'those that refuse it: unknown',
      '/loans?limit=1',
      { headers: { 'X-Key': 'wrong' } },
      ['status 4XX', 'key refused'],
    ],
    ['that nothing was shown', '/loans?limit=1', {}, ['status 4XX', 'no credentials refused']],
    [
      'a media type and the values in it',
      '/loans',
      post('{"kind":"book","copies":[{"wear":"worn"},{}]}'),
      [
        'valid request',
        'body application/json',
        'body /kind = "book"',
        'body /copies/*/wear = "worn"',
        'status 201',
      ],
    ],
    [
      'the same values in another media type',
      '/loans',
      post('kind=film', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      [
        'valid request',
        'body /kind = "film"',
        'body application/x-www-form-urlencoded',
        'status 201',
      ],
    ],
    ['no media type by a faulty body', '/loans', post('{"kind":"car"}'), ['status 4XX']],
    [
      'no media type by leaving it out',
      '/loans',
      { method: 'POST' },
      ['valid request', 'status 201'],
    ],
    [
      'a path by its values, and anybody who comes without credentials',
      '/sizes/2',
      {},
      ['valid request', 'path size present', 'path size = 2', 'status 200', 'anybody admitted'],
    ],
    [
      'not anybody, where it shows some',
      '/sizes/1',
      as('reader'),
      ['valid request', 'path size present', 'path size = 1', 'status 200', 'token admitted'],
    ],
    [
      'a GET by a HEAD',
      '/sizes/1',
      { method: 'HEAD' },
      ['valid request', 'path size present', 'path size = 1', 'status 200', 'anybody admitted'],
    ],
    ['a declared failure by a reply that broke', '/broken', {}, ['valid request', 'status 500']],
    ['nothing where it asks for the stand-in', '/_mock/state', {}, []],
    ['nothing where there is nothing', '/nothing', {}, []],
  ])('%s', async (_, path, sent, covered) => {
    const found = await cover(path, sent);
    expect(found.toSorted()).toEqual(covered.toSorted());
  });

  it('nothing where it wishes for its reply, which is counted apart', async () => {
    expect(await cover('/sizes/2', { headers: { Prefer: 'code=200' } })).toEqual([]);
    const report = mock().coverage();
    expect(labelsOf(report, 'forced')).toContain('path size = 2');
    expect(report.operations.find(({ id }) => id === 'getLoan')).toMatchObject({
      requests: 0,
      forced: 1,
    });
  });

  it('nothing by a refusal that speaks of the stand-in', async () => {
    expect(await cover('/broken', { headers: { Prefer: 'code=abc' } })).toEqual([]);
  });
});
