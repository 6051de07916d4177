import { parseArgs } from 'node:util';

import type { Settings, Values } from './settings.ts';
import { readSettings } from './settings.ts';
import { UsageError } from './usage-error.ts';

export type CommandName = 'serve' | 'check' | 'seed' | 'reset';

export interface Invocation {
  readonly command: CommandName;
  readonly settings: Settings;
  readonly wants: 'run' | 'help' | 'version';
}

export interface OptionRow {
  readonly name: string;
  readonly placeholder: string | undefined;
  readonly variable: string | undefined;
  readonly commands: readonly CommandName[];
  readonly help: string;
}

const commandNames: readonly CommandName[] = ['serve', 'check', 'seed', 'reset'];

/** Every option, once: the parser, the environment and the help are made from this. */
export const optionRows: readonly OptionRow[] = [
  row('port', '<number>', ['serve'], 'port to listen on, 0 for any that is free (4010)'),
  row('host', '<address>', ['serve'], 'address to listen on (127.0.0.1)'),
  row(
    'fixtures',
    '<folder>',
    ['serve', 'check', 'seed'],
    'folder of the fixtures (fixtures/ beside the contract)',
  ),
  row('data', '<folder>', ['serve', 'seed', 'reset'], 'folder that keeps the state (.stuntdouble)'),
  row('ephemeral', undefined, ['serve'], 'keep the state in memory only'),
  row('seed', '<text>', ['serve', 'seed'], 'what generated values depend on (stuntdouble)'),
  row(
    'on-breach',
    'error|warn',
    ['serve'],
    'a reply that breaks the contract becomes a 500, or is sent marked (error)',
  ),
  row('cors', undefined, ['serve'], 'let pages of other origins call the API (on; --no-cors)'),
  row('log', 'human|json|silent', ['serve'], 'what is printed (human)'),
  row('watch', undefined, ['serve'], 'load contract and fixtures again when they change'),
  row('reset-every', '<duration>', ['serve'], 'start again from the fixtures every 30s, 15m, 1h …'),
  row('control-token', '<token>', ['serve'], 'what opens /_mock to other machines'),
  row('count', '<collection=number>', ['seed'], 'how many records to add; repeatable'),
  row('out', '<folder>', ['seed'], 'write a fixtures folder, and leave the state alone'),
];

export function parseInvocation(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Invocation {
  const { values, positionals } = parseArguments(argv);
  const [first] = positionals;
  const named = commandNames.find((name) => name === first);
  const command = named ?? 'serve';
  const operands = named ? positionals.slice(1) : positionals;
  if (operands.length > 1) {
    throw new UsageError(
      `one contract at a time: "${operands.join('", "')}" are ${operands.length}`,
    );
  }
  assertBelonging(command, values);
  const wants = values['help'] === true ? 'help' : values['version'] === true ? 'version' : 'run';
  return { command, settings: readSettings(operands[0], values, env), wants };
}

function row(
  name: string,
  placeholder: string | undefined,
  commands: readonly CommandName[],
  help: string,
): OptionRow {
  const isOneOff = name === 'count' || name === 'out';
  const variable = isOneOff ? undefined : `STUNTDOUBLE_${name.toUpperCase().replaceAll('-', '_')}`;
  return { name, placeholder, variable, commands, help };
}

function parseArguments(argv: readonly string[]): {
  values: Values;
  positionals: readonly string[];
} {
  const declared = optionRows.map(({ name, placeholder }) => [
    name,
    { type: placeholder === undefined ? 'boolean' : 'string', multiple: name === 'count' } as const,
  ]);
  const options = {
    ...Object.fromEntries(declared),
    help: { type: 'boolean', short: 'h', multiple: false },
    version: { type: 'boolean', short: 'v', multiple: false },
  } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options,
      allowPositionals: true,
      allowNegative: true,
    });
    return { values, positionals };
  } catch (error) {
    throw new UsageError(explainParseError(error));
  }
}

/** The parser's messages run on about positionals; the first sentence is what matters. */
function explainParseError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [sentence = text] = text.split(/\.(?: |\n)/, 1);
  const unknown = /^Unknown option '(--?[^']+)'/.exec(sentence)?.[1];
  if (unknown === undefined) return sentence;
  const names = [...optionRows.map(({ name }) => `--${name}`), '--help', '--version'];
  const near = names.find((name) => isNear(name, unknown));
  return `there is no option ${unknown}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

/** Whether two words differ by a letter or two. */
function isNear(left: string, right: string): boolean {
  if (left.startsWith(right) || right.startsWith(left)) return true;
  const letters = left.split('');
  const shared = right.split('').filter((letter) => {
    const at = letters.indexOf(letter);
    if (at !== -1) letters.splice(at, 1);
    return at !== -1;
  }).length;
  return Math.max(left.length, right.length) - shared <= 2;
}

function assertBelonging(command: CommandName, values: Values): void {
  for (const { name, commands } of optionRows) {
    if (values[name] === undefined || commands.includes(command)) continue;
    throw new UsageError(
      `--${name} is an option of "${commands.join('", "')}", not of "${command}"`,
    );
  }
}
