import type { MockOptions } from '../server/options.ts';
import type { Reloading } from '../server/reloading.ts';
import type { MockServer } from '../server/server.ts';
import { openMockServer } from '../server/server.ts';
import { openTestPorts } from '../server/test-ports.ts';
import { mainName } from '../store/worlds/worlds.ts';
import type { MockOverride, OverrideHandle, OverrideReport } from './overrides.ts';
import { listOverrides, useOverride } from './overrides.ts';
import type { MockExpectation, MockRequestFilter, MockRequests } from './requests.ts';
import { createMockRequests } from './requests.ts';
import type { MockSnapshots, MockWorld, MockWorldWish } from './worlds.ts';
import { openMockSnapshots, openMockWorld } from './worlds.ts';

/** A stand-in, ready to be mounted or to listen, and all that a test may ask of it. */
export interface Mock extends MockServer, Controls {}

/** What is arranged and asked from within the process; the control API does the same from outside. */
interface Controls extends MockRequests<MockRequestFilter, MockExpectation> {
  /**
   * A private world: a copy of the fixtures that nobody else sees, made in no time. Without a name, a
   * new one; with a wish it is made anew, in the place of one of that name.
   */
  world(name?: string, input?: MockWorldWish): MockWorld;
  readonly snapshots: MockSnapshots;
  /** Has something else happen to requests than the usual, until the next reset. */
  use(override: MockOverride): OverrideHandle;
  /** What is in place, in the order in which it is tried. */
  overrides(): readonly OverrideReport[];
}

/** Opens a stand-in for whoever uses the library. */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { server, reloading } = await openMockServer(options);
  return Object.assign(
    server,
    createControls(options, reloading, () => server.url),
  );
}

function createControls(options: MockOptions, reloading: Reloading, url: () => string): Controls {
  const testPorts = openTestPorts(options, reloading);
  const { requests, overrides } = testPorts;
  const whereabouts = { runtime: reloading.runtime, testPorts, url };
  return {
    ...createMockRequests(requests),
    world: (name, input) => openMockWorld(name, input, whereabouts),
    snapshots: openMockSnapshots(whereabouts),
    use: (override) => useOverride(override, mainName, overrides),
    overrides: () => listOverrides(mainName, overrides),
  };
}
