import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Task } from './child.ts';

/** A process that does one task after the other. */
export interface Worker {
  ask<T>(task: Task): Promise<T>;
  /** Ends it on the spot, as a kill does. */
  end(): Promise<void>;
}

export function startWorker(): Worker {
  const child = fork(join(import.meta.dirname, 'child.js'), {
    execArgv: ['--expose-gc', '--max-old-space-size=8000', ...profiling()],
  });
  return {
    async ask<T>(task: Task) {
      child.send(task);
      const { result, error } = await answerOf<T>(child);
      if (error !== undefined) throw new Error(error);
      // The child answers with what was asked for.
      return result as T;
    },
    async end() {
      if (child.exitCode !== null) return;
      child.kill(profiling().length > 0 ? 'SIGTERM' : 'SIGKILL');
      await once(child, 'exit');
    },
  };
}

interface Answer<T> {
  readonly result?: T;
  readonly error?: string;
}

async function answerOf<T>(child: ChildProcess): Promise<Answer<T>> {
  const controller = new AbortController();
  const { signal } = controller;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([answer]) => answer as Answer<T>),
      once(child, 'exit', { signal }).then(([code]) => ({ error: `a process ended with ${code}` })),
    ]);
  } finally {
    controller.abort();
  }
}

/** STUNTDOUBLE_BENCH_PROFILES: a folder for a profile of each process. */
function profiling(): readonly string[] {
  const folder = process.env['STUNTDOUBLE_BENCH_PROFILES'];
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}
