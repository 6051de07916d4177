import { createHash } from 'node:crypto';

import express from 'express';
import { describe, expect, it } from 'vitest';

import type { MockOptions } from '../../src/index.ts';
import { hostApp } from './host-app.ts';
import { browse, contractOf, lamps, openLamps as open, responses, slug } from './open-lamps.ts';
import { openOther } from './other-server.ts';
import { sendRequest } from './raw-request.ts';

describe('a browser that asks for /', () => {
  it('gets a page that names the contract and lists its operations', async () => {
    const { url } = await open();
    const response = await browse(url);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page).toContain('<title>Lamps &#38; &#60;b&#62;Shades&#60;/b&#62;</title>');
    expect(page).toContain('<p>Light.</p>');
    expect(page).toContain('<h2>Lamps</h2>');
    expect(page).toContain('<b class="get">GET</b><a href="./lamps"><code>/lamps</code></a>');
    expect(page).toContain('<span>List &#34;all&#34; lamps</span>');
    expect(page).toContain(
      '<li class="old"><b class="get">GET</b><code>/shades/<wbr>{slug}</code>',
    );
    for (const path of ['openapi.yaml', 'openapi.json', '_mock/state', '_mock/requests']) {
      expect(page).toContain(`<a href="./${path}">`);
    }
  });

  it.each<[what: string, own: object, text: string]>([
    ['the summary', { summary: 'Lists.', description: 'All.', operationId: 'a' }, 'Lists.'],
    ['the description', { description: '# All\n\nShows it. More.', operationId: 'a' }, 'Shows it.'],
    ['the operationId', { summary: ' ', operationId: 'listAll' }, 'listAll'],
  ])('reads of an operation %s', async (_, own, text) => {
    const { url } = await open(contractOf({ '/lamps': { get: { ...own, responses } } }));
    expect(await (await browse(url)).text()).toContain(`<span>${text}</span></li>`);
  });

  it('reads what an operation asks for, unless no client is asked', async () => {
    const secured = contractOf(
      {
        '/lamps': { get: { summary: 'Lists', security: [{ token: ['read', 'list'] }], responses } },
        '/shades': { get: { security: [{ key: [] }], responses } },
        '/free': { get: { summary: 'Free', security: [], responses } },
      },
      {
        components: {
          securitySchemes: {
            key: { type: 'apiKey', in: 'header', name: 'X-Key' },
            token: { type: 'http', scheme: 'bearer' },
          },
        },
      },
    );
    const page = await (await browse((await open(secured)).url)).text();
    expect(page).toContain('<span>Lists<small>read list</small></span>');
    expect(page).toContain('<span><small>a credential</small></span>');
    expect(page).toContain('<span>Free</span>');
    const free = await (await browse((await open(secured, { auth: 'off' })).url)).text();
    expect(free).toContain('<span>Lists</span>');
    expect(free).not.toContain('<small>a credential');
  });

  it('gets no empty paragraph where the contract says nothing of itself', async () => {
    const bare = { openapi: '3.1.0', info: { title: 'Bare', version: '1' } };
    const { url } = await open({ ...bare, paths: { '/lamps': { get: { responses } } } });
    const page = await (await browse(url)).text();
    expect(page).not.toContain('<p></p>');
    expect(page).not.toContain('<span></span>');
  });

  it('gets no script, and nothing from elsewhere', async () => {
    const response = await browse((await open()).url);
    const page = await response.text();
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).not.toMatch(/script|unsafe|http/);
    expect(page).not.toMatch(/<script|src=|@import|url\(| style=| on\w+=/);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('gets every text of the contract as text', async () => {
    const hostile = `</code></title></style><script>alert(1)</script>"'><img src=x onerror=a>`;
    const { url } = await open({
      openapi: '3.1.0',
      info: { title: hostile, version: hostile, description: hostile },
      paths: {
        [`/${hostile}`]: { get: { tags: [hostile], summary: hostile, responses } },
        '/other': { get: { tags: ['other'], responses } },
      },
    });
    const page = await (await browse(url)).text();
    expect(page).toContain('alert(1)');
    expect(page).not.toMatch(/<script|<img|"'>/);
    expect(page.match(/<\/style>|<\/title>/g)).toHaveLength(2);
  });

  it('gets links only to where it may go', async () => {
    const links = async (options: MockOptions): Promise<string> =>
      (await browse((await open(lamps, options)).url)).text();
    expect(await links({ control: false })).not.toContain('/_mock');
    const withToken = await links({ controlToken: 'a-token-of-this-test' });
    expect(withToken.match(/\/_mock[^"]*/g)).toEqual(['/_mock/']);
    expect(await links({ coverage: false })).not.toContain('/coverage"');
    expect(await links({ controlPrefix: '/ctl' })).toContain('<a href="./ctl/state">');
  });

  it('gets a small page quickly, also of a large contract', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `thing-number-${index}`);
    const summary = 'Shows one of the many things that there are';
    const { url } = await open(
      contractOf(
        Object.fromEntries(
          names.map((name, index) => [
            `/organizations/{slug}/${name}`,
            { get: { tags: [`tag ${index % 40}`], summary, parameters: [slug], responses } },
          ]),
        ),
      ),
    );
    await browse(url);
    const begun = performance.now();
    const page = await (await browse(url)).text();
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(page.match(/<li>/g)).toHaveLength(1000);
    expect(page.length).toBeLessThan(300_000);
  });

  it('can ask for its head', async () => {
    const response = await browse((await open()).url, '/', 'HEAD');
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(Number(response.headers.get('Content-Length'))).toBeGreaterThan(1000);
  });
});

describe('the page is in the way of nothing', () => {
  it.each<[what: string, accept: string | undefined]>([
    ['curl', '*/*'],
    ['a program that reads JSON', 'application/json'],
    ['a client that says nothing', undefined],
    ['a client that wants no HTML', 'text/html;q=0, */*'],
  ])('%s gets a 404 at / as before', async (_, accept) => {
    const { url } = await open();
    const headers = accept === undefined ? [] : [`Accept: ${accept}`];
    const { status, body } = await sendRequest(url, 'GET /', headers);
    expect([status, JSON.parse(body)]).toEqual([
      404,
      expect.objectContaining({ detail: 'There is no /. No path of the contract matches it.' }),
    ]);
  });

  it.each<[path: string, own: object, status: number]>([
    ['/', { '/': { get: { responses } } }, 200],
    ['/', { '/': { post: { responses } } }, 405],
    ['/openapi.yaml', { '/openapi.yaml': { get: { responses } } }, 200],
    ['/openapi.json', { '/{slug}': { get: { parameters: [slug], responses } } }, 200],
  ])("%s is the contract's own with the paths %j", async (path, own, status) => {
    const mock = await open(contractOf(own));
    const response = await browse(mock.url, path);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Security-Policy')).toBeNull();
    expect(mock.coverage().unmatched.listed).toHaveLength(status === 405 ? 1 : 0);
    expect(mock.coverage().operations[0]?.requests).toBe(status === 405 ? 0 : 1);
  });

  it('other methods are refused as before', async () => {
    const { url } = await open();
    expect((await browse(url, '/', 'POST')).status).toBe(404);
    expect((await browse(url, '/openapi.json', 'DELETE')).status).toBe(404);
  });

  it('what no operation matches goes to the other server, if there is one', async () => {
    const other = await openOther((_, response) => void response.end('theirs'));
    const { url } = await open(lamps, { unmatched: other.url });
    for (const path of ['/', '/openapi.json']) {
      expect(await (await browse(url, path)).text()).toBe('theirs');
    }
  });

  it('it can be turned off', async () => {
    const { url } = await open(lamps, { index: false });
    for (const path of ['/', '/openapi.json', '/openapi.yaml']) {
      expect((await browse(url, path)).status).toBe(404);
    }
  });

  it('a browser gets no icon, which nothing counts; a program gets the refusal', async () => {
    const mock = await open(lamps);
    const ask = (accept: string): Promise<Response> =>
      fetch(`${mock.url}/favicon.ico`, { headers: { Accept: accept } });
    expect((await ask('image/avif,image/webp,*/*;q=0.8')).status).toBe(204);
    expect(mock.coverage().unmatched.listed).toEqual([]);
    expect((await ask('*/*')).status).toBe(404);
  });

  it('nothing counts it, and the log has it', async () => {
    const lanes: string[] = [];
    const mock = await open(lamps, {
      onExchange: ({ lane, path }) => void lanes.push(lane + path),
    });
    for (const path of ['/', '/openapi.json', '/openapi.yaml']) await browse(mock.url, path);
    expect(mock.coverage().unmatched.listed).toEqual([]);
    expect(mock.requests()).toEqual([]);
    expect(lanes).toEqual(['page/', 'page/openapi.json', 'page/openapi.yaml']);
  });
});

describe('the guards are those of the contract', () => {
  it.each<[headers: readonly string[], status: number, reader: string | null]>([
    [['Host: evil.example'], 421, null],
    [['Origin: https://evil.example'], 200, null],
    [['Origin: http://localhost:5173'], 200, 'http://localhost:5173'],
  ])('%j is a %i that %s may read', async (headers, status, reader) => {
    const { url } = await open();
    for (const path of ['/', '/openapi.json']) {
      const reply = await sendRequest(url, `GET ${path}`, ['Accept: text/html', ...headers]);
      expect(reply.status).toBe(status);
      expect(reply.headers.get('Access-Control-Allow-Origin')).toBe(reader);
    }
  });
});

describe('below a prefix', () => {
  it.each(['', '/'])('of another app the links lead below it: /mock%s', async (slash) => {
    const mock = await open();
    const url = await hostApp(express().use('/mock', mock.app));
    const page = await (await browse(url, `/mock${slash}`)).text();
    expect(page).toContain('<a href="/mock/openapi.json">');
    expect(page).toContain('<a href="/mock/lamps">');
    // There, the control API is open to clients with the token alone.
    expect(page).not.toContain('_mock');
    expect(await (await fetch(`${url}/mock/openapi.json`)).json()).toMatchObject({
      servers: [{ url: '/mock' }],
    });
  });

  it('of a private world the links lead into it', async () => {
    const { url } = await open();
    expect(await (await browse(url, '/~one/')).text()).toContain('<a href="/~one/_mock/state">');
  });
});
