import type { TestAPI } from 'vitest';
import { inject, test as plainTest } from 'vitest';

import type { RemoteWorld } from '../../client/index.ts';
import { connect } from '../../client/index.ts';
import type { MockWorldWish } from '../../index.ts';
import { findFetch } from './plain-fetch.ts';
import type { ProvidedServer } from './provided.ts';
import { addReport } from './world-report.ts';

/** What a test may ask for. */
export interface MockFixtures {
  /** A world of its own for this test, which is dropped after it. */
  readonly mock: RemoteWorld;
  /** How that world is made: `test.override({ mockWorld: { scenario: 'empty' } })`. */
  readonly mockWorld: MockWorldWish;
}

/** The `test` of vitest with a world for each test that asks for `mock`. */
export const test: TestAPI<MockFixtures> = plainTest.extend<MockFixtures>({
  mockWorld: {},
  async mock({ task, mockWorld }, use) {
    const { url, ...how } = findServer();
    const world = await connect(url, { ...how, fetch: findFetch() }).world(
      nameWorld(task.name),
      mockWorld,
    );
    await use(world);
    // Of each try: a test that is tried again has the errors of earlier tries, too.
    if (task.result?.state === 'fail') await addReport(task.result.errors?.at(-1), world);
    await world.drop();
  },
});

function findServer(): ProvidedServer {
  // Undefined without the plugin, whatever its type says.
  const provided: ProvidedServer | undefined = inject('stuntdouble');
  if (provided) return { ...provided, url: resolveUrl(provided.url) };
  throw new Error(
    "this test has no server: add stuntdouble({ contract: '…' }) of stuntdouble/vitest/plugin to the plugins in vitest.config.ts; a config with projects has it in each of them, or they say extends: true",
  );
}

/** In a browser, the server is below the origin of the page. */
function resolveUrl(url: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return url.startsWith('/') ? new URL(url, location?.href).href : url;
}

/** A name that a reader recognises, and that no other test has. */
function nameWorld(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();
  // A page that comes from another machine over http has no crypto.randomUUID.
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${slug === '' ? 'test' : slug}-${random.toString(16).padStart(8, '0')}`;
}
