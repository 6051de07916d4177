import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

import { codeOf, messageOf } from '../base/errors.ts';
import type { MockServer } from '../server/server.ts';
import type { Log } from './log.ts';
import { createLog, createNoticeLog } from './log.ts';
import { assertReportable, concludeRun } from './report/conclude-run.ts';
import { serve } from './serve.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from '../base/printable.ts';
import { CommandError } from './usage-error.ts';

export interface RunOptions {
  readonly settings: Settings;
  /** The command and its arguments. */
  readonly program: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A running command with a server of its own. */
export interface RunningCommand {
  /** The exit code. Rejects if the server or the command can not start, or the report fails. */
  readonly ended: Promise<number>;
  /** Passes a signal on, unless `hasHeard`. A second one, or one without a child, ends the run. */
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
    await assertReportable(options.settings.report, options.settings.coverage);
    const server = await serve(options.settings, terminal, chooseLog(options.settings, terminal));
    // A signal that came before the command started has ended the run.
    if (isTold) return left;
    const acts: Acts = {
      async run() {
        child = startChild(options.program, environmentOf(options, server));
        try {
          return await child.ended;
        } finally {
          // From now on, a signal stops this process.
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
        leave?.(exitCodeOf(signal));
      } else if (!hasHeard) child.signal(signal);
      isTold = true;
    },
  };
}

/** The output belongs to the command, but what is wrong with the contract is told as errors are. */
function chooseLog({ log }: Settings, terminal: Terminal): Log {
  if (log !== 'silent') return createLog(log, terminal);
  return createNoticeLog({ ...terminal, out: terminal.error }, ['warning', 'error']);
}

/** The environment of the command, which names its server. */
function environmentOf({ settings, env }: RunOptions, { url }: MockServer): RunOptions['env'] {
  const { control, controlToken, controlPrefix } = settings;
  return {
    ...env,
    STUNTDOUBLE_URL: url,
    STUNTDOUBLE_CONTROL_PREFIX: control ? controlPrefix : undefined,
    STUNTDOUBLE_CONTROL_TOKEN: controlToken,
    // Stuntdouble refuses two variables with a token.
    STUNTDOUBLE_CONTROL_TOKEN_FILE: undefined,
  };
}

/** The steps of a run, in order; the first two return exit codes. */
interface Acts {
  run(): Promise<number>;
  conclude(): Promise<number>;
  close(): Promise<void>;
}

/** If the command fails, its exit code wins, and later errors are only printed. */
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

/** Reports what the command tried, and returns the exit code of the report. */
async function conclude(
  server: MockServer,
  { settings }: RunOptions,
  terminal: Terminal,
): Promise<number> {
  if (!settings.coverage) return 0;
  const tried = { server: server.url, report: server.coverage(), advice };
  return concludeRun(tried, settings.report, terminal);
}

const advice =
  'let the command send its requests to STUNTDOUBLE_URL; a server that a test starts itself does not count, nor a request that is refused before (403, 421)';

/** A child process with the input and output of this process. */
interface Child {
  /** The exit code as a shell reports it. */
  readonly ended: Promise<number>;
  signal(name: NodeJS.Signals): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Uses no shell, so nothing changes the arguments. */
function startChild(program: readonly string[], env: Environment): Child {
  const child = launch(program, env);
  // The child must not outlive this process.
  const end = (): void => void child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', (error) => reject(explain(program, error)));
      child.once('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)));
    }),
    signal: (name) => void child.kill(name),
  };
}

/** The exit code that a shell reports for a process that a signal ended. */
function exitCodeOf(signal: NodeJS.Signals | null): number {
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

/** `spawn` throws some errors. The child reports others in an event. */
function launch(program: readonly string[], env: Environment): ChildProcess {
  const [name = '', ...args] = program;
  try {
    return spawn(name, args, { stdio: 'inherit', env });
  } catch (error) {
    throw explain(program, error);
  }
}

function adviseOnMissing(name: string): string {
  return /\s/.test(name)
    ? `for a line that a shell reads, write -- sh -c '${name}'`
    : 'it must be in PATH, or be the path of a program; for a script, the interpreter in its first line must be there, too';
}

function explain([name = '']: readonly string[], error: unknown): CommandError {
  const code: unknown = codeOf(error);
  switch (code) {
    case 'ENOENT':
      return new CommandError(`there is no command "${name}": ${adviseOnMissing(name)}`, 127);
    case 'EACCES':
      return new CommandError(`"${name}" may not be run: make it executable (chmod +x)`, 126);
    default:
      return new CommandError(`"${name}" could not be run: ${messageOf(error)}`, 126);
  }
}
