import { relative } from 'node:path';

import { describeComplaint, inOrder } from '../base/errors.ts';
import { onceFor } from '../base/once.ts';
import type { Dispatcher } from '../behaviors/dispatch.ts';
import { createDispatcher } from '../behaviors/dispatch.ts';
import type { Contract } from '../contract/compile.ts';
import { isForLogIn } from '../contract/plan/accounts/accounts.ts';
import { describeGuard } from '../pipeline/credentials/guard.ts';
import type { Direct } from '../pipeline/intervention.ts';
import type { Road } from '../pipeline/respond.ts';
import { createBook } from '../store/credentials/book.ts';
import type { Database } from '../store/database.ts';
import { createDatabase } from '../store/database.ts';
import type { FileBytes } from '../store/files/file-bytes.ts';
import { keepInMemory } from '../store/files/file-bytes.ts';
import type { MadeUpRecords } from '../store/edits/rewriting.ts';
import { collectState } from '../store/ledger/saved-state.ts';
import type { AdmittedState } from '../store/state/admission.ts';
import { admitState } from '../store/state/admission.ts';
import type { State } from '../store/state/state.ts';
import type { Clock } from '../store/worlds/clock.ts';
import { createClock } from '../store/worlds/clock.ts';
import type { World } from '../store/worlds/world.ts';
import type { WeighBesides } from '../store/worlds/room.ts';
import { createWorld } from '../store/worlds/world.ts';
import type { WorldBeginning, WorldKeeping, Worlds } from '../store/worlds/worlds.ts';
import { createWorlds, mainName } from '../store/worlds/worlds.ts';
import type { Blueprint } from './blueprint.ts';
import type { RefuseLate } from './late-refusals.ts';
import { createDurable, createTrace } from './late-refusals.ts';
import { createMadeUpRecords } from './made-up-records.ts';
import type { ServerOptions } from './options/options.ts';
import type { Uploads } from './uploads.ts';
import { createUploads } from './uploads.ts';
import { limitWorlds, refuseChange } from './visitors/shared-world.ts';
import { hideInComplaints, hideInNotice } from './watching/complaint-secrets.ts';

export interface RuntimeOptions extends Served {
  /** Finds the interventions for the requests of a world. */
  directIn(this: void, world: World): Direct;
  /** Called when a world was reset or dropped. */
  onLeave(this: void, world: string): void;
  /** What the URLs of made-up files begin with. */
  readonly fileUrl?: () => string;
  /** Hides the credentials that are known. */
  readonly hideKnown: (text: string) => string;
  /** Called with the value of each credential that is minted in a world. */
  readonly onMint?: ((value: string, world: string) => void) | undefined;
  /** Called later with notices for the user who runs the server. */
  readonly onNotice?: ((message: string) => void) | undefined;
  readonly refuseLate?: RefuseLate | undefined;
  /** Where worlds outlive this process. */
  readonly keeping?: WorldKeeping | undefined;
}

type Served = Pick<
  ServerOptions,
  | 'seed'
  | 'onBreach'
  | 'auth'
  | 'unknownKeys'
  | 'records'
  | 'locale'
  | 'unknownQuery'
  | 'queryPreferences'
  | 'stateless'
  | 'ignoreExamples'
  | 'maxWorlds'
  | 'worldIdle'
  | 'visitorWorlds'
>;

/** The state with which the default world begins. */
export interface Beginning {
  readonly database: Database;
  /** What the world goes back to; undefined: the fixtures. */
  readonly scenario?: WorldBeginning | undefined;
  /** Which saved records are not served, and why. */
  readonly notices: readonly string[];
  /** The bytes of uploaded files. */
  readonly files: FileBytes;
}

