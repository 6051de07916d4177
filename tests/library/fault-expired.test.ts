import { describe, expect, it, onTestFinished } from 'vitest';

import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const ok = {
  200: { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } },
};

const contract = {
  openapi: '3.1.0',
  info: { title: 'Doors', version: '1' },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    },
  },
  paths: {
    '/closed': {
      get: { operationId: 'readClosed', security: [{ token: [] }, { key: [] }], responses: ok },
    },
    '/either': { get: { operationId: 'readEither', security: [{ token: [] }, {}], responses: ok } },
    '/token': {
      post: {
        operationId: 'refresh',
        responses: {
          200: {
            description: 'A token.',
            content: {
              'application/json': {
                schema: { type: 'object' },
                example: { data: { access_token: 'fresh-token' } },
              },
            },
          },
        },
      },
    },
    '/session': {
      post: {
        operationId: 'logIn',
        responses: {
          204: {
            description: 'A session.',
            headers: {
              'Set-Cookie': { schema: { type: 'string' }, example: 'sid=fresh-sid; Path=/' },
            },
          },
        },
      },
    },
    '/shown': {
      get: {
        operationId: 'showToken',
        security: [{ key: [] }, { token: [] }],
        responses: {
          200: {
            description: 'The key of the client.',
            content: {
              'application/json': { schema: { type: 'object' }, example: { api_key: 'shown-key' } },
            },
          },
        },
      },
    },
    '/closed-by-cookie': {
      get: { operationId: 'readByCookie', security: [{ cookie: [] }], responses: ok },
    },
    '/open': { get: { operationId: 'readOpen', responses: ok } },
    '/own': {
      get: {
        operationId: 'readOwn',
        security: [{ token: [] }],
        responses: {
          ...ok,
          401: {
            description: 'Not known.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['error'],
                  properties: { error: { type: 'string' } },
                },
              },
            },
          },
        },
      },
    },
  },
};

interface Doors {
  readonly mock: Mock;
  readonly url: string;
  ask(
    this: void,
    path: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly body: unknown }>;
  statuses(this: void, count: number): Promise<readonly number[]>;
}

const token = { Authorization: 'Bearer secret-of-ann' };

async function openDoors(options: MockOptions = {}): Promise<Doors> {
  const mock = await createMock({ contract, auth: 'presence', ...options });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  const ask: Doors['ask'] = async (path, headers = token) => {
    const reply = await fetch(url + path, { headers });
    return { status: reply.status, headers: reply.headers, body: await reply.json() };
  };
  return {
    mock,
    url,
    ask,
    async statuses(count) {
      const found: number[] = [];
      while (found.length < count) found.push((await ask('/closed')).status);
      return found;
    },
  };
}

