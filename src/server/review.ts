import { messageOf } from '../base/errors.ts';
import type { Notice } from './options/options.ts';
import type { Runtime } from './runtime.ts';
import { reviewRuntime } from './runtime.ts';

/** The review of a contract's examples, in the background between requests. */
export interface Reviewing {
  /** Begins the review, once clients can send requests. Further calls do nothing. */
  begin(): void;
  /** After a reload, begins again with the new contract, if `begin` was called. */
  restart(): void;
  stop(): void;
}

/** In milliseconds. Clients that waited for the server to start are served first. */
const rest = 100;

/** Warns of faulty examples, which do not stop the server. */
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

/** Reviews one example per turn of the event loop. Returns a function that ends the review. */
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
