import { describe, expect, test } from 'vitest';

import { shareServer } from './run-stuntdouble.ts';
import { everyScope, page } from './workspace.ts';

const origin = 'https://app.elsewhere.test';
const server = shareServer(['--ephemeral']);
const closed = shareServer(['--ephemeral', '--no-cors']);

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

describe('with --no-cors', () => {
  test('a page of another origin gets no leave to read the answer', async () => {
    const response = await fetch(closed().url + page.path, {
      headers: { ...everyScope, Origin: origin },
    });

    expect(response.status).toBe(200);
    expect([...response.headers.keys()].join(' ')).not.toContain('access-control');
  });

  test('a preflight is a wrong method', async () => {
    const response = await preflight(closed);

    expect(response.status).toBe(405);
    expect([...response.headers.keys()].join(' ')).not.toContain('access-control');
  });
});
