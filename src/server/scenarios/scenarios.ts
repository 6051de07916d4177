import type { Complaint } from '../../base/errors.ts';
import { ApiError, describeComplaint, endSentence, StartError } from '../../base/errors.ts';
import { suggestNames } from '../../base/nearest.ts';
import { parseSource } from '../../text/source.ts';
import { quoteName } from '../../store/worlds/snapshots.ts';
import type { WorldBeginning } from '../../store/worlds/worlds.ts';
import type { OverrideList } from '../../traffic/interventions/override-list.ts';
import { placeOverrides } from '../../traffic/interventions/overrides.ts';
import type { Blueprint } from '../blueprint.ts';
import type { ServerOptions } from '../options/options.ts';
import type { CompiledScenario } from './compile-scenario.ts';
import type { ScenarioFiles } from './read-scenarios.ts';
import type { SavedScenarios } from './saved-scenarios.ts';

/** The scenarios of one version of contract and fixtures, each held to both. */
export interface Scenarios {
  list(this: void): readonly NamedScenario[];
  /** What a world of this seed begins with; throws where there is no such scenario. */
  begin(this: void, name: string, seed?: string): WorldBeginning;
  /** What a world began with when the scenario had this document, as `fingerprint` tells it. */
  beginAgain(this: void, name: string, document: string, seed: string): Promise<WorldBeginning>;
  /** Throws where there is no such scenario. */
  get(this: void, name: string): NamedScenario;
  find(this: void, name: string): NamedScenario | undefined;
  /** Adds one that was saved from a world. */
  keep(this: void, saved: NamedScenario): void;
  /** What is wrong with saved ones that can't be used, by their names. */
  readonly faulty: ReadonlyMap<string, readonly Complaint[]>;
}

export interface NamedScenario {
  readonly name: string;
  /** Its file, for users: beside the contract, `scenarios/<file>`; undefined: it is in memory. */
  readonly place: string | undefined;
  /** Whether it was saved from a world, and is not beside the contract. */
  readonly isSaved: boolean;
  readonly scenario: CompiledScenario;
}

export type ScenarioOptions = Pick<
  ServerOptions,
  'seed' | 'stateless' | 'unknownKeys' | 'records' | 'locale'
>;

export interface ScenarioMatters {
  readonly overrideList: OverrideList;
  readonly savedScenarios: SavedScenarios;
  /** Called with which saved ones can't be used, and why. */
  readonly onNotice: (message: string) => void;
}

/** Throws all complaints about the scenarios beside the contract at once. */
export async function openScenarios(
  blueprint: Blueprint,
  options: ScenarioOptions,
  { overrideList, savedScenarios, onNotice }: ScenarioMatters,
): Promise<Scenarios> {
  const found = new Map(await compileFiles(blueprint, options));
  const saved = await compileSaved(blueprint, options, savedScenarios);
  addSaved(found, saved, onNotice);
  const get = (name: string): NamedScenario => {
    const named = found.get(name);
    if (named) return named;
    throw refuseUnknown(name, [...found.keys()]);
  };
  return {
    faulty: saved.faulty,
    list: () => [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    get,
    find: (name) => found.get(name),
    keep: (one) => void found.set(one.name, one),
    begin(name, chosen) {
      const { scenario } = get(name);
      return beginWith(name, scenario, chosen ?? scenario.seed ?? options.seed, overrideList);
    },
    async beginAgain(name, document, seed) {
      const present = found.get(name)?.scenario;
      const scenario =
        present && JSON.stringify(present.document) === document
          ? present
          : await compileDocument(name, document, blueprint, options);
      return beginWith(name, scenario, seed, overrideList);
    },
  };
}

function beginWith(
  name: string,
  scenario: CompiledScenario,
  seed: string,
  overrideList: OverrideList,
): WorldBeginning {
  const { document, clock, credentials, overrides } = scenario;
  return {
    scenario: name,
    fingerprint: JSON.stringify(document),
    seed,
    base: scenario.stateFor(seed),
    clock,
    credentials,
    arrange: (world) => placeOverrides(overrideList, world, overrides),
  };
}

/** Of a scenario that was saved anew since. */
async function compileDocument(
  name: string,
  document: string,
  blueprint: Blueprint,
  options: ScenarioOptions,
): Promise<CompiledScenario> {
  const { compileSavedFiles } = await import('./compile-scenarios.ts');
  const sources = new Map([[name, parseSource(`${name}.json`, document)]]);
  const { scenarios, faulty } = compileSavedFiles(blueprint, options, {
    files: { sources, complaints: [] },
    placeOf: () => undefined,
  });
  const [one] = scenarios;
  if (one) return one.scenario;
  throw new StartError(faulty.get(name) ?? []);
}

/** Those beside the contract come first, so a saved one of such a name is not used. */
function addSaved(
  found: Map<string, NamedScenario>,
  { scenarios, faulty, unread }: SavedCompilation,
  onNotice: (message: string) => void,
): void {
  for (const complaint of [...unread, ...[...faulty.values()].flat()]) {
    onNotice(`a saved scenario is not used: ${describeComplaint(complaint)}`);
  }
  for (const one of scenarios) {
    const other = found.get(one.name);
    if (!other) found.set(one.name, one);
    else {
      const why = `${other.place} beside the contract has its name; rename one of them`;
      onNotice(`the saved scenario ${one.place} is not used: ${why}`);
    }
  }
}

/** Saved scenarios that were held to contract and fixtures. */
export interface SavedCompilation {
  readonly scenarios: readonly NamedScenario[];
  /** What is wrong with others, by their names. */
  readonly faulty: ReadonlyMap<string, readonly Complaint[]>;
  readonly unread: readonly Complaint[];
}

async function compileSaved(
  blueprint: Blueprint,
  options: ScenarioOptions,
  { read, placeOf }: SavedScenarios,
): Promise<SavedCompilation> {
  const files = await read();
  if (isEmpty(files)) return { scenarios: [], faulty: new Map(), unread: [] };
  const { compileSavedFiles } = await import('./compile-scenarios.ts');
  return compileSavedFiles(blueprint, options, { files, placeOf });
}

/** Loaded on first use: most servers have no scenarios. */
export async function compileFiles(
  blueprint: Blueprint,
  options: ScenarioOptions,
): Promise<ReadonlyMap<string, NamedScenario>> {
  if (isEmpty(blueprint.scenarios)) return new Map();
  const { compileScenarios } = await import('./compile-scenarios.ts');
  return compileScenarios(blueprint, options);
}

function refuseUnknown(name: string, known: readonly string[]): ApiError {
  const way = 'GET /scenarios of the control API (in the library mock.scenarios()) lists them';
  const detail = `${describeUnknown(name, known)}${known.length === 0 ? '' : ` ${way}.`}`;
  return new ApiError('unknown-scenario', detail);
}

function isEmpty({ sources, complaints }: ScenarioFiles): boolean {
  return sources.size === 0 && complaints.length === 0;
}

export function describeUnknown(name: string, known: readonly string[]): string {
  const instead =
    known.length === 0
      ? 'there is none, and a file scenarios/<name>.yaml beside the contract makes one'
      : suggestNames(name, known);
  return endSentence(`There is no scenario ${quoteName(name)}: ${instead}`);
}
