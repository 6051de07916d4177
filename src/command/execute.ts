import { messageOf, StartError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { hideInComplaints } from '../server/watching/complaint-secrets.ts';
import { hideInUrls } from '../traffic/redaction/found/text-secrets.ts';
import { complaintsText } from './complaints.ts';
import type { Invocation } from './invocation.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from '../base/printable.ts';
import { CommandError, UsageError } from './usage-error.ts';

/**
 * Runs a command that ends by itself, and returns the exit code. Loads each command on first use:
 * usage errors need no code of the server. `serve` and `run` need a process (`cli.ts`).
 */
export async function execute(
  { command, settings, wants, topic }: Invocation,
  terminal: Terminal,
): Promise<number> {
  if (wants === 'help') {
    const { helpText } = await import('./help.ts');
    terminal.out(helpText(topic, terminal.paint));
  } else if (wants === 'version') terminal.out(`${version}\n`);
  else if (command === 'check') {
    const { check } = await import('./check.ts');
    return (await check(settings, terminal)) ? 0 : 1;
  } else if (command === 'report') {
    const { report } = await import('./report/report.ts');
    return report(settings, terminal);
  } else if (command === 'init') {
    const { init } = await import('./init/init.ts');
    await init(settings, terminal);
  } else if (command === 'seed') {
    const { seed } = await import('./seed.ts');
    await seed(settings, terminal);
  } else if (command === 'plan') {
    const { plan } = await import('./plan.ts');
    await plan(settings, terminal);
  } else if (command === 'types') {
    const { types } = await import('./write-types.ts');
    await types(settings, terminal);
  } else if (command === 'reset') {
    const { reset } = await import('./reset.ts');
    await reset(settings, terminal);
  }
  return 0;
}

/** The settings with the contract of the folder, where the user named none. */
export async function findSettings(
  { command, settings }: Invocation,
  terminal: Terminal,
): Promise<Settings> {
  const needsNone = command === 'init' || command === 'report' || command === 'reset';
  const isElsewhere = (command === 'seed' || command === 'mcp') && settings.url.length > 0;
  if (settings.contract.length > 0 || needsNone || isElsewhere) return settings;
  const { findContractHere } = await import('./find-contract.ts');
  const { contract, note } = findContractHere(command);
  // `serve` has a banner.
  if (note !== undefined && command !== 'serve' && command !== 'seed')
    tellNotes({ notes: [note] }, terminal);
  return { ...settings, contract: contract === undefined ? [] : [contract], contractNote: note };
}

/** Prints what the user should know of the arguments; the command goes on. */
export function tellNotes({ notes }: Pick<Invocation, 'notes'>, { error, paint }: Terminal): void {
  for (const note of notes) error(`${paint('yellow', 'stuntdouble:')} ${printable(note)}\n`);
}

/**
 * Prints one message, and returns the exit code: 2 for bad usage, that of the error, or 1. The
 * command is the one that the user named.
 */
export function explain(error: unknown, terminal: Terminal, command?: string): number {
  const { paint } = terminal;
  if (error instanceof UsageError) {
    terminal.error(
      `${paint('red', 'stuntdouble:')} ${printable(hideInUrls(error.message))}\nSee stuntdouble ${command === undefined ? '' : `${command} `}--help\n`,
    );
    return 2;
  }
  const text =
    error instanceof StartError
      ? complaintsText(hideInComplaints(error.complaints), terminal).trimEnd()
      : printable(hideInUrls(messageOf(error)));
  terminal.error(`${paint('red', 'stuntdouble:')} ${text}\n`);
  return error instanceof CommandError ? error.exitCode : 1;
}
