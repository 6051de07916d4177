import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OpenRoad, Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

const securitySchemes: JsonObject = {
  headerKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'key' },
  cookieKey: { type: 'apiKey', in: 'cookie', name: 'session' },
  login: { type: 'http', scheme: 'basic' },
  token: { type: 'oauth2', flows: {} },
  second: { type: 'http', scheme: 'bearer' },
  certificate: { type: 'mutualTLS' },
};

const credentials: JsonValue = [
  { name: 'reader', scheme: 'headerKey', value: 'h', scopes: ['read'] },
  { name: 'query', scheme: 'queryKey', value: 'q', scopes: ['read'] },
  { name: 'cookie', scheme: 'cookieKey', value: 'c', scopes: ['read'] },
  { name: 'basic', scheme: 'login', value: 'dTpw', scopes: ['read'] },
  { name: 'token', scheme: 'token', value: 't', scopes: ['read', 'write'] },
  {
    name: 'old',
    scheme: 'token',
    value: 'old',
    scopes: ['read'],
    expires_at: '2001-01-01T00:00:00Z',
  },
  { name: 'only a', scheme: 'token', value: 'only-a', scopes: ['read'], only: { id: ['a b'] } },
];

function openWith(
  security: JsonValue,
  fixtures: Readonly<Record<string, JsonValue>> = { credentials },
): Promise<OpenRoad> {
  const schema = { type: 'string' };
  const everyScope = {
    security: [{ token: ['read', 'write'] }],
    responses: { '204': { description: 'Done.' } },
  };
  return openRoad({
    paths: {
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema }],
        get: { operationId: 'read', security, responses: { '204': { description: 'Done.' } } },
        put: { operationId: 'other', ...everyScope },
      },
    },
    components: { securitySchemes },
    fixtures,
    isLenient: true,
  });
}

const bearer = (value: string): Sent => ({ headers: { authorization: `Bearer ${value}` } });

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
        /^The credential in the header "Authorization: Bearer <credential>" is not known\. [^;]*$/,
      ),
    });
  });
});

describe('a refusal says what lets a client in', () => {
  const way = 'With --auth presence any will do, with --auth off none is needed.';
  const token = 'the header "Authorization: Bearer <credential>"';
  const basic = { headers: { authorization: 'Basic dTpw' } };
  const bare = { headers: { authorization: 'my-token' } };
  const other = 'The header Authorization that was sent does not begin with "Bearer ".';
  it.each<[string, JsonValue, Sent, string]>([
    [
      'a credential by its name',
      [{ token: ['read'] }],
      {},
      `Send ${token}. The credential "token" suffices. ${way}`,
    ],
    [
      'one place once, though two schemes use it',
      [{ token: ['read'] }, { second: ['write'] }],
      {},
      `Send ${token}. The credential "token" suffices. ${way}`,
    ],
    [
      'several that are needed together',
      [{ token: ['read'], headerKey: ['read'] }],
      {},
      `Send ${token} and the header X-Key. The credentials "token" and "reader" suffice together. ${way}`,
    ],
    [
      'what a credential needs where none suffices',
      [{ headerKey: ['write'] }],
      {},
      `Send the header X-Key. No known credential suffices: it takes one of the scheme "headerKey" that has "write". ${way}`,
    ],
    [
      'that another scheme was sent',
      [{ token: ['read'] }],
      basic,
      `Send ${token}. ${other} The credential "token" suffices. ${way}`,
    ],
    [
      'that the word before the token is missing, without the token',
      [{ token: ['read'] }],
      bare,
      `Send ${token}. ${other} The credential "token" suffices. ${way}`,
    ],
    [
      'another one where that is not known',
      [{ token: ['write'] }],
      bearer('no'),
      `The credential in ${token} is not known. The credential "token" suffices. ${way}`,
    ],
    [
      'one with the scope that is missing',
      [{ token: ['write'] }],
      bearer('only-a'),
      'This operation requires the scope "write"; the credential "only a" lacks "write". The credential "token" suffices.',
    ],
    [
      'no other where none has the scope',
      [{ token: ['admin'] }],
      bearer('t'),
      'This operation requires the scope "admin"; the credential "token" lacks "admin".',
    ],
  ])('%s', async (_, security, sent, detail) => {
    const road = await openWith(security);
    expect((await road.send('GET', '/things/a', sent)).json).toMatchObject({ detail });
  });

  it('where any will do', async () => {
    const road = await openWith([{ token: ['read'] }], {});
    expect((await road.send('GET', '/things/a')).json).toMatchObject({
      detail: `Send ${token}. Any well-formed credential will do; with --auth off none is needed.`,
    });
  });

  it('where no credential is known', async () => {
    const road = await openWith([{ token: ['read'] }], { credentials: [] });
    expect((await road.send('GET', '/things/a')).json).toMatchObject({
      detail: `Send ${token}. No credential is known: add one to credentials.json among the fixtures. ${way}`,
    });
  });

  it('also one that was minted a moment ago', async () => {
    const road = await openWith([{ token: ['admin'] }]);
    const detail = async (): Promise<JsonValue | undefined> =>
      (await road.send('GET', '/things/a')).json;
    expect(JSON.stringify(await detail())).not.toContain('new one');
    road.world.credentials.mint({
      name: 'new one',
      scheme: 'token',
      value: 'n',
      scopes: ['admin'],
      expiresAt: undefined,
      only: new Map(),
    });
    expect(JSON.stringify(await detail())).toContain(
      String.raw`The credential \"new one\" suffices.`,
    );
  });
});
