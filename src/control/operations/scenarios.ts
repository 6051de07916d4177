import type { JsonObject } from '../../base/json.ts';
import type { Behaviors, ControlPorts, ScenarioSummary } from '../ports.ts';

/** Behaviours for scenarios, with which worlds can begin. */
export function createScenarioBehaviors({ scenarios }: Pick<ControlPorts, 'scenarios'>): Behaviors {
  return {
    listScenarios: () => ({ status: 200, body: scenarios.list().map(describeScenario) }),
  };
}

function describeScenario({ name, description, place }: ScenarioSummary): JsonObject {
  return { name, description: description ?? null, place };
}