function send(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('credentials that count as expired', () => {
  it('are refused as expired ones are, and the reply says who asked for it', async () => {
    const { mock, ask } = await openDoors();
    mock.use({ id: 'late', fault: { expired: true } });
    const refused = await ask('/closed');
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({
      type: 'urn:problem-type:invalid-credentials',
      detail: expect.stringMatching(/^The credential in .*Authorization.* has expired/),
    });
    expect(refused.headers.get('WWW-Authenticate')).toMatch(/error="invalid_token"/);
    expect(refused.headers.get('X-Stuntdouble-Forced')).toBe('fault late: expired credentials');
    expect((await ask('/closed', { 'X-Key': 'any' })).status).toBe(401);
    expect((await ask('/own')).body).toEqual({ error: expect.stringMatching(/expired/) });
  });

  it('are refused by --auth strict, too', async () => {
    const { mock, url, ask } = await openDoors({ auth: 'strict' });
    const minted = await send(`${url}/_mock/credentials`, { scheme: 'token', scopes: [] });
    const { value } = (await minted.json()) as { readonly value: string };
    const known = { Authorization: `Bearer ${value}` };
    expect((await ask('/closed', known)).status).toBe(200);
    const used = mock.use({ fault: { expired: true } });
    expect((await ask('/closed', known)).status).toBe(401);
    used.remove();
    expect((await ask('/closed', known)).status).toBe(200);
  });

  it('are none of those that were minted later, until the override is put anew', async () => {
    const { mock, url, ask } = await openDoors({ auth: 'strict' });
    const bearer = (value: string): Record<string, string> => ({
      Authorization: `Bearer ${value}`,
    });
    const main = mock.world('default');
    const old = main.mint({ scheme: 'token', scopes: [] });
    const other = mock.world('b').mint({ scheme: 'token', scopes: [], value: 'shared-value' });
    mock.use({ id: 'late', world: '*', fault: { expired: true } });
    const fresh = main.mint({ scheme: 'token', scopes: [], value: 'shared-value' });
    const minted = await send(`${url}/_mock/credentials`, { scheme: 'token', scopes: [] });
    const { value } = (await minted.json()) as { readonly value: string };
    expect((await ask('/closed', bearer(old.value))).status).toBe(401);
    expect((await ask('/closed', bearer(fresh.value))).status).toBe(200);
    expect((await ask('/closed', bearer(value))).status).toBe(200);
    expect((await ask('/~b/closed', bearer(other.value))).status).toBe(401);
    expect(mock.overrides()).toMatchObject([{ hits: 1 }]);
    await fetch(`${url}/_mock/overrides/late`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ fault: { expired: true } }),
    });
    expect((await ask('/closed', bearer(value))).status).toBe(401);
  });

  it('are none of those that a log-in or a refresh gave since', async () => {
    const { mock, url, ask } = await openDoors();
    const fresh = { Authorization: 'Bearer fresh-token' };
    const session = { Cookie: 'sid=fresh-sid' };
    await fetch(`${url}/token`, { method: 'POST' });
    mock.use({ fault: { expired: true } });
    expect((await ask('/closed', fresh)).status).toBe(401);
    expect((await ask('/closed-by-cookie', session)).status).toBe(401);
    await fetch(`${url}/token`, { method: 'POST' });
    await fetch(`${url}/session`, { method: 'POST' });
    expect((await ask('/closed', fresh)).status).toBe(200);
    expect((await ask('/closed-by-cookie', session)).status).toBe(200);
    expect((await ask('/closed', { Authorization: 'Bearer other-token' })).status).toBe(401);
    expect((await ask('/closed')).status).toBe(401);
  });

  it('stay refused where a reply only shows them', async () => {
    const { mock, ask } = await openDoors();
    mock.use({ operation: 'readClosed', fault: { expired: true } });
    const shown = { 'X-Key': 'shown-key' };
    expect((await ask('/shown', shown)).body).toEqual({ api_key: 'shown-key' });
    expect((await ask('/closed', shown)).status).toBe(401);
  });

  it('are none where there is none: without security, without a credential, as anybody', async () => {
    const { mock, ask } = await openDoors();
    const used = mock.use({ fault: { expired: true } });
    expect((await ask('/open')).status).toBe(200);
    expect(used.hits).toBe(0);
    expect((await ask('/closed', {})).body).toMatchObject({
      type: 'urn:problem-type:missing-credentials',
    });
    expect(used.hits).toBe(0);
    expect((await ask('/either')).status).toBe(200);
  });

  it('are refused so many times, or by chance, in the world that is named', async () => {
    const { mock, ask, statuses } = await openDoors();
    mock.use({ fault: { expired: true }, times: 1 });
    expect(await statuses(3)).toEqual([401, 200, 200]);
    const some = { id: 'some', fault: { expired: true }, probability: 0.5, seed: 'a' };
    const used = mock.use(some);
    const first = await statuses(12);
    expect(new Set(first)).toEqual(new Set([200, 401]));
    used.remove();
    const again = mock.use(some);
    expect(await statuses(12)).toEqual(first);
    again.remove();
    mock.world('b').use({ fault: { expired: true } });
    expect([(await ask('/closed')).status, (await ask('/~b/closed')).status]).toEqual([200, 401]);
  });

  it('do not keep other overrides from what they do', async () => {
    const { mock, ask } = await openDoors();
    mock.use({ fault: { expired: true }, match: { headers: { 'X-Late': 'yes' } } });
    mock.use({ operation: 'readClosed', reply: { status: 418, breach: true, body: {} } });
    expect((await ask('/closed')).status).toBe(418);
    expect((await ask('/closed', { ...token, 'X-Late': 'yes' })).status).toBe(401);
  });

  it('do nothing with --auth off, and the answer says so', async () => {
    const { url, ask } = await openDoors({ auth: 'off' });
    const made = await send(`${url}/_mock/overrides`, { fault: { expired: true } });
    expect(await made.json()).toMatchObject({
      notice: expect.stringMatching(/the option auth is "off"/),
    });
    expect((await ask('/closed')).status).toBe(200);
  });

  it.each([
    ['/fault/latency', { fault: { expired: true, latency: 5 } }],
    ['/reply', { fault: { expired: true }, reply: { status: 200 } }],
    ['/before', { fault: { expired: true }, before: 'auth' }],
    ['/match/body', { fault: { expired: true }, match: { body: [{ pointer: '', equals: 1 }] } }],
    ['/sequence/0/fault/expired', { sequence: [{ fault: { expired: true } }] }],
    ['/fault/expired', { operation: 'readOpen', fault: { expired: true } }],
    ['/fault', { fault: { expired: false } }],
  ] as const)('are refused where they have no sense: %s', async (pointer, override) => {
    const { url } = await openDoors();
    const refused = await send(`${url}/_mock/overrides`, override);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: [{ pointer }] });
  });
});
