import express from 'express';
import { beforeAll, describe, expect, it } from 'vitest';

import type { MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { sendRaw } from '../cli/raw-connection.ts';
import { hostApp } from './host-app.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';

/** The status of a request whose head is exactly this. */
async function ask(url: string, head: readonly string[], path = '/_mock/state'): Promise<number> {
  const named = head.some((line) => /^host:/i.test(line)) ? head : ['Host: localhost', ...head];
  const lines = [`GET ${path} HTTP/1.1`, ...named, 'Connection: close', '', ''];
  const answer = await sendRaw(url, lines.join('\r\n'));
  return Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
}

async function openUrl(options: MockOptions = {}): Promise<string> {
  return (await openBookshop(options)).mock.url;
}

/** One server for all tests of a group, which leave it as it was. */
function shareUrl(options: MockOptions = {}): () => string {
  let url = '';
  beforeAll(async () => {
    const mock = await createMock(options);
    ({ url } = await mock.listen());
    return () => mock.close();
  });
  return () => url;
}

const forwarding = [
  'X-Forwarded-For: 203.0.113.9',
  'X-Forwarded-For: 127.0.0.1',
  'X-FORWARDED-FOR: 127.0.0.1',
  'x-forwarded-for: ::1',
  'X-Forwarded-For:',
  'X-Forwarded-For: unknown',
  'X-Forwarded-Host: mock.example',
  'X-Forwarded-Host: localhost',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Prefix: /mock',
  'X-Forwarded-Anything: 1',
  'Forwarded: for="[::1]"',
  'Forwarded: for=127.0.0.1',
  'Forwarded: for=_hidden',
  'FORWARDED: proto=https',
  'Forwarded:',
  'X-Real-IP: 203.0.113.9',
  'X-Real-IP: 127.0.0.1',
  'Via: 1.1 proxy',
  'X-Forwarded: for=127.0.0.1',
  'Forwarded-For: 127.0.0.1',
  'X-Original-Forwarded-For: 127.0.0.1',
  'X-Client-IP: 127.0.0.1',
  'True-Client-IP: 127.0.0.1',
  'CF-Connecting-IP: 127.0.0.1',
  'X-Cluster-Client-IP: 127.0.0.1',
  'CF-Connecting-IPv6: ::1',
  'X-Envoy-External-Address: 127.0.0.1',
  'CloudFront-Viewer-Address: 127.0.0.1:4711',
  'X-Azure-SocketIP: 127.0.0.1',
  'X-Remote-Addr: 127.0.0.1',
];

describe('without a token, a request that came through a proxy', () => {
  const direct = shareUrl();

  it.each(forwarding)('is not let into the control API: %s', async (line) => {
    const url = direct();
    expect(await ask(url, [])).toBe(200);
    expect(await ask(url, [line])).toBe(401);
    expect(await ask(url, [line], '/~a/_mock/state')).toBe(401);
    // Probes carry no secret.
    expect(await ask(url, [line], '/_mock/health')).toBe(200);
    expect(await ask(url, [line], '/_mock/ready')).toBe(200);
  });

  it('is not let in where the proxy is not the trusted one', async () => {
    const url = await openUrl({ trustProxy: ['10.0.0.0/8', '127.0.0.2', '::2'] });
    for (const line of forwarding) expect([line, await ask(url, [line])]).toEqual([line, 401]);
    expect(await ask(url, [])).toBe(200);
  });

  it('still makes worlds by name, and may still ask for faults', async () => {
    const url = await openUrl();
    const proxied = ['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Host: localhost:5173'];
    expect(await ask(url, [...proxied, 'Authorization: Bearer open'], '/~a/books')).toBe(200);
    const fault = ['X-Stuntdouble-Fault: latency=1ms', 'Authorization: Bearer open'];
    expect(await ask(url, [...proxied, ...fault], '/books')).toBe(200);
  });

  it('is not let in by so many headers that the last ones are lost', async () => {
    const url = await openUrl();
    const many = Array.from({ length: 2_100 }, () => 'a:');
    expect(await ask(url, many)).toBe(200);
    expect(await ask(url, [...many, 'X-Forwarded-For: 203.0.113.9'])).toBe(401);
  });

  it('is told what to do', async () => {
    const refused = await fetch(`${direct()}/_mock/state`, { headers: { Via: '1.1 proxy' } });
    const said = await refused.text();
    expect(said).toContain('This server has no control token: start it with --control-token');
    expect(said).toContain('--trust-proxy');
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer realm="Stuntdouble control"');
  });
});

describe('a trusted proxy', () => {
  const behind = shareUrl({ trustProxy: ['127.0.0.1', '10.0.0.0/8'] });

  it.each<[status: number, ...lines: readonly string[]]>([
    [200, 'X-Forwarded-For: 127.0.0.1'],
    [200, 'X-Forwarded-For: 127.0.0.1:51234'],
    [200, 'X-Forwarded-For: ::1'],
    [200, 'X-Forwarded-For: [::1]:51234'],
    [200, 'X-Forwarded-For: ::ffff:127.0.0.1'],
    [200, 'x-forwarded-for: 127.0.0.1', 'X-FORWARDED-HOST: localhost:3000'],
    [200, 'X-Forwarded-For: 127.0.0.1', 'Via: 1.1 proxy', 'X-Forwarded-Proto: http'],
    [200, 'Forwarded: for=127.0.0.1'],
    [200, 'Forwarded: For="[::1]:4711";Proto=http;host="localhost:3000"'],
    [200, 'Forwarded: for="[::1]", for=10.1.2.3;by=127.0.0.1'],
    [200, 'Forwarded: for=127.0.0.1', 'X-Forwarded-For: 127.0.0.1'],
    [200, 'X-Real-IP: 127.0.0.1'],
    // The client's own words stand to the left of what the proxy adds.
    [401, 'X-Forwarded-For: 127.0.0.1, 203.0.113.9'],
    [401, 'X-Forwarded-For: 127.0.0.1', 'X-Forwarded-For: 203.0.113.9'],
    [401, 'X-Forwarded-For: 127.0.0.1, 203.0.113.9, 10.1.2.3'],
    [401, 'Forwarded: for=127.0.0.1, for=203.0.113.9'],
    [401, 'Forwarded: for=127.0.0.1', 'Forwarded: for=203.0.113.9'],
    [401, 'Forwarded: for="127.0.0.1, for=127.0.0.1", for=203.0.113.9'],
    // A name for a client that is another in each.
    [401, 'X-Forwarded-For: 203.0.113.9', 'Forwarded: for=127.0.0.1'],
    [401, 'X-Forwarded-For: 127.0.0.1', 'Forwarded: for=203.0.113.9'],
    [401, 'X-Forwarded-For: 127.0.0.1', 'X-Real-IP: 203.0.113.9'],
    [401, 'X-Forwarded-For: 127.0.0.1', 'X-Forwarded: for=203.0.113.9'],
    [401, 'X-Forwarded-For: 127.0.0.1', 'True-Client-IP: 203.0.113.9'],
    // The local client shows a page of a name that was made to point here.
    [401, 'X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Host: evil.test'],
    [401, 'X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Host: localhost, evil.test'],
    [401, 'Forwarded: for=127.0.0.1;host=evil.test'],
    // Nothing that names a client.
    [401, 'X-Forwarded-Host: localhost'],
    [401, 'X-Forwarded-Proto: https'],
    [401, 'Via: 1.1 proxy'],
    [401, 'Forwarded: proto=https;host=localhost'],
    [401, 'Forwarded: by=127.0.0.1'],
    // Nothing that can be read.
    [401, 'X-Forwarded-For:'],
    [401, 'X-Forwarded-For: ,'],
    [401, 'X-Forwarded-For: 127.0.0.1,'],
    [401, 'X-Forwarded-For: unknown'],
    [401, 'X-Forwarded-For: localhost'],
    [401, 'X-Forwarded-For: 127.1'],
    [401, 'X-Forwarded-For: 127.0.0.1.evil.test'],
    [401, 'X-Forwarded-For: 127.0.0.1 203.0.113.9'],
    [401, 'X-Forwarded-For: 0.0.0.0'],
    [401, 'X-Forwarded-For: ::1%lo'],
    [401, 'X-Forwarded-For: 2130706433'],
    [401, 'X-Forwarded-For: 127.0.0.1:port'],
    [401, 'Forwarded:'],
    [401, 'Forwarded: for=unknown'],
    [401, 'Forwarded: for=_hidden'],
    [401, 'Forwarded: for="_hidden:80"'],
    [401, 'Forwarded: for=::1'],
    [401, 'Forwarded: for=127.0.0.1;for=203.0.113.9'],
    [401, 'Forwarded: for=203.0.113.9;for=127.0.0.1'],
    [401, 'Forwarded: for="127.0.0.1'],
    [401, 'Forwarded: for=127.0.0.1,'],
    [401, 'Forwarded: for=127.0.0.1;'],
    [401, String.raw`Forwarded: for="127.0.0.1\""`],
    [401, 'Forwarded: 127.0.0.1'],
    // The host is the public one, whoever the client is.
    [401, 'Host: mock', 'X-Forwarded-For: 127.0.0.1'],
  ])('gets %i for %j %j', async (status, ...lines) => {
    expect(await ask(behind(), lines)).toBe(status);
  });

  it('adds nothing where a token is asked for, or where others can call', async () => {
    const proxied = ['X-Forwarded-For: 127.0.0.1'];
    const locked = await openUrl({ trustProxy: '127.0.0.1', controlToken: 'secret' });
    expect(await ask(locked, proxied)).toBe(401);
    expect(await ask(locked, [...proxied, 'Authorization: Bearer secret'])).toBe(200);
    const mounted = await openUnheard({ trustProxy: '127.0.0.1' });
    const url = await hostApp(express().use(mounted.app));
    expect(await ask(url, proxied, '/_mock/health')).toBe(200);
    expect(await ask(url, proxied)).toBe(401);
  });

  it.each([
    [{ trustProxy: '10.0.0/8' }, 'trustProxy: 10.0.0/8 is no address or range of addresses'],
    [{ trustProxy: ['127.0.0.1', ''] }, 'trustProxy:  is no address'],
    [{ trustProxy: 'loopback' }, 'trustProxy: loopback is no address'],
    [{ trustProxy: '0.0.0.0/0' }, 'trustProxy: 0.0.0.0/0 holds every address'],
    [{ trustProxy: '::/0' }, 'trustProxy: ::/0 holds every address'],
    [{ controlToken: '' }, 'controlToken must not be empty'],
    [{ controlToken: 'schlüssel' }, 'controlToken can not be sent in a header'],
  ])('and a token are read when the start begins: %j', async (options, message) => {
    await expect(openUnheard(options)).rejects.toThrow(message);
  });
});

describe('a server in front that forwards', () => {
  it('is a proxy like any other: its clients need the token, or its address must be trusted', async () => {
    const forwardTo = async (options: MockOptions): Promise<string> => {
      const { mock } = await openBookshop({ control: false, unmatched: await openUrl(options) });
      return mock.url;
    };
    const stranger = await forwardTo({});
    expect(await ask(stranger, [])).toBe(401);
    const trusted = await forwardTo({ trustProxy: '127.0.0.1' });
    expect(await ask(trusted, [])).toBe(200);
    expect(await ask(trusted, ['X-Forwarded-For: 203.0.113.9'])).toBe(401);
    expect(await ask(trusted, ['X-Forwarded-Host: evil.test'])).toBe(401);
  });
});

describe('with a token', () => {
  const locked = shareUrl({ controlToken: 'secret' });

  it.each([[], ['Host: 127.0.0.1'], ['Host: [::1]:80'], ['Host: app.localhost']])(
    'the control API asks this machine for it, too: %j',
    async (...head: readonly string[]) => {
      const url = locked();
      expect(await ask(url, head)).toBe(401);
      expect(await ask(url, [...head, 'Authorization: Bearer other'])).toBe(401);
      expect(await ask(url, [...head, 'Authorization: Bearer'])).toBe(401);
      expect(await ask(url, [...head, 'Authorization: Bearer secret'])).toBe(200);
      expect(await ask(url, [...head, 'authorization: bearer secret'])).toBe(200);
      expect(await ask(url, head, '/~a/_mock/state')).toBe(401);
      expect(await ask(url, head, '/_mock/health')).toBe(200);
    },
  );

  it('pages of the server itself show it as every client does', async () => {
    const url = locked();
    const page = [`Host: ${new URL(url).host}`, `Origin: ${url}`, 'Sec-Fetch-Site: same-origin'];
    expect(await ask(url, page)).toBe(401);
    expect(await ask(url, [...page, 'Authorization: Bearer secret'])).toBe(200);
  });

  it('ordinary requests from this machine need none for a world', async () => {
    const url = await openUrl({ controlToken: 'secret' });
    expect(await ask(url, ['Authorization: Bearer open'], '/~a/books')).toBe(200);
  });

  it('no token shows in what is told of a request', async () => {
    const token = 'a-control-token-of-some-length';
    const heard: unknown[] = [];
    const { mock, ask: request } = await openBookshop({
      controlToken: token,
      onExchange: (exchange) => heard.push(exchange),
      onNotice: (notice) => heard.push(notice),
    });
    const shown = { 'X-Stuntdouble-Token': token, 'X-Stuntdouble-Fault': 'latency=1ms' };
    const control = { Authorization: `Bearer ${token}` };
    await request('GET', `/~made/books/${token}?q=${token}`, { headers: shown });
    await request('GET', '/_mock/state', { headers: { Authorization: `Bearer ${token}-typo` } });
    const texts = [];
    for (const path of ['/requests', '/requests/1', '/requests/1/explain', '/coverage']) {
      texts.push(await request('GET', `/~made/_mock${path}`, { headers: control }));
    }
    expect(texts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const told = JSON.stringify([heard, texts.map(({ json }) => json), mock.requests()]);
    expect(told).toContain('/books/');
    expect(told).not.toContain(token);
  });
});
