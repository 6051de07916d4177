// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearInterval, setInterval } from 'node:timers';

import { messageOf } from '../base/errors.ts';
import type { World } from '../store/worlds/world.ts';
import type { Notice, ServerOptions } from './options/options.ts';

type Notify = (notice: Notice) => void;

/** Resets a world every so often. Replicas do it once for all of them (`replicas/shared-resets.ts`). */
export function startResetting(
  { resetEvery, store }: Pick<ServerOptions, 'resetEvery' | 'store'>,
  world: () => World,
  notify: Notify,
): () => void {
  if (resetEvery === undefined || store !== undefined) return () => undefined;
  const timer = setInterval(() => void resetNow(world(), notify), resetEvery);
  timer.unref();
  return () => clearInterval(timer);
}

export async function resetNow(world: World, notify: Notify): Promise<void> {
  try {
    await world.reset();
    notify({ level: 'info', message: `started again from ${describeStart(world)}` });
  } catch (error) {
    notify({ level: 'error', message: `the reset failed: ${messageOf(error)}` });
  }
}

function describeStart({ scenario }: World): string {
  return scenario === undefined ? 'the fixtures' : `the scenario "${scenario}"`;
}
