import { createRequestPorts } from './asking.ts';
import type { Backstage } from './backstage.ts';
import { createPattern } from './contract/safe-patterns.ts';
import type { RequestPorts } from './control/ports.ts';
import type { MockOptions } from './mock-options.ts';
import type { Rewriting } from './store/rewriting/rewriting.ts';
import { createRewriting } from './store/rewriting/rewriting.ts';
import { mainName } from './store/worlds.ts';
import type { Overrides } from './traffic/interventions/overrides.ts';
import { createOverrides } from './traffic/interventions/overrides.ts';

/**
 * Where tests arrange what is to be, and ask what was: through the control API or the library. It keeps
 * nothing itself, and is loaded when there is somebody to ask.
 */
export interface Desk {
  readonly requests: RequestPorts;
  /** What is to happen to requests instead of the usual. */
  readonly overrides: Overrides;
  /** What worlds hold, and are to hold. */
  records(this: void): Rewriting;
}

export function openDesk(options: MockOptions, { stage, shelf, watching }: Backstage): Desk {
  return {
    requests: createRequestPorts(watching.journal, stage, options),
    overrides: createOverrides(shelf, {
      operations: () => stage().blueprint.contract.operations,
      compilePattern: createPattern,
      mainWorld: mainName,
      hasWorld: (name) => name === mainName || stage().worlds.look(name) !== undefined,
    }),
    records: () => createRewriting(stage().imagine),
  };
}
