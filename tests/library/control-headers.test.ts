import { describe, expect, it } from 'vitest';

import { buildConsole } from './console-build.ts';
import { open, signIn, token, withToken } from './console-sign-in.ts';
import { openBookshop } from './open-bookshop.ts';
import { sendRequest } from './raw-request.ts';
import { talk } from './raw-talk.ts';

const html = 'Accept: text/html';
const bearer = `Authorization: Bearer ${token}`;

describe('no browser or proxy keeps a reply of the control API, or takes it for another type', () => {
  it.each<[status: number, line: string, ...headers: readonly string[]]>([
    [200, 'GET /_mock/health'],
    [200, 'HEAD /_mock/state', bearer],
    [200, 'GET /_mock/session'],
    [200, 'GET /_mock/credentials', bearer],
    [200, 'GET /_mock/recording', bearer],
    [200, 'GET /~ann/_mock/state', bearer],
    [200, 'GET /_mock/contract', bearer],
    [204, 'POST /_mock/reset', bearer],
    [400, 'GET /~!!bad!!/_mock/state', bearer],
    [400, 'GET /_mock/requests?limit=x', bearer],
    [401, 'GET /_mock/state'],
    [403, 'GET /_mock/state', bearer, 'Origin: http://localhost:5173'],
    [404, 'GET /_mock/nothing', bearer],
    [404, 'GET /_mock/console/nothing.js'],
    [405, 'OPTIONS /_mock/reset'],
    [421, 'GET /_mock/health', 'Host: shop.example'],
  ])('%i %s %s %s', async (expected, line, ...sent) => {
    const { status, headers } = await sendRequest(await open(), line, sent);
    expect([status, headers.get('Cache-Control')]).toEqual([expected, 'no-store']);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('with a sign-in and a wrong one', async () => {
    const url = await open(withToken);
    for (const reply of [await signIn(url), await signIn(url, 'other')]) {
      expect(reply.headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it('with what Node itself can not read', async () => {
    const head = 'GET /_mock/health HTTP/1.1\r\nHost: 127.0.0.1\r\nNo Header: x\r\n\r\n';
    const heard = await talk(await open(), head);
    expect(heard).toMatch(/^HTTP\/1.1 400 /);
    expect(heard).toMatch(/^Cache-Control: no-store\r$/m);
    expect(heard).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
  });

  it.each<[path: string, cached: string]>([
    ['/_mock/', 'no-cache'],
    ['/_mock', 'no-cache'],
    ['/_mock/console/index-c3.css', 'public, max-age=31536000, immutable'],
  ])('but the console keeps its own word: %s', async (path, cached) => {
    await buildConsole();
    const { headers } = await sendRequest(await open(), `GET ${path}`, [html]);
    expect(headers.get('Cache-Control')).toBe(cached);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('and the contract that is served says itself what its replies have', async () => {
    const { mock } = await openBookshop();
    for (const path of ['/books', '/nothing']) {
      const { headers } = await sendRequest(mock.url, `GET ${path}`, [
        'Authorization: Bearer open',
      ]);
      expect(headers.get('Cache-Control')).toBeNull();
      expect(headers.get('X-Content-Type-Options')).toBeNull();
    }
  });
});
