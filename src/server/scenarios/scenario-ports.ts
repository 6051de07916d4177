import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { PreparedScenario, ScenarioPorts, ScenarioSummary } from '../../control/ports.ts';
import { isName, nameRule, quoteName } from '../../store/worlds/snapshots.ts';
import type { World } from '../../store/worlds/world.ts';
import type { OverrideList } from '../../traffic/interventions/override-list.ts';
import type { ServerOptions } from '../options/options.ts';
import type { Runtime } from '../runtime.ts';
import type { Watching } from '../watching/watching.ts';
import type { SavedScenarios } from './saved-scenarios.ts';
import type { NamedScenario, Scenarios } from './scenarios.ts';

/** What clients may reach of the server. A reload replaces what functions return. */
export interface ServerMatters {
  runtime(this: void): Runtime;
  scenarios(this: void): Scenarios;
  readonly overrideList: OverrideList;
  readonly savedScenarios: SavedScenarios;
  readonly watching: Watching;
}

/** What tests may ask of scenarios, and how they save one, through control API or library. */
export function createScenarioPorts(options: ServerOptions, matters: ServerMatters): ScenarioPorts {
  const { scenarios } = matters;
  return {
    list: () => scenarios().list().map(summarise),
    // A trust edge: a scenario was read from JSON or YAML, and its schema has checked it.
    show: (name) => scenarios().get(name).scenario.document as JsonObject,
    prepare: (name, world, description) =>
      prepareScenario({ name, world, description }, options, matters),
  };
}

async function prepareScenario(
  task: {
    readonly name: string;
    readonly world: World;
    readonly description: string | undefined;
  },
  options: ServerOptions,
  { runtime, scenarios, overrideList, savedScenarios, watching }: ServerMatters,
): Promise<PreparedScenario> {
  const { name, world, description } = task;
  if (!isName(name)) {
    throw new ApiError('invalid-request', `${quoteName(name)} names no scenario: ${nameRule}.`);
  }
  const { tellScenario } = await import('./save-scenario.ts');
  const before = scenarios().find(name);
  if (before && !before.isSaved) throw refuseTwin(before);
  const { blueprint } = runtime();
  const scenario = tellScenario(world, description, { blueprint, options, overrideList });
  const saved = { name, place: savedScenarios.placeOf(name), isSaved: true, scenario };
  return {
    summary: summarise(saved),
    isNew: !before,
    async commit() {
      // A change that can't be stored is undone, so no scenario may tell of it.
      await world.durable();
      await savedScenarios.write(name, scenario.document);
      watching.credentials.keep(scenario.credentials.map(({ value }) => value));
      scenarios().keep(saved);
    },
  };
}

function summarise({ name, place, scenario }: NamedScenario): ScenarioSummary {
  return { name, description: scenario.document.description, place };
}

function refuseTwin({ name, place }: NamedScenario): ApiError {
  const detail = `The scenario "${name}" is a file beside the contract (${place}), and no request changes that: save the world under another name.`;
  return new ApiError('scenario-exists', detail);
}
