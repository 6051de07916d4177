import { describe, expect, test } from 'vitest';

import { rawRequest, sendRaw } from './raw-connection.ts';
import { shareServer } from './run-stuntdouble.ts';
import { asset } from './workspace.ts';

const token = 'open-sesame';
const bearer = `Authorization: Bearer ${token}`;

const local = shareServer(['--ephemeral']);
const locked = shareServer(['--ephemeral', '--control-token', token]);
const exposed = shareServer(['--ephemeral', '--host', '0.0.0.0', '--control-token', token]);
const closed = shareServer(['--ephemeral', '--host', '0.0.0.0']);

const probes = ['health', 'ready', 'health/', 'ready/'];
const guarded = [
  'GET /_mock/state',
  'GET /_mock/state/',
  'GET /_mock/state/assets',
  `GET /_mock/state/assets/${asset.id}`,
  'POST /_mock/reset',
];

/** The status of a request with these headers. */
async function ask(
  server: typeof local,
  line: string,
  headers: readonly string[] = [],
): Promise<number> {
  const { url } = server();
  const host = headers.some((header) => header.startsWith('Host:'));
  const own = host ? headers : [`Host: ${new URL(url).host}`, ...headers];
  const answer = await sendRaw(url, rawRequest(line, own));
  return Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
}

describe('health and readiness are open', () => {
  test('on every address, whatever the host is called', async () => {
    expect(await ask(exposed, 'GET /_mock/health', ['Host: evil.example'])).toBe(200);
    expect(await ask(local, 'GET /_mock/health', ['Host: evil.example'])).toBe(421);
  });

  test.each(probes)('%s', async (name) => {
    for (const server of [local, locked, exposed, closed]) {
      expect(await ask(server, `GET /_mock/${name}`)).toBe(200);
      expect(await ask(server, `GET /_mock/${name}`, ['Host: elsewhere.test'])).toBe(200);
      expect(await ask(server, `GET /_mock/${name}`, ['Origin: http://elsewhere.test'])).toBe(200);
    }
  });

  test('they say what a program wants to know', async () => {
    const health = await fetch(`${local().url}/_mock/health`);
    expect(await health.json()).toEqual({ status: 'ok', version: expect.any(String) });
    const ready = await fetch(`${local().url}/_mock/ready`);
    expect(await ready.json()).toEqual({ status: 'ready' });
  });
});

