import { messageOf } from '../base/errors.ts';
import type { Notice } from './options.ts';
import type { Stage } from './worlds-and-roads.ts';
import { reviewStage } from './worlds-and-roads.ts';

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
  stage: () => Stage,
  notify: ((notice: Notice) => void) | undefined,
): Reviewing {
  let hasBegun = false;
  let stop: (() => void) | undefined;
  const start = (): void => {
    stop?.();
    stop = notify && review(stage(), notify);
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
function review(stage: Stage, notify: (notice: Notice) => void): () => void {
  const steps = reviewStage(stage);
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
