import { messageOf } from '../errors.ts';
import type { Mock } from '../mock.ts';
import type { Child } from './run-child.ts';
import { codeOf, startChild } from './run-child.ts';
import { serve } from './serve.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';

export interface RunWish {
  readonly settings: Settings;
  /** The command and its arguments. */
  readonly program: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A command under way, and the server that it has for itself. */
export interface Run {
  /** The exit code, when all is over; rejects where the command could not even begin. */
  readonly ended: Promise<number>;
  /** What we are told, the command is told, unless it has heard it itself. Whoever insists isn't kept waiting. */
  tell(signal: NodeJS.Signals, hasHeard: boolean): void;
}

/** Serves, runs the command, reports, and stops. */
export function startRun(wish: RunWish, terminal: Terminal): Run {
  let child: Child | undefined;
  let isTold = false;
  let leave: ((code: number) => void) | undefined;
  const left = new Promise<number>((resolve) => {
    leave = resolve;
  });
  const play = async (): Promise<number> => {
    const mock = await serve(wish.settings, terminal);
    // Who was told to stop before the command began has left.
    if (isTold) return left;
    return playBeside(mock, terminal, async () => {
      child = startChild(wish.program, environmentOf(wish, mock));
      return child.ended;
    });
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

/** What the command has to know of its server. */
function environmentOf({ settings, env }: RunWish, { url }: Mock): RunWish['env'] {
  const { controlToken } = settings;
  return {
    ...env,
    STUNTDOUBLE_URL: url,
    ...(controlToken === undefined ? {} : { STUNTDOUBLE_CONTROL_TOKEN: controlToken }),
  };
}

/** How the command went says more than what became of its report, or of the server. */
async function playBeside(
  mock: Mock,
  terminal: Terminal,
  run: () => Promise<number>,
): Promise<number> {
  let code = 0;
  let verdict = 0;
  try {
    try {
      code = await run();
      verdict = await conclude(mock, terminal);
    } finally {
      await mock.close();
    }
  } catch (error) {
    if (code === 0) throw error;
    terminal.error(`${terminal.paint('red', 'stuntdouble:')} ${messageOf(error)}\n`);
  }
  return code === 0 ? verdict : code;
}

/** Stands in until there is a report. */
async function conclude(_mock: Mock, _terminal: Terminal): Promise<number> {
  await Promise.resolve();
  return 0;
}
