// Not the global ones: a test may hold them.
import { clearTimeout, setTimeout } from 'node:timers';

import { leaseLife } from '../../store/shared/engine.ts';

/** Time as a replica measures it. Tests have one of their own. */
export interface ReplicaClock {
  /** In milliseconds, and only forward. */
  uptime(this: void): number;
  /** Calls the task later; the returned function takes that back. */
  after(this: void, milliseconds: number, task: () => void): () => void;
}

export const machineClock: ReplicaClock = {
  uptime: () => performance.now(),
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * In milliseconds. The owner renews its lease so often, and believes in it for less time than the store
 * does, so that their clocks need not run alike.
 */
export const renewal = 2000;
export const belief: number = leaseLife - 2000;
/** For so long, requests wait for the store to be there again. */
export const shortFailure = 500;
/** Between two looks at who is the owner. */
export const watch: { readonly there: number; readonly nowhere: number } = {
  there: 1000,
  nowhere: 200,
};

/** In milliseconds. When the owner was not reached for longer, it has not ended: its lease would be over. */
export const longestMiss: number = leaseLife + 3000;
