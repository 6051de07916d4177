import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

import { messageOf } from '../base/errors.ts';
import { CommandError } from './usage-error.ts';

/** A program that runs beside us, and reads and prints where we do. */
export interface Child {
  /** Its exit code, as a shell tells it. */
  readonly ended: Promise<number>;
  signal(name: NodeJS.Signals): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** No shell reads it: the arguments are what they are. */
export function startChild(program: readonly string[], env: Environment): Child {
  const child = launch(program, env);
  // Whatever ends us: nobody would be left to end it.
  const end = (): void => void child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', (error) => reject(explain(program, error)));
      child.once('exit', (code, signal) => resolve(code ?? codeOf(signal)));
    }),
    signal: (name) => void child.kill(name),
  };
}

/** The exit code that a shell has for a process that a signal has ended. */
export function codeOf(signal: NodeJS.Signals | null): number {
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

/** Some of what can go wrong is told at once, some later. */
function launch(program: readonly string[], env: Environment): ChildProcess {
  const [name = '', ...args] = program;
  try {
    return spawn(name, args, { stdio: 'inherit', env });
  } catch (error) {
    throw explain(program, error);
  }
}

function explain([name = '']: readonly string[], error: unknown): CommandError {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return new CommandError(
        `there is no command "${name}": it must be in PATH or the path of a program; of a script, so must be the interpreter in its first line`,
        127,
      );
    case 'EACCES':
      return new CommandError(`"${name}" may not be run: make it executable (chmod +x)`, 126);
    default:
      return new CommandError(`"${name}" could not be run: ${messageOf(error)}`, 126);
  }
}
