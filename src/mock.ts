import { resolve } from 'node:path';

import type { Express } from 'express';

import { loadBlueprint, resolvePlaces } from './blueprint.ts';
import type { Contract } from './contract/compile.ts';
import { createControlLane } from './control-lane.ts';
import { messageOf, StartError } from './errors.ts';
import type { Exchange, Lane } from './http/app.ts';
import { createApp } from './http/app.ts';
import type { Listening } from './http/listen.ts';
import { isLoopback, listen } from './http/listen.ts';
import type { JsonObject } from './json.ts';
import type { Stage, StageOptions } from './stage.ts';
import { announce, changeStage, setStage } from './stage.ts';
import type { Credential } from './store/credentials.ts';
import { openStateFile } from './store/state-file.ts';
import type { World } from './store/world.ts';
import { version } from './version.ts';
import type { Loaded } from './watch.ts';
import { watchFiles } from './watch.ts';

export { isLoopback };

/** What a stand-in can be told. Everything has a default. */
export interface MockOptions {
  /** Path of the contract, or of several. Default: the Workspace contract that comes with the package. */
  readonly contract?: string | readonly string[];
  /** Folder of the fixtures. Default: `fixtures/` beside the contract, where there is one. */
  readonly fixtures?: string;
  /** Folder that keeps the state. Default: the state is kept in memory only. */
  readonly data?: string;
  /**
   * When a change is answered: when it is on the disk (`sync`, the default), when it was handed to the
   * system (`flush`), or at once (`memory`: the folder is neither read nor written).
   */
  readonly durability?: 'sync' | 'flush' | 'memory';
  /** What generated values depend on. Default: `stuntdouble`. */
  readonly seed?: string;
  /** What becomes of a reply that breaks the contract: a 500, or sent, marked (default for its examples). */
  readonly onBreach?: 'error' | 'warn';
  /** Whether a contract with faults of form is taken. Default: true for any but the shipped one. */
  readonly lenient?: boolean;
  /** Whether `$ref`s to http and https are followed. Default: false. */
  readonly allowRemoteRefs?: boolean;
  /** Folders that `$ref`s may lead into, besides the contract's own. */
  readonly allowRefs?: readonly string[];
  /** OpenAPI Overlays that change the contract, in this order. */
  readonly overlay?: string | readonly string[];
  /** Default: `strict` with a credentials file, `presence` without. */
  readonly auth?: 'strict' | 'presence' | 'off';
  /** What becomes of query parameters that are not declared. Default: `allow`. */
  readonly unknownQuery?: 'allow' | 'reject';
  /** Whether `?__code=`, `?__example=`, `?__dynamic=` are read like the `Prefer` header. Default: false. */
  readonly queryPreferences?: boolean;
  /** Whether every operation answers with examples and generated data alone. Default: false. */
  readonly stateless?: boolean;
  /** Whether pages of other origins may call the API. Default: true. */
  readonly cors?: boolean;
  /** What opens the control API where others than this machine can reach it. */
  readonly controlToken?: string;
  /** Whether changed files of the contract and the fixtures are loaded again. Default: false. */
  readonly watch?: boolean;
  /** Start again from the fixtures every so many milliseconds. Default: never. */
  readonly resetEvery?: number;
  /** Hears of every request. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Hears what the person who runs this should know. */
  readonly onNotice?: (notice: Notice) => void;
}

export interface Notice {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

export interface ListenOptions {
  /** Default: 0, any port that is free. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/** A stand-in, ready to be mounted or to listen. */
export interface Mock extends AsyncDisposable {
  /** An Express app, to be mounted in another. The control API needs the token here. */
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
  /** Stops listening, lets requests under way finish, and keeps the state. */
  close(): Promise<void>;
}

/** Loads, compiles, opens the world, and wires everything together. */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const backstage = await openBackstage(options);
  const lanes = await createLanes(options, backstage);
  const createAppFor = (isLocal: boolean): Express =>
    createApp({ lanes, isLocal, onExchange: createReporter(options) });
  let listening: Promise<Listening> | undefined;
  let place: Listening | undefined;
  const mock: Mock = {
    app: createAppFor(false),
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
      return backstage.stage().road.guard.mode;
    },
    async listen({ port = 0, host = '127.0.0.1' } = {}) {
      if (listening) throw new Error('this stand-in listens already: close() it first');
      listening = listen(createAppFor(isLoopback(host)), port, host);
      try {
        place = await listening;
      } catch (error) {
        listening = undefined;
        throw error;
      }
      return { url: place.url, port: place.port };
    },
    records: (collection) => backstage.stage().world.show(collection) ?? [],
    reset: () => backstage.stage().world.reset(),
    async close() {
      backstage.stop();
      const closing = listening;
      listening = undefined;
      place = undefined;
      await (await closing)?.close();
      await backstage.stage().world.settle();
    },
    [Symbol.asyncDispose]: () => mock.close(),
  };
  return mock;
}

