import type { Express } from 'express';

import { openBackstage } from './backstage.ts';
import type { Contract } from './contract/compile.ts';
import { createApp } from './http/app.ts';
import type { Listening } from './http/listen.ts';
import { isLoopback, listen } from './http/listen.ts';
import type { JsonObject } from './json.ts';
import { openJournal } from './journaling.ts';
import { createLanes, createWorldNames } from './lanes.ts';
import type { MockOptions } from './mock-options.ts';
import type { MockExpectation, MockRequestFilter, MockRequests } from './mock-requests.ts';
import { createMockRequests } from './mock-requests.ts';
import type { MockSnapshots, MockWorld, MockWorldWish } from './mock-world.ts';
import { openMockSnapshots, openMockWorld } from './mock-world.ts';
import { createObserver } from './observing.ts';
import type { Credential } from './store/credentials.ts';
import type { World } from './store/world.ts';

export { isLoopback };

export interface ListenOptions {
  /** Default: 0, any port that is free. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

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
  /** Back to the fixtures. */
  reset(): Promise<void>;
  /**
   * A private world: a copy of the fixtures that nobody else sees, made in no time. Without a name, a
   * new one; with a wish it is made anew, in the place of one of that name.
   */
  world(name?: string, wish?: MockWorldWish): MockWorld;
  readonly snapshots: MockSnapshots;
  /** Stops listening, lets requests under way finish, and keeps the state. */
  close(): Promise<void>;
}

/** Loads, compiles, opens the world, and wires everything together. */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { journal, ports } = openJournal(options, () => backstage.stage());
  const backstage = await openBackstage(options);
  const main = (): World => backstage.stage().worlds.main;
  const lanes = createLanes(options, backstage, ports);
  const worldNames = createWorldNames(() => backstage.stage().blueprint.contract);
  const observe = createObserver(options, journal.isOn ? [journal.note] : []);
  const app = createApp({ lanes, worldNames, observe });
  let listening: Promise<Listening> | undefined;
  let place: Listening | undefined;
  const whereabouts = { stage: backstage.stage, url: () => mock.url, requests: ports };
  const mock: Mock = {
    get app() {
      backstage.open();
      return app.express();
    },
    get url() {
      if (!place) throw new Error('this stand-in does not listen: call listen() first');
      return place.url;
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
    async listen({ port = 0, host = '127.0.0.1' } = {}) {
      if (listening) throw new Error('this stand-in listens already: close() it first');
      listening = listen(app.listener(isLoopback(host)), port, host);
      try {
        place = await listening;
      } catch (error) {
        listening = undefined;
        throw error;
      }
      backstage.open();
      return { url: place.url, port: place.port };
    },
    records: (collection) => main().show(collection) ?? [],
    reset: () => main().reset(),
    ...createMockRequests(ports),
    world: (name, wish) => openMockWorld(name, wish, whereabouts),
    snapshots: openMockSnapshots(whereabouts),
    async close() {
      backstage.stop();
      journal.close();
      const closing = listening;
      listening = undefined;
      place = undefined;
      await (await closing)?.close();
      await backstage.close();
    },
    [Symbol.asyncDispose]: () => mock.close(),
  };
  return mock;
}
