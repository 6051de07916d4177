import { ApiError } from '../base/errors.ts';
import type { Behavior, SlowBehavior } from '../pipeline/exchange.ts';
import { createAgentBehaviors } from './operations/agents.ts';
import {
  createCollectionBehaviors,
  createSlowCollectionBehaviors,
} from './operations/collections.ts';
import {
  createContractBehaviors,
  createCoverageBehaviors,
  createSlowContractBehaviors,
} from './operations/contract.ts';
import { createLiveBehaviors } from './operations/live.ts';
import { createOverrideBehaviors } from './operations/overrides.ts';
import { createRecordingBehaviors } from './operations/recording.ts';
import { createReplicaBehaviors } from './operations/replicas.ts';
import { createRequestBehaviors, createSlowRequestBehaviors } from './operations/requests.ts';
import { createScenarioBehaviors, createSlowScenarioBehaviors } from './operations/scenarios.ts';
import { createSlowSampleBehaviors } from './operations/samples.ts';
import { createSessionBehaviors } from './operations/session.ts';
import { createStateBehaviors } from './operations/state.ts';
import {
  createWorldBehaviors,
  createSnapshotBehaviors,
  createCredentialBehaviors,
  createClockBehaviors,
} from './operations/worlds.ts';
import type { ControlPorts, SlowBehaviors } from './ports.ts';

/** The behaviours of the control API, found by operation id. */
export function createControlBehaviors(ports: ControlPorts): Doing {
  const behaviors: Readonly<Record<string, Behavior>> = {
    getHealth: () => ({ status: 200, body: { status: 'ok', version: ports.version } }),
    getReadiness: ({ parameters: { query } }) => {
      const refusal = ports.findUnready();
      if (refusal) throw refusal;
      const ready = { status: 200, body: { status: 'ready' } };
      return query['for'] === 'writes' ? { ...ready, commit: () => assertWritable(ports) } : ready;
    },
    ...createSessionBehaviors(ports),
    ...createContractBehaviors(ports),
    ...createCollectionBehaviors(ports),
    ...createStateBehaviors(ports),
    ...createClockBehaviors(ports),
    ...createWorldBehaviors(ports),
    ...createSnapshotBehaviors(ports),
    ...createScenarioBehaviors(ports),
    ...createCredentialBehaviors(ports),
    ...createRequestBehaviors(ports),
    ...createOverrideBehaviors(ports),
    ...createLiveBehaviors(ports),
    ...createCoverageBehaviors(ports),
  };
  const slow: SlowBehaviors = {
    ...createSlowContractBehaviors(ports),
    ...createSlowCollectionBehaviors(ports),
    ...createSlowRequestBehaviors(ports),
    ...createSlowSampleBehaviors(ports),
    ...createRecordingBehaviors(ports),
    ...createSlowScenarioBehaviors(ports),
    ...createReplicaBehaviors(ports),
    ...createAgentBehaviors(ports),
  };
  return {
    behave(request) {
      const behavior = behaviors[request.operation.id];
      if (!behavior)
        throw new Error(
          `the control document has an operation that no code does: ${request.operation.id}`,
        );
      return behavior(request);
    },
    behaveSlowly: (request) => slow[request.operation.id]?.(request),
  };
}

interface Doing {
  readonly behave: Behavior;
  readonly behaveSlowly: SlowBehavior;
}

async function assertWritable(ports: ControlPorts): Promise<void> {
  const problem = await ports.findWriteProblem();
  if (problem === undefined) return;
  const detail = `Changes can not be stored: ${problem.replace(/\.$/, '')}. Requests that only read are served.`;
  throw new ApiError('not-writable', detail);
}
