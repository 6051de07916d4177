import { join } from 'node:path';

import type { Blueprint } from './blueprint.ts';
import { loadContract } from './contract/compile.ts';
import { controlCredentials, createControlGuard } from './control/guard.ts';
import type { ControlPorts } from './control/ports.ts';
import type { Lane } from './http/answer.ts';
import type { Road } from './pipeline/respond.ts';
import { createBook } from './store/credentials.ts';

/** What behaviours reach, as far as it is there before they are. */
export interface LanePorts extends Omit<ControlPorts, 'served'> {
  /** What is served now. */
  blueprint(this: void): Blueprint;
}

/** The control API is a contract of its own, on the same road. It is loaded when it is first called. */
export function createControlLane(token: string | undefined, ports: LanePorts): Lane {
  let road: Promise<Road> | undefined;
  // What failed once is tried again by whoever comes next.
  const open = (): Promise<Road> =>
    openRoad(token, ports).catch((error: unknown) => {
      road = undefined;
      throw error;
    });
  return {
    name: 'control',
    prefix: ports.prefix,
    toleratesSlash: true,
    hasCors: false,
    forward: undefined,
    road: () => (road ??= open()),
  };
}

async function openRoad(
  token: string | undefined,
  { blueprint, ...ports }: LanePorts,
): Promise<Road> {
  const { createControlBehaviors } = await import('./control/behaviors.ts');
  const { describeServed } = await import('./served.ts');
  const contract = await loadContract([join(import.meta.dirname, 'control', 'openapi.yaml')], {
    isLenient: false,
    isComplete: false,
    allowRemoteRefs: false,
    allowRefs: [],
    overlays: [],
  });
  return {
    contract,
    guard: createControlGuard(createBook(controlCredentials(token))),
    behave: createControlBehaviors({ ...ports, served: describeServed(blueprint) }),
    refusalFiller: { body: () => undefined, headers: (_, own) => own },
    // What shows a world waits for it; nothing else has to wait for a disk.
    durable: () => undefined,
    direct: () => undefined,
    onBreach: 'error',
    unknownQuery: 'allow',
    preferences: 'none',
  };
}
