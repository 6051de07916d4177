import { describe, expect, it, onTestFinished } from 'vitest';

import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

type Headers = Readonly<Record<string, string>>;

const ok = {
  200: { description: 'Done.', content: { 'application/json': { schema: {} } } },
};

const contract = {
  openapi: '3.1.0',
  info: { title: 'Doors', version: '1' },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      header: { type: 'apiKey', in: 'header', name: 'Authorization' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    },
  },
  paths: {
    '/log-in': { post: { operationId: 'logIn', responses: ok } },
    '/by-token': { get: { security: [{ token: [] }], responses: ok } },
    '/by-basic': { get: { security: [{ basic: [] }], responses: ok } },
    '/by-header': { get: { security: [{ header: [] }], responses: ok } },
    '/by-key': { get: { security: [{ key: [] }], responses: ok } },
    '/by-cookie': { get: { security: [{ cookie: [] }], responses: ok } },
    '/by-either': { get: { security: [{ token: [] }, { cookie: [] }], responses: ok } },
    '/by-scope': {
      get: { security: [{ token: ['write'] }, { cookie: ['write'] }], responses: ok },
    },
    '/by-both': {
      get: { operationId: 'readByBoth', security: [{ token: [], cookie: [] }], responses: ok },
    },
    '/optional': {
      get: { operationId: 'readOptional', security: [{}, { token: [] }], responses: ok },
    },
    '/shown': { get: { operationId: 'readShown', security: [{ token: [] }], responses: ok } },
  },
};

interface Doors {
  readonly mock: Mock;
  status(this: void, path: string, headers?: Headers): Promise<number>;
  ask(this: void, path: string, headers?: Headers): Promise<Response>;
  /** Sends a log-in, which answers with this body and these headers. */
  logIn(this: void, body: unknown, headers?: Headers): Promise<void>;
}

async function openDoors(options: MockOptions = {}): Promise<Doors> {
  const mock = await createMock({ contract, auth: 'presence', onNotice: () => {}, ...options });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  const ask: Doors['ask'] = (path, headers = {}) => fetch(url + path, { headers });
  return {
    mock,
    ask,
    status: async (path, headers) => (await ask(path, headers)).status,
    async logIn(body, headers = {}) {
      const reply = { status: 200, headers, body: body as string, breach: true };
      const used = mock.use({ operation: 'logIn', reply });
      expect((await fetch(`${url}/log-in`, { method: 'POST' })).status).toBe(200);
      used.remove();
    },
  };
}

const bearer = (value: string): Headers => ({ Authorization: `Bearer ${value}` });
const long = 'x'.repeat(8192);

