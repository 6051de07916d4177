import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad, Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

/** Credentials of every kind: good, unknown, malformed. */
const kinds: readonly {
  readonly kind: string;
  readonly scheme: JsonObject;
  readonly kept: string;
  readonly good: Sent;
  readonly unknown: Sent;
  readonly malformed: readonly Sent[];
  readonly challenge: RegExp;
}[] = [
  {
    kind: 'a key in a header',
    scheme: { type: 'apiKey', in: 'header', name: 'X-Key' },
    kept: 'k 1',
    good: { headers: { 'x-key': 'k 1' } },
    unknown: { headers: { 'x-key': 'k 2' } },
    malformed: [{ headers: { 'x-key': '' } }, { headers: { 'x-key': '  ' } }],
    challenge: /^ApiKey realm="Test", in="header", name="X-Key"$/,
  },
  {
    kind: 'a key in the query',
    scheme: { type: 'apiKey', in: 'query', name: 'api key' },
    kept: 'k+1/%',
    good: { query: 'a=1&api%20key=k%2B1%2F%25' },
    unknown: { query: 'api+key=k%252B1%2F%25' },
    malformed: [{ query: 'api%20key=' }, { query: 'api%20key' }],
    challenge: /^ApiKey realm="Test", in="query", name="api key"$/,
  },
  {
    kind: 'a key in a cookie',
    scheme: { type: 'apiKey', in: 'cookie', name: 'sid' },
    kept: 'k=1',
    good: { headers: { cookie: 'a=b; sid="k=1"' } },
    unknown: { headers: { cookie: 'sid=k=2' } },
    malformed: [{ headers: { cookie: 'sid=' } }, { headers: { cookie: 'sid=""' } }],
    challenge: /^ApiKey realm="Test", in="cookie", name="sid"$/,
  },
  {
    kind: 'http basic',
    scheme: { type: 'http', scheme: 'Basic' },
    kept: 'user:pass:word',
    good: authorization(`basic ${base64('user:pass:word')}`),
    unknown: authorization(`Basic ${base64('user:other')}`),
    malformed: ['Basic', 'Basic user:pass:word', `Basic ${base64('user')}`].map(authorization),
    challenge: /^Basic realm="Test"$/,
  },
  {
    kind: 'http bearer',
    scheme: { type: 'http', scheme: 'bearer' },
    kept: 't.1',
    good: authorization('Bearer t.1'),
    unknown: authorization('Bearer t.2'),
    malformed: ['Bearer', 'Bearer  ', 'Bearer t 1', 'Bearer "t.1"'].map(authorization),
    challenge: /^Bearer realm="Test"/,
  },
  {
    kind: 'http digest',
    scheme: { type: 'http', scheme: 'digest' },
    kept: 'user',
    good: authorization('Digest username="user", realm="r", nonce="n", uri="/", response="0"'),
    unknown: authorization('Digest username="other", realm="r", nonce="n", uri="/", response="0"'),
    malformed: ['Digest', 'Digest dTpw', 'Digest username="user"'].map(authorization),
    challenge: /^Digest realm="Test", nonce="[\w-]+", qop="auth", algorithm=SHA-256$/,
  },
  {
    kind: 'another http scheme',
    scheme: { type: 'http', scheme: 'HOBA' },
    kept: 'result="1"',
    good: authorization('HOBA result="1"'),
    unknown: authorization('HOBA result="2"'),
    malformed: [authorization('HOBA')],
    challenge: /^Hoba realm="Test"$/,
  },
  {
    kind: 'oauth2',
    scheme: { type: 'oauth2', flows: {} },
    kept: 't',
    good: authorization('Bearer t'),
    unknown: authorization('Bearer u'),
    malformed: [authorization('Bearer a b')],
    challenge: /^Bearer realm="Test"/,
  },
  {
    kind: 'openIdConnect',
    scheme: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com/' },
    kept: 't',
    good: authorization('Bearer t'),
    unknown: authorization('Bearer u'),
    malformed: [authorization('Bearer a b')],
    challenge: /^Bearer realm="Test"/,
  },
];

function authorization(value: string): Sent {
  return { headers: { authorization: value } };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe.each(kinds)('$kind', ({ scheme, kept, good, unknown, malformed, challenge }) => {
  const open = (auth: 'strict' | 'presence' | 'off'): Promise<OpenRoad> =>
    openRoad({
      paths: {
        '/a': {
          get: {
            security: [{ it: ['read'] }],
            responses: { '204': { description: 'Done.' } },
          },
        },
      },
      components: { securitySchemes: { it: scheme } },
      fixtures: { credentials: [{ name: 'It', scheme: 'it', value: kept, scopes: ['read'] }] },
      runtime: { auth },
    });

  it.each<['strict' | 'presence' | 'off', number, number, number, number]>([
    ['strict', 204, 401, 401, 401],
    ['presence', 204, 204, 401, 401],
    ['off', 204, 204, 204, 204],
  ])('%s', async (auth, ifGood, ifUnknown, ifMalformed, ifMissing) => {
    const road = await open(auth);
    const status = async (sent: Sent): Promise<number> =>
      (await road.send('GET', '/a', sent)).status;
    expect(await status(good)).toBe(ifGood);
    expect(await status(unknown)).toBe(ifUnknown);
    for (const sent of malformed) expect([sent, await status(sent)]).toEqual([sent, ifMalformed]);
    expect(await status({})).toBe(ifMissing);
  });

  it('is asked for in a challenge, and what is wrong is told', async () => {
    const road = await open('presence');
    const missing = await road.send('GET', '/a');
    expect(missing.headers['www-authenticate']).toMatch(challenge);
    expect(missing.json).toMatchObject({ type: 'urn:problem-type:missing-credentials' });
    for (const sent of malformed) {
      const answer = await road.send('GET', '/a', sent);
      expect(answer.headers['www-authenticate']).toMatch(challenge);
      expect(answer.json).toMatchObject({
        type: 'urn:problem-type:invalid-credentials',
        detail: expect.stringMatching(/^The (cookie|query|header|credential) .+\.$/),
      });
      // Only a name, never what was sent.
      expect(answer.text).not.toContain(base64('user'));
    }
  });
});

describe('two kinds of credentials that belong in one header', () => {
  it('are alternatives, since no request can send both', async () => {
    const road = await openRoad({
      paths: {
        '/things': {
          get: {
            security: [{ basic: [], bearer: [] }],
            responses: { '204': { description: 'Fine.' } },
          },
        },
      },
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      runtime: { auth: 'presence' },
    });
    const ask = (value?: string): ReturnType<OpenRoad['send']> =>
      road.send('GET', '/things', value === undefined ? {} : authorization(value));
    expect((await ask()).status).toBe(401);
    expect((await ask('Bearer t')).status).toBe(204);
    expect((await ask(`Basic ${base64('u:p')}`)).status).toBe(204);
  });
});
