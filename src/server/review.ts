import { messageOf } from '../base/errors.ts';
import type { Notice } from './options.ts';
import type { Runtime } from './runtime.ts';
import { reviewRuntime } from './runtime.ts';

/** What nobody has to wait for, done beside the requests. */
export interface Reviewing {
  /** Whoever could ask can do so now. More than once counts once. */
  begin(): void;
  /** Another contract is served now. */
  restart(): void;
  stop(): void;
}

/** Who waited for a server asks as soon as it is there, and comes first. In milliseconds. */
const rest = 100;

/** Says what is wrong with a contract's examples, which keeps nobody from serving. */
export function createReviewing(
  runtime: () => Runtime,
  notify: ((notice: Notice) => void) | undefined,
): Reviewing {
  let hasBegun = false;
  let stop: (() => void) | undefined;
  const start = (): void => {
    stop?.();
    stop = notify && review(runtime(), notify);
  };
  return {
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      start();
    },
    restart() {
      if (hasBegun) start();
    },
    stop: () => stop?.(),
  };
}

/** One example in each turn, so that requests come in between. Returns what ends it. */
function review(runtime: Runtime, notify: (notice: Notice) => void): () => void {
  const steps = reviewRuntime(runtime);
  let isStopped = false;
  const step = (): void => {
    if (isStopped) return;
    try {
      const { done, value } = steps.next();
      if (done === true) return;
      for (const message of value) notify({ level: 'warning', message });
      setImmediate(step);
    } catch (error) {
      notify({ level: 'error', message: `the examples were not reviewed: ${messageOf(error)}` });
    }
  };
  const timer = setTimeout(step, rest).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
