import { findNear } from '../base/nearest.ts';
import { options } from '../server/options/options.ts';
import type { CommandName } from '../server/options/commands.ts';
import { assertNoCommand, commandOf } from './command-words.ts';
import type { PlainArguments } from './prism-arguments.ts';
import { readPrismArguments } from './prism-arguments.ts';
import type { Arguments, Environment, Settings } from './settings.ts';
import { readSettings } from './settings.ts';
import { UsageError } from './usage-error.ts';

// Starts faster than an `import`, which loads all parts of `node:util`.
const { parseArgs } = process.getBuiltinModule('node:util');

export interface Invocation {
  readonly command: CommandName;
  readonly settings: Settings;
  /** The program that `run` starts, with its arguments. */
  readonly program: readonly string[];
  readonly wants: 'run' | 'help' | 'version';
  /** What the help is of. */
  readonly topic: HelpTopic;
  /** What the user should know of the arguments, a line each. */
  readonly notes: readonly string[];
}

export interface HelpTopic {
  /** Undefined: of all commands. */
  readonly command: CommandName | undefined;
  /** Whether it tells of every option. */
  readonly isComplete: boolean;
}

export function parseInvocation(argv: readonly string[], env: Environment): Invocation {
  const { argv: plain, leftOut } = readPrismArguments(argv);
  const { values, operands: given, behind } = parseArguments(plain);
  const { named, operands, wants } = readWords(given, values);
  const command = named ?? 'serve';
  const topic = { command: named, isComplete: values['all'] === true };
  const notes = leftOut.map(({ flag, why }) => `${flag} is left out: ${why}`);
  const common = { command, wants, topic, notes };
  if (wants !== 'run') {
    // Neither faulty arguments nor faulty variables keep a user from help.
    const settings = readSettings(command, { values: {}, operands: [] }, {});
    return { ...common, settings, program: [] };
  }
  if (command === 'run' || command === 'report') assertFormat(values, argv);
  assertBelonging(command, values, leftOut);
  if (!named) assertNoCommand(operands);
  if (command !== 'run') {
    const settings = readSettings(command, { values, operands: [...operands, ...behind] }, env);
    return { ...common, notes: [...notes, ...settings.notes], settings, program: [] };
  }
  assertProgram(behind);
  const settings = readSettings(command, { values, operands }, env);
  return { ...common, settings, program: behind };
}

interface Words {
  readonly named: CommandName | undefined;
  readonly operands: readonly string[];
  readonly wants: Invocation['wants'];
}

/** `help check` means `check --help`. */
function readWords(given: readonly string[], { help, version }: Arguments['values']): Words {
  const [first, ...others] = given;
  if (first === 'help') return { named: commandOf(others[0]), operands: [], wants: 'help' };
  const named = commandOf(first);
  const isVersion = version === true || first === 'version';
  const wants = help === true ? 'help' : isVersion ? 'version' : 'run';
  return { named, operands: named ? others : given, wants };
}

/** Also returns the unparsed arguments after `--`. */
function parseArguments(
  argv: readonly string[],
): Arguments & { readonly behind: readonly string[] } {
  // An option without a placeholder is a switch.
  const declared = options.flatMap(({ flag, kind }) => {
    const type: 'boolean' | 'string' = kind.placeholder === undefined ? 'boolean' : 'string';
    return flag === undefined ? [] : [[flag, { type, multiple: kind.isList }] as const];
  });
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...argv],
      options: {
        ...Object.fromEntries(declared),
        help: { type: 'boolean', short: 'h', multiple: false },
        all: { type: 'boolean', multiple: false },
        version: { type: 'boolean', short: 'v', multiple: false },
      },
      allowPositionals: true,
      allowNegative: true,
      tokens: true,
    });
    assertNoSwitchValue(tokens);
    const dashes = tokens.find(({ kind }) => kind === 'option-terminator');
    const behind = dashes ? argv.slice(dashes.index + 1) : [];
    return { values, operands: positionals.slice(0, positionals.length - behind.length), behind };
  } catch (error) {
    throw new UsageError(explainParseError(error, argv));
  }
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** Throws for `--control off`: "off" would be taken for the file of a contract. */
function assertNoSwitchValue(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (token.kind !== 'option' || token.value !== undefined || next?.kind !== 'positional')
      continue;
    if (next.index !== token.index + 1 || !/^(?:on|off|true|false)$/.test(next.value)) continue;
    const name = token.name.replace(/^no-/, '');
    throw new UsageError(`${token.rawName} takes no value: write --${name} or --no-${name}`);
  }
}