/** A blueprint that can serve requests, with its worlds. */
export interface Runtime {
  readonly blueprint: Blueprint;
  readonly worlds: Worlds;
  /** The scenario of the default world. */
  readonly scenario: WorldBeginning | undefined;
  roadIn(world: World): Road;
  /** Changes the clock of a world, and makes happen what is due by it, in the order of time. */
  moveClock(world: World, change: (clock: Clock) => void): Promise<void> | undefined;
  readonly madeUp: MadeUpRecords;
  readonly existingIn: Dispatcher['existingIn'];
  readonly files: FileBytes;
  /** The size of the files that a record names. */
  readonly weighFiles: WeighBesides;
  readonly notices: readonly string[];
}

/** Begins with the fixtures, and stores nothing. */
export function inMemory({ base }: Blueprint): Beginning {
  return { database: createDatabase(base), notices: [], files: keepInMemory() };
}

export function createRuntime(
  blueprint: Blueprint,
  { database, notices, files, scenario }: Beginning,
  options: RuntimeOptions,
): Runtime {
  const { contract, base, credentials } = blueprint;
  const { keeping, onNotice } = options;
  const uploads = createUploads(contract, files);
  const main = createWorld({
    name: mainName,
    seed: scenario?.seed ?? options.seed,
    scenario: scenario?.scenario,
    clock: createClock(scenario?.clock),
    credentials: createBook(scenario?.credentials ?? [], credentials, (value) =>
      options.onMint?.(value, mainName),
    ),
    base: scenario?.base ?? base,
    database,
    keepFacts: keeping && ((facts) => keeping.keepFacts(mainName, facts)),
    onReset() {
      options.onLeave(mainName);
      scenario?.arrange(mainName)();
    },
    onNotice,
  });
  const worlds = createWorlds({
    ...options,
    main,
    base,
    credentials,
    limits: limitWorlds(options),
    now: Date.now,
    uptime: () => performance.now(),
  });
  files.takeOver({ list: () => uploads.listNamed(worlds), durable: () => whenDurable(worlds) });
  const dispatcher = createDispatcher(contract, {
    ...options,
    files,
    handling: blueprint.handling,
  });
  const roadIn = createRoads(blueprint, dispatcher, uploads, options);
  const { secretMembers } = contract.documents;
  const shown = notices.map((notice) => options.hideKnown(hideInNotice(notice, secretMembers)));
  const guardNotices = describeGuard(contract, roadIn(main).guard, blueprint.credentialsFile);
  return {
    blueprint,
    worlds,
    scenario,
    roadIn,
    files,
    weighFiles: uploads.weigh,
    moveClock: createMoveClock(dispatcher, options.stateless),
    madeUp: createMadeUpRecords(dispatcher, contract.collections, options.stateless),
    existingIn: (world) => dispatcher.existingIn(world),
    notices: [...contractNotices(contract), ...guardNotices, ...shown],
  };
}

/** Those of visitors are durable somewhere only with `--store`. */
function whenDurable({ main, list }: Worlds): Promise<void> | undefined {
  const waits = [main, ...list().map(({ world }) => world)].flatMap((one) => one.durable() ?? []);
  return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
}

function createMoveClock(dispatcher: Dispatcher, stateless: boolean): Runtime['moveClock'] {
  return (world, change) => {
    const settle = (): void =>
      stateless ? undefined : dispatcher.settle(world, () => world.clock.now());
    // Before, too: what a test has written waits from now on, and not from the new time.
    settle();
    change(world.clock);
    settle();
    return world.keepFacts();
  };
}

/** What takes the place of a runtime. */
export interface Replacement {
  readonly blueprint: Blueprint;
  readonly scenario: WorldBeginning | undefined;
  readonly database: Database;
}

