import { createPattern } from '../contract/checks/patterns/safe-patterns.ts';
import type { RequestPorts } from '../control/ports.ts';
import type { Rewriting } from '../store/edits/rewriting.ts';
import { createRewriting } from '../store/edits/rewriting.ts';
import { mainName } from '../store/worlds/worlds.ts';
import type { OverrideList } from '../traffic/interventions/override-list.ts';
import type { Overrides } from '../traffic/interventions/overrides.ts';
import { createOverrides } from '../traffic/interventions/overrides.ts';
import type { MockOptions } from './options.ts';
import { createRequestPorts } from './request-ports.ts';
import type { Runtime } from './runtime.ts';
import type { Watching } from './watching/watching.ts';

/**
 * Where tests arrange what is to be, and ask what was: through the control API or the library. It keeps
 * nothing itself, and is loaded when there is somebody to ask.
 */
export interface TestPorts {
  readonly requests: RequestPorts;
  /** What is to happen to requests instead of the usual. */
  readonly overrides: Overrides;
  /** What worlds hold, and are to hold. */
  records(this: void): Rewriting;
}

/** What it is about. */
interface Matters {
  /** Asked for every time: a reload puts another in its place. */
  runtime(this: void): Runtime;
  readonly overrideList: OverrideList;
  readonly watching: Watching;
}

export function openTestPorts(
  options: MockOptions,
  { runtime, overrideList, watching }: Matters,
): TestPorts {
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
