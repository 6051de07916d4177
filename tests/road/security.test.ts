import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../src/base/json.ts';
import type { Sent } from './open-road.ts';
import { bearer, openWith } from './secured-thing.ts';

describe('a credential is taken from where its scheme says', () => {
  it.each<[string, Sent]>([
    ['headerKey', { headers: { 'x-key': 'h' } }],
    ['queryKey', { query: 'a=1&key=q' }],
    ['cookieKey', { headers: { cookie: 'a=1; session=c' } }],
    ['login', { headers: { authorization: 'Basic dTpw' } }],
    ['token', bearer('t')],
    ['token', { headers: { authorization: 'bEARER   t' } }],
  ])('%s', async (scheme, sent) => {
    const road = await openWith([{ [scheme]: ['read'] }]);
    expect((await road.send('GET', '/things/a', sent)).status).toBe(204);
    expect((await road.send('GET', '/things/a')).status).toBe(401);
  });

  it('and from nowhere else', async () => {
    const road = await openWith([{ token: ['read'] }]);
    for (const sent of [
      { headers: { 'x-key': 't' } },
      { query: 'token=t' },
      { headers: { authorization: 't' } },
    ]) {
      expect((await road.send('GET', '/things/a', sent)).status).toBe(401);
    }
  });
});

describe('alternatives', () => {
  it.each<[string, JsonValue, Sent, number]>([
    ['either is enough', [{ headerKey: ['read'] }, { token: ['read'] }], bearer('t'), 204],
    [
      'one good beside one unknown is enough',
      [{ headerKey: ['read'] }, { token: ['read'] }],
      { headers: { 'x-key': 'no', authorization: 'Bearer t' } },
      204,
    ],
    [
      'one with the scope beside one without is enough',
      [{ headerKey: ['write'] }, { token: ['write'] }],
      { headers: { 'x-key': 'h', authorization: 'Bearer t' } },
      204,
    ],
    ['together: both are needed', [{ headerKey: ['read'], token: ['read'] }], bearer('t'), 401],
    [
      'together: both are there',
      [{ headerKey: ['read'], token: ['read'] }],
      { headers: { 'x-key': 'h', authorization: 'Bearer t' } },
      204,
    ],
    [
      'together: one lacks its scope',
      [{ headerKey: ['write'], token: ['read'] }],
      { headers: { 'x-key': 'h', authorization: 'Bearer t' } },
      403,
    ],
    ['optional: nothing is needed', [{}, { token: ['read'] }], {}, 204],
    ['none at all: open', [], {}, 204],
    [
      'several scopes: all are needed',
      [{ headerKey: ['read', 'write'] }],
      { headers: { 'x-key': 'h' } },
      403,
    ],
    ['expired', [{ token: ['read'] }], bearer('old'), 401],
    ['empty', [{ token: ['read'] }], bearer(''), 401],
    ['of another scheme', [{ headerKey: ['read'] }], { headers: { 'x-key': 't' } }, 401],
  ])('%s', async (_, security, sent, status) => {
    expect((await (await openWith(security)).send('GET', '/things/a', sent)).status).toBe(status);
  });
});

describe('the reach of a credential', () => {
  it.each([
    ['/things/a%20b', 204],
    ['/things/b', 403],
    ['/things/a%2520b', 403],
    ['/things/%zz', 403],
  ])('%s', async (path, status) => {
    const road = await openWith([{ token: ['read'] }]);
    expect((await road.send('GET', path, bearer('only-a'))).status).toBe(status);
  });
});

describe('challenges', () => {
  it('name every way in, and what was wrong', async () => {
    const road = await openWith([{ headerKey: ['read'] }, { token: ['write'] }]);
    const header = async (sent: Sent): Promise<string | undefined> =>
      (await road.send('GET', '/things/a', sent)).headers['www-authenticate'];
    expect(await header({})).toBe(
      'ApiKey realm="Test", in="header", name="X-Key", Bearer realm="Test"',
    );
    expect(await header(bearer('old'))).toContain('error="invalid_token"');
    expect(await header(bearer('only-a'))).toContain('error="insufficient_scope", scope="write"');
  });
});

