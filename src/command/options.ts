import { parseArguments } from './arguments.ts';
import type { Values } from './settings/given.ts';
import { fileVariableOf, secretOptions, variableOf } from './settings/given.ts';
import type { Settings } from './settings/settings.ts';
import { lasting, passing, readSettings } from './settings/settings.ts';
import { UsageError } from './usage-error.ts';

export type CommandName = 'serve' | 'run' | 'check' | 'seed' | 'plan' | 'reset' | 'report';

export interface Invocation {
  readonly command: CommandName;
  readonly settings: Settings;
  /** The program that `run` starts, with its arguments. */
  readonly program: readonly string[];
  readonly wants: 'run' | 'help' | 'version';
}

export interface OptionRow {
  readonly name: string;
  readonly placeholder: string | undefined;
  readonly variable: string | undefined;
  /** Whether the value is a secret. Then a second variable can name a file that holds it. */
  readonly isSecret: boolean;
  readonly isRepeatable: boolean;
  readonly commands: readonly CommandName[];
  readonly help: string;
}

const commandNames: readonly CommandName[] = [
  'serve',
  'run',
  'check',
  'seed',
  'plan',
  'reset',
  'report',
];

/** The commands that read a contract. */
const reading: readonly CommandName[] = ['serve', 'check', 'seed', 'plan'];
/** The commands that end with a report. */
const reporting: readonly CommandName[] = ['run', 'report'];
/** Options without a variable. */
const oneOff = new Set(['count', 'out', 'json', 'write-baseline']);
const repeatable = new Set([
  'count',
  'allow-refs',
  'cors-origin',
  'allow-host',
  'overlay',
  'url',
  'format',
  'fail-on',
  'min-coverage',
  'trust-proxy',
]);

/** Every option, once: the parser, the environment and the help use this table. */
export const optionRows: readonly OptionRow[] = [
  row('port', '<number>', ['serve'], 'port to listen on, 0 for any that is free (4010)'),
  row('host', '<address>', ['serve'], 'address to listen on (127.0.0.1)'),
  row('fixtures', '<folder>', reading, 'folder of the fixtures (fixtures/ beside the contract)'),
  row('data', '<folder>', ['serve', 'seed', 'reset'], 'folder that keeps the state (.stuntdouble)'),
  row(
    'durability',
    'sync|flush|memory',
    ['serve'],
    'a change is answered when it is on the disk, or handed to the system, or is in memory only (sync)',
  ),
  row('ephemeral', undefined, ['serve'], 'short for --durability memory'),
  row('stateless', undefined, ['serve'], 'answer with examples and generated data alone'),
  row('seed', '<text>', ['serve', 'seed'], 'what generated values depend on (stuntdouble)'),
  row(
    'on-breach',
    'error|warn',
    ['serve'],
    'a reply that breaks the contract becomes a 500, or is sent marked (error; faulty examples: warn)',
  ),
  row(
    'lenient',
    undefined,
    ['serve', 'seed', 'plan'],
    'take a contract with faults of form, and warn (on for any but the shipped one)',
  ),
  row('allow-remote-refs', undefined, reading, 'follow $refs to http and https'),
  row('allow-refs', '<folder>', reading, 'follow $refs into this folder, too; repeatable'),
  row('overlay', '<file>', reading, 'change the contract by an OpenAPI Overlay; repeatable'),
  row(
    'auth',
    'strict|presence|off',
    ['serve'],
    'credentials must be known, or only be there, or are not looked at (strict with a credentials file)',
  ),
  row('unknown-query', 'allow|reject', ['serve'], 'query parameters that are not declared (allow)'),
  row(
    'query-preferences',
    undefined,
    ['serve'],
    'read ?__code=, ?__example=, ?__dynamic=, ?__seed= as the Prefer header is read',
  ),
  row('cors', undefined, ['serve'], 'send CORS headers, answer preflights (on; --no-cors)'),
  row(
    'cors-origin',
    '<origin>',
    ['serve'],
    "let pages of https://app.example, https://*.preview.example, '*' or null call the API; repeatable (those of this server, this machine, local networks and apps)",
  ),
  row(
    'allow-host',
    '<name>',
    ['serve'],
    'on a loopback address, take requests for this host name, or *.example, too; repeatable (always served: IP addresses, names without a dot, .localhost, .local, .internal, .test)',
  ),
  row('log', 'human|json|silent', ['serve'], 'what is printed (human)'),
  row('watch', undefined, ['serve'], 'load contract and fixtures again when they change'),
  row('reset-every', '<duration>', ['serve'], 'start again from the fixtures every 30s, 15m, 1h …'),
  row('control', undefined, ['serve'], 'serve the control API (on; --no-control)'),
  row(
    'control-token',
    '<token>',
    ['serve', 'report'],
    'what the control API asks for (none: it is open to this machine alone)',
  ),
  row(
    'trust-proxy',
    '<address|range>',
    ['serve'],
    'without a token, believe what this proxy says of local clients in X-Forwarded-For, Forwarded or X-Real-IP; repeatable',
  ),
  row(
    'unmatched',
    '404|<url>',
    ['serve'],
    'what no operation matches is refused, or forwarded to another server (404)',
  ),
  row(
    'control-prefix',
    '<path>',
    ['serve', 'report'],
    'the path that the control API is below (/_mock)',
  ),
  row(
    'request-faults',
    undefined,
    ['serve'],
    'let requests ask for a fault: X-Stuntdouble-Fault (on; --no-request-faults)',
  ),
  row('body-timeout', '<duration>', ['serve'], 'how long to wait for more of a request body (30s)'),
  row('max-worlds', '<number>', ['serve'], 'how many private worlds there may be (1000)'),
  row(
    'world-idle',
    '<duration>',
    ['serve'],
    'drop a private world that was not used for 1h … (1h)',
  ),
  row(
    'max-bytes-in-flight',
    '<number>',
    ['serve'],
    'how many bytes of bodies and unread replies all requests may keep in memory (134217728, 128 MiB)',
  ),
  row('coverage', undefined, ['serve'], 'count what is tried of the contract (on; --no-coverage)'),
  row('url', '<server>', ['report'], 'report on this server, which runs; repeatable'),
  row(
    'format',
    '<format[=file]>',
    reporting,
    'table, json, junit, markdown or github; printed, or written to a file; repeatable (table)',
  ),
  row('fail-on', '<what,…>', reporting, 'fail on violations, unmatched, breach'),
  row('baseline', '<file>', reporting, 'violations that are known, and pass'),
  row('write-baseline', undefined, reporting, 'write the baseline anew, with what there is now'),
  row(
    'min-coverage',
    '<kind=percent,…>',
    reporting,
    'fail below: operations, parameters, enum_values, media_types, statuses, security',
  ),
  row(
    'journal',
    '<number>',
    ['serve'],
    'how many requests are kept to be looked at, 0 for none (1000)',
  ),
  row('count', '<collection=number>', ['seed'], 'how many records to add; repeatable'),
  row('json', undefined, ['plan'], 'print a document for programs'),
  row('out', '<folder>', ['seed'], 'write a fixtures folder, and leave the state alone'),
];

