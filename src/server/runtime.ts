import { relative } from 'node:path';

import { describeComplaint, inOrder } from '../base/errors.ts';
import type { Dispatcher } from '../behaviors/dispatch.ts';
import { createDispatcher } from '../behaviors/dispatch.ts';
import type { Contract } from '../contract/compile.ts';
import { describeGuard } from '../pipeline/credentials/guard-notices.ts';
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
import type { WorldLimits, Worlds } from '../store/worlds/worlds.ts';
import { createWorlds, mainName } from '../store/worlds/worlds.ts';
import type { Blueprint } from './blueprint.ts';
import { hideInComplaints, hideInNotice } from './watching/complaint-secrets.ts';

export interface RuntimeOptions {
  /** What generated values depend on. */
  readonly seed: string;
  /** Undefined: an error, but for faults of the contract's own examples. */
  readonly onBreach: 'error' | 'warn' | undefined;
  /** Undefined where it depends on whether there is a credentials file. */
  readonly auth: 'strict' | 'presence' | 'off' | undefined;
  readonly unknownQuery: 'allow' | 'reject';
  readonly queryPreferences: boolean;
  /** Whether nothing is looked up, and everything is an example or generated. */
  readonly stateless: boolean;
  readonly worlds: WorldLimits;
  /** What is to happen to requests in a world instead of the usual. */
  directIn(this: void, world: World): Direct;
  /** Hears of a world that began anew or is no more. */
  onLeave(this: void, world: string): void;
  /** Hears of each credential that a world lets in from now on, by its value. */
  /** Hides the credentials that are known. */
  readonly hideKnown: (text: string) => string;
  readonly onMint?: ((value: string) => void) | undefined;
  /** Hears later what the person who runs this should know. */
  readonly onNotice?: ((message: string) => void) | undefined;
}

/** What the world that is kept begins with, and where it is kept. */
export interface Persistence {
  /** Undefined where nothing was saved yet. */
  readonly saved: SavedState | undefined;
  /** From now on this is the state that is kept. */
  begin(this: void, state: State): Ledger<State> | undefined;
}

/** Keeps a world while its contract changes. */
export interface DataFolder extends Persistence {
  /** The world goes on, made for another contract or other fixtures. */
  change(state: State): Promise<void>;
  /** What keeps changes from being stored; undefined where they are. */
  problem(): Promise<string | undefined>;
  /** Leaves what is kept complete. */
  close(): Promise<void>;
}

/** A blueprint brought to life. */
export interface Runtime {
  readonly blueprint: Blueprint;
  readonly worlds: Worlds;
  /** The road through a world. */
  roadIn(world: World): Road;
  /** What a world shows where nothing is stored. */
  readonly imagine: Imagine;
  readonly notices: readonly string[];
}

/** For a world that nobody keeps. */
export const inMemory: Persistence = { saved: undefined, begin: () => undefined };

export function createRuntime(
  blueprint: Blueprint,
  persistence: Persistence,
  options: RuntimeOptions,
): Runtime {
  const { contract, fixtures, authoritative, fingerprints, credentials } = blueprint;
  const { worlds: limits, onLeave, onNotice } = options;
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
    limits,
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
    // Nobody is shown a record where nothing is looked up.
    imagine: (world, { shape, key, parents }) =>
      options.stateless
        ? undefined
        : dispatcher.imagine(world, { collection: shape.name, key, parents }),
    notices: [...contractNotices(contract), ...guardNotices, ...shown],
  };
}

/** The same with a new blueprint: the state goes on, unless the fixtures are new. */
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
    // What goes on is made for the new contract; it was not left behind by an old one.
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

/** Each world has behaviours of its own, which live as long as it does. */
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
      // Without a file there is nothing to tell a good credential from a bad one.
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

/** More than these would push everything else off the screen. */
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

/** What is wrong with the examples of its contract, one of which is judged with each step. */
export function* reviewRuntime({ blueprint }: Runtime): Generator<readonly string[], void, void> {
  const { review, documents } = blueprint.contract;
  for (const warnings of review()) yield contractNotices({ warnings, documents });
}

/** Tells what the person who runs this should know of a stage, now and when it turns out. */
export function announce({ notices, blueprint }: Runtime, tell: (message: string) => void): void {
  for (const message of notices) tell(message);
  blueprint.contract.validators.onDefect((complaint) => {
    const [shown = complaint] = hideInComplaints([complaint]);
    tell(`${describeComplaint(shown)}; what it is for passes unchecked`);
  });
}
