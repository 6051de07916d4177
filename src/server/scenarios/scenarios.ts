import { ApiError } from '../../base/errors.ts';
import { findNear, nearestNames } from '../../base/nearest.ts';
import { quoteName } from '../../store/worlds/snapshots.ts';
import type { WorldBeginning } from '../../store/worlds/worlds.ts';
import type { OverrideList } from '../../traffic/interventions/override-list.ts';
import { placeOverrides } from '../../traffic/interventions/overrides.ts';
import type { Blueprint } from '../blueprint.ts';
import type { ServerOptions } from '../options/options.ts';
import type { CompiledScenario } from './compile-scenario.ts';

/** The scenarios of one version of contract and fixtures, each held to both. */
export interface Scenarios {
  list(this: void): readonly NamedScenario[];
  /** What a world of this seed begins with; throws where there is no such scenario. */
  begin(this: void, name: string, seed?: string): WorldBeginning;
}

export interface NamedScenario {
  readonly name: string;
  readonly file: string;
  /** Where its file is, for users: beside the contract, `scenarios/<file>`. */
  readonly place: string;
  readonly scenario: CompiledScenario;
}

export type ScenarioOptions = Pick<
  ServerOptions,
  'seed' | 'stateless' | 'unknownKeys' | 'records' | 'locale'
>;

/** Throws all complaints about all scenarios at once. */
export async function openScenarios(
  blueprint: Blueprint,
  options: ScenarioOptions,
  overrideList: OverrideList,
): Promise<Scenarios> {
  const found = await compileFiles(blueprint, options);
  return {
    list: () => [...found.values()],
    begin(name, chosen) {
      const named = found.get(name);
      if (!named) throw refuseUnknown(name, [...found.keys()]);
      const { scenario } = named;
      const seed = chosen ?? scenario.seed ?? options.seed;
      return {
        scenario: name,
        fingerprint: JSON.stringify(scenario.document),
        seed,
        base: scenario.stateFor(seed),
        clock: scenario.clock,
        credentials: scenario.credentials,
        arrange: (world) => placeOverrides(overrideList, world, scenario.overrides),
      };
    },
  };
}

/** Loaded on first use: most servers have no scenarios. */
export async function compileFiles(
  blueprint: Blueprint,
  options: ScenarioOptions,
): Promise<ReadonlyMap<string, NamedScenario>> {
  const { sources, complaints } = blueprint.scenarios;
  if (sources.size === 0 && complaints.length === 0) return new Map();
  const { compileScenarios } = await import('./compile-scenarios.ts');
  return compileScenarios(blueprint, options);
}

function refuseUnknown(name: string, known: readonly string[]): ApiError {
  const way = 'GET /scenarios of the control API (in the library mock.scenarios()) lists them';
  const detail = `${describeUnknown(name, known)}${known.length === 0 ? '' : ` ${way}.`}`;
  return new ApiError('unknown-scenario', detail);
}

const mostNamed = 20;

export function describeUnknown(name: string, known: readonly string[]): string {
  const near = findNear(name, known, 3);
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  const shown = known.length > mostNamed ? nearestNames(name.slice(0, 64), known) : known;
  const more = known.length > shown.length ? ` and ${known.length - shown.length} more` : '';
  const list =
    known.length === 0
      ? 'There is none: a file scenarios/<name>.yaml beside the contract makes one'
      : `There is: ${shown.join(', ')}${more}`;
  return `There is no scenario ${quoteName(name)}.${hint} ${list}.`;
}
