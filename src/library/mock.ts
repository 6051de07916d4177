import type { MockOptions } from '../server/options.ts';
import type { Backstage } from '../server/reloading.ts';
import type { StandIn } from '../server/server.ts';
import { openStandIn } from '../server/server.ts';
import { openDesk } from '../server/test-ports.ts';
import { mainName } from '../store/worlds/worlds.ts';
import type { MockOverride, OverrideHandle, OverrideReport } from './overrides.ts';
import { listOverrides, useOverride } from './overrides.ts';
import type { MockExpectation, MockRequestFilter, MockRequests } from './requests.ts';
import { createMockRequests } from './requests.ts';
import type { MockSnapshots, MockWorld, MockWorldWish } from './worlds.ts';
import { openMockSnapshots, openMockWorld } from './worlds.ts';

/** A stand-in, ready to be mounted or to listen, and all that a test may ask of it. */
export interface Mock extends StandIn, Controls {}

/** What is arranged and asked from within the process; the control API does the same from outside. */
interface Controls extends MockRequests<MockRequestFilter, MockExpectation> {
  /**
   * A private world: a copy of the fixtures that nobody else sees, made in no time. Without a name, a
   * new one; with a wish it is made anew, in the place of one of that name.
   */
  world(name?: string, wish?: MockWorldWish): MockWorld;
  readonly snapshots: MockSnapshots;
  /** Has something else happen to requests than the usual, until the next reset. */
  use(override: MockOverride): OverrideHandle;
  /** What is in place, in the order in which it is tried. */
  overrides(): readonly OverrideReport[];
}

/** Opens a stand-in for whoever uses the library. */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { standIn, backstage } = await openStandIn(options);
  return Object.assign(
    standIn,
    createControls(options, backstage, () => standIn.url),
  );
}

function createControls(options: MockOptions, backstage: Backstage, url: () => string): Controls {
  const desk = openDesk(options, backstage);
  const { requests, overrides } = desk;
  const whereabouts = { stage: backstage.stage, desk, url };
  return {
    ...createMockRequests(requests),
    world: (name, wish) => openMockWorld(name, wish, whereabouts),
    snapshots: openMockSnapshots(whereabouts),
    use: (override) => useOverride(override, mainName, overrides),
    overrides: () => listOverrides(mainName, overrides),
  };
}
