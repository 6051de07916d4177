// Not the global ones: a test may hold them.
import { clearTimeout, setTimeout } from 'node:timers';

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
