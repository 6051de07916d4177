import { setTimeout as wait } from 'node:timers/promises';

import { ask, findFault } from '../ask.ts';
import type { Question } from '../questions.ts';

/** One request of a client that asks again as soon as it is answered; by the clock, in milliseconds. */
export interface Asked {
  readonly asked: number;
  readonly answered: number;
  readonly isRight: boolean;
}

/** The longest time in which a client got no right answer, and how many were wrong. */
export interface Outage {
  readonly gap: number;
  readonly wrong: number;
}

export function findOutage(all: readonly Asked[]): Outage {
  const right = all.filter(({ isRight }) => isRight).map(({ answered }) => answered);
  const gaps = right.slice(1).map((answered, index) => answered - (right[index] ?? answered));
  return { gap: Math.max(0, ...gaps), wrong: all.length - right.length };
}

export interface Watch {
  /** Resolves when a request that began after that time was answered right. */
  untilRightSince(time: number, patience: number): Promise<void>;
  stop(): Promise<readonly Asked[]>;
}

/** Each request has a connection of its own. */
export function watchAnswers(port: number, question: Question): Watch {
  const all: Asked[] = [];
  const over = new AbortController();
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const asked = performance.now();
      const fault = findFault(question, await ask(port, question));
      all.push({ asked, answered: performance.now(), isRight: fault === undefined });
      await wait(10);
    }
  };
  const working = work();
  return {
    async untilRightSince(time, patience) {
      const end = performance.now() + patience;
      while (!all.some(({ asked, isRight }) => isRight && asked > time)) {
        if (performance.now() > end) throw new Error(`no right answer within ${patience / 1000} s`);
        await wait(20);
      }
    },
    async stop() {
      over.abort();
      await working;
      return all;
    },
  };
}
