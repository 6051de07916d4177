import { join } from 'node:path';

import type { Express } from 'express';

import { createBehaviors } from './behaviors/behave.ts';
import { createFillRefusal } from './behaviors/fill-refusal.ts';
import { createGenerator } from './behaviors/generate.ts';
import type { Blueprint, Places } from './blueprint.ts';
import { loadBlueprint, resolvePlaces } from './blueprint.ts';
import type { Contract } from './contract/compile.ts';
import { loadContract } from './contract/compile.ts';
import { createControlBehaviors } from './control/behaviors.ts';
import { createControlGuard } from './control/guard.ts';
import type { Exchange, Lane } from './http/app.ts';
import { createApp } from './http/app.ts';
import type { Listening } from './http/listen.ts';
import { isLoopback, listen } from './http/listen.ts';
import type { Road } from './pipeline/respond.ts';
import type { Credential } from './store/credentials.ts';
import type { SavedState, StateFile } from './store/state-file.ts';
import { openStateFile } from './store/state-file.ts';
import type { World } from './store/world.ts';
import { openWorld } from './store/world.ts';
import { version } from './version.ts';
import { watchFiles } from './watch.ts';

/** What a stand-in can be told. Everything has a default. */
export interface MockOptions {
  /** Path of the contract. Default: the Workspace contract that comes with the package. */
  readonly contract?: string;
  /** Folder of the fixtures. Default: `fixtures/` beside the contract, where there is one. */
  readonly fixtures?: string;
  /** Folder that keeps the state. Default: the state is kept in memory only. */
  readonly data?: string;
  /** What generated values depend on. Default: `stuntdouble`. */
  readonly seed?: string;
  /** What becomes of a reply that breaks the contract: `error` (a 500) or `warn` (sent, marked). */
  readonly onBreach?: 'error' | 'warn';
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
  /** Where it listens; undefined before it does. */
  readonly url: string | undefined;
  readonly contract: Contract;
  readonly credentials: readonly Credential[];
  /** Whether there are no credentials to tell a good one from, so that any is taken. */
  readonly acceptsAnyCredential: boolean;
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>;
  /** Back to the fixtures. */
  reset(): Promise<void>;
  /** Stops listening, lets requests under way finish, and keeps the state. */
  close(): Promise<void>;
}

/** Loads, compiles, opens the world, and wires everything together. */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const notify = options.onNotice ?? ignore;
  const places = resolvePlaces(options.contract, options.fixtures);
  const file = openStateFile(options.data);
  let stage = setStage(await loadBlueprint(places), file, await file.read(), options);
  let isClosing = false;
  for (const message of stage.notices) notify({ level: 'warning', message });
  const lanes = [
    await createControlLane(options, { world: () => stage.world, isReady: () => !isClosing }),
    { prefix: '', toleratesSlash: false, hasCors: options.cors ?? true, road: () => stage.road },
  ];
  const createAppFor = (isLocal: boolean): Express =>
    createApp({ lanes, isLocal, onExchange: options.onExchange ?? ignore });
  const stopWatching = options.watch
    ? watchFiles(
        () => filesOf(stage.blueprint, places),
        async () => {
          stage = await reload(stage, places, file, options);
        },
      )
    : ignore;
  const timer =
    options.resetEvery === undefined
      ? undefined
      : startResetting(options.resetEvery, () => stage.world, notify);
  let listening: Listening | undefined;
  const mock: Mock = {
    app: createAppFor(false),
    get url() {
      return listening?.url;
    },
    get contract() {
      return stage.blueprint.contract;
    },
    get credentials() {
      return stage.blueprint.credentials.entries;
    },
    get acceptsAnyCredential() {
      return stage.road.guard.mode === 'presence';
    },
    async listen({ port = 0, host = '127.0.0.1' } = {}) {
      if (listening) throw new Error(`this stand-in listens already, at ${listening.url}`);
      listening = await listen(createAppFor(isLoopback(host)), port, host);
      return listening;
    },
    reset: () => stage.world.reset(),
    async close() {
      isClosing = true;
      stopWatching();
      clearInterval(timer);
      await listening?.close();
      listening = undefined;
      await stage.world.settle();
    },
    [Symbol.asyncDispose]: () => mock.close(),
  };
  return mock;
}

/** A blueprint brought to life. */
interface Stage {
  readonly blueprint: Blueprint;
  readonly world: World;
  readonly road: Road;
  readonly notices: readonly string[];
}

function setStage(
  blueprint: Blueprint,
  file: StateFile,
  saved: SavedState | undefined,
  options: MockOptions,
): Stage {
  const { contract, fixtures, authoritative, fingerprints, credentials } = blueprint;
  const { world, notices } = openWorld(
    { shapes: contract.collections, fixtures, authoritative, file, fingerprints },
    saved,
  );
  const generate = createGenerator(contract.documents, options.seed ?? 'stuntdouble');
  const road: Road = {
    contract,
    guard: {
      realm: contract.title,
      book: credentials,
      mode: credentials.isEmpty ? 'presence' : 'strict',
      now: Date.now,
      isOpen: () => false,
    },
    behave: createBehaviors(contract, world, generate),
    fillRefusal: createFillRefusal(contract.documents, generate),
    onBreach: options.onBreach ?? 'error',
  };
  return { blueprint, world, road, notices };
}

/** The control API is a contract of its own, on the same road. */
async function createControlLane(
  options: MockOptions,
  ports: { world: () => World; isReady: () => boolean },
): Promise<Lane> {
  const contract = await loadContract(join(import.meta.dirname, 'control', 'openapi.yaml'));
  const road: Road = {
    contract,
    guard: createControlGuard(options.controlToken),
    behave: createControlBehaviors({ version, ...ports }),
    fillRefusal: () => undefined,
    onBreach: 'error',
  };
  return { prefix: '/_mock', toleratesSlash: true, hasCors: false, road: () => road };
}

/** A bad edit changes nothing: the last good version goes on. */
async function reload(
  stage: Stage,
  places: Places,
  file: StateFile,
  options: MockOptions,
): Promise<Stage> {
  const notify = options.onNotice ?? ignore;
  try {
    const blueprint = await loadBlueprint(places);
    const hasNewFixtures =
      blueprint.fingerprints.fixtures !== stage.blueprint.fingerprints.fixtures;
    const saved = hasNewFixtures ? undefined : stage.world.snapshot();
    const next = setStage(blueprint, file, saved, options);
    const state = hasNewFixtures ? 'the state is that of the new fixtures' : 'the state was kept';
    notify({ level: 'info', message: `loaded again; ${state}` });
    for (const message of next.notices) notify({ level: 'warning', message });
    return next;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    notify({ level: 'error', message: `not loaded; the last good version goes on:\n${reason}` });
    return stage;
  }
}

function filesOf({ files }: Blueprint, { fixtures }: Places): readonly string[] {
  return fixtures === undefined ? files : [...files, fixtures];
}

function startResetting(
  milliseconds: number,
  world: () => World,
  notify: (notice: Notice) => void,
): NodeJS.Timeout {
  const timer = setInterval(() => {
    world()
      .reset()
      .then(
        () => notify({ level: 'info', message: 'started again from the fixtures' }),
        (error: unknown) =>
          notify({ level: 'error', message: `the reset failed: ${String(error)}` }),
      );
  }, milliseconds);
  return timer.unref();
}

function ignore(): void {
  // Nobody listens.
}
