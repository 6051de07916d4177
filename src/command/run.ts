import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

import { messageOf } from '../base/errors.ts';
import type { MockServer } from '../server/server.ts';
import { readBaseline } from './report/baseline.ts';
import { concludeReport } from './report/conclude.ts';
import { isUntouched } from './report/findings.ts';
import { serve } from './serve.ts';
import type { Settings } from './settings/settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from './terminal.ts';
import { UsageError, CommandError } from './usage-error.ts';

export interface RunOptions {
  readonly settings: Settings;
  /** The command and its arguments. */
  readonly program: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A command under way, and the server that it has for itself. */
export interface RunningCommand {
  /** The exit code, when all is over; rejects where the command could not even begin. */
  readonly ended: Promise<number>;
  /** What we are told, the command is told, unless it has heard it itself. Whoever insists isn't kept waiting. */
  tell(signal: NodeJS.Signals, hasHeard: boolean): void;
}

/** Serves, runs the command, reports, and stops. */
export function startRun(options: RunOptions, terminal: Terminal): RunningCommand {
  let child: Child | undefined;
  let isTold = false;
  let leave: ((code: number) => void) | undefined;
  const left = new Promise<number>((resolve) => {
    leave = resolve;
  });
  const play = async (): Promise<number> => {
    await assertReportable(options.settings);
    const server = await serve(options.settings, terminal);
    // Who was told to stop before the command began has left.
    if (isTold) return left;
    const acts: Acts = {
      async run() {
        child = startChild(options.program, environmentOf(options, server));
        try {
          return await child.ended;
        } finally {
          // Whom we are told to stop now is ourselves.
          child = undefined;
        }
      },
      conclude: () => conclude(server, options, terminal),
      close: () => server.close(),
    };
    return settle(acts, terminal);
  };
  return {
    ended: Promise.race([play(), left]),
    tell(signal, hasHeard) {
      if (!child || isTold) {
        child?.signal('SIGKILL');
        leave?.(codeOf(signal));
      } else if (!hasHeard) child.signal(signal);
      isTold = true;
    },
  };
}

/** What can't be reported in the end is told before a command has run for an hour. */
async function assertReportable({ coverage, report }: Settings): Promise<void> {
  const { baseline, writesBaseline, failOn, minimums } = report;
  if (!coverage && failOn.size + minimums.size > 0) {
    throw new UsageError(
      '--no-coverage leaves nothing to judge: leave it out, or --fail-on and --min-coverage',
    );
  }
  if (baseline !== undefined && !writesBaseline) await readBaseline(baseline);
}

/** What the command has to know of its server. */
function environmentOf({ settings, env }: RunOptions, { url }: MockServer): RunOptions['env'] {
  const { control, controlToken, controlPrefix } = settings;
  return {
    ...env,
    STUNTDOUBLE_URL: url,
    STUNTDOUBLE_CONTROL_PREFIX: control ? controlPrefix : undefined,
    STUNTDOUBLE_CONTROL_TOKEN: controlToken,
    // The token is told by one variable alone: two of them are refused.
    STUNTDOUBLE_CONTROL_TOKEN_FILE: undefined,
  };
}

/** What is done one after the other; the first two say how it went. */
interface Acts {
  run(): Promise<number>;
  conclude(): Promise<number>;
  close(): Promise<void>;
}

/** How the command went says more than what became of its report, or of the server. */
async function settle(acts: Acts, terminal: Terminal): Promise<number> {
  let [code, verdict] = [0, 0];
  try {
    try {
      code = await acts.run();
      verdict = await acts.conclude();
    } finally {
      await acts.close();
    }
  } catch (error) {
    if (code === 0) throw error;
    terminal.error(`${terminal.paint('red', 'stuntdouble:')} ${printable(messageOf(error))}\n`);
  }
  return code === 0 ? verdict : code;
}

/** What the command tried, and the exit code that follows from it. */
async function conclude(
  server: MockServer,
  { settings }: RunOptions,
  terminal: Terminal,
): Promise<number> {
  if (!settings.coverage) return 0;
  const report = server.coverage();
  if (isUntouched(report)) {
    terminal.error(
      `${terminal.paint('yellow', 'stuntdouble:')} nobody asked ${printable(server.url)}: let the command send its requests to STUNTDOUBLE_URL\n`,
    );
  }
  return concludeReport(report, settings.report, terminal);
}

/** A program that runs beside us, and reads and prints where we do. */
interface Child {
  /** Its exit code, as a shell tells it. */
  readonly ended: Promise<number>;
  signal(name: NodeJS.Signals): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** No shell reads it: the arguments are what they are. */
function startChild(program: readonly string[], env: Environment): Child {
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
function codeOf(signal: NodeJS.Signals | null): number {
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
