import type { Express } from 'express';

import { openBackstage } from './backstage.ts';
import type { Contract } from './contract/compile.ts';
import type { ListenOptions } from './front-door.ts';
import { createFrontDoor } from './front-door.ts';
import { createApp } from './http/app.ts';
import { isLoopback } from './http/listen.ts';
import type { JsonObject } from './json.ts';
import { createLanes, createWorldNames } from './lanes.ts';
import type { MockOptions } from './mock-options.ts';
import type { MockExpectation, MockRequestFilter, MockRequests } from './mock-requests.ts';
import { createMockRequests } from './mock-requests.ts';
import type { MockOverride, OverrideHandle, OverrideReport } from './mock-overrides.ts';
import { listOverrides, useOverride } from './mock-overrides.ts';
import type { MockSnapshots, MockWorld, MockWorldWish } from './mock-world.ts';
import { openMockSnapshots, openMockWorld } from './mock-world.ts';
import { createObserver } from './observing.ts';
import type { Credential } from './store/credentials.ts';
import type { World } from './store/world.ts';
import { mainName } from './store/worlds.ts';
import type { CoverageReport } from './traffic/coverage/report.ts';
import type { Watching } from './watching.ts';
import { openWatching } from './watching.ts';

export { isLoopback };

/** A stand-in, ready to be mounted or to listen. */
export interface Mock extends AsyncDisposable, MockRequests<MockRequestFilter, MockExpectation> {
  /**
   * An Express app, to be mounted in another: there the control API needs the token. What is registered
   * on it comes before everything else, also where this listens itself.
   */
  readonly app: Express;
  /** Where it listens; throws where it doesn't. */
  readonly url: string;
  readonly contract: Contract;
  readonly credentials: readonly Credential[];
  /** Who is let in: as told, or as follows from whether there is a credentials file. */
  readonly auth: 'strict' | 'presence' | 'off';
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>;
  /** The records of a collection, each with the keys of its parents. */
  records(collection: string): readonly JsonObject[];
  /** What was tried of the contract, in all worlds; as JSON it is what `stuntdouble report` reads. */
  coverage(): CoverageReport;
  /** Back to the fixtures. */
  reset(): Promise<void>;
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
  /** Stops listening, lets requests under way finish, and keeps the state. */
  close(): Promise<void>;
}

/** Loads, compiles, opens the world, and wires everything together. */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const watching = openWatching(options, () => backstage.stage());
  const backstage = await openBackstage(options);
  const main = (): World => backstage.stage().worlds.main;
  const { requests, coverage } = watching;
  const lanes = createLanes(options, backstage, watching);
  const worldNames = createWorldNames(() => backstage.stage().blueprint.contract);
  const observe = createObserver(options, watching.watchers);
  const app = createApp({ lanes, worldNames, observe });
  const door = createFrontDoor(app);
  const { stage, overrides } = backstage;
  const whereabouts = { stage, overrides, url: door.url, requests };
  const mock: Mock = {
    get app() {
      backstage.open();
      return app.express();
    },
    get url() {
      return door.url();
    },
    get contract() {
      return backstage.stage().blueprint.contract;
    },
    get credentials() {
      return backstage.stage().blueprint.credentials.entries;
    },
    get auth() {
      return backstage.stage().roadIn(main()).guard.mode;
    },
    async listen(where) {
      const { url, port } = await door.open(where);
      backstage.open();
      return { url, port };
    },
    records: (collection) => main().show(collection) ?? [],
    reset: () => main().reset(),
    ...createMockRequests(requests),
    coverage: () => readCoverage(coverage),
    world: (name, wish) => openMockWorld(name, wish, whereabouts),
    snapshots: openMockSnapshots(whereabouts),
    use: (override) => useOverride(override, mainName, overrides),
    overrides: () => listOverrides(mainName, overrides),
    async close() {
      backstage.stop();
      watching.close();
      app.release();
      await door.close();
      await backstage.close();
    },
    [Symbol.asyncDispose]: () => mock.close(),
  };
  return mock;
}

function readCoverage(coverage: Watching['coverage']): CoverageReport {
  if (coverage) return coverage.report();
  throw new Error('nothing is counted: this stand-in was created with coverage: false');
}