export function parseInvocation(argv: readonly string[], env: Environment): Invocation {
  const { values, operands: given, behind } = parseArguments(argv, optionRows);
  const named = commandNames.find((name) => name === given[0]);
  const command = named ?? 'serve';
  const operands = named ? given.slice(1) : given;
  assertBelonging(command, values);
  const wants = values['help'] === true ? 'help' : values['version'] === true ? 'version' : 'run';
  const own = listOwn(command, env);
  if (command !== 'run') {
    const contracts = [...operands, ...behind];
    return { command, settings: readSettings(contracts, values, own, lasting), program: [], wants };
  }
  if (wants === 'run') assertProgram(behind);
  return {
    command,
    settings: readSettings(operands, values, own, passing),
    program: behind,
    wants,
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Drops variables for options of other commands: users set variables for several commands. */
function listOwn(command: CommandName, env: Environment): Environment {
  const foreign = new Set(
    optionRows
      .filter(({ commands }) => !commands.includes(command))
      .flatMap(({ name, variable }) => [variable, fileVariableOf(name)]),
  );
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.has(name)));
}

function assertProgram([name = '']: readonly string[]): void {
  if (name !== '') return;
  throw new UsageError(
    'say what to run, behind two dashes, such as stuntdouble run -- npm test; contracts and options stand before them',
  );
}

function row(
  name: string,
  placeholder: string | undefined,
  commands: readonly CommandName[],
  help: string,
): OptionRow {
  const variable = oneOff.has(name) ? undefined : variableOf(name);
  // `run` starts a server, so it takes all options of `serve`.
  const all = commands.flatMap((one): CommandName[] =>
    one === 'serve' ? ['serve', 'run'] : [one],
  );
  const isRepeatable = repeatable.has(name);
  const isSecret = secretOptions.has(name);
  return { name, placeholder, variable, isSecret, isRepeatable, commands: all, help };
}

function assertBelonging(command: CommandName, values: Values): void {
  for (const { name, commands } of optionRows) {
    if (values[name] === undefined || commands.includes(command)) continue;
    throw new UsageError(
      `--${name} is an option of "${commands.join('", "')}", not of "${command}"`,
    );
  }
}
