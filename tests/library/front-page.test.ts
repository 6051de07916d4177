import { createHash } from 'node:crypto';
import { join } from 'node:path';

import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { hostApp } from './host-app.ts';
import { openOther } from './other-server.ts';
import { sendRequest } from './raw-request.ts';

const responses = { 200: { description: 'Done.', content: { 'text/plain': {} } } };
const slug = { name: 'slug', in: 'path', required: true, schema: { type: 'string' } };

/** A contract with these paths. */
function contractOf(paths: object, more: object = {}): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lamps & <b>Shades</b>',
      version: '2.1',
      description: '# Start\n\nLight.\n\nMore.',
    },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths,
    ...more,
  };
}

const lamps = contractOf({
  '/lamps': {
    get: { tags: ['Lamps'], summary: 'List "all" lamps', responses },
    post: { tags: ['Lamps'], servers: [{ url: 'https://write.example.com' }], responses },
  },
  '/shades/{slug}': { get: { parameters: [slug], deprecated: true, responses } },
});

async function open(contract: object = lamps, options: MockOptions = {}): Promise<Mock> {
  const folder = await writeFolder({ 'openapi.json': JSON.stringify(contract) });
  const mock = await createMock({ contract: join(folder, 'openapi.json'), ...options });
  onTestFinished(() => mock.close());
  await mock.listen();
  return mock;
}

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Asks as a browser does. */
async function browse(url: string, path = '/', method = 'GET'): Promise<Response> {
  return fetch(url + path, { method, headers: browser });
}

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
    expect(await links({ controlToken: 'a-token-of-this-test' })).not.toContain('/_mock');
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

describe('the contract as it is served', () => {
  it('is shown as JSON and as YAML, with this server as its only one', async () => {
    const { url } = await open();
    const json = await fetch(`${url}/openapi.json`);
    expect(json.headers.get('Content-Type')).toBe('application/json');
    expect(await json.json()).toMatchObject({
      info: { title: 'Lamps & <b>Shades</b>' },
      servers: [{ url: '/' }],
      paths: { '/lamps': { post: expect.not.objectContaining({ servers: expect.anything() }) } },
    });
    const yaml = await fetch(`${url}/openapi.yaml`);
    expect(yaml.headers.get('Content-Type')).toBe('application/yaml');
    expect(await yaml.text()).toMatch(/^openapi: 3\.1\.0\ninfo:\n[^]*\nservers:\n {2}- url: \/\n/);
  });

  it('leads to this server in Swagger 2.0, too', async () => {
    const { url } = await open({
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      host: 'api.example.com',
      basePath: '/v1',
      schemes: ['https'],
      paths: { '/lamps': { get: { responses: { 200: { description: 'Done.' } } } } },
    });
    const shown: unknown = await (await fetch(`${url}/openapi.json`)).json();
    expect(Object.keys(Object(shown))).toEqual(['swagger', 'info', 'paths']);
  });

  it('has the overlay in force', async () => {
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'More', version: '1' },
      actions: [{ target: '$.info', update: { title: 'Lanterns' } }],
    };
    const folder = await writeFolder({ 'more.json': JSON.stringify(overlay) });
    const { url } = await open(lamps, { overlay: join(folder, 'more.json') });
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({
      info: { title: 'Lanterns' },
    });
    expect(await (await browse(url)).text()).toContain('<title>Lanterns</title>');
  });

  it('is one of several by its name, and without one the names are told', async () => {
    const folder = await writeFolder({
      'lamps.json': JSON.stringify(lamps),
      'shops.json': JSON.stringify(contractOf({ '/shops': { get: { responses } } })),
    });
    const files = ['lamps.json', 'shops.json'].map((name) => join(folder, name));
    const mock = await createMock({ contract: files });
    onTestFinished(() => mock.close());
    const { url } = await mock.listen();
    const refused = await fetch(`${url}/openapi.json`);
    expect([refused.status, await refused.json()]).toEqual([
      404,
      expect.objectContaining({
        detail:
          'Several contracts are served. There is: /openapi.json?name=lamps.json, /openapi.json?name=shops.json.',
      }),
    ]);
    expect((await fetch(`${url}/openapi.json?name=other`)).status).toBe(404);
    const one = await fetch(`${url}/openapi.json?name=shops.json`);
    expect(await one.json()).toMatchObject({ paths: { '/shops': {} } });
    expect(await (await browse(url)).text()).toContain('href="./openapi.yaml?name=shops.json"');
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