describe('a credential that a reply gives under an expired override', () => {
  it.each<[title: string, reply: unknown, given: Headers, path: string, sent: Headers]>([
    [
      'an access token of any name',
      { access: 'a-1', refresh: 'r-1' },
      {},
      '/by-token',
      bearer('a-1'),
    ],
    [
      'a refresh token of any name',
      { access: 'a-1', refresh: 'r-1' },
      {},
      '/by-token',
      bearer('r-1'),
    ],
    ['a key', { key: 'k-1' }, {}, '/by-key', { 'X-Key': 'k-1' }],
    ['an inner member', { token: { value: 'a-1' } }, {}, '/by-token', bearer('a-1')],
    ['an item of a list', { tokens: ['a-1'] }, {}, '/by-token', bearer('a-1')],
    ['a token that is sent with Bearer', { token: 'a-1' }, {}, '/by-header', bearer('a-1')],
    [
      'a token that is sent with Token',
      { token: 'a-1' },
      {},
      '/by-header',
      { Authorization: 'Token a-1' },
    ],
    ['a text with Bearer, sent as it is', { token: 'Bearer a-1' }, {}, '/by-header', bearer('a-1')],
    [
      'a text with Bearer, for a bearer scheme',
      { token: 'Bearer a-1' },
      {},
      '/by-token',
      bearer('a-1'),
    ],
    ['a body that is the token', 'a-1', {}, '/by-token', bearer('a-1')],
    ['a body of digits', '123456', {}, '/by-token', bearer('123456')],
    ['the header Authorization', {}, { Authorization: 'Bearer a-1' }, '/by-token', bearer('a-1')],
    ['a header of any name', {}, { 'X-Key': 'k-1' }, '/by-key', { 'X-Key': 'k-1' }],
    [
      'a quoted cookie',
      {},
      { 'Set-Cookie': 'sid="q"; Path=/' },
      '/by-cookie',
      { Cookie: 'sid="q"' },
    ],
    ['the same without quotes', {}, { 'Set-Cookie': 'sid="q"' }, '/by-cookie', { Cookie: 'sid=q' }],
    ['an encoded cookie', {}, { 'Set-Cookie': 'sid=a%2fb' }, '/by-cookie', { Cookie: 'sid=a%2Fb' }],
    [
      'a text that is sent encoded in a cookie',
      { session: 'a b' },
      {},
      '/by-cookie',
      { Cookie: 'sid=a%20b' },
    ],
    [
      'a text beside 300 inner ones',
      { users: Array.from({ length: 300 }, () => 'u'), token: 'a-1' },
      {},
      '/by-token',
      bearer('a-1'),
    ],
    ['a text of 8 KiB', { token: long }, {}, '/by-key', { 'X-Key': long }],
  ])('counts: %s', async (_, reply, given, path, sent) => {
    const { mock, status, logIn } = await openDoors();
    mock.use({ fault: { expired: true } });
    expect(await status(path, sent)).toBe(401);
    await logIn(reply, given);
    expect(await status(path, sent)).toBe(200);
  });

  it.each<[title: string, reply: unknown, path: string, sent: Headers]>([
    ['another text', { id: 'other' }, '/by-token', bearer('a-1')],
    ['part of a text', { note: 'the token a-1' }, '/by-token', bearer('a-1')],
    ['a longer text', { token: `${long}x` }, '/by-key', { 'X-Key': `${long}x` }],
    [
      'a longer body, in bytes',
      { token: 'a-1', more: 'é'.repeat(550_000) },
      '/by-token',
      bearer('a-1'),
    ],
    [
      'one text too many',
      Array.from({ length: 201 }, (_, index) => `t-${index}`),
      '/by-token',
      bearer('t-200'),
    ],
    ['part of a body that is no JSON', '{"token": "a-1"', '/by-token', bearer('a-1')],
  ])('does not count: %s', async (_, reply, path, sent) => {
    const { mock, status, logIn } = await openDoors();
    mock.use({ fault: { expired: true } });
    await logIn(reply);
    expect(await status(path, sent)).toBe(401);
  });

  it('counts with auth strict, too, in each spelling of the credential', async () => {
    const { mock, status, logIn } = await openDoors({ auth: 'strict' });
    mock.world('default').mint({ scheme: 'cookie', value: 'a b', scopes: [] });
    mock.use({ fault: { expired: true } });
    const sent = { Cookie: 'sid=a%20b' };
    expect(await status('/by-cookie', sent)).toBe(401);
    await logIn({}, { 'Set-Cookie': 'sid=a%20b' });
    expect(await status('/by-cookie', sent)).toBe(200);
  });

  it('counts no more where the same override is put anew, or its world reset', async () => {
    const { mock, status, logIn } = await openDoors();
    mock.use({ id: 'other', operation: 'readByBoth', fault: { expired: true } });
    const late = { id: 'late', world: '*', fault: { expired: true } };
    const used = mock.use(late);
    await logIn({ token: 'a-1' });
    expect(await status('/by-token', bearer('a-1'))).toBe(200);
    used.remove();
    mock.use(late);
    expect(await status('/by-token', bearer('a-1'))).toBe(401);
    await logIn({ token: 'a-1' });
    const other = mock.world('b');
    other.mint({ scheme: 'token', value: 'b-1', scopes: [] });
    expect(await status('/~b/by-token', bearer('b-1'))).toBe(200);
    await other.reset();
    expect(await status('/~b/by-token', bearer('b-1'))).toBe(401);
    expect(await status('/by-token', bearer('a-1'))).toBe(200);
  });

  it('stays known while it is in use, however many texts other replies give', async () => {
    const { mock, status, logIn } = await openDoors();
    mock.use({ fault: { expired: true } });
    await logIn({ used: 'a-1', idle: 'a-2' });
    for (let turn = 0; turn < 60; turn += 1) {
      await logIn(Array.from({ length: 200 }, (_, index) => `${turn}-${index}`));
      if (turn % 20 === 0) expect(await status('/by-token', bearer('a-1'))).toBe(200);
    }
    expect(await status('/by-token', bearer('a-1'))).toBe(200);
    expect(await status('/by-token', bearer('a-2'))).toBe(401);
  });

  it.each([
    ['readOptional', '/optional', 200],
    ['readShown', '/shown', 401],
  ])('counts of a GET that needs no credential: %s', async (operation, path, expected) => {
    const { mock, status } = await openDoors();
    mock.use({ operation: 'readByBoth', fault: { expired: true } });
    const reply = { status: 200, body: { token: 'a-1', session: 's-1' } };
    mock.use({ operation, reply });
    expect(await status(path, bearer('any'))).toBe(200);
    const sent = { ...bearer('a-1'), Cookie: 'sid=s-1' };
    expect(await status('/by-both', sent)).toBe(expected);
  });
});

