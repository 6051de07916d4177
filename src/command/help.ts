import { optionGroups } from '../server/options/groups.ts';
import type { Option } from '../server/options/options.ts';
import { defaultIn, options } from '../server/options/options.ts';
import type { CommandName } from '../server/options/commands.ts';
import { argumentsOnly } from '../server/options/commands.ts';
import { padTo, wrap } from './columns.ts';
import type { HelpPage } from './help-pages.ts';
import { helpPages, mostUsed } from './help-pages.ts';
import type { HelpTopic } from './invocation.ts';
import { letterOf } from './prism-arguments.ts';
import type { Paint } from './terminal.ts';

/** Limit of lines, in columns. */
const widest = 80;
/** The column where explanations of options begin. */
const indent = 30;

/** The help of one command or of all, in short or with every option. */
export function helpText({ command, isComplete }: HelpTopic, paint: Paint): string {
  const lines = command
    ? commandLines(command, isComplete, paint)
    : isComplete
      ? everythingLines(paint)
      : overviewLines(paint);
  return `${lines.join('\n')}\n`;
}

function overviewLines(paint: Paint): readonly string[] {
  return [
    `${paint('bold', 'stuntdouble')}: a mock server with state, driven by any OpenAPI contract.`,
    '',
    ...exampleLines(
      [...helpPages.serve.examples.slice(0, 2), ...helpPages.run.examples.slice(0, 1)],
      paint,
    ),
    '',
    ...commandList(paint),
    '',
    ...optionLines('Options used most', select(mostUsed), { paint }),
    ...ownOptions,
    '',
    paint('bold', 'More'),
    '  stuntdouble <command> --help  the options of a command, with examples',
    '  stuntdouble --help --all      every option of every command, and variables',
    '',
    'Several contracts are served together. Exit codes: 0 all is well; 1 it could not',
    'be done; 2 usage; of a report 3 to 7, see stuntdouble report --help.',
  ];
}

const ownOptions = [
  '  --help                      print this; -h alone does so, too',
  '  -v, --version               print the version',
];

function commandList(paint: Paint): readonly string[] {
  const pages = Object.entries(helpPages);
  return [
    paint('bold', 'Commands'),
    ...pages.map(([name, { purpose }]) => `  ${paint('cyan', name.padEnd(8))}${purpose}`),
  ];
}

function commandLines(command: CommandName, isComplete: boolean, paint: Paint): readonly string[] {
  const { purpose, usage, examples, first, remarks = [] } = helpPages[command];
  const own = options.filter((option) => option.commands.includes(command) && option.flag);
  const shown = isComplete || first === undefined ? own : select(first);
  const rest = own.length - shown.length;
  const setting = { paint, command };
  return [
    paint('bold', purpose),
    '',
    ...exampleLines(examples, paint),
    '',
    paint('bold', 'Usage'),
    ...usage.map((line) => `  ${line}`),
    '',
    ...(isComplete ? groupedLines(shown, setting) : optionLines('Options', shown, setting)),
    ...(rest > 0 ? ['', `${rest} more options: stuntdouble ${command} --help --all`] : []),
    ...remarks.flatMap((text) => ['', ...wrap(text, widest)]),
    ...(isComplete ? ['', ...variableLines()] : []),
  ];
}

function everythingLines(paint: Paint): readonly string[] {
  return [
    paint('bold', 'Usage'),
    ...Object.values(helpPages).flatMap(({ usage }) => usage.map((line) => `  ${line}`)),
    '',
    ...commandList(paint),
    '',
    ...groupedLines(
      options.filter(({ flag }) => flag),
      { paint },
    ),
    '',
    paint('bold', 'Help'),
    ...ownOptions,
    '',
    ...variableLines(),
    '',
    ...wrap(
      'Switches are turned off by --no-…, such as --no-cors. As users of Prism type them, -d, --dynamic, --ignoreExamples and --cors=false work, too.',
      widest,
    ),
  ];
}

function exampleLines(examples: HelpPage['examples'], paint: Paint): readonly string[] {
  const width = Math.max(...examples.map(([line]) => line.length)) + 2;
  return [
    paint('bold', 'Examples'),
    ...examples.map(([line, does]) => `  ${padTo(line, width)}${paint('dim', does)}`),
  ];
}

interface OptionSetting {
  readonly paint: Paint;
  /** Undefined: those of all commands, with a note where `serve` lacks them. */
  readonly command?: CommandName;
}

function groupedLines(shown: readonly Option[], setting: OptionSetting): readonly string[] {
  const lines = Object.entries(optionGroups).flatMap(([heading, names]) => {
    const found = select(names).filter((option) => shown.includes(option));
    return found.length === 0 ? [] : ['', ...optionLines(heading, found, setting)];
  });
  return lines.slice(1);
}

function select(names: readonly string[]): readonly Option[] {
  return names.flatMap((name) => options.find((option) => option.name === name) ?? []);
}

function optionLines(
  heading: string,
  shown: readonly Option[],
  { paint, command }: OptionSetting,
): readonly string[] {
  const lines = shown.flatMap((option) => {
    const { commands, kind, help } = option;
    const left = `  ${nameOf(option)}${kind.placeholder === undefined ? '' : ` ${kind.placeholder}`}`;
    const where = command || commands.includes('serve') ? '' : ` [${commands.join(', ')}]`;
    const texts = wrap(help + defaultText(option, command) + where, widest - indent);
    const isLong = left.length > indent - 2;
    const first = isLong ? [left] : [];
    return [
      ...first,
      ...texts.map((text, at) => (at === 0 && !isLong ? left : '').padEnd(indent) + text),
    ];
  });
  return [paint('bold', heading), ...lines];
}

function nameOf({ flag }: Option): string {
  const letter = letterOf(flag);
  return letter === undefined ? `--${flag}` : `-${letter}, --${flag}`;
}

/** Other defaults depend on something; the help tells on what. */
function defaultText(option: Option, command: CommandName | undefined): string {
  const value = command ? defaultIn(option, command) : option.fallback;
  if (value === undefined || value === false || Array.isArray(value)) return '';
  return ` (${option.kind.show(value)}${value === true ? `; --no-${option.flag}` : ''})`;
}

function variableLines(): readonly string[] {
  const flags = argumentsOnly.map(
    (name) => `--${options.find((option) => option.name === name)?.flag}`,
  );
  const others = flags.join(', ').replace(/,(?=[^,]*$)/, ' and');
  const files = options.flatMap(({ fileVariable }) => fileVariable ?? []);
  return wrap(
    // Other users of the machine can read arguments in the list of processes.
    `Each option but ${others} has a variable: STUNTDOUBLE_PORT, …, and STUNTDOUBLE_CONTRACT for the contract; PORT is read, too. Arguments win. A secret can stand in a file, which a variable names: ${files.join(', ')}.`,
    widest,
  );
}
