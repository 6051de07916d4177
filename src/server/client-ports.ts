import { createPattern } from '../contract/checks/patterns/safe-patterns.ts';
import type { RequestPorts } from '../control/ports.ts';
import type { Rewriting } from '../store/edits/rewriting.ts';
import { createRewriting } from '../store/edits/rewriting.ts';
import { mainName } from '../store/worlds/worlds.ts';
import type { OverrideList } from '../traffic/interventions/override-list.ts';
import type { Overrides } from '../traffic/interventions/overrides.ts';
import { createOverrides } from '../traffic/interventions/overrides.ts';
import type { ServerOptions } from './options/options.ts';
import { createRequestPorts } from './request-ports.ts';
import type { Runtime } from './runtime.ts';
import type { Watching } from './watching/watching.ts';

/**
 * The functions by which tests arrange and ask, through the control API or the library. They keep
 * no state. The control API loads them on first use.
 */
export interface ClientPorts {
  readonly requests: RequestPorts;
  readonly overrides: Overrides;
  /** Shows and changes the records of worlds. */
  records(this: void): Rewriting;
}

interface Matters {
  /** Called for each use, since a reload replaces the runtime. */
  runtime(this: void): Runtime;
  readonly overrideList: OverrideList;
  readonly watching: Watching;
}

export function openClientPorts(
  options: ServerOptions,
  { runtime, overrideList, watching }: Matters,
): ClientPorts {
  return {
    requests: createRequestPorts(watching.journal, runtime, options),
    overrides: createOverrides(overrideList, {
      operations: () => runtime().blueprint.contract.operations,
      compilePattern: createPattern,
      mainWorld: mainName,
      hasWorld: (name) => name === mainName || runtime().worlds.look(name) !== undefined,
    }),
    records: () => createRewriting(runtime().imagine),
  };
}
