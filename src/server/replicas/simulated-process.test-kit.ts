import { setImmediate } from 'node:timers';

import { StoreFailure } from '../../store/shared/failure.ts';
import type { Route } from '../../store/shared/memory-engine.test-kit.ts';

/**
 * `unsent`: the store can't be reached. `mute`: its answers are lost, and what it is asked may come
 * late.
 */
export type Link = 'up' | 'unsent' | 'mute';

export interface Time {
  now(this: void): number;
  after(this: void, milliseconds: number, task: () => void): () => void;
  pass(this: void, milliseconds: number): Promise<void>;
}

export function createTime(): Time {
  let present = 0;
  let tasks: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => present,
    after(milliseconds, run) {
      const task = { at: present + milliseconds, run };
      tasks.push(task);
      return () => void (tasks = tasks.filter((one) => one !== task));
    },
    async pass(milliseconds) {
      const end = present + milliseconds;
      for (;;) {
        await settle();
        const next = Math.min(...tasks.map(({ at }) => at));
        if (next > end) break;
        present = Math.max(present, next);
        const due = tasks.find(({ at }) => at === next);
        tasks = tasks.filter((one) => one !== due);
        due?.run();
      }
      present = end;
    },
  };
}

/** Lets all go on that needs no time to pass. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1)
    await new Promise((resolve) => void setImmediate(resolve));
}

/** What a process does, which may stand still or be gone. */
export interface Gate {
  run(this: void, task: () => void): void;
  /** Resolves or rejects like the promise, but only while the process goes on. */
  pass<T>(this: void, promise: Promise<T>): Promise<T>;
  shut(this: void): void;
  open(this: void): void;
  end(this: void): void;
  isShut(this: void): boolean;
}

export function createGate(): Gate {
  let state: 'open' | 'shut' | 'ended' = 'open';
  let waiting: (() => void)[] = [];
  const run = (task: () => void): void => {
    if (state === 'open') task();
    else if (state === 'shut') waiting.push(task);
  };
  return {
    run,
    pass: (promise) =>
      new Promise((resolve, reject) => {
        promise.then(
          (value) => run(() => resolve(value)),
          (error: unknown) => run(() => reject(error)),
        );
      }),
    shut: () => void (state = state === 'open' ? 'shut' : state),
    open() {
      if (state !== 'shut') return;
      state = 'open';
      for (const task of waiting.splice(0)) task();
    },
    end() {
      state = 'ended';
      waiting = [];
    },
    isShut: () => state !== 'open',
  };
}

export interface RouteOptions {
  readonly time: Time;
  readonly random: () => number;
  readonly gate: Gate;
  link(this: void): Link;
}

/** In milliseconds. */
const longestStep = 1500;

export function createRoute({ time, random, link, gate }: RouteOptions): Route {
  return (step) =>
    new Promise((resolve, reject) => {
      const answer = (task: () => void, milliseconds: number): void =>
        void time.after(milliseconds, () => gate.run(task));
      const there = 1 + random() * 4;
      const mode = link();
      if (mode === 'unsent') {
        answer(() => reject(new StoreFailure('unsent', 'the store can not be reached')), 1);
        return;
      }
      if (mode === 'mute') {
        // It may come late, or never; in any case no answer comes.
        if (random() < 0.7) time.after(there + random() * 8000, () => void attempt(step));
        answer(() => reject(new StoreFailure('unknown', 'no answer')), longestStep);
        return;
      }
      time.after(there, () => {
        const result = attempt(step);
        const back = 1 + random() * 4;
        if (link() === 'up') {
          answer(() => ('error' in result ? reject(result.error) : resolve(result.value)), back);
        } else {
          answer(() => reject(new StoreFailure('unknown', 'no answer')), longestStep);
        }
      });
    });
}

function attempt<T>(step: () => T): { readonly value: T } | { readonly error: Error } {
  try {
    return { value: step() };
  } catch (error) {
    return { error: error as Error };
  }
}