/** The state goes on, unless the fixtures or the scenario of the default world have changed. */
export async function replaceRuntime(
  runtime: Runtime,
  { blueprint, scenario, database }: Replacement,
  options: RuntimeOptions,
): Promise<{ readonly runtime: Runtime; readonly keptState: boolean }> {
  const { main } = runtime.worlds;
  const next = scenario?.base ?? blueprint.base;
  const keptState =
    fixturesOf(runtime.blueprint.base) === fixturesOf(blueprint.base) &&
    runtime.scenario?.fingerprint === scenario?.fingerprint;
  const goOn = main.retire();
  try {
    // If a write that is under way fails, it is the former world that goes back.
    await database.settle();
    const { state, notices } = keptState
      ? admitAgain(main.save(), next)
      : { state: next, notices: [] };
    database.low.data = state;
    const replacement = createRuntime(
      blueprint,
      { database, scenario, notices, files: runtime.files },
      options,
    );
    await database.replace(state);
    return { runtime: replacement, keptState };
  } catch (error) {
    goOn();
    throw error;
  }
}

function fixturesOf({ madeFor }: State): string {
  return madeFor.fingerprints.fixtures;
}

/** With the new contract's fingerprint, so that no notice says that the state is from another. */
function admitAgain(state: State, { madeFor, authoritative }: State): AdmittedState {
  const { contract } = madeFor.fingerprints;
  const fingerprints = { ...state.madeFor.fingerprints, contract };
  return admitState(madeFor, authoritative, { ...collectState(state), fingerprints });
}

/** Each world has its own behaviours, which live as long as the world. */
function createRoads(
  blueprint: Blueprint,
  dispatcher: Dispatcher,
  uploads: Uploads,
  options: RuntimeOptions,
): (world: World) => Road {
  const { contract } = blueprint;
  const { refuseLate } = options;
  const create = (world: World): Road => ({
    contract,
    guard: {
      realm: contract.title,
      book: world.credentials,
      // Without a credentials file, the server can not tell good credentials from bad ones.
      mode: options.auth ?? (blueprint.credentialsFile === undefined ? 'presence' : 'strict'),
      now: () => world.clock.now(),
      // A client without a token can only get one where none is asked for.
      isOpen: ({ operation }) => isForLogIn(contract.targets.get(operation)),
      sessionOf: dispatcher.sessionsIn(world),
    },
    behave: dispatcher.play({
      world: options.stateless ? undefined : world,
      seed: world.seed,
      now: () => world.clock.now(),
    }),
    behaveSlowly: (request) => (options.stateless ? undefined : uploads.store(request)),
    onEnd: uploads.settle,
    direct: options.directIn(world),
    trace: world.isReadOnly ? refuseChange : createTrace(world, refuseLate),
    durable: createDurable(world, refuseLate),
    refusalFiller: dispatcher.refusalFiller(world.seed),
    onBreach: options.onBreach,
    unknownQuery: options.unknownQuery,
    preferences: options.queryPreferences ? 'header-or-query' : 'header',
  });
  return onceFor(create);
}

/** More lines would push everything else off the screen. */
const mostWarnings = 20;

function contractNotices(contract: Pick<Contract, 'warnings' | 'documents'>): readonly string[] {
  const { warnings, documents } = contract;
  const shown = hideInComplaints(inOrder(warnings).slice(0, mostWarnings)).map(describeComplaint);
  const rest = warnings.length - shown.length;
  if (rest <= 0) return shown;
  const files = documents.roots.flatMap(({ uri }) => documents.sources.get(uri)?.file ?? []);
  const named = files.map((file) => relative(process.cwd(), file)).join(' ');
  return [...shown, `… and ${rest} more: stuntdouble check ${named}`];
}

/** Yields warnings about the contract's examples; each step checks one example. */
export function* reviewRuntime({ blueprint }: Runtime): Generator<readonly string[], void, void> {
  const { review, documents } = blueprint.contract;
  for (const warnings of review()) yield contractNotices({ warnings, documents });
}

/** Tells the notices of a runtime: those it has, and schemas that fail to compile later. */
export function announce({ notices, blueprint }: Runtime, tell: (message: string) => void): void {
  for (const message of notices) tell(message);
  blueprint.contract.validators.onDefect((complaint) => {
    const [shown = complaint] = hideInComplaints([complaint]);
    tell(`${describeComplaint(shown)}; what it is for passes unchecked`);
  });
}