/** What a listener throws is no fault of the request that it was told of. */
function createReporter({ onExchange, onNotice }: MockOptions): (exchange: Exchange) => void {
  return (exchange) => {
    try {
      onExchange?.(exchange);
    } catch (error) {
      onNotice?.({ level: 'error', message: `onExchange threw: ${messageOf(error)}` });
    }
  };
}

/** The stage that is played on now, and what goes on behind it. */
interface Backstage {
  stage(): Stage;
  isStopped(): boolean;
  /** Ends watching and timed resets; requests go on. */
  stop(): void;
}

async function openBackstage(options: MockOptions): Promise<Backstage> {
  const { onNotice: notify = ignore, contract: named = [] } = options;
  const stageOptions = readStageOptions(options);
  const places = resolvePlaces([named].flat(), options.fixtures);
  const loadOptions = {
    isLenient: options.lenient ?? places.isForeign,
    isComplete: false,
    allowRemoteRefs: options.allowRemoteRefs ?? false,
    allowRefs: options.allowRefs ?? [],
    overlays: [options.overlay ?? []].flat(),
  };
  const file = openStateFile(options.durability === 'memory' ? undefined : options.data);
  const first = await loadBlueprint(places, loadOptions);
  let stage = setStage(first, file, await file.read(), stageOptions);
  let isStopped = false;
  warn(stage, notify);
  let lastFailure = '';
  const reload = async (): Promise<readonly string[]> => {
    try {
      const blueprint = await loadBlueprint(places, loadOptions);
      await stage.world.settle();
      const next = changeStage(stage, blueprint, file, stageOptions);
      stage = next.stage;
      // The fixtures are the state now, also for the next start.
      if (!next.keptState) await stage.world.reset();
      lastFailure = '';
      const state = next.keptState ? 'the state was kept' : 'the state is that of the new fixtures';
      notify({ level: 'info', message: `loaded again; ${state}` });
      warn(stage, notify);
      return [];
    } catch (error) {
      const message = `not loaded; the last good version goes on:\n${messageOf(error)}`;
      if (message !== lastFailure) notify({ level: 'error', message });
      lastFailure = message;
      const complaints = error instanceof StartError ? error.complaints : [];
      return [...places.contracts, ...complaints.map((complaint) => resolve(complaint.file))];
    }
  };
  const loaded = (): Loaded => ({ texts: stage.blueprint.texts, folder: places.fixtures });
  const stopWatching = options.watch ? watchFiles({ loaded, reload }) : ignore;
  const stopResetting = startResetting(options.resetEvery, () => stage.world, notify);
  return {
    stage: () => stage,
    isStopped: () => isStopped,
    stop() {
      isStopped = true;
      stopWatching();
      stopResetting();
    },
  };
}

/** Options are made whole once; inside, none is optional. */
function readStageOptions(options: MockOptions): StageOptions {
  return {
    seed: options.seed ?? 'stuntdouble',
    onBreach: options.onBreach,
    auth: options.auth,
    unknownQuery: options.unknownQuery ?? 'allow',
    queryPreferences: options.queryPreferences ?? false,
    stateless: options.stateless ?? false,
  };
}

async function createLanes(options: MockOptions, backstage: Backstage): Promise<readonly Lane[]> {
  return [
    await createControlLane(options.controlToken, {
      version,
      world: () => backstage.stage().world,
      isReady: () => !backstage.isStopped(),
    }),
    {
      name: 'contract',
      prefix: '',
      toleratesSlash: false,
      hasCors: options.cors ?? true,
      road: () => backstage.stage().road,
    },
  ];
}

function warn(stage: Stage, notify: (notice: Notice) => void): void {
  announce(stage, (message) => notify({ level: 'warning', message }));
}

function startResetting(
  milliseconds: number | undefined,
  world: () => World,
  notify: (notice: Notice) => void,
): () => void {
  if (milliseconds === undefined) return ignore;
  const timer = setInterval(() => {
    world()
      .reset()
      .then(
        () => notify({ level: 'info', message: 'started again from the fixtures' }),
        (error: unknown) =>
          notify({ level: 'error', message: `the reset failed: ${messageOf(error)}` }),
      );
  }, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

function ignore(): void {
  // Nobody listens.
}
