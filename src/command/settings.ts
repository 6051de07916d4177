import { join } from 'node:path';

import { messageOf } from '../base/errors.ts';
import type { Option } from '../server/options/options.ts';
import { defaultIn, fillOptions, options } from '../server/options/options.ts';
import type { CommandName } from '../server/options/commands.ts';
import type { OptionValues } from '../server/options/option-values.ts';
import type { ReportOptions } from './report/options.ts';
import { readReportOptions } from './report/options.ts';
import { UsageError } from './usage-error.ts';

/** The value of each option, also of those that the command does not have. */
export interface Settings extends OptionValues {
  /** Files: of `report` those that hold reports, of `seed --url` those that hold records. */
  readonly operands: readonly string[];
  readonly report: ReportOptions;
  /** What the user should know of the contract, where none was named. */
  readonly contractNote?: string | undefined;
  /** What the user should know of variables, a line each. */
  readonly notes: readonly string[];
}

export interface Arguments {
  /** Options as the parser of the command line returns them, by flag. */
  readonly values: Readonly<
    Record<string, string | boolean | readonly (string | boolean)[] | undefined>
  >;
  readonly operands: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The texts of an option, and the argument or variable that they came from. */
interface Given {
  readonly texts: readonly string[];
  readonly from: string;
}

/** Arguments win over variables, and variables over defaults. */
export function readSettings(
  command: CommandName,
  { values, operands }: Arguments,
  env: Environment,
): Settings {
  const given = new Map<string, Given>();
  for (const option of options) {
    // Users set variables for several commands, so those of other commands count for nothing.
    if (!option.commands.includes(command)) continue;
    const found = findArgument(option, values) ?? findVariable(option, env, command);
    if (found) given.set(option.name, found);
  }
  if (command === 'mcp') assertElsewhere(given, operands);
  assertVisitors(given);
  assertShared(given);
  if (command === 'seed' || command === 'reset') assertOwnState(command, given, env);
  const settings = fillOptions((option) => {
    const found = given.get(option.name);
    return found ? readGiven(option, found) : defaultIn(option, command);
  });
  return {
    ...settings,
    contract: operands.length > 0 ? operands : settings.contract,
    durability: settleDurability(settings, given),
    notes: command === 'serve' ? noteVariables(given) : [],
    operands,
    report: readReportOptions(settings),
  };
}

function findArgument({ flag = '' }: Option, values: Arguments['values']): Given | undefined {
  const value = values[flag];
  if (value === undefined) return undefined;
  const texts = [value].flat().map(String);
  if (texts.includes('')) throw new UsageError(`--${flag} needs a value`);
  return { texts, from: value === false ? `--no-${flag}` : `--${flag}` };
}

function findVariable(
  { name, variable, fileVariable, kind }: Option,
  env: Environment,
  command: CommandName,
): Given | undefined {
  // `run` sets STUNTDOUBLE_URL. Only an argument may turn `seed` and `mcp` to a server.
  if (name === 'url' && command !== 'report') return undefined;
  // Many platforms set PORT. `run` leaves it to the program that it starts.
  const common = name === 'port' && command === 'serve' ? findSet('PORT', env) : undefined;
  const set = findSecret(fileVariable, variable, env) ?? findSet(variable, env) ?? common;
  if (!set) return undefined;
  const { separator } = kind;
  return {
    texts: separator === undefined ? [set.value] : set.value.split(separator),
    from: set.from,
  };
}

interface SetVariable {
  readonly value: string;
  readonly from: string;
}

/** An empty variable counts as not set. */
function findSet(variable: string | undefined, env: Environment): SetVariable | undefined {
  const value = variable === undefined ? undefined : env[variable];
  return variable === undefined || !value ? undefined : { value, from: variable };
}

function findSecret(
  fileVariable: string | undefined,
  variable: string | undefined,
  env: Environment,
): SetVariable | undefined {
  const file = findSet(fileVariable, env);
  if (!file) return undefined;
  const plain = findSet(variable, env);
  if (plain) {
    throw new UsageError(`${plain.from} and ${file.from} are both set: leave one of them out`);
  }
  return { value: readSecretFile(file.value, file.from), from: file.from };
}

/** A larger file is not a secret. */
const mostBytes = 16_384;

/** Returns the secret without line breaks at its end. No message quotes it. */
function readSecretFile(path: string, variable: string): string {
  const text = readStart(path, variable).toString();
  const secret = text.replace(/[\r\n]+$/, '');
  if (secret === '') throw new UsageError(`${variable} names ${path}, which is empty`);
  return secret;
}

/** Reads up to the limit: a pipe has no known size, and a device may have no end. */
function readStart(path: string, variable: string): Buffer {
  const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs');
  const bytes = Buffer.alloc(mostBytes + 1);
  let size = 0;
  try {
    const file = openSync(path, 'r');
    try {
      for (;;) {
        const count = readSync(file, bytes, size, bytes.length - size, null);
        size += count;
        if (count === 0 || size === bytes.length) break;
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(`${variable} names ${path}, which can't be read: ${messageOf(error)}`);
  }
  if (size <= mostBytes) return bytes.subarray(0, size);
  throw new UsageError(
    `${variable} names ${path}, which has more than ${mostBytes} bytes: that is no secret`,
  );
}

/** With `--url`, an agent asks a server that runs. Variables may be there for other commands. */
function assertElsewhere(given: ReadonlyMap<string, Given>, operands: readonly string[]): void {
  if (!given.has('url')) return;
  const ofServing = [...given].filter(([name, one]) => isArgument(one) && !ofAsking.has(name));
  const needless = [...operands, ...ofServing.map(([, { from }]) => from)];
  if (needless.length === 0) return;
  throw new UsageError(
    `--url names a server that runs, which takes no contract and no options of serving: leave out ${needless.join(', ')}`,
  );
}

/** Limits of visitors, where there are none, would limit nothing. Variables may be there for other servers. */
function assertVisitors(given: ReadonlyMap<string, Given>): void {
  if (given.has('visitorWorlds')) return;
  const limits = [given.get('visitorRecords'), given.get('visitorRequests')];
  const limit = limits.find((one) => one && isArgument(one));
  if (limit)
    throw new UsageError(
      `${limit.from} is a limit of --visitor-worlds: give that, too, or leave it out`,
    );
}

/** What replicas share is kept in the store, and nowhere else. Variables may be there for other servers. */
function assertShared(given: ReadonlyMap<string, Given>): void {
  const store = given.get('store');
  const url = given.get('replicaUrl');
  if (!store && url && isArgument(url))
    throw new UsageError(`${url.from} says where other replicas reach this one: give --store, too`);
  if (!store) return;
  const others = ['data', 'reset', 'ephemeral', 'stateless', 'watch'].flatMap(
    (name) => given.get(name) ?? [],
  );
  const durability = given.get('durability');
  if (durability?.texts.includes('memory') === true) others.push(durability);
  const other = others.find((one) => isArgument(one));
  if (other)
    throw new UsageError(
      `${other.from} is for a server with a state of its own: leave it out, or ${store.from}`,
    );
}

/** These commands change the state in a folder; where variables name a store, that is not the one that is meant. */
function assertOwnState(
  command: 'seed' | 'reset',
  given: ReadonlyMap<string, Given>,
  env: Environment,
): void {
  const { variable, fileVariable } = options.find(({ name }) => name === 'store') ?? {};
  const store = findSet(fileVariable, env) ?? findSet(variable, env);
  const data = given.get('data');
  if (!store || given.has('url') || given.has('out') || (data && isArgument(data))) return;
  const advice = {
    seed: 'let a replica add them (seed --url http://127.0.0.1:4010 …), write fixtures with --out',
    reset: 'ask a replica (POST /_mock/reset)',
  };
  throw new UsageError(
    `${store.from} keeps the state in a store, and "${command}" changes a data folder: ${advice[command]}, or name a folder with --data`,
  );
}

/** What variables say in vain. An argument that does is refused. */
function noteVariables(given: ReadonlyMap<string, Given>): readonly string[] {
  const [store, url, data] = [given.get('store'), given.get('replicaUrl'), given.get('data')];
  if (!store)
    return url
      ? [
          `${url.from} says where other replicas reach this server, and without --store there are none`,
        ]
      : [];
  // The image sets it for all: only a state that is there may be missed.
  const [folder = ''] = data?.texts ?? [];
  const { existsSync } = process.getBuiltinModule('node:fs');
  if (!data || !existsSync(join(folder, 'db.json'))) return [];
  return [
    `${data.from} names ${folder}, and its state is not used: ${store.from} keeps it in the store`,
  ];
}

/** What says how a server is asked. `mcp` itself refuses `--no-control`. */
const ofAsking: ReadonlySet<string> = new Set(['url', 'controlToken', 'controlPrefix', 'control']);

function readGiven({ kind }: Option, { texts, from }: Given): unknown {
  try {
    return kind.read(texts);
  } catch (error) {
    throw new UsageError(`${from} ${messageOf(error)}`);
  }
}

/** `--ephemeral` means `memory`. Where it contradicts, arguments win over variables. */
function settleDurability(
  { durability, ephemeral }: OptionValues,
  given: ReadonlyMap<string, Given>,
): OptionValues['durability'] {
  const [one, other] = [given.get('durability'), given.get('ephemeral')];
  const meant = ephemeral === true ? 'memory' : 'sync';
  // A folder that the user named is there to be used.
  if (!one && !other) return given.has('data') ? 'sync' : durability;
  if (!one) return meant;
  if (!other || ephemeral === (durability === 'memory')) return durability;
  if (isArgument(one) === isArgument(other)) {
    throw new UsageError(
      `${other.from} and ${one.from} ${durability} contradict each other: leave one of them out`,
    );
  }
  return isArgument(one) ? durability : meant;
}

function isArgument({ from }: Given): boolean {
  return from.startsWith('--');
}