/** Keeps only the first sentence: the parser's messages continue with advice on positionals. */
function explainParseError(error: unknown, argv: readonly string[]): string {
  const text = error instanceof Error ? error.message : String(error);
  const [sentence = text] = text.split(/\.(?: |\n)/, 1);
  const ambiguous = /^Option '(?:-\w, )?(--[^' ]+)' argument is ambiguous/.exec(sentence)?.[1];
  if (ambiguous !== undefined) {
    return `${ambiguous} lacks its value: what follows begins with a dash, as options do. If that is the value, write ${ambiguous}=<value>`;
  }
  const [, lacking] =
    /^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing/.exec(sentence) ?? [];
  if (lacking !== undefined) return `${lacking} needs a value`;
  const [, given] = /^Option '(?:-\w, )?--([\w-]+)' does not take an argument/.exec(sentence) ?? [];
  const isOfReport = argv[0] === 'run' || argv[0] === 'report';
  if (given === 'json' && isOfReport) {
    return `--json is an option of "plan": ${adviseFormat('--json', argv)}`;
  }
  if (given !== undefined) return `--${given} takes no value: write --${given} or --no-${given}`;
  const unknown = /^Unknown option '(--?[^']+)'/.exec(sentence)?.[1];
  if (unknown === undefined) return sentence;
  const format = adviseFormat(unknown, argv);
  if (format !== undefined) return `there is no option ${unknown}: ${format}`;
  const near = findNearest(unknown);
  return `there is no option ${unknown}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

/** Other tools have an option for each format of a report. */
function adviseFormat(flag: string, argv: readonly string[]): string | undefined {
  const name = /^--(junit|markdown|html|github|table|json)$/.exec(flag)?.[1];
  if (name === undefined) return undefined;
  if (name === 'html') return 'a report can be --format markdown, json, junit, github or table';
  const file = argv.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
  return `write --format ${name}${file === undefined ? '' : `=${file}`}`;
}

function findNearest(unknown: string): string | undefined {
  const flags = options.flatMap(({ flag }) => (flag === undefined ? [] : [`--${flag}`]));
  // Few mistakes change the first letter. Without this check, --no-port suggests --control.
  const likely = [...flags, '--help', '--version'].filter((flag) => flag[2] === unknown[2]);
  const longer = likely.find((flag) => flag.startsWith(unknown) || unknown.startsWith(flag));
  return longer ?? findNear(unknown, likely, 2);
}

/** `--json` is an option of "plan". */
function assertFormat({ json }: Arguments['values'], argv: readonly string[]): void {
  if (json === undefined) return;
  throw new UsageError(`--json is an option of "plan": ${adviseFormat('--json', argv)}`);
}

function assertBelonging(
  command: CommandName,
  values: Arguments['values'],
  leftOut: PlainArguments['leftOut'],
): void {
  if (values['all'] === true) {
    throw new UsageError('--all goes with --help: it tells of every option');
  }
  for (const { flag = '', commands } of options) {
    if (values[flag] === undefined || commands.includes(command)) continue;
    const why = flag === 'lenient' && command === 'check' ? ', which is always strict' : '';
    throw new UsageError(
      `--${flag} is an option of "${commands.join('", "')}", not of "${command}"${why}`,
    );
  }
  const [first] = leftOut;
  if (!first || command === 'serve' || command === 'run') return;
  throw new UsageError(`there is no option ${first.flag} of "${command}"`);
}

function assertProgram([name = '']: readonly string[]): void {
  if (name !== '') return;
  throw new UsageError(
    'say what to run, behind two dashes, such as stuntdouble run -- npm test; contracts and options stand before them',
  );
}
