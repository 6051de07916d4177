import type { TestAPI } from 'vitest';
import { inject, test as plainTest } from 'vitest';

import type { RemoteWorld } from '../../client/index.ts';
import { connect } from '../../client/index.ts';
import { nameWorld } from '../../client/world-names.ts';
import type { MockWorldInput } from '../../index.ts';
import { findFetch } from './plain-fetch.ts';
import type { ProvidedServer } from './provided.ts';
import { addReport } from './world-report.ts';

/** What a test may ask for. */
export interface MockFixtures {
  /** A world of its own for this test, which is dropped after it. */
  readonly mock: RemoteWorld;
  /** How that world is made: `test.override({ mockWorld: { scenario: 'empty' } })`. */
  readonly mockWorld: MockWorldInput;
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
