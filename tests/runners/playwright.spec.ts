import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { createMock } from '../../src/index.ts';
import { findChromium } from '../console/chromium.ts';
import { startApp, startHost, startThird } from './other-servers.ts';
import { openProject, playTests, run, runPlaywright } from './run-playwright.ts';
import { typedTest } from './typed-test.ts';

const root = join(import.meta.dirname, '..', '..');
const contract = join(root, 'examples', 'shop.yaml');

describe.skipIf(findChromium() === undefined)('stuntdouble/playwright', () => {
  test('gives each test a world of its own, through the server of the app', async () => {
    const mock = await startMock();
    const baseURL = await startApp(mock.url, 'http://127.0.0.1:1');
    const before = mock.records('orders');

    const played = await runPlaywright(['worlds.spec.js'], {
      baseURL,
      stuntdouble: { url: mock.url },
    });

    expect(played.code, played.output).toBe(0);
    expect(played.tests.length).toBe(5);
    expect(new Set(played.tests.map(({ results: [one] }) => one?.workerIndex)).size).toBe(2);
    expect(mock.records('orders')).toEqual(before);
    expect(await listWorlds(mock.url)).toEqual(['default']);
  });

  test.for([{ api: [] }, {}])('sends no header to other origins, with %j', async (reach) => {
    const third = await startThird();
    const thirds = [`http://localhost:${third.port}`, `http://127.0.0.1:${third.port}`];
    const mock = await startMock();
    const stuntdouble = { url: mock.url, ...reach };

    for (const url of thirds) {
      const baseURL = await startApp(mock.url, url);
      const metadata = { thirds: [url] };
      const played = await runPlaywright(
        ['across-origins.spec.js'],
        { baseURL, stuntdouble },
        { metadata },
      );
      expect(played.code, played.output).toBe(0);
      const paths = third.received.map(({ method, path }) => `${method} ${path}`);
      expect(paths).toEqual(expect.arrayContaining(kindsOfRequests));
      expect(third.received.filter(({ hasHeader }) => hasHeader)).toEqual([]);
      // A cookie goes to a host, whatever the port.
      const hasCookie = url.includes('127.0.0.1');
      expect(third.received.some((one) => one.hasCookie)).toBe(hasCookie);
      third.received.length = 0;
    }
  });

  test('tells of a failed test what happened in its world', async () => {
    const mock = await startMock();
    const baseURL = await startApp(mock.url, 'http://127.0.0.1:1');

    const played = await runPlaywright(['failing.spec.js'], {
      baseURL,
      stuntdouble: { url: mock.url },
    });

    expect(played.code).toBe(1);
    expect(played.output).toContain('The requests in its world "is-refused-an-order-');
    expect(played.output).toContain('DELETE /orders/1 204, deleteOrder, changed 1 record');
    expect(played.output).toContain('- orders 1');
    const attached = new Map(
      played.tests.map(({ title, results }) => [
        title,
        results[0]?.attachments.filter(({ name }) => name.startsWith('world')) ?? [],
      ]),
    );
    expect(attached.get('passes')).toEqual([]);
    expect(attached.get('fails as expected')).toEqual([]);
    expect(attached.get('passes although it should fail')?.length).toBe(2);
    expect(await readAttached(attached.get('fails without a request')?.[0])).toContain(
      'No request came to its world "fails-without-a-request-',
    );
    const hint = `does it call ${mock.url} with the header or cookie X-Stuntdouble-World?`;
    const none = await readAttached(attached.get('fails without a request')?.[0]);
    const refused = await readAttached(attached.get('is refused an override')?.[0]);
    expect([none.includes(hint), refused.includes(hint)]).toEqual([true, false]);
    const [text, recording] = attached.get('is refused an order') ?? [];
    expect(text).toMatchObject({ name: 'world.txt', contentType: 'text/plain' });
    expect(await readAttached(text)).toContain('POST /orders 422, createOrder');
    expect(recording).toMatchObject({ name: 'world.json', contentType: 'application/json' });
    expect(JSON.parse(await readAttached(recording))).toMatchObject({
      requests: [{ operation: 'deleteOrder' }, { operation: 'createOrder' }],
    });
    expect(await listWorlds(mock.url)).toEqual(['default']);
  });

  test.for([
    {},
    { api: 'https://api.example.com' },
    { api: ['http://api.example.com/v1', 'https://other.example.com'] },
  ])('starts a server for each worker, and leads calls to it, with %j', async ({ api }) => {
    const baseURL = await startApp('http://127.0.0.1:1', 'http://127.0.0.1:1');
    const called = api === undefined ? {} : { api: new URL([api].flat()[0] ?? '').origin };

    const played = await runPlaywright(
      ['own-server.spec.js'],
      { baseURL, stuntdouble: { contract: 'shop.yaml', ...(api && { api }) } },
      { metadata: called },
    );

    expect(played.code, played.output).toBe(0);
    expect(played.tests.length).toBe(4);
    expect(played.output).not.toContain('not a part of any test');
  });

  test.for(['http', 'https'])(
    'leads contexts of tests to the mock, and none to the real API, by %s',
    async (scheme) => {
      const baseURL = await startApp('http://127.0.0.1:1', 'http://127.0.0.1:1');
      const api = `${scheme}://api.example.com`;

      const played = await runPlaywright(
        ['own-contexts.spec.js'],
        { baseURL, stuntdouble: { contract: 'shop.yaml', api } },
        { metadata: { api }, workers: 1, fullyParallel: false },
      );

      expect(played.code, played.output).toBe(0);
      expect(played.tests.length).toBe(7);
    },
  );

  test.for([
    ['links.spec.js', 'https', 2],
    ['links.spec.js', 'http', 2],
    ['redirects.spec.js', 'https', 7],
    ['redirects.spec.js', 'http', 7],
  ] as const)('leads pages by %s to the world at %s', async ([file, scheme, count]) => {
    const baseURL = await startApp('http://127.0.0.1:1', 'http://127.0.0.1:1');
    const api = `${scheme}://api.example.com`;
    const links = join(import.meta.dirname, 'project', 'links.yaml');

    const played = await runPlaywright(
      [file],
      { baseURL, stuntdouble: { contract: links, api } },
      { metadata: { api } },
    );

    expect(played.code, played.output).toBe(0);
    expect(played.tests.length).toBe(count);
  });

  test('takes paths from the folder of the config file', async () => {
    const folder = await openProject();
    const inside = join(folder, 'e2e');
    await mkdir(inside);
    const project = join(import.meta.dirname, 'project');
    for (const file of ['own-server.spec.js', 'playwright.config.js'])
      await cp(join(project, file), join(inside, file));
    await cp(contract, join(inside, 'inside.yaml'));
    const baseURL = await startApp('http://127.0.0.1:1', 'http://127.0.0.1:1');

    const played = await playTests(
      folder,
      ['--config', 'e2e/playwright.config.js'],
      { baseURL, stuntdouble: { contract: 'inside.yaml' } },
      { metadata: {} },
    );

    expect(played.code, played.output).toBe(0);
    expect(played.tests.length).toBe(4);
  });

  test('leaves the app alone that has the mock below a path', async () => {
    const controlToken = 'a-token-for-tests-only';
    const mock = await createMock({ contract, controlToken });
    onTestFinished(() => mock.close());
    const baseURL = await startHost(mock);

    const played = await runPlaywright(['mounted.spec.js'], {
      baseURL,
      stuntdouble: { url: `${baseURL}/mock`, controlToken },
    });

    expect(played.code, played.output).toBe(0);
  });

  test('reaches the world from a service worker, too', async () => {
    const mock = await startMock();
    const baseURL = await startApp(mock.url, 'http://127.0.0.1:1');

    const played = await runPlaywright(
      ['service-worker.spec.js'],
      { baseURL, stuntdouble: { url: mock.url } },
      { metadata: { api: mock.url } },
    );

    expect(played.code, played.output).toBe(0);
  });

  test('gives retries, tests in turn and hooks worlds of their own', async () => {
    const played = await runPlaywright(
      ['life.spec.js'],
      { stuntdouble: { contract: 'shop.yaml' } },
      { retries: 1 },
    );

    const outcomes = played.tests.map(({ title, status }) => `${title}: ${status}`);
    expect(outcomes.toSorted(), played.output).toEqual([
      'has a new world: flaky',
      'has a world that its tests do not have: expected',
      'the first has a world of its own that begins with the snapshot: expected',
      'the second has a world of its own that begins with the snapshot: expected',
    ]);
  });

  test.for(['commonjs', 'module'])('is typed by the contract in a %s project', async (type) => {
    const written = {
      'package.json': JSON.stringify({ private: true, type }),
      'typed.spec.ts': typedTest,
    };
    const folder = await openProject(written);
    await run(folder, [join(root, 'dist', 'cli.js'), 'types', 'shop.yaml', '-o', 'mock.d.ts']);
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const compiled = await run(folder, [compiler, ...strictly, 'typed.spec.ts', 'mock.d.ts']);

    expect(compiled).toEqual({ code: 0, output: '' });
    const played = await playTests(folder, ['typed.spec.ts'], {
      stuntdouble: { contract: 'shop.yaml' },
    });
    expect(played.code, played.output).toBe(0);
  });
});

async function startMock(): ReturnType<typeof createMock> {
  const mock = await createMock({ contract });
  onTestFinished(() => mock.close());
  await mock.listen();
  return mock;
}

async function listWorlds(url: string): Promise<readonly string[]> {
  const worlds = (await (await fetch(`${url}/_mock/worlds`)).json()) as { name: string }[];
  return worlds.map(({ name }) => name);
}

async function readAttached(file: { readonly path?: string } | undefined): Promise<string> {
  return readFile(file?.path ?? '', 'utf8');
}

const strictly = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];

const kindsOfRequests = [
  'GET /fetched',
  'GET /redirected',
  'POST /beacon',
  'GET /image',
  'GET /frame',
  'GET /request',
  'GET /page-request',
  'GET /from-mock',
];
