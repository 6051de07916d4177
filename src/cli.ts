#!/usr/bin/env node
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { complaintsText } from './command/complaints.ts';
import { helpText } from './command/help.ts';
import type { Invocation } from './command/invocation.ts';
import { parseInvocation } from './command/invocation.ts';
import { findOwnModules, keepCompiledCode } from './command/own-modules.ts';
import type { Settings } from './command/settings.ts';
import type { Terminal } from './command/terminal.ts';
import { createPaint, printable } from './command/terminal.ts';
import { CommandError, UsageError } from './command/usage-error.ts';
import { hideInComplaints } from './server/watching/complaint-secrets.ts';
import { messageOf, StartError } from './base/errors.ts';
import { hideInUrls } from './traffic/redaction/found/text-secrets.ts';
import type { MockServer } from './server/server.ts';
import { version } from './base/version.ts';

/** How long a stop may take before it is forced, in milliseconds. */
const stopWithin = 10_000;

const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  isInteractive: process.stderr.isTTY,
  // A terminal without a window may report a width of 0.
  columns: (process.stdout.isTTY && process.stdout.columns) || undefined,
  paint: createPaint(isColored()),
};

// A reader may close the output; the server goes on.
process.stdout.on('error', ignore);
process.stderr.on('error', ignore);

try {
  await run(parseInvocation(process.argv.slice(2), process.env));
} catch (error) {
  process.exitCode = explain(error);
}

/** Loads each command on first use: usage errors need no code of the server. */
async function run(invocation: Invocation): Promise<void> {
  const { command, settings, wants } = invocation;
  if (wants === 'help') return terminal.out(helpText(terminal.paint));
  if (wants === 'version') return terminal.out(`${version}\n`);
  keepCompiledCode();
  findOwnModules();
  switch (command) {
    case 'serve':
      return serveUntilStopped(settings);
    case 'run':
      return runBeside(invocation);
    case 'check': {
      const { check } = await import('./command/check.ts');
      process.exitCode = (await check(settings, terminal)) ? 0 : 1;
      return undefined;
    }
    case 'seed': {
      const { seed } = await import('./command/seed.ts');
      return seed(settings, terminal);
    }
    case 'plan': {
      const { plan } = await import('./command/plan.ts');
      return plan(settings, terminal);
    }
    case 'report': {
      const { report } = await import('./command/report/report.ts');
      process.exitCode = await report(settings, terminal);
      return undefined;
    }
    case 'reset': {
      const { reset } = await import('./command/reset.ts');
      return reset(settings, terminal);
    }
  }
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
      process.exit(explain(error));
    }
  };
  // Set before the server reports that it is ready: a program may stop it right then.
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  try {
    server = await serve(settings, terminal);
  } catch (error) {
    const code = explain(error);
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
  const code = await running.ended.catch(explain);
  // Log lines of this turn are written in the next turn.
  await nextTurn();
  process.exit(code);
}

/** The keys that interrupt or quit send their signal to all processes of the terminal. */
function hasKeyboard(): boolean {
  return [0, 1, 2].some((descriptor) => isatty(descriptor));
}

/** Prints one message, and returns the exit code: 2 for bad usage, that of the error, or 1. */
function explain(error: unknown): number {
  const { paint } = terminal;
  if (error instanceof UsageError) {
    terminal.error(
      `${paint('red', 'stuntdouble:')} ${printable(hideInUrls(error.message))}\nSee stuntdouble --help\n`,
    );
    return 2;
  }
  const text =
    error instanceof StartError
      ? complaintsText(hideInComplaints(error.complaints), paint).trimEnd()
      : printable(hideInUrls(messageOf(error)));
  terminal.error(`${paint('red', 'stuntdouble:')} ${text}\n`);
  return error instanceof CommandError ? error.exitCode : 1;
}

function isColored(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return FORCE_COLOR === undefined ? process.stdout.isTTY : FORCE_COLOR !== '0';
}

function ignore(): void {
  // The output is closed, so there is no place for a message.
}
