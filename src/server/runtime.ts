import { relative } from 'node:path';

import { describeComplaint, inOrder } from '../base/errors.ts';
import type { Dispatcher } from '../behaviors/dispatch.ts';
import { createDispatcher } from '../behaviors/dispatch.ts';
import type { Contract } from '../contract/compile.ts';
import { describeGuard } from '../pipeline/credentials/authenticate.ts';
import type { Direct } from '../pipeline/intervene.ts';
import type { Road } from '../pipeline/respond.ts';
import { createBook } from '../store/credentials/credentials.ts';
import type { Imagine } from '../store/edits/rewriting.ts';
import type { Ledger } from '../store/ledger/ledger.ts';
import type { SavedState } from '../store/ledger/ledger.ts';
import { collectState } from '../store/state-source.ts';
import { admitState } from '../store/state/admission.ts';
import type { State } from '../store/state/state.ts';
import { beginState } from '../store/state/state.ts';
import { createClock } from '../store/worlds/clock.ts';
import type { World } from '../store/worlds/world.ts';
import { createWorld } from '../store/worlds/world.ts';
import type { Worlds } from '../store/worlds/worlds.ts';
import { createWorlds, mainName } from '../store/worlds/worlds.ts';
import type { Blueprint } from './blueprint.ts';
import type { ServerOptions } from './options/options.ts';
import { hideInComplaints, hideInNotice } from './watching/complaint-secrets.ts';

export interface RuntimeOptions extends Served {
  /** Finds the interventions for the requests of a world. */
  directIn(this: void, world: World): Direct;
  /** Called when a world was reset or dropped. */
  onLeave(this: void, world: string): void;
  /** Hides the credentials that are known. */
  readonly hideKnown: (text: string) => string;
  /** Called with the value of each credential that is minted in a world. */
  readonly onMint?: ((value: string) => void) | undefined;
  /** Called later with notices for the user who runs the server. */
  readonly onNotice?: ((message: string) => void) | undefined;
}

type Served = Pick<
  ServerOptions,
  | 'seed'
  | 'onBreach'
  | 'auth'
  | 'unknownQuery'
  | 'queryPreferences'
  | 'stateless'
  | 'maxWorlds'
  | 'worldIdle'
>;

/** The state with which the default world begins, and where changes are stored. */
export interface Persistence {
  /** Undefined where nothing was saved yet. */
  readonly saved: SavedState | undefined;
  /** Opens the ledger that stores this state from now on; undefined: in memory only. */
  begin(this: void, state: State): Ledger<State> | undefined;
}

/** Stores the default world, also while its contract changes. */
export interface DataFolder extends Persistence {
  /** Replaces the stored state after a reload. */
  change(state: State): Promise<void>;
  /** Why changes can not be stored; undefined if they can. */
  problem(): Promise<string | undefined>;
  /** Stores the state completely, and unlocks the folder. */
  close(): Promise<void>;
}

/** A blueprint that can serve requests, with its worlds. */
export interface Runtime {
  readonly blueprint: Blueprint;
  readonly worlds: Worlds;
  roadIn(world: World): Road;
  /** Generates the record that a world shows where none is stored. */
  readonly imagine: Imagine;
  readonly notices: readonly string[];
}

export const inMemory: Persistence = { saved: undefined, begin: () => undefined };

export function createRuntime(
  blueprint: Blueprint,
  persistence: Persistence,
  options: RuntimeOptions,
): Runtime {
  const { contract, fixtures, authoritative, fingerprints, credentials } = blueprint;
  const { onLeave, onNotice } = options;
  const madeFor = { shapes: contract.collections, fingerprints };
  const base = beginState(madeFor, fixtures, authoritative);
  const { state, notices } = persistence.saved
    ? admitState(madeFor, authoritative, persistence.saved)
    : { state: base, notices: [] };
  const main = createWorld({
    name: mainName,
    seed: options.seed,
    clock: createClock(),
    credentials: createBook([], credentials, options.onMint),
    base,
    first: state,
    ledger: persistence.begin(state),
    onReset: () => options.onLeave(mainName),
    onNotice,
  });
  const worlds = createWorlds({
    main,
    credentials,
    limits: { most: options.maxWorlds, idle: options.worldIdle },
    now: Date.now,
    uptime: () => performance.now(),
    onLeave,
    onMint: options.onMint,
    onNotice,
  });
  const dispatcher = createDispatcher(contract);
  const roadIn = createRoads(blueprint, dispatcher, options);
  const { secretMembers } = contract.documents;
  const shown = notices.map((notice) => options.hideKnown(hideInNotice(notice, secretMembers)));
  const guardNotices = describeGuard(contract, roadIn(main).guard, blueprint.credentialsFile);
  return {
    blueprint,
    worlds,
    roadIn,
    // Without state, no records are shown.
    imagine: (world, { shape, key, parents }) =>
      options.stateless
        ? undefined
        : dispatcher.imagine(world, { collection: shape.name, key, parents }),
    notices: [...contractNotices(contract), ...guardNotices, ...shown],
  };
}

/** Makes a runtime of a new blueprint. The state goes on, unless the fixtures have changed. */
export async function replaceRuntime(
  runtime: Runtime,
  blueprint: Blueprint,
  dataFolder: DataFolder,
  options: RuntimeOptions,
): Promise<{ readonly runtime: Runtime; readonly keptState: boolean }> {
  const { main } = runtime.worlds;
  const keptState = blueprint.fingerprints.fixtures === runtime.blueprint.fingerprints.fixtures;
  const goOn = main.retire();
  try {
    // With the new fingerprints, so that no notice says that the state is from another contract.
    const { fingerprints } = blueprint;
    const saved = keptState ? { ...collectState(main.describe()), fingerprints } : undefined;
    const next = createRuntime(blueprint, { saved, begin: dataFolder.begin }, options);
    await dataFolder.change(next.worlds.main.save());
    return { runtime: next, keptState };
  } catch (error) {
    goOn();
    throw error;
  }
}

/** Each world has its own behaviours, which live as long as the world. */
function createRoads(
  blueprint: Blueprint,
  dispatcher: Dispatcher,
  options: RuntimeOptions,
): (world: World) => Road {
  const { contract } = blueprint;
  const roads = new WeakMap<World, Road>();
  const create = (world: World): Road => ({
    contract,
    guard: {
      realm: contract.title,
      book: world.credentials,
      // Without a credentials file, the server can not tell good credentials from bad ones.
      mode: options.auth ?? (blueprint.credentialsFile === undefined ? 'presence' : 'strict'),
      now: () => world.clock.now(),
      isOpen: () => false,
    },
    behave: dispatcher.play({
      world: options.stateless ? undefined : world,
      seed: world.seed,
      now: () => world.clock.now(),
    }),
    direct: options.directIn(world),
    durable: () => world.durable(),
    refusalFiller: dispatcher.refusalFiller(world.seed),
    onBreach: options.onBreach,
    unknownQuery: options.unknownQuery,
    preferences: options.queryPreferences ? 'header-or-query' : 'header',
  });
  return (world) => {
    const known = roads.get(world);
    if (known) return known;
    const road = create(world);
    roads.set(world, road);
    return road;
  };
}

/** More lines would push everything else off the screen. */
const mostWarnings = 20;

function contractNotices({
  warnings,
  documents,
}: Pick<Contract, 'warnings' | 'documents'>): readonly string[] {
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
