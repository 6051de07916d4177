import { statSync } from 'node:fs';
import { join } from 'node:path';

import { StartError } from '../base/errors.ts';
import { displayPath, findOddity } from '../base/folders.ts';
import { fileOf, standardInput } from '../contract/load/places.ts';
import type { WorldBeginning } from '../store/worlds/worlds.ts';
import type { KnownCredentials } from '../traffic/redaction/known-credentials.ts';
import type { Blueprint, BlueprintFiles } from './blueprint.ts';
import { loadBlueprint, readLoadOptions, resolvePlaces, withFixtures } from './blueprint.ts';
import { assertPrefixIsFree } from './control/control-access.ts';
import type { DataFolder } from './data-folder.ts';
import { openDataFolder } from './data-folder.ts';
import type { Notice, ServerOptions } from './options/options.ts';
import { rows } from './options/option-values.ts';
import { isScenarioFile } from './scenarios/read-scenarios.ts';
import type { ScenarioMatters, Scenarios } from './scenarios/scenarios.ts';
import { describeUnknown, openScenarios } from './scenarios/scenarios.ts';
import type { WatchedFolder } from './watch-files.ts';

/** Finds the files to load. Throws if a file is to be watched but can not be. */
export function findPlaces({
  contract,
  contractTexts,
  fixtures,
  watch,
  overlay,
}: ServerOptions): BlueprintFiles {
  const places = resolvePlaces(contract, fixtures, contractTexts);
  if (watch) assertWatchable([...places.contracts, ...overlay]);
  return places;
}

/** The folders in which new files are loaded, too; both may be made later. */
export function listWatched({
  fixtures,
  usualFixtures,
  scenarios,
}: BlueprintFiles): readonly WatchedFolder[] {
  const records = fixtures ?? usualFixtures;
  return [
    ...(records === undefined ? [] : [{ path: records, isRead: isFixtureFile }]),
    ...(scenarios === undefined ? [] : [{ path: scenarios, isRead: isScenarioFile }]),
  ];
}

function isFixtureFile(name: string): boolean {
  return name.endsWith('.json');
}

/** All that is served. */
export interface Served {
  readonly blueprint: Blueprint;
  readonly scenarios: Scenarios;
  /** What the default world begins with; undefined: the fixtures. */
  readonly scenario: WorldBeginning | undefined;
}

interface LoadMatters extends ScenarioMatters {
  readonly known: KnownCredentials;
}

/** The result loads all that is served, and throws if that is not possible. */
export function createLoad(
  options: ServerOptions,
  first: BlueprintFiles,
  matters: LoadMatters,
): () => Promise<Served> {
  const { control, controlPrefix } = options;
  const loadOptions = readLoadOptions(options, first);
  let places = first;
  return async () => {
    places = withFixtures(places);
    const blueprint = await withHandlers(await loadBlueprint(places, loadOptions), options);
    matters.known.keep(blueprint.credentials.entries.map(({ value }) => value));
    if (control) assertPrefixIsFree(blueprint.contract, controlPrefix);
    const scenarios = await loadScenarios(blueprint, options, matters);
    return { blueprint, scenarios, scenario: chooseScenario(scenarios, options, places) };
  };
}

/** Their secrets are hidden from now on. */
export async function loadScenarios(
  blueprint: Blueprint,
  options: ServerOptions,
  { known, ...matters }: LoadMatters,
): Promise<Scenarios> {
  const scenarios = await openScenarios(blueprint, options, matters);
  for (const { scenario } of scenarios.list())
    known.keep(scenario.credentials.map(({ value }) => value));
  return scenarios;
}

/** Loaded on first use: most servers have no handlers. */
async function withHandlers(
  blueprint: Blueprint,
  { behaviors }: ServerOptions,
): Promise<Blueprint> {
  if (behaviors === undefined) return blueprint;
  const { loadHandlers } = await import('./handlers.ts');
  const { handling, file } = await loadHandlers(behaviors, blueprint.contract);
  // `--watch` loads again where the text of the file is another one.
  const texts = file ? new Map([...blueprint.texts, [file.path, file.text]]) : blueprint.texts;
  return { ...blueprint, handling, texts };
}

/** Throws if a scenario is to begin where a state is kept. */
export async function openFolder(
  { durability, data, reset, scenario: name, store }: ServerOptions,
  { blueprint, scenario }: Served,
  notify: (notice: Notice) => void,
): Promise<DataFolder> {
  const folder = durability === 'memory' || store !== undefined ? undefined : data;
  const onNotice = (message: string): void => notify({ level: 'warning', message });
  if (reset && folder !== undefined) {
    const { setStateAside } = await import('./resetting.ts');
    const aside = await setStateAside(folder, onNotice);
    // The user asked for it, so that it is no warning.
    if (aside !== undefined) {
      notify({ level: 'info', message: `the state up to now is in ${aside}` });
    }
  }
  const base = scenario?.base ?? blueprint.base;
  const dataFolder = await openDataFolder({
    folder,
    durability: durability === 'flush' ? 'flush' : 'sync',
    base,
    onNotice,
  });
  if (!scenario || dataFolder.database.low.data === base) return dataFolder;
  await dataFolder.close();
  const message = `a state is kept here, and the scenario "${name}" begins with another: --reset (in the library reset: true) puts the state aside and begins with the scenario; without --scenario, the state goes on`;
  throw new StartError([{ file: join(folder ?? '', 'db.json'), message }]);
}

function chooseScenario(
  scenarios: Scenarios,
  { scenario, seed }: ServerOptions,
  places: BlueprintFiles,
): WorldBeginning | undefined {
  if (scenario === undefined) return undefined;
  const faults = scenarios.faulty.get(scenario);
  if (faults && !scenarios.find(scenario)) throw new StartError(faults);
  const names = scenarios.list().map(({ name }) => name);
  if (!names.includes(scenario)) {
    const message = describeUnknown(scenario, names);
    throw new StartError([{ file: places.scenarios ?? 'scenarios', message }]);
  }
  // A seed that the user chose counts before that of the scenario.
  return scenarios.begin(scenario, seed === rows.seed[1] ? undefined : seed);
}

const onlyOnce = 'can be read only once: write it to a file, or leave out --watch';

/** Pipes and devices can be read only once, and may never end. */
function assertWatchable(files: readonly string[]): void {
  const complaints = files.flatMap((file) => {
    if (file === standardInput) return [{ file: displayPath(fileOf(file)), message: onlyOnce }];
    const facts = statSync(file, { throwIfNoEntry: false });
    if (!facts?.isFIFO() && !facts?.isCharacterDevice()) return [];
    const message = `is ${findOddity(facts)}, which ${onlyOnce}`;
    return [{ file, message }];
  });
  if (complaints.length > 0) throw new StartError(complaints);
}
