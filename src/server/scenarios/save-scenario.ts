import type { Violation } from '../../base/errors.ts';
import { ApiError, describeViolation } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { writeCredential } from '../../store/credentials/credential.ts';
import type { World } from '../../store/worlds/world.ts';
import type { OverrideDocument } from '../../traffic/documents.ts';
import type { OverrideList } from '../../traffic/interventions/override-list.ts';
import type { Blueprint } from '../blueprint.ts';
import type { CompiledScenario } from './compile-scenario.ts';
import { compileScenario } from './compile-scenario.ts';
import { createRules } from './compile-scenarios.ts';
import type { ScenarioDocument } from './scenario-document.ts';
import type { ScenarioOptions } from './scenarios.ts';
import { tellRecords } from './tell-records.ts';

export interface SavingMatters {
  readonly blueprint: Blueprint;
  readonly options: ScenarioOptions;
  readonly overrideList: OverrideList;
}

/** Tells what a world is as a scenario, and holds that to the contract as a start does. */
export function tellScenario(
  world: World,
  description: string | undefined,
  { blueprint, options, overrideList }: SavingMatters,
): CompiledScenario {
  const rules = createRules(blueprint, options);
  const { parts, faults } = tellRecords(world.save(), { ...rules, seed: world.seed });
  if (faults.length > 0) throw refuseUnsaid(world, faults);
  const filled = Object.entries(parts).filter(([, lists]) => Object.keys(lists).length > 0);
  const document: ScenarioDocument = {
    ...(description === undefined ? {} : { description }),
    ...Object.fromEntries(filled),
    ...tellCredentials(world, blueprint),
    ...tellClock(world),
    seed: world.seed,
    ...tellOverrides(world, overrideList),
  };
  // As it is read from a file: without undefined members.
  const root = JSON.parse(JSON.stringify(document)) as JsonValue;
  const { scenario, faults: found } = compileScenario(root, rules);
  if (found.length > 0) throw refuseUnsaid(world, found);
  return scenario;
}

/** A scenario has them besides those of the credentials file, and takes none of those away. */
function tellCredentials(
  { credentials }: World,
  { credentials: ofFile }: Blueprint,
): Pick<ScenarioDocument, 'credentials'> {
  const inFile = new Set(ofFile.entries);
  const own = credentials.entries.filter((one) => !inFile.has(one));
  if (own.length === 0) return {};
  return { credentials: own.map((one): JsonObject => ({ ...writeCredential(one) })) };
}

function tellClock({ clock }: World): Pick<ScenarioDocument, 'clock'> {
  const { setting } = clock;
  if (!setting) return {};
  const now = new Date(clock.now()).toISOString();
  return { clock: setting.isFrozen ? { now, frozen: true } : { now } };
}

/** Those for this world alone, the oldest first: the last of a scenario is tried first. */
function tellOverrides(
  { name }: World,
  { held }: OverrideList,
): Pick<ScenarioDocument, 'overrides'> {
  const own = held().filter(({ home, world }) => home === name && world === name);
  if (own.length === 0) return {};
  const inOrder = own.toSorted((one, other) => one.serial - other.serial);
  return {
    overrides: inOrder.map(({ id, input }): OverrideDocument => {
      const { world: _, ...rest } = input;
      return { ...rest, id };
    }),
  };
}

const mostShown = 20;

function refuseUnsaid({ name }: World, faults: readonly Violation[]): ApiError {
  const violations = faults.slice(0, mostShown);
  const rest = faults.length - violations.length;
  const more = rest === 0 ? '' : `; and ${rest} more`;
  const detail = `The world "${name}" can not be saved as a scenario, since a start would refuse that: ${violations.map(describeViolation).join('; ')}${more}. Mend that in the world (PATCH /state of the control API, in the library merge), or remove it.`;
  return new ApiError('scenario-refused', detail, { violations });
}
