import { describe, expect, test } from 'vitest';

import { findFreePort } from './ports.ts';
import { sendRaw, rawRequest } from './raw-connection.ts';
import { logOf } from './request-log.ts';
import { serve, shareServer } from './run-stuntdouble.ts';
import { asset, credentialValues, page, readPage, reportUpload } from './workspace.ts';

const token = 'control-token-of-the-tests';
const bearer = { Authorization: `Bearer ${token}` };
const human = shareServer(['--ephemeral', '--control-token', token]);
const json = shareServer(['--ephemeral', '--control-token', token, '--log', 'json']);

const exchanges = [
  {
    name: 'a read',
    act: (server: typeof human) => readPage(server()),
    line: ['GET', page.path, 200, 'getProjectPage', 'served', ''],
  },
  {
    name: 'a write',
    act: (server: typeof human) => reportUpload(server(), {}),
    line: ['PATCH', asset.path, 204, 'updateWorkspaceAsset', 'served', ''],
  },
  {
    name: 'no credentials',
    act: (server: typeof human) => readPage(server(), {}),
    line: ['GET', page.path, 401, 'getProjectPage', 'refused', /^Send the header X-API-Key, or /],
  },
  {
    name: 'a scope that is missing',
    act: (server: typeof human) => readPage(server(), { 'X-API-Key': 'key-assets-only' }),
    line: ['GET', page.path, 403, 'getProjectPage', 'refused', /"projects\.pages:read".*lacks/],
  },
  {
    name: 'a body that breaks the contract',
    act: (server: typeof human) => reportUpload(server(), { is_uploaded: 'true' }),
    line: ['PATCH', asset.path, 400, 'updateWorkspaceAsset', 'refused', /\/is_uploaded: .*boolean/],
  },
  {
    name: 'an unknown path, without its query',
    act: (server: typeof human) => fetch(`${server().url}/nothing/here?q=1`),
    line: ['GET', '/nothing/here', 404, undefined, 'refused', /^There is no \/nothing\/here/],
  },
  {
    name: 'a wrong method',
    act: (server: typeof human) => fetch(server().url + page.path, { method: 'DELETE' }),
    line: ['DELETE', page.path, 405, undefined, 'refused', /has no DELETE/],
  },
  {
    name: 'a look at the state',
    act: (server: typeof human) => fetch(`${server().url}/_mock/state`, { headers: bearer }),
    line: ['GET', '/_mock/state', 200, 'getState', 'served', ''],
  },
  {
    name: 'a preflight',
    act: (server: typeof human) =>
      fetch(server().url + page.path, {
        method: 'OPTIONS',
        headers: { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET' },
      }),
    line: ['OPTIONS', page.path, 204, undefined, 'served', ''],
  },
] as const;

describe('for people: one line for each request', () => {
  test.each(exchanges)(
    '$name',
    async ({ act, line: [method, path, status, operation, , reason] }) => {
      const lines = await logOf(human(), () => act(human));

      expect(lines).toHaveLength(1);
      const { groups } =
        /^\d\d:\d\d:\d\d (?<method>\S+) +(?<path>\S+) (?<status>\d+) [\d.]+ ms(?: (?<operation>\w+))?(?: – (?<reason>.+))?$/.exec(
          lines[0] ?? '',
        ) ?? {};
      expect(groups).toMatchObject({ method, path, status: String(status) });
      expect(groups?.['operation']).toBe(operation);
      if (reason === '') expect(groups?.['reason']).toBeUndefined();
      else expect(groups?.['reason']).toMatch(reason);
    },
  );
});

describe('for programs: one object for each request', () => {
  test.each(exchanges)('$name', async ({ act, line }) => {
    const [method, path, status, operation, verdict, reason] = line;
    const lines = await logOf(json(), () => act(json));

    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      event: 'request',
      method,
      path,
      status,
      ...(operation === undefined ? {} : { operation }),
      milliseconds: expect.any(Number),
      verdict,
      reason: reason === '' ? '' : expect.stringMatching(reason),
    });
  });
});

test('a private world is named, and the one that is kept is not', async () => {
  const play = async (server: typeof human): Promise<readonly string[]> =>
    logOf(server(), async () => {
      for (const world of ['a', 'default']) {
        const headers = { ...bearer, 'X-Stuntdouble-World': world };
        await fetch(`${server().url}/_mock/state`, { headers });
      }
    });

  const [inA, inDefault] = await play(human);
  expect(inA).toMatch(/ GET +\/_mock\/state 200 [\d.]+ ms getState in a$/);
  expect(inDefault).toMatch(/ getState$/);
  expect((await play(json)).map((line) => JSON.parse(line).world)).toEqual(['a', undefined]);
});

