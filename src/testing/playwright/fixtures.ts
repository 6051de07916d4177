import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type {
  BrowserContext,
  BrowserContextOptions,
  Expect,
  PlaywrightTestArgs,
  PlaywrightTestConfig,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test';
import {
  defineConfig as defineUsualConfig,
  expect as usualExpect,
  test as usualTest,
} from '@playwright/test';

import type { RemoteMock, RemoteWorld } from '../../client/index.ts';
import type { MockWorldInput } from '../../index.ts';
import { nameWorld } from '../../client/world-names.ts';
import { attachReport } from './attach-report.ts';
import type { Surroundings } from './enter-world.ts';
import { worldOrigins } from './enter-world.ts';
import type { OwnContexts } from './own-contexts.ts';
import { createOwnContexts } from './own-contexts.ts';
import type { OpenServer, ServerChoice } from './open-server.ts';
import { openServer } from './open-server.ts';

export interface FixtureOptions {
  /** How the world of a test begins. Default: with the fixtures. */
  readonly mockWorld: MockWorldInput;
}

export interface MockFixtures {
  /** The world of the test. It is made before the test, and dropped after it. */
  readonly mock: RemoteWorld;
  /** Has the pages of a context play in the world of the test, or in another one. */
  readonly useWorld: (this: void, context: BrowserContext, world?: RemoteWorld) => Promise<void>;
}

export interface ServerFixtures {
  /** Which server the tests use. */
  readonly stuntdouble: ServerChoice | undefined;
  /** The server, with its default world. */
  readonly mockServer: RemoteMock;
}

interface InnerFixtures {
  readonly _mockSurroundings: Surroundings;
}

interface InnerServerFixtures {
  readonly _mockOpenServer: OpenServer;
  readonly _mockContexts: OwnContexts;
}

type TestFixtures = FixtureOptions & MockFixtures;

/** The test of Playwright with a world of its own for each test. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & ServerFixtures
> = usualTest.extend<TestFixtures & InnerFixtures, ServerFixtures & InnerServerFixtures>({
  stuntdouble: [undefined, { option: true, scope: 'worker' }],
  mockWorld: [{}, { option: true }],
  _mockOpenServer: [
    async ({ stuntdouble }, use, { config: { configFile = '', rootDir } }) => {
      const server = await openServer(
        stuntdouble,
        configFile === '' ? rootDir : dirname(configFile),
      );
      await use(server);
      await server[Symbol.asyncDispose]();
    },
    // A big contract takes its time, which is not that of the first test.
    { scope: 'worker', timeout: 120_000, box: true },
  ],
  mockServer: [async ({ _mockOpenServer: { mock } }, use) => use(mock), { scope: 'worker' }],
  _mockContexts: [
    async ({ _mockOpenServer: { mock, apiOrigins } }, use) =>
      use(createOwnContexts(mock.url, { server: mock.url, apiOrigins })),
    { scope: 'worker', box: true },
  ],
  // A context that a test makes itself must not call the real API either.
  browser: [
    async ({ browser, _mockContexts: contexts }, use) => {
      const unwatch = contexts.watch(browser);
      await use(browser);
      unwatch();
    },
    // As that of Playwright: a browser may be slow to start.
    { scope: 'worker', timeout: 0 },
  ],
  _mockSurroundings: [
    async ({ _mockOpenServer: { mock, apiOrigins }, baseURL: app }, use) =>
      use({ app, server: mock.url, apiOrigins }),
    { box: true },
  ],
  async mock({ _mockOpenServer, mockWorld, baseURL, _mockContexts: contexts }, use, info) {
    const { mock: server, advice } = _mockOpenServer;
    const world = await server.world(nameWorld(info.title), mockWorld);
    contexts.begin(world, baseURL);
    await use(world);
    try {
      if (info.status !== info.expectedStatus) await attachReport(world, info, advice);
    } finally {
      await contexts.end(world).finally(() => world.drop());
    }
  },
  async useWorld({ mock, baseURL, _mockContexts: contexts }, use) {
    await use(async (context, world = mock) => contexts.enter(context, world, baseURL));
  },
  async context({ context, useWorld, _mockContexts: contexts }, use) {
    await useWorld(context);
    await use(context);
    contexts.leave(context);
  },
  async request({ playwright, storageState, mock, _mockSurroundings: surroundings }, use) {
    const request = await playwright.request.newContext({
      storageState: await addCookies(storageState, mock, surroundings),
    });
    await use(request);
    await request.dispose();
  },
});

export const expect: Expect = usualExpect;

/** The `defineConfig` of Playwright, which knows the options of this package. */
export function defineConfig(
  config: PlaywrightTestConfig<FixtureOptions, ServerFixtures>,
): PlaywrightTestConfig<FixtureOptions, ServerFixtures> {
  return defineUsualConfig(config);
}

type StorageState = BrowserContextOptions['storageState'];

/** The cookies of the world take the place of those that a saved state has. */
async function addCookies(
  given: StorageState,
  { headers }: RemoteWorld,
  surroundings: Surroundings,
): Promise<Exclude<StorageState, string | undefined>> {
  // A trust edge: Playwright wrote the file.
  const state = (
    typeof given === 'string' ? JSON.parse(await readFile(given, 'utf8')) : given
  ) as Exclude<StorageState, string>;
  const own = worldOrigins(surroundings).flatMap((origin) =>
    Object.entries(headers).map(([name, value]) => ({
      name,
      value,
      domain: new URL(origin).hostname,
      ...plainCookie,
    })),
  );
  const others = state?.cookies.filter(({ name }) => !(name in headers)) ?? [];
  return { origins: [], ...state, cookies: [...others, ...own] };
}

const plainCookie = {
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax',
} as const;
