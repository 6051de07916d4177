import type { JsonObject } from '../../base/json.ts';
import type { Behaviors, ControlPorts, ScenarioSummary, SlowBehaviors } from '../ports.ts';
import { membersOf } from '../ports.ts';

/** Behaviours for scenarios, with which worlds can begin. */
export function createScenarioBehaviors({ scenarios }: Pick<ControlPorts, 'scenarios'>): Behaviors {
  return {
    listScenarios: () => ({ status: 200, body: scenarios.list().map(describeScenario) }),
    getScenario: ({ parameters: { path } }) => ({
      status: 200,
      body: scenarios.show(path['name'] ?? ''),
    }),
  };
}

/** Few servers save scenarios, so what that needs is loaded first. */
export function createSlowScenarioBehaviors({
  scenarios,
  worldOf,
}: Pick<ControlPorts, 'scenarios' | 'worldOf'>): SlowBehaviors {
  return {
    saveScenario: async (request) => {
      const { description } = membersOf(request);
      const { summary, isNew, commit } = await scenarios.prepare(
        request.parameters.path['name'] ?? '',
        worldOf(request),
        typeof description === 'string' ? description : undefined,
      );
      return { status: isNew ? 201 : 200, body: describeScenario(summary), commit };
    },
  };
}

function describeScenario({ name, description, place }: ScenarioSummary): JsonObject {
  return { name, description: description ?? null, place: place ?? null };
}
