import { createPattern } from '../contract/checks/patterns/safe-patterns.ts';
import type { RequestPorts } from '../control/ports.ts';
import type { Rewriting } from '../store/edits/rewriting.ts';
import { createRewriting } from '../store/edits/rewriting.ts';
import { mainName } from '../store/worlds/worlds.ts';
import type { Shelf } from '../traffic/interventions/override-list.ts';
import type { Overrides } from '../traffic/interventions/overrides.ts';
import { createOverrides } from '../traffic/interventions/overrides.ts';
import type { MockOptions } from './options.ts';
import { createRequestPorts } from './request-ports.ts';
import type { Watching } from './watching/watching.ts';
import type { Stage } from './worlds-and-roads.ts';

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

/** What it is about. */
interface Matters {
  /** Asked for every time: a reload puts another in its place. */
  stage(this: void): Stage;
  readonly shelf: Shelf;
  readonly watching: Watching;
}

export function openDesk(options: MockOptions, { stage, shelf, watching }: Matters): Desk {
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