describe('on 127.0.0.1', () => {
  test.each(guarded)('%s is open', async (line) => {
    expect(await ask(local, line)).toBe(line.startsWith('GET') ? 200 : 204);
  });

  test.each(guarded)('%s is refused to pages of another origin', async (line) => {
    for (const origin of ['http://elsewhere.test', 'https://127.0.0.1:1', 'null']) {
      expect(await ask(local, line, [`Origin: ${origin}`])).toBe(403);
      expect(await ask(local, line, [`Origin: ${origin}`, bearer])).toBe(403);
    }
  });

  test.each(guarded)('%s is not open under a foreign name', async (line) => {
    for (const host of ['elsewhere.test', 'localhost.elsewhere.test', '127.0.0.1.elsewhere.test']) {
      expect(await ask(local, line, [`Host: ${host}`])).toBe(401);
      // A name that was made to point here counts itself as its own origin.
      expect(await ask(local, line, [`Host: ${host}`, `Origin: http://${host}`])).toBe(401);
    }
  });

  test('is open under the names of this machine, and to its own pages', async () => {
    const { host, port } = new URL(local().url);
    for (const name of [host, `localhost:${port}`, 'localhost', `app.localhost:${port}`]) {
      expect(await ask(local, 'GET /_mock/state', [`Host: ${name}`])).toBe(200);
      const own = [`Host: ${name}`, `Origin: http://${name}`];
      expect(await ask(local, 'GET /_mock/state', own)).toBe(200);
    }
  });

  test('gives no leave to read to any page', async () => {
    const preflight = await fetch(`${local().url}/_mock/reset`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://elsewhere.test', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBeGreaterThanOrEqual(400);
    for (const path of ['health', 'state']) {
      const response = await fetch(`${local().url}/_mock/${path}`, {
        headers: { Origin: 'http://elsewhere.test' },
      });
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });
});

describe('on 127.0.0.1, where there is a token', () => {
  test.each(guarded)('%s needs it, whatever the server is called by', async (line) => {
    const { host, port } = new URL(locked().url);
    for (const name of [host, `localhost:${port}`, 'localhost', `[::1]:${port}`]) {
      expect(await ask(locked, line, [`Host: ${name}`])).toBe(401);
      const own = [`Host: ${name}`, `Origin: http://${name}`];
      expect(await ask(locked, line, own)).toBe(401);
      expect(await ask(locked, line, [...own, bearer])).toBe(line.startsWith('GET') ? 200 : 204);
    }
    expect(await ask(locked, line, ['Origin: http://elsewhere.test', bearer])).toBe(403);
  });

  test('the banner says that it is asked for, and that a short one can be guessed', () => {
    const said = locked().stdout();
    expect(said).toContain('State and reset, with the control token: http://');
    expect(said).toContain('warning: the control token has 11 characters, so that it can be guess');
    expect(said).not.toContain(token);
    expect(local().stdout()).not.toContain('warning:');
  });
});

describe('on every address', () => {
  test.each(guarded)('%s needs the token', async (line) => {
    expect(await ask(exposed, line)).toBe(401);
    expect(await ask(exposed, line, ['Authorization: Bearer something-else'])).toBe(401);
    expect(await ask(exposed, line, [`X-API-Key: ${token}`])).toBe(401);
    expect(await ask(exposed, line, ['X-API-Key: key-all-scopes'])).toBe(401);
    expect(await ask(exposed, line, [bearer])).toBe(line.startsWith('GET') ? 200 : 204);
    expect(await ask(exposed, line, [bearer, 'Origin: http://elsewhere.test'])).toBe(403);
  });

  test.each(guarded)('%s is closed where there is no token', async (line) => {
    expect(await ask(closed, line)).toBe(401);
    expect(await ask(closed, line, ['Authorization: Bearer undefined'])).toBe(401);
    expect(await ask(closed, line, ['Authorization: Bearer '])).toBe(401);
  });

  test('a refusal says how to get in, and is a problem document', async () => {
    const response = await fetch(`${exposed().url}/_mock/state`);

    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer realm="Stuntdouble control"/);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
  });
});

describe('the state', () => {
  test('shows every collection, and no credentials', async () => {
    const response = await fetch(`${local().url}/_mock/state`);
    const state: Record<string, unknown> = JSON.parse(await response.text());

    expect(Object.keys(state).toSorted()).toEqual(['assets', 'pages', 'projects', 'workspaces']);
    expect(JSON.stringify(state)).not.toMatch(/key-all-scopes|token-all-scopes/);
  });

  test('shows one record with the keys of its parents', async () => {
    const response = await fetch(`${local().url}/_mock/state/assets/${asset.id}`);

    expect(await response.json()).toMatchObject({ id: asset.id, workspace_slug: 'northwind' });
  });

  test.each(['credentials', 'strangers', 'assets/unknown', 'strangers/unknown'])(
    'has no %s',
    async (path) => {
      const response = await fetch(`${local().url}/_mock/state/${path}`);

      expect(response.status).toBe(404);
    },
  );

  test('a wrong method and an unknown path are refused as everywhere', async () => {
    expect(await ask(local, 'GET /_mock/reset')).toBe(405);
    expect(await ask(local, 'DELETE /_mock/state')).toBe(405);
    expect(await ask(local, 'GET /_mock/nothing')).toBe(404);
    expect(await ask(local, 'GET /_mock')).toBe(404);
  });
});
