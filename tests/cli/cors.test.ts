import { describe, expect, test } from 'vitest';

import { rawRequest, sendRaw } from './raw-connection.ts';
import { logOf } from './request-log.ts';
import { serve, shareServer } from './run-stuntdouble.ts';
import { everyScope, page } from './workspace.ts';

const origin = 'http://localhost:5173';
const foreign = 'https://app.elsewhere.test';
const server = shareServer(['--ephemeral']);
const closed = shareServer(['--ephemeral', '--no-cors']);
const told = shareServer([
  '--ephemeral',
  '--cors-origin',
  foreign,
  '--cors-origin=https://*.preview.example',
  '--allow-host',
  'api.example',
]);

function preflight(
  of: typeof server,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(of().url + page.path, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'GET', ...headers },
  });
}

describe('by default', () => {
  test('a page of another origin may read the answer, credentials or not', async () => {
    const response = await fetch(server().url + page.path, {
      headers: { ...everyScope, Origin: origin },
    });

    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/);
    expect(await response.json()).toEqual(page.body);
  });

  test('a refusal may be read, too, with the header that says why', async () => {
    const response = await fetch(server().url + page.path, { headers: { Origin: origin } });

    expect(response.status).toBe(401);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('WWW-Authenticate');
  });

  test('a preflight needs no credential', async () => {
    const response = await preflight(server, {
      'Access-Control-Request-Headers': 'x-api-key,content-type',
    });

    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(response.headers.get('Access-Control-Allow-Methods')).toContain('GET');
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('x-api-key,content-type');
    expect(response.headers.get('Access-Control-Allow-Private-Network')).toBeNull();
    expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/);
  });

  test('a preflight may ask for the private network', async () => {
    const response = await preflight(server, { 'Access-Control-Request-Private-Network': 'true' });

    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Private-Network')).toBe('true');
  });

  test('an OPTIONS that is no preflight is a method like any other', async () => {
    const response = await fetch(server().url + page.path, { method: 'OPTIONS' });

    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toContain('GET');
  });

  test('no origin, no leave; but a cache is told that the origin matters', async () => {
    const response = await fetch(server().url + page.path, { headers: everyScope });

    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/);
  });
});

describe('pages of other origins', () => {
  test('get no leave to read, to ask and to write; the log says which option gives it', async () => {
    const statuses: number[] = [];
    const lines = await logOf(server(), async () => {
      for (const method of ['GET', 'OPTIONS', 'PATCH', 'PATCH']) {
        const asking = method === 'OPTIONS' ? { 'Access-Control-Request-Method': 'GET' } : {};
        const headers = { ...everyScope, ...asking, Origin: foreign };
        const response = await fetch(server().url + page.path, { method, headers });
        expect([...response.headers.keys()].join(' ')).not.toContain('access-control');
        statuses.push(response.status);
      }
    });

    expect(statuses).toEqual([200, 403, 403, 403]);
    const option = `--cors-origin ${foreign} (in the library corsOrigin)`;
    const warnings = lines.filter((line) => line.startsWith('warning: '));
    expect(warnings).toEqual([expect.stringContaining(option)]);
    const refused = lines.filter((line) => / 403 .* – Pages of .*--cors-origin/.test(line));
    expect(refused).toHaveLength(3);
  });

  test('may do all that with --cors-origin', async () => {
    for (const named of [foreign, 'https://a.preview.example']) {
      const headers = { ...everyScope, Origin: named };
      const response = await fetch(told().url + page.path, { headers });
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(named);
      expect((await preflight(told, { Origin: named })).status).toBe(204);
    }
    expect((await preflight(told, { Origin: 'https://preview.example' })).status).toBe(403);
  });

  test('a variable holds several', async () => {
    const env = {
      STUNTDOUBLE_CORS_ORIGIN: `${foreign}, null https://*.preview.example:8443`,
      STUNTDOUBLE_ALLOW_HOST: 'api.example,*.tunnel.example',
    };
    const running = await serve(['--ephemeral'], { env });
    const statuses = await Promise.all(
      [foreign, 'null', 'https://a.preview.example:8443', 'https://b.example'].map(
        async (named) => (await preflight(() => running, { Origin: named })).status,
      ),
    );
    expect(statuses).toEqual([204, 204, 204, 403]);
    const health = await sendRaw(
      running.url,
      rawRequest('GET /_mock/health', ['Host: a.tunnel.example']),
    );
    expect(health).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a request for another host', () => {
  test.each([
    ['evil.example', '421'],
    ['api.example', '200'],
    ['localhost', '200'],
  ])('%s on a loopback address: %s', async (host, status) => {
    const reply = await sendRaw(told().url, rawRequest('GET /_mock/health', [`Host: ${host}`]));
    expect(reply.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    if (status === '421') expect(reply).toContain('--allow-host evil.example');
  });
});

describe('with --no-cors', () => {
  test('a page of another origin gets no leave to read the answer', async () => {
    const response = await fetch(closed().url + page.path, {
      headers: { ...everyScope, Origin: foreign },
    });

    expect(response.status).toBe(200);
    expect([...response.headers.keys()].join(' ')).not.toContain('access-control');
  });

  test('a preflight is a wrong method', async () => {
    const response = await preflight(closed, { Origin: foreign });

    expect(response.status).toBe(405);
    expect([...response.headers.keys()].join(' ')).not.toContain('access-control');
  });
});
