import { hideAddressUser } from '../../traffic/redaction/found/url-secrets.ts';
import { UsageError } from '../usage-error.ts';
import type { AccessSettings } from './access-settings.ts';
import { readAccessSettings } from './access-settings.ts';
import type { ControlSettings } from './control-settings.ts';
import { readControlSettings } from './control-settings.ts';
import type { GivenValue, Values } from './given.ts';
import { openGiven } from './given.ts';
import type { ReportSettings } from './report-settings.ts';
import { readReportSettings } from './report-settings.ts';

/**
 * Arguments win over variables, and variables over defaults. Durations are in milliseconds.
 * Undefined means the default of the library, unless a comment says otherwise.
 */
export interface Settings extends AccessSettings, ControlSettings, ReportSettings {
  /** Empty: the contract that comes with the package. */
  readonly contracts: readonly string[];
  readonly fixtures: string | undefined;
  /** The data folder; a server whose durability is `memory` does not use it. */
  readonly data: string;
  readonly durability: DurabilitySetting;
  readonly port: number;
  readonly host: string;
  readonly seed: string;
  /** Undefined: `error`, but `warn` for faults of the contract's own examples. */
  readonly onBreach: 'error' | 'warn' | undefined;
  readonly stateless: boolean;
  /** Undefined: true, except for the contract that comes with the package. */
  readonly lenient: boolean | undefined;
  readonly allowRemoteRefs: boolean;
  readonly allowRefs: readonly string[];
  readonly overlays: readonly string[];
  /** Undefined: depends on whether there is a credentials file. */
  readonly auth: 'strict' | 'presence' | 'off' | undefined;
  readonly unknownQuery: 'allow' | 'reject';
  readonly queryPreferences: boolean;
  readonly cors: boolean;
  readonly control: boolean;
  readonly log: 'human' | 'json' | 'silent';
  readonly watch: boolean;
  readonly resetEvery: number | undefined;
  readonly requestFaults: boolean;
  readonly bodyTimeout: number | undefined;
  readonly maxWorlds: number | undefined;
  readonly worldIdle: number | undefined;
  readonly maxBytesInFlight: number | undefined;
  readonly journal: number | undefined;
  readonly coverage: boolean;
  readonly counts: ReadonlyMap<string, number>;
  /** Undefined: `seed` adds records to the state. */
  readonly out: string | undefined;
  readonly json: boolean;
}

type DurabilitySetting = 'sync' | 'flush' | 'memory';

/** Defaults that depend on the command. */
export interface Defaults {
  readonly port: number;
  /** Whether the command reads PORT, which many platforms set. */
  readonly readsPort: boolean;
  readonly log: Settings['log'];
  /** For a state without a named folder; with one, the default is `sync`. */
  readonly durability: DurabilitySetting;
}

/** For a server that runs until it is stopped. */
export const lasting: Defaults = { port: 4010, readsPort: true, log: 'human', durability: 'sync' };

/** For a server that stops with its command. PORT is more likely meant for the tested program. */
export const passing: Defaults = { port: 0, readsPort: false, log: 'silent', durability: 'memory' };

export function readSettings(
  operands: readonly string[],
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
  defaults: Defaults,
): Settings {
  const given = openGiven(values, env);
  const { find, findSwitch, list } = given;
  const flag = <T>(name: string, fallback: T): boolean | T => readFlag(findSwitch(name), fallback);
  const auth = find('auth');
  const data = find('data')?.value;
  const onBreach = find('on-breach');
  return {
    contracts: operands.length > 0 ? operands : list('contract'),
    fixtures: find('fixtures')?.value,
    data: data ?? '.stuntdouble',
    durability: readDurability(
      find('durability'),
      findSwitch('ephemeral'),
      data === undefined ? defaults.durability : 'sync',
    ),
    port: readPort(find('port') ?? findCommonPort(env, defaults), defaults.port),
    host: readHost(find('host')),
    seed: find('seed')?.value ?? 'stuntdouble',
    onBreach: onBreach && readChoice(onBreach, ['error', 'warn'] as const),
    stateless: flag('stateless', false),
    lenient: flag('lenient', undefined),
    allowRemoteRefs: flag('allow-remote-refs', false),
    allowRefs: list('allow-refs'),
    overlays: list('overlay'),
    auth: auth === undefined ? undefined : readChoice(auth, ['strict', 'presence', 'off'] as const),
    unknownQuery: readChoice(find('unknown-query'), ['allow', 'reject']),
    queryPreferences: flag('query-preferences', false),
    cors: flag('cors', true),
    ...readAccessSettings(given),
    control: flag('control', true),
    log: readChoice(find('log'), ['human', 'json', 'silent'], defaults.log),
    watch: flag('watch', false),
    resetEvery: readDuration(find('reset-every')),
    ...readControlSettings(given),
    requestFaults: flag('request-faults', true),
    bodyTimeout: readDuration(find('body-timeout')),
    maxWorlds: readCount(find('max-worlds')),
    worldIdle: readDuration(find('world-idle')),
    maxBytesInFlight: readCount(find('max-bytes-in-flight'), 1, highestBytes),
    coverage: flag('coverage', true),
    ...readReportSettings(operands, values, given),
    journal: readCount(find('journal'), 0),
    counts: readCounts(list('count')),
    out: typeof values['out'] === 'string' ? values['out'] : undefined,
    json: values['json'] === true,
  };
}

