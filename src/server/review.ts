// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearTimeout, setTimeout } from 'node:timers';

import type { Complaint } from '../base/errors.ts';
import { describeComplaint, messageOf } from '../base/errors.ts';
import type { Notice } from './options/options.ts';
import type { Runtime } from './runtime.ts';
import { reviewRuntime } from './runtime.ts';
import type { TrialSetting } from './trial.ts';
import { countTrials, tryContract } from './trial.ts';
import { hideInComplaints } from './watching/complaint-secrets.ts';

/** The review of a contract's examples and replies, in the background between requests. */
export interface Reviewing {
  /** Begins the review, once clients can send requests. Further calls do nothing. */
  begin(): void;
  /** After a reload, begins again with the new contract, if `begin` was called. */
  restart(): void;
  stop(): void;
}

/** In milliseconds. Clients that waited for the server to start are served first. */
const rest = 100;
/** How long the replies are tried in all, and at a time, with a pause after it. */
const budget = 2000;
const slice = 5;
const pause = 2;

/** Warns of faulty examples, and of replies that can not be made, which do not stop the server. */
export function createReviewing(
  runtime: () => Runtime,
  setting: TrialSetting,
  notify: ((notice: Notice) => void) | undefined,
): Reviewing {
  let hasBegun = false;
  let stop: (() => void) | undefined;
  const start = (): void => {
    stop?.();
    stop = notify && review(runtime(), setting, notify);
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

/** Reviews the examples, then tries the replies. Returns a function that ends both. */
function review(
  runtime: Runtime,
  setting: TrialSetting,
  notify: (notice: Notice) => void,
): () => void {
  const steps = (function* () {
    yield* reviewRuntime(runtime);
    yield* tryReplies(runtime, setting);
  })();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const step = (): void => {
    if (isStopped) return;
    try {
      const { done, value } = steps.next();
      if (done === true) return;
      for (const message of value) notify({ level: 'warning', message });
      timer = setTimeout(step, pause).unref();
    } catch (error) {
      const message = `examples and replies were not all reviewed: ${messageOf(error)}`;
      notify({ level: 'error', message });
    }
  };
  timer = setTimeout(step, rest).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Yields one warning, at the end, where replies can not be made; each step takes little time. */
function* tryReplies(
  { blueprint: { contract } }: Runtime,
  setting: TrialSetting,
): Generator<readonly string[], void, void> {
  const found: Complaint[] = [];
  let left = countTrials(contract);
  let spent = 0;
  let begun = performance.now();
  for (const complaints of tryContract(contract, setting)) {
    found.push(...complaints);
    left -= 1;
    const taken = performance.now() - begun;
    if (taken < slice) continue;
    spent += taken;
    if (spent > budget) break;
    yield [];
    begun = performance.now();
  }
  const [first] = hideInComplaints(found);
  if (!first) return;
  const what = found.length === 1 ? 'place' : 'places';
  const untried = left > 0 ? ` (not tried within ${budget / 1000} s: ${left})` : '';
  yield [
    `replies or request bodies can not be made at ${found.length} ${what} of the contract${untried}, first: ${describeComplaint(first)}; stuntdouble check shows all`,
  ];
}