describe('a credential that is minted under an expired override', () => {
  const basic = (text: string): Headers => ({
    Authorization: `Basic ${Buffer.from(text).toString('base64')}`,
  });

  it.each(['presence', 'strict'] as const)('counts in the form it is sent: %s', async (auth) => {
    const { mock, status } = await openDoors({ auth });
    mock.use({ fault: { expired: true } });
    const main = mock.world('default');
    main.mint({ scheme: 'basic', value: 'ann:pw', scopes: [] });
    main.mint({ scheme: 'cookie', value: 'a b', scopes: [] });
    main.mint({ scheme: 'header', value: 'Token a-1', scopes: [] });
    expect(await status('/by-basic', basic('ann:pw'))).toBe(200);
    expect(await status('/by-basic', basic('bob:pw'))).toBe(401);
    expect(await status('/by-cookie', { Cookie: 'sid=a%20b' })).toBe(200);
    expect(await status('/by-header', { Authorization: 'Token a-1' })).toBe(200);
  });

  it('brings no notice that it changes nothing, while the override is in place', async () => {
    const { mock } = await openDoors();
    const mint = (world = mock.world('default')): string | undefined =>
      world.mint({ scheme: 'token', scopes: [] }).notice;
    expect(mint()).toMatch(/changes nothing/);
    const used = mock.use({ fault: { expired: true } });
    expect(mint()).toBeUndefined();
    expect(mint(mock.world('b'))).toMatch(/changes nothing/);
    used.remove();
    expect(mint()).toMatch(/changes nothing/);
  });
});

describe('an expired override', () => {
  it('is used up and named only where it refused the request', async () => {
    const { mock, ask, logIn } = await openDoors();
    const used = mock.use({ fault: { expired: true }, times: 1 });
    await logIn({ token: 'new' });
    const passed = await ask('/by-either', { ...bearer('new'), Cookie: 'sid=old' });
    expect([passed.status, passed.headers.get('X-Stuntdouble-Forced')]).toEqual([200, null]);
    expect(used.hits).toBe(0);
    const unready = await ask('/by-both', bearer('old'));
    expect([unready.status, unready.headers.get('X-Stuntdouble-Forced')]).toEqual([401, null]);
    expect(used.hits).toBe(0);
    const refused = await ask('/by-either', { ...bearer('old'), Cookie: 'sid=old' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('X-Stuntdouble-Forced')).toMatch(/expired credentials/);
    expect(used.hits).toBe(1);
  });

  it('gives a request no scopes of its old credential', async () => {
    const { mock, status } = await openDoors({ auth: 'strict' });
    const main = mock.world('default');
    main.mint({ scheme: 'cookie', value: 'old', scopes: ['write'] });
    const sent = { ...bearer('new'), Cookie: 'sid=old' };
    mock.use({ fault: { expired: true } });
    main.mint({ scheme: 'token', value: 'new', scopes: [] });
    expect(await status('/by-scope', sent)).toBe(403);
  });

  it('decides by itself where a request needs two credentials of different age', async () => {
    const { mock, ask, logIn } = await openDoors();
    mock.use({ id: 'first', fault: { expired: true } });
    await logIn({ token: 'a-1', session: 's-1' });
    mock.use({ id: 'never', fault: { expired: true }, probability: 0 });
    const fresh = { ...bearer('a-1'), Cookie: 'sid=s-1' };
    expect((await ask('/by-both', fresh)).status).toBe(200);
    const mixed = await ask('/by-both', { Cookie: 'sid=s-1', ...bearer('a-0') });
    expect(mixed.status).toBe(401);
    expect(mixed.headers.get('X-Stuntdouble-Forced')).toBe('fault first: expired credentials');
    const swapped = await ask('/by-both', { Cookie: 'sid=s-0', ...bearer('a-1') });
    expect(swapped.status).toBe(401);
    expect(await swapped.json()).toMatchObject({
      detail: expect.stringMatching(/^The .* sid has/),
    });
  });
});
