import type { Option } from '../server/options/options.ts';
import { options } from '../server/options/options.ts';
import type { CommandName } from '../server/options/table.ts';
import { argumentsOnly } from '../server/options/table.ts';
import { wrap } from './columns.ts';
import type { Paint } from './terminal.ts';

const purposes: Readonly<Record<CommandName, string>> = {
  serve: 'Serve the contract (the default command).',
  run: 'Serve it for a command, which finds it by STUNTDOUBLE_URL; then report, and stop.',
  check: 'Check contract and fixtures. Exit code 0: clean, 1: findings, 2: usage.',
  seed: 'Make more records, or read them of files, and add them to the state or to a server.',
  plan: 'Tell what each operation does, and to which records.',
  report: 'Tell what was tried of the contract, and what was done wrong.',
  reset: 'Put the saved state aside, so that the next start is from the fixtures.',
};

/** Limit of wrapped lines, in columns. */
const widest = 100;
/** The column where explanations of options begin. */
const indent = 32;

export function helpText(paint: Paint): string {
  const names = Object.entries(purposes);
  return [
    `${paint('bold', 'stuntdouble')}: a stand-in for a real HTTP service, driven by its OpenAPI contract.`,
    '',
    paint('bold', 'Usage'),
    '  stuntdouble [serve] [contract…] [options]',
    '  stuntdouble run [contract…] [options] -- <command> [argument…]',
    '  stuntdouble check [contract…] [options]',
    '  stuntdouble seed [contract…] --count <collection=number> [options]',
    '  stuntdouble seed <records.json…> --url <server> [options]',
    '  stuntdouble plan [contract…] [--json] [options]',
    '  stuntdouble report --url <server> | <report.json…> [options]',
    '  stuntdouble reset [options]',
    '',
    paint('bold', 'Commands'),
    ...names.map(([name, purpose]) => `  ${paint('cyan', name.padEnd(8))}${purpose}`),
    '',
    paint('bold', 'Options'),
    ...optionLines(paint),
    '  -h, --help                    print this',
    '  -v, --version                 print the version',
    '',
    'Several contracts are served together. Switches are turned off by --no-…, such as --no-cors.',
    'Without a contract the Workspace contract that comes with the package is served.',
    'Unless told otherwise, run takes any free port, logs nothing and keeps nothing, and PORT is left to',
    "the command. Its exit code is the command's; where that is 0, the report's.",
    ...wrap(variablesText(), widest),
    ...wrap(secretText(), widest),
    'Exit codes: 0 all is well; 1 it could not be done; 2 usage. Of a report, the first that applies:',
    '3 violations, 4 unmatched requests, 5 breach, 6 too little coverage,',
    '7 undeclared query parameters.',
    '',
  ].join('\n');
}

function variablesText(): string {
  const flags = argumentsOnly.map(
    (name) => `--${options.find((option) => option.name === name)?.flag}`,
  );
  const others = flags.join(', ').replace(/,(?=[^,]*$)/, ' and');
  return `Each option but ${others} has a variable: STUNTDOUBLE_PORT, …, and STUNTDOUBLE_CONTRACT for the contract; PORT is read, too. Arguments win.`;
}

/** Other users of the machine can read arguments in the list of processes. */
function secretText(): string {
  const files = options.flatMap(({ fileVariable }) => fileVariable ?? []);
  return `A secret can stand in a file, which a variable names: ${files.join(', ')}.`;
}

function optionLines(paint: Paint): readonly string[] {
  return options.flatMap((option) => {
    const { flag, commands, kind, help } = option;
    if (flag === undefined) return [];
    const left = `  --${flag}${kind.placeholder === undefined ? '' : ` ${kind.placeholder}`}`;
    const where = commands.includes('serve') ? '' : ` [${commands.join(', ')}]`;
    const texts = wrap(help + defaultText(option) + where, widest - indent);
    const start = left.length < indent ? left.padEnd(indent) : `${left}\n${' '.repeat(indent)}`;
    const lines = texts.join(`\n${' '.repeat(indent)}`);
    return start + (where === '' ? lines : lines.replace(where, paint('dim', where)));
  });
}

/** Other defaults depend on something; the help tells on what. */
function defaultText({ flag, kind, fallback }: Option): string {
  if (fallback === undefined || fallback === false || Array.isArray(fallback)) return '';
  return ` (${kind.show(fallback)}${fallback === true ? `; --no-${flag}` : ''})`;
}
