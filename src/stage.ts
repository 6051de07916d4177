import { relative } from 'node:path';

import { createTroupe } from './behaviors/troupe.ts';
import type { Blueprint } from './blueprint.ts';
import type { Contract } from './contract/compile.ts';
import { describeComplaint, inOrder } from './errors.ts';
import { describeGuard } from './pipeline/guard-notices.ts';
import type { Road } from './pipeline/respond.ts';
import type { SavedState, StateFile } from './store/state-file.ts';
import type { World } from './store/world.ts';
import { openWorld } from './store/world.ts';

export interface StageOptions {
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
}

/** A blueprint brought to life. */
export interface Stage {
  readonly blueprint: Blueprint;
  readonly world: World;
  readonly road: Road;
  readonly notices: readonly string[];
}

export function setStage(
  blueprint: Blueprint,
  file: StateFile,
  saved: SavedState | undefined,
  options: StageOptions,
): Stage {
  const { contract, fixtures, authoritative, fingerprints, credentials } = blueprint;
  const { world, notices } = openWorld(
    { shapes: contract.collections, fixtures, authoritative, file, fingerprints },
    saved,
  );
  const { seed } = options;
  const troupe = createTroupe(contract);
  const road: Road = {
    contract,
    guard: {
      realm: contract.title,
      book: credentials,
      // Without a file there is nothing to tell a good credential from a bad one.
      mode: options.auth ?? (blueprint.credentialsFile === undefined ? 'presence' : 'strict'),
      now: Date.now,
      isOpen: () => false,
    },
    behave: troupe.play({ world: options.stateless ? undefined : world, seed, now: Date.now }),
    refusalFiller: troupe.refusalFiller(seed),
    onBreach: options.onBreach,
    unknownQuery: options.unknownQuery,
    preferences: options.queryPreferences ? 'header-or-query' : 'header',
  };
  const guardNotices = describeGuard(contract, road.guard, blueprint.credentialsFile);
  return {
    blueprint,
    world,
    road,
    notices: [...contractNotices(contract), ...guardNotices, ...notices],
  };
}

/** More than these would push everything else off the screen. */
const mostWarnings = 20;

function contractNotices({ warnings, documents }: Contract): readonly string[] {
  const shown = inOrder(warnings).slice(0, mostWarnings).map(describeComplaint);
  const rest = warnings.length - shown.length;
  if (rest <= 0) return shown;
  const files = documents.roots.flatMap(({ uri }) => documents.sources.get(uri)?.file ?? []);
  const named = files.map((file) => relative(process.cwd(), file)).join(' ');
  return [...shown, `… and ${rest} more: stuntdouble check ${named}`];
}

/** Tells what the person who runs this should know of a stage, now and when it turns out. */
export function announce({ notices, blueprint }: Stage, tell: (message: string) => void): void {
  for (const message of notices) tell(message);
  blueprint.contract.validators.onDefect((complaint) => {
    tell(`${describeComplaint(complaint)}; what it is for passes unchecked`);
  });
}

/** The same with a new blueprint: the state goes on, unless the fixtures are new. */
export function changeStage(
  stage: Stage,
  blueprint: Blueprint,
  file: StateFile,
  options: StageOptions,
): { readonly stage: Stage; readonly keptState: boolean } {
  stage.world.retire();
  const keptState = blueprint.fingerprints.fixtures === stage.blueprint.fingerprints.fixtures;
  // What goes on is made for the new contract; it was not left behind by an old one.
  const { fingerprints } = blueprint;
  const saved = keptState ? { ...stage.world.snapshot(), fingerprints } : undefined;
  return { stage: setStage(blueprint, file, saved, options), keptState };
}