describe('refusals one after the other', () => {
  const reader: Sent = { headers: { 'x-key': 'h' } };

  it.each<[string, Sent, number, RegExp]>([
    ['nothing is shown', {}, 401, /^Send the header X-Key, or/],
    ['a key without the scope', reader, 403, /"write"; the credential "reader" lacks/],
    ['a token without the scope', bearer('only-a'), 403, /"admin"; the credential "only a" lacks/],
    ['a token that is not known', bearer('no'), 401, /is not known/],
  ])('say each what it is about: %s', async (_, sent, status, detail) => {
    const road = await openWith([{ headerKey: ['write'] }, { token: ['admin'] }]);
    for (const before of [{}, reader, bearer('only-a'), bearer('no'), sent]) {
      await road.send('GET', '/things/a', before);
      for (const path of ['/things/a', '/things/b']) {
        const answer = await road.send('GET', path, sent);
        expect(answer.status).toBe(status);
        expect(answer.json).toMatchObject({
          instance: path,
          detail: expect.stringMatching(detail),
        });
      }
    }
  });
});

describe('with a book that has no entry', () => {
  it('nobody gets in', async () => {
    const road = await openWith([{ token: ['read'] }], { credentials: [] });
    expect((await road.send('GET', '/things/a', bearer('whatever'))).status).toBe(401);
  });
});

describe('without a book of credentials', () => {
  it('any credential counts as having every scope, and none is still none', async () => {
    const road = await openWith([{ token: ['read', 'write'] }], {});
    expect((await road.send('GET', '/things/a', bearer('whatever'))).status).toBe(204);
    expect((await road.send('GET', '/things/a')).status).toBe(401);
  });
});

describe('requirements without a book of credentials', () => {
  const key: Sent = { headers: { 'x-key': 'x' } };
  const both: Sent = { headers: { 'x-key': 'x', authorization: 'Bearer y' } };
  const malformed: Sent = { headers: { 'x-key': 'x', authorization: 'Bearer y z' } };

  it.each<[string, JsonValue, Sent, number]>([
    ['both: one is there', [{ headerKey: ['read'], token: ['write'] }], key, 401],
    ['both: both are there', [{ headerKey: ['read'], token: ['write'] }], both, 204],
    ['both: one is malformed', [{ headerKey: [], token: [] }], malformed, 401],
    ['either: one is there', [{ token: ['write'] }, { headerKey: ['read'] }], key, 204],
    ['either: the other is malformed', [{ token: [] }, { headerKey: [] }], malformed, 204],
    ['either: none is there', [{ token: [] }, { headerKey: [] }], {}, 401],
    ['optional: nothing is there', [{ token: ['write'] }, {}], {}, 204],
    // What was sent and is wrong doesn't matter to whom nothing is required of.
    ['optional: what is there is malformed', [{ token: ['write'] }, {}], malformed, 204],
    ['a certificate can not be seen, and counts as shown', [{ certificate: ['admin'] }], {}, 204],
    ['a certificate and a key', [{ certificate: [], headerKey: [] }], {}, 401],
    ['a certificate or a key', [{ certificate: [] }, { headerKey: [] }], {}, 401],
    ['a certificate or a key that is there', [{ certificate: [] }, { headerKey: [] }], key, 204],
    ['an undeclared scheme or a key', [{ nobody: [] }, { headerKey: [] }], {}, 401],
    ['an undeclared scheme and a key', [{ nobody: [], headerKey: [] }], {}, 401],
    ['a certificate and a key that is there', [{ certificate: [], headerKey: [] }], key, 204],
  ])('%s', async (_, security, sent, status) => {
    expect((await (await openWith(security, {})).send('GET', '/things/a', sent)).status).toBe(
      status,
    );
  });
});

describe('an optional credential', () => {
  it.each<[string, Sent]>([
    ['none', {}],
    ['one that is known', bearer('t')],
    ['one that is not', bearer('no')],
    ['one that has ended', bearer('old')],
    ['one without the scope', bearer('only-a')],
  ])('lets everybody in: %s', async (_, sent) => {
    const road = await openWith([{ token: ['write'] }, {}]);
    expect((await road.send('GET', '/things/b', sent)).status).toBe(204);
  });
});

describe('a wrong credential', () => {
  it('is held against a token only where it is one', async () => {
    const road = await openWith([{ headerKey: ['read'] }, { token: ['read'] }]);
    const { headers } = await road.send('GET', '/things/a', { headers: { 'x-key': 'no' } });
    expect(headers['www-authenticate']).toBe(
      'ApiKey realm="Test", in="header", name="X-Key", Bearer realm="Test"',
    );
  });

  it('is told of once, however many alternatives it fails', async () => {
    const road = await openWith([{ token: ['read'] }, { token: ['write'] }]);
    const { json } = await road.send('GET', '/things/a', bearer('no'));
    expect(json).toMatchObject({
      detail: expect.stringMatching(
        /^The credential in the header Authorization with a Bearer credential is not known\. [^;]*$/,
      ),
    });
  });
});