function readFlag<T>(given: GivenValue | undefined, fallback: T): boolean | T {
  if (!given) return fallback;
  const value = given.value.toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(value)) return true;
  if (['0', 'false', 'no', 'off'].includes(value)) return false;
  throw new UsageError(`${given.from} must be true or false, not "${given.value}"`);
}

/** `--ephemeral` means `memory`. Where it contradicts, arguments win over variables. */
function readDurability(
  given: GivenValue | undefined,
  ephemeral: GivenValue | undefined,
  fallback: DurabilitySetting,
): DurabilitySetting {
  const durability = given && readChoice(given, ['sync', 'flush', 'memory'] as const);
  const isEphemeral = readFlag(ephemeral, undefined);
  if (durability === undefined || !given) {
    return isEphemeral === undefined ? fallback : isEphemeral ? 'memory' : 'sync';
  }
  if (isEphemeral === undefined || !ephemeral) return durability;
  if (isEphemeral === (durability === 'memory')) return durability;
  if (isArgument(given) === isArgument(ephemeral)) {
    throw new UsageError(
      `${ephemeral.from} and ${given.from} ${durability} contradict each other: leave one of them out`,
    );
  }
  if (isArgument(given)) return durability;
  return isEphemeral ? 'memory' : 'sync';
}

function isArgument({ from }: GivenValue): boolean {
  return from.startsWith('--');
}

function findCommonPort(
  { PORT: value }: Readonly<Record<string, string | undefined>>,
  { readsPort }: Defaults,
): GivenValue | undefined {
  return readsPort && value ? { value, from: 'PORT' } : undefined;
}

function readHost(given: GivenValue | undefined): string {
  const { value = '127.0.0.1', from = '' } = given ?? {};
  if (!/[/@]/.test(value)) return value;
  throw new UsageError(
    `${from} must be an address of this machine such as 127.0.0.1 or 0.0.0.0, or its name, without scheme, user and port; not "${hideAddressUser(value)}"`,
  );
}

function readPort(given: GivenValue | undefined, fallback: number): number {
  if (!given) return fallback;
  const port = Number(given.value);
  if (/^\d+$/.test(given.value) && port <= 65_535) return port;
  throw new UsageError(
    `${given.from} must be a number from 0 to 65535, not "${hideAddressUser(given.value)}"`,
  );
}

/** Without a `fallback`, the first choice is the default. */
function readChoice<T extends string>(
  given: GivenValue | undefined,
  choices: readonly [T, ...T[]],
  fallback: T = choices[0],
): T {
  if (!given) return fallback;
  const choice = choices.find((name) => name === given.value);
  if (choice !== undefined) return choice;
  throw new UsageError(`${given.from} must be one of ${choices.join(', ')}, not "${given.value}"`);
}

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** The longest delay of a timer, in milliseconds. */
const longestWait = 2_147_483_647;

function readDuration(given: GivenValue | undefined): number | undefined {
  if (!given) return undefined;
  const [, amount = '', unit = ''] = /^(\d+)(ms|s|m|h|d)$/.exec(given.value) ?? [];
  const milliseconds = Number(amount) * (units[unit] ?? 0);
  if (milliseconds > 0 && milliseconds <= longestWait) return milliseconds;
  throw new UsageError(
    `${given.from} must be a duration such as 30s, 15m, 1h, at most 24d, not "${given.value}"`,
  );
}

const highestCount = 1_000_000;
/** More memory than any process has. */
const highestBytes = 2 ** 40;

function readCount(
  given: GivenValue | undefined,
  lowest = 1,
  highest = highestCount,
): number | undefined {
  if (!given) return undefined;
  const count = Number(given.value);
  if (/^\d+$/.test(given.value) && count >= lowest && count <= highest) return count;
  throw new UsageError(
    `${given.from} must be a whole number from ${lowest} to ${highest}, not "${given.value}"`,
  );
}

function readCounts(given: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const pair of given.flatMap((text) => text.split(','))) {
    const [, collection, count] = /^([^=]+)=(\d+)$/.exec(pair) ?? [];
    if (collection === undefined) {
      throw new UsageError(
        `--count takes a collection and a number, such as --count items=100, not "${pair}"`,
      );
    }
    counts.set(collection, (counts.get(collection) ?? 0) + Number(count));
  }
  return counts;
}
