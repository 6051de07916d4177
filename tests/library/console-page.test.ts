import express from 'express';
import { describe, expect, it } from 'vitest';

import type { MockOptions } from '../../src/index.ts';
import { buildConsole, page, removeConsole, script } from './console-build.ts';
import { hostApp } from './host-app.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';
import type { RawReply } from './raw-request.ts';
import { sendRequest } from './raw-request.ts';

const browser = 'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const scriptPath = '/_mock/console/index-a1_B-2.js';

async function open(options: MockOptions = {}): Promise<string> {
  await buildConsole();
  return (await openBookshop(options)).mock.url;
}

function browse(url: string, path: string, method = 'GET'): Promise<RawReply> {
  return sendRequest(url, `${method} ${path}`, [browser]);
}

describe('a browser that opens the console', () => {
  it.each<[where: string, options: MockOptions, path: string]>([
    ['at the control prefix', {}, '/_mock/'],
    ['in a world', {}, '/~ann/_mock/'],
    ['at a prefix of its own', { controlPrefix: '/admin/mock' }, '/admin/mock/'],
    ['where a token is needed', { controlToken: 'a-token-of-this-test' }, '/_mock/'],
    ['without a page at /', { index: false }, '/_mock/'],
  ])('gets the page %s', async (_, options, path) => {
    const { status, headers, body } = await browse(await open(options), path);
    expect([status, body]).toEqual([200, page]);
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });

  it.each<[name: string, value: string]>([
    [
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ])('gets %s with the page and with its files', async (name, value) => {
    const url = await open();
    for (const path of ['/_mock', '/_mock/', scriptPath]) {
      expect([path, (await browse(url, path)).headers.get(name)]).toEqual([path, value]);
    }
  });

  it('keeps the files, and asks for the page again each time', async () => {
    const url = await open();
    const cached = async (path: string): Promise<string | null> =>
      (await browse(url, path)).headers.get('Cache-Control');
    expect(await cached('/_mock/')).toBe('no-cache');
    expect(await cached('/_mock')).toBe('no-cache');
    expect(await cached(scriptPath)).toBe('public, max-age=31536000, immutable');
    expect((await browse(url, '/_mock/')).headers.get('Vary')).toBe('Accept');
  });

  it.each<[path: string, location: string]>([
    ['/_mock', './_mock/'],
    ['/~ann/_mock', './_mock/'],
    ['/_mock?view=traffic&status=4XX', './_mock/?view=traffic&status=4XX'],
  ])('is led from %s to %s', async (path, location) => {
    const url = await open();
    const { status, headers } = await browse(url, path);
    expect([status, headers.get('Location')]).toEqual([302, location]);
    const next = new URL(location, url + path);
    expect((await browse(url, next.pathname)).body).toBe(page);
  });

  it('gets it in an app that mounts the mock, with relative addresses', async () => {
    await buildConsole();
    const mock = await openUnheard({ controlToken: 'a-token-of-this-test' });
    const url = await hostApp(express().use('/api/shop', mock.app));
    const { status, headers } = await browse(url, '/api/shop/_mock');
    expect([status, headers.get('Location')]).toEqual([302, './_mock/']);
    expect((await browse(url, '/api/shop/_mock/')).body).toBe(page);
    expect((await browse(url, `/api/shop${scriptPath}`)).body).toBe(script);
  });

  it.each(['/_mock', '/_mock/', scriptPath])('can ask for the head of %s', async (path) => {
    const url = await open();
    const whole = await browse(url, path);
    const { status, headers, body } = await browse(url, path, 'HEAD');
    expect([status, body]).toEqual([whole.status, '']);
    for (const name of ['Content-Length', 'Content-Type', 'Cache-Control', 'Location']) {
      expect([name, headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    }
  });

  it('is told what to do where the console was never built', async () => {
    await removeConsole();
    const { mock } = await openBookshop();
    const { status, body } = await browse(mock.url, '/_mock/');
    expect([status, JSON.parse(body)]).toMatchObject([
      404,
      { type: 'urn:problem-type:unknown-path', detail: expect.stringContaining('npm run build') },
    ]);
    expect((await browse(mock.url, '/_mock')).status).toBe(302);
    expect((await browse(mock.url, scriptPath)).status).toBe(404);
  });

  it('finds a link to it on the page at /, also where a token is needed', async () => {
    const link = '<a href="./_mock/">console</a>';
    const front = async (options: MockOptions): Promise<string> =>
      (await browse(await open(options), '/')).body;
    expect(await front({})).toContain(link);
    expect(await front({ controlToken: 'a-token-of-this-test' })).toContain(link);
    expect(await front({ console: false })).not.toContain(link);
    expect(await front({ control: false })).not.toContain('/_mock');
    expect(await front({ controlPrefix: '/ctl' })).toContain('<a href="./ctl/">console</a>');
  });
});

describe('the files of the console', () => {
  it.each<[file: string, type: string, body: string]>([
    ['index-a1_B-2.js', 'text/javascript; charset=utf-8', script],
    ['index-c3.css', 'text/css; charset=utf-8', 'body { color: black; }'],
    ['logo-d4.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['data-e5.bin', 'application/octet-stream', 'bytes'],
  ])('are sent as what they are: %s', async (file, type, content) => {
    const url = await open({ controlToken: 'a-token-of-this-test' });
    const { status, headers, body } = await sendRequest(url, `GET /_mock/console/${file}`);
    expect([status, headers.get('Content-Type'), body]).toEqual([200, type, content]);
  });

  it.each([
    '/_mock/console/unknown-a1.js',
    '/_mock/console/../index.html',
    '/_mock/console/../secret.txt',
    '/_mock/console/..%2fsecret.txt',
    '/_mock/console/..%2Fsecret.txt',
    '/_mock/console/%2e%2e/secret.txt',
    '/_mock/console/%2e%2e%2fsecret.txt',
    '/_mock/console/..%5csecret.txt',
    '/_mock/console/..\\secret.txt',
    '/_mock/console/....//secret.txt',
    '/_mock/console//etc/passwd',
    '/_mock/console/%2fetc%2fpasswd',
    '/_mock/console/file:///etc/passwd',
    '/_mock/console/C:%5cwindows%5cwin.ini',
    '/_mock/console/index-a1_B-2.js%00.css',
    '/_mock/console/.hidden.js',
    '/_mock/console/deep',
    '/_mock/console/deep/inner-f6.js',
    '/_mock/console/deep%2finner-f6.js',
    '/_mock/console/',
    '/_mock/console',
    '/_mock/index.html',
    '/_mock/secret.txt',
    '/~ann/_mock/console/..%2fsecret.txt',
  ])('do not lead out of their folder: %s', async (path) => {
    const { status, body } = await browse(await open(), path);
    expect([status, JSON.parse(body)]).toMatchObject([
      404,
      { type: 'urn:problem-type:unknown-path' },
    ]);
    expect(body).not.toMatch(/beside|hidden'|inner'|root:/);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('take no %s', async (method) => {
    const url = await open();
    for (const path of ['/_mock/', scriptPath]) {
      expect([path, (await browse(url, path, method)).status]).toEqual([path, 404]);
    }
  });

  it('are not for pages of foreign hosts', async () => {
    const url = await open();
    const { status } = await sendRequest(url, `GET /_mock/`, [browser, 'Host: shop.example']);
    expect(status).toBe(421);
  });

  it('are in no journal, and in the log as requests of the control API', async () => {
    const lanes: string[] = [];
    await buildConsole();
    const { mock } = await openBookshop({
      onExchange: ({ lane, path, status }) => lanes.push(`${lane} ${path} ${status}`),
    });
    for (const path of ['/_mock', '/_mock/', scriptPath]) await browse(mock.url, path);
    expect(lanes).toEqual([
      'control /_mock 302',
      'control /_mock/ 200',
      `control ${scriptPath} 200`,
    ]);
    expect(mock.requests()).toEqual([]);
  });
});

describe('a program at the control prefix', () => {
  it.each<[what: string, headers: readonly string[]]>([
    ['curl', ['Accept: */*']],
    ['a program that reads JSON', ['Accept: application/json']],
    ['a client that says nothing', []],
    ['a client that wants no HTML', ['Accept: text/html;q=0, */*']],
  ])('%s gets the refusal that it got before', async (_, headers) => {
    const url = await open();
    const bare = await open({ console: false });
    for (const path of ['/_mock', '/_mock/']) {
      const { status, body } = await sendRequest(url, `GET ${path}`, headers);
      const before = await sendRequest(bare, `GET ${path}`, headers);
      expect([status, body]).toEqual([404, before.body]);
      expect(JSON.parse(body)).toMatchObject({ type: 'urn:problem-type:unknown-path' });
    }
  });
});

describe('without the console', () => {
  it.each<[option: string, options: MockOptions]>([
    ['console: false', { console: false }],
    ['control: false', { control: false }],
  ])('with %s there is neither page nor file', async (_, options) => {
    const url = await open(options);
    for (const path of ['/_mock', '/_mock/', '/~ann/_mock/', scriptPath]) {
      expect([path, (await browse(url, path)).status]).toEqual([path, 404]);
    }
  });

  it('with console: false the control API works as ever', async () => {
    const url = await open({ console: false });
    expect((await sendRequest(url, 'GET /_mock/state')).status).toBe(200);
  });
});
