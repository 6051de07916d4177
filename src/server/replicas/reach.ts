import type { OwnerAnswer } from '../../http/forward/ask-owner.ts';
import type { AnsweringPlace } from '../../http/forward/hand-over.ts';
import type { ReplicaClock } from './replica-clock.ts';
import { longestMiss, watch } from './replica-clock.ts';

/** Whether this replica reaches the owner, where that says that it is. */
export interface Reach {
  begin(this: void): void;
  /** Why it does not; undefined: it does, or has until lately. */
  problem(this: void): string | undefined;
  stop(this: void): void;
}

export interface ReachOptions {
  readonly clock: ReplicaClock;
  place(this: void): AnsweringPlace;
  ask(this: void, url: string): Promise<OwnerAnswer>;
  tell(this: void, message: string): void;
}

interface Miss {
  readonly url: string;
  readonly since: number;
  readonly reason: string;
}

/**
 * Asks again and again. The owner may have ended, and then another one takes over when its lease is over: what lasts
 * longer has another cause. Before it has reached one, a replica does not say that it is ready.
 */
export function createReach({ clock, place, ask, tell }: ReachOptions): Reach {
  let hasReached = false;
  let isStopped = false;
  let miss: Miss | undefined;
  let told = '';
  let stopWaiting = ignore;
  const lasts = ({ since }: Miss): boolean => clock.uptime() - since >= longestMiss;
  const note = (url: string, answer: OwnerAnswer): void => {
    if (answer.isReached) {
      [hasReached, miss, told] = [true, undefined, ''];
      return;
    }
    const since = miss?.url === url ? miss.since : clock.uptime();
    miss = { url, since, reason: answer.reason };
    if (!lasts(miss) || told === url) return;
    told = url;
    tell(describe(miss));
  };
  const look = async (): Promise<void> => {
    const now = place();
    if (now.kind === 'there' && !now.isStoreGone) note(now.url, await ask(now.url));
    else miss = undefined;
    hasReached ||= now.kind === 'here';
    if (isStopped) return;
    stopWaiting = clock.after(hasReached ? watch.there : watch.nowhere, () => void look());
  };
  return {
    begin: () => void look(),
    problem() {
      const now = place();
      if (now.kind !== 'there' || now.isStoreGone) return undefined;
      const present = miss?.url === now.url ? miss : undefined;
      if (present && (!hasReached || lasts(present))) return describe(present);
      return hasReached ? undefined : 'the owner was not reached yet';
    },
    stop() {
      isStopped = true;
      stopWaiting();
    },
  };
}

function describe({ url, reason }: Miss): string {
  return `the owner can not be reached at ${url} (${reason}): is its --replica-url right?`;
}

function ignore(): void {
  // It does not wait yet.
}
