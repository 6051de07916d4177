#!/usr/bin/env node
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { commandOf } from './command/command-words.ts';
import { execute, explain, findSettings, tellNotes } from './command/execute.ts';
import type { Invocation } from './command/invocation.ts';
import { parseInvocation } from './command/invocation.ts';
import { findOwnModules, keepCompiledCode } from './command/own-modules.ts';
import type { Settings } from './command/settings.ts';
import type { Terminal } from './command/terminal.ts';
import { createPaint, isColored } from './command/terminal.ts';
import type { MockServer } from './server/server.ts';

/** How long a stop may take before it is forced, in milliseconds. */
const stopWithin = 10_000;

const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  isInteractive: process.stderr.isTTY,
  // A terminal without a window may report a width of 0: then COLUMNS may tell it.
  // The user may change it at any time.
  get columns() {
    if (!process.stdout.isTTY) return undefined;
    return process.stdout.columns || Number(process.env['COLUMNS']) || undefined;
  },
  paint: createPaint(isColored(process.env, process.stdout)),
  summaryFile: process.env['GITHUB_STEP_SUMMARY'],
};

// A reader may close the output; the server goes on.
process.stdout.on('error', ignore);
process.stderr.on('error', ignore);

const argv = process.argv.slice(2);
try {
  await start(parseInvocation(argv, process.env));
} catch (error) {
  process.exitCode = explain(error, terminal, commandOf(argv[0]));
}

async function start(invocation: Invocation): Promise<void> {
  const { command, wants } = invocation;
  let { settings } = invocation;
  if (wants === 'run') {
    tellNotes(invocation, terminal);
    keepCompiledCode();
    findOwnModules();
    settings = await findSettings(invocation, terminal);
    if (command === 'serve') return serveUntilStopped(settings);
    if (command === 'run') return runBeside({ ...invocation, settings });
    if (command === 'mcp') return serveAgent(settings);
  }
  process.exitCode = await execute({ ...invocation, settings }, terminal);
}

async function serveUntilStopped(settings: Settings): Promise<void> {
  const { serve } = await import('./command/serve.ts');
  let server: MockServer | undefined;
  let isStopping = false;
  const stop = async (): Promise<void> => {
    // A second signal ends the process at once.
    if (isStopping) process.exit(1);
    isStopping = true;
    // No request was served yet, and the data folder survives a crash.
    if (!server) process.exit(0);
    setTimeout(() => process.exit(1), stopWithin).unref();
    try {
      await server.close();
      // Log lines of this turn are written in the next turn.
      await nextTurn();
      process.exit(0);
    } catch (error) {
      process.exit(explain(error, terminal));
    }
  };
  // Set before the server reports that it is ready: a program may stop it right then.
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  try {
    server = await serve(settings, terminal);
  } catch (error) {
    const code = explain(error, terminal);
    await nextTurn();
    // Work that the failed start left behind must not keep the process alive.
    process.exit(code);
  }
}

/** Serves until the program ends, and passes signals on to it. */
async function runBeside({ settings, program }: Invocation): Promise<void> {
  const { startRun } = await import('./command/run.ts');
  const running = startRun({ settings, program, env: process.env }, terminal);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const) {
    const isKey = signal === 'SIGINT' || signal === 'SIGQUIT';
    process.on(signal, () => running.tell(signal, isKey && hasKeyboard()));
  }
  const code = await running.ended.catch((error: unknown) => explain(error, terminal));
  // Log lines of this turn are written in the next turn.
  await nextTurn();
  process.exit(code);
}

/** Answers the agent that started the process, until it closes the standard input. */
async function serveAgent(settings: Settings): Promise<void> {
  const { startMcp } = await import('./command/mcp.ts');
  try {
    const { ended, stop } = await startMcp(settings, terminal);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
    await ended;
    process.exit(0);
  } catch (error) {
    const code = explain(error, terminal, 'mcp');
    await nextTurn();
    process.exit(code);
  }
}

/** The keys that interrupt or quit send their signal to all processes of the terminal. */
function hasKeyboard(): boolean {
  return [0, 1, 2].some((descriptor) => isatty(descriptor));
}

function ignore(): void {
  // The output is closed, so there is no place for a message.
}