describe.each([
  ['human', human],
  ['json', json],
])('in the form %s', (_, server) => {
  test('probes that got their answer are no news', async () => {
    const lines = await logOf(server(), async () => {
      for (const path of ['health', 'ready', 'health/', 'ready/'])
        expect((await fetch(`${server().url}/_mock/${path}`)).status).toBe(200);
    });

    expect(lines).toEqual([]);
  });

  test('no credential ever shows, known or not', async () => {
    const { url } = server();
    const values = [...credentialValues, 'sk_live_of_the_real_service', token, `${token}-typo`];

    const lines = await logOf(server(), async () => {
      for (const value of values) {
        await readPage(server(), { 'X-API-Key': value });
        await reportUpload(server(), { is_uploaded: 1 }, { Authorization: `Bearer ${value}` });
        await reportUpload(server(), {}, { Authorization: `Basic ${value}`, 'X-API-Key': value });
        await fetch(`${url}${page.path}?api_key=${value}&access_token=${value}`);
        await fetch(`${url}/_mock/state`, { headers: { Authorization: `Bearer ${value}` } });
        await fetch(`${url}/_mock/nothing?token=${value}`, { headers: { Cookie: `key=${value}` } });
        const proxied = url.replace('//', `//somebody:${value}@`);
        await sendRaw(url, rawRequest(`GET ${proxied}/nothing`));
      }
    });

    expect(lines).toHaveLength(values.length * 7);
    for (const value of values) expect(lines.join('\n')).not.toContain(value);
    expect(server().stderr()).toBe('');
  });

  test('the control token is not announced either', () => {
    expect(server().stdout()).not.toContain(token);
  });
});

const key = 'X-API-Key: key-all-scopes';
const type = 'Content-Type: application/json';
const forged = '12:00:00 GET    /forged 200 1 ms';

/** What moves a cursor, starts a line, turns text around, or hides. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A name that reads like a line of the log of its own. */
const attempts: readonly (readonly [name: string, request: string | Uint8Array])[] = [
  ['a colour in the path', rawRequest('GET /\u001b[31mred')],
  ['a tab in the path', rawRequest('GET /a\tb')],
  ['a line feed in the path', rawRequest(`GET /a\n${forged}`)],
  ['a carriage return in the path', rawRequest(`GET /a\r${forged}`)],
  ['a line separator in the path', rawRequest(`GET /a\u2028${forged}`)],
  ['a byte of the C1 range in the path', Buffer.from(rawRequest('GET /a\u0085b'), 'latin1')],
  ['an override of the direction in the path', rawRequest('GET /a\u202eb')],
  ['an encoded line feed in the path', rawRequest(`GET /a%0a${encodeURIComponent(forged)}`)],
  [
    'an encoded line feed in a parameter',
    rawRequest(
      `PATCH /api/v1/workspaces/a%0A${encodeURIComponent(forged)}/assets/b/`,
      [key, type],
      '{}',
    ),
  ],
  [
    'an encoded colour in a parameter',
    rawRequest('PATCH /api/v1/workspaces/%1b%5b31m/assets/b/', [key, type], '{}'),
  ],
  [
    'an encoded line separator in a parameter',
    rawRequest('PATCH /api/v1/workspaces/a%E2%80%A8b/assets/b/', [key, type], '{}'),
  ],
  [
    'an encoded override of the direction in a parameter',
    rawRequest('PATCH /api/v1/workspaces/a%E2%80%AEb/assets/b/', [key, type], '{}'),
  ],
  [
    'half an emoji in a member of the body',
    rawRequest(`PATCH ${asset.path}`, [key, type], String.raw`{"\ud83d":1}`),
  ],
  [
    'a line feed in a member of the body',
    rawRequest(`PATCH ${asset.path}`, [key, type], JSON.stringify({ [`a\n${forged}`]: 1 })),
  ],
  [
    'a line separator in a member of the body',
    rawRequest(`PATCH ${asset.path}`, [key, type], JSON.stringify({ [`a\u2028${forged}`]: 1 })),
  ],
  [
    'a colour in a body that is no JSON',
    rawRequest(`PATCH ${asset.path}`, [key, type], '{"a": \u001b[31mred}'),
  ],
  [
    'a byte of the C1 range in a header',
    Buffer.from(
      rawRequest(`PATCH ${asset.path}`, [key, 'Content-Type: text/a\u0085b\u009b31m'], '{}'),
      'latin1',
    ),
  ],
  ['a colour in a credential', rawRequest(`PATCH ${asset.path}`, ['X-API-Key: \u001b[31mred'])],
];

describe('nothing that a client sends forges a line for people', () => {
  test.each(attempts)('%s', async (_, request) => {
    const lines = await logOf(human(), () => sendRaw(human().url, request));

    // What can't be a request never reaches the road, and gets no line.
    expect(lines.length).toBeLessThanOrEqual(1);
    for (const line of lines) {
      expect(line).toMatch(/^\d\d:\d\d:\d\d (GET|PATCH) +\/\S+ 4\d\d /);
      expect(line).not.toMatch(unprintable);
      expect(line.startsWith(forged)).toBe(false);
    }
    expect(human().stderr()).toBe('');
  });
});

describe('nothing that a client sends forges a line for programs', () => {
  test.each(attempts)('%s', async (_, request) => {
    const lines = await logOf(json(), () => sendRaw(json().url, request));

    expect(lines.length).toBeLessThanOrEqual(1);
    for (const line of lines) {
      expect(line).not.toMatch(unprintable);
      expect(JSON.parse(line)).toMatchObject({ event: 'request', verdict: 'refused' });
    }
    expect(json().stderr()).toBe('');
  });
});

describe('silent', () => {
  test('prints nothing at all', async () => {
    const port = await findFreePort();
    const server = await serve(['--log', 'silent', '--port', port, '--ephemeral']);

    await readPage(server);
    await readPage(server, {});
    await fetch(`${server.url}/_mock/reset`, { method: 'POST' });

    expect(await server.stop()).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });
});
