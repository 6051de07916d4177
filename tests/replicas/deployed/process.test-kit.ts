import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that is not ours. */
export interface Process {
  /** What it printed. */
  readonly log: () => string;
  readonly hasEnded: () => boolean;
  /** Resolves with the exit code when it has ended; null: by the signal. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

export interface Place {
  readonly cwd: string;
  /** Nothing else of the environment is handed down. */
  readonly env: Readonly<Record<string, string>>;
}

export function startProcess(
  program: string,
  words: readonly string[],
  { cwd, env }: Place,
): Process {
  const child = spawn(program, words, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A run of the tests that is broken off leaves nothing behind.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let [log, hasEnded] = ['', false];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (said: string) => (log += said));
  }
  const ended = once(child, 'close').then(() => {
    hasEnded = true;
    process.off('exit', kill);
    return child.exitCode;
  });
  return {
    log: () => log,
    hasEnded: () => hasEnded,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
