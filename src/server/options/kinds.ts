import { delimiter } from 'node:path';

import { createHostNames } from '../../base/addresses.ts';
import { readAllowedOrigins } from '../../base/origins.ts';
import { hideAddressUser } from '../../traffic/redaction/found/url-secrets.ts';
import type { OperationHandlers } from '../../behaviors/handlers/handler.ts';
import { findLocaleFault } from '../../behaviors/values/fakers.ts';
import { readStoreAddress } from '../replicas/store-address.ts';
import { assertNone, assertText, assertTexts, assertType, assertWhole, faultOf } from './checks.ts';
import { describeValue } from '../../base/given.ts';
import {
  findHostFault,
  findPublicFault,
  findReplicaFault,
  readServer,
  readTarget,
} from './given-addresses.ts';
import { findPrefixFault, findProxyFault, findTokenFault } from '../control/control-access.ts';

/** What the values of each kind are. */
export interface KindValues {
  readonly switch: boolean;
  readonly text: string;
  readonly folder: string;
  readonly file: string;
  /** A file, or in the library the handlers themselves. */
  readonly handlers: string | OperationHandlers;
  readonly host: string;
  readonly token: string;
  readonly prefix: string;
  readonly target: string;
  readonly store: string;
  readonly replicaUrl: string;
  readonly publicUrl: string;
  readonly port: number;
  readonly count: number;
  readonly amount: number;
  readonly records: number;
  readonly locale: string;
  readonly limit: number;
  readonly bytes: number;
  /** In milliseconds; so is `timeout`. */
  readonly duration: number;
  readonly timeout: number;
  readonly operands: readonly string[];
  readonly folders: readonly string[];
  readonly files: readonly string[];
  readonly servers: readonly string[];
  readonly origins: readonly string[];
  readonly hostNames: readonly string[];
  readonly proxies: readonly string[];
  /** The last three are read further by `report`. */
  readonly formats: readonly string[];
  readonly gates: readonly string[];
  readonly minimums: readonly string[];
  /** How many records to add to each collection. */
  readonly additions: ReadonlyMap<string, number>;
}

/** How values are read and shown. What a method throws goes on behind the name of the option. */
export interface Kind<T> {
  /** Stands for the value in `--help`; undefined: a switch, which takes none. */
  readonly placeholder: string | undefined;
  /** Whether several values can be given. A variable holds them with separators in between. */
  readonly isList: boolean;
  readonly separator: string | RegExp | undefined;
  readonly isSecret: boolean;
  /** Whether its values are paths. */
  readonly namesFiles: boolean;
  /** Reads the texts of an argument or a variable: one, if it is no list. */
  read(this: void, texts: readonly string[]): T;
  /** As `--help` shows a default. */
  show(this: void, value: T): string;
  /** Throws a TypeError that names the option, if the library can not take the value. */
  check?(this: void, value: T, name: string): void;
}

const highestCount = 1_000_000;
/** A list of made-up records is made as a whole. */
const mostRecords = 1000;
/** The longest delay of a timer, in milliseconds. */
const longestWait = 2_147_483_647;
/** More memory than any process has. */
const highestBytes = 2 ** 40;

/** The colons of a URL, behind its scheme and in front of its port, separate nothing. */
const betweenContracts = delimiter === ':' ? /(?<!(?:^|:)https?(?::\/\/[^/]*)?):/ : delimiter;

const readCount = (given: string): number => readWhole(given, 1, highestCount);

export const kinds: { readonly [Name in keyof KindValues]: Kind<KindValues[Name]> } = {
  switch: {
    ...single(undefined, readSwitch),
    show: (isOn) => (isOn ? 'on' : 'off'),
    check: assertType('boolean', 'true or false'),
  },
  text: text('<text>'),
  folder: text('<folder>'),
  file: text('<file>'),
  handlers: { ...single('<file>', (given) => given), check: assertHandlers },
  host: text('<address>', findHostFault),
  token: { ...text('<token>', findTokenFault), isSecret: true },
  prefix: text('<path>', findPrefixFault),
  target: text('404|<url>', (given) => faultOf(() => readTarget(given))),
  store: {
    ...text('<url>', (given) => faultOf(() => readStoreAddress(given))),
    isSecret: true,
  },
  replicaUrl: text('<url>', findReplicaFault),
  publicUrl: text('<url>', findPublicFault),
  port: single('<number>', readPort),
  count: { ...single('<number>', readCount), check: assertWhole(0, 'a whole number from 0') },
  amount: { ...single('<number>', readCount), check: assertWhole(1, 'a whole number from 1') },
  records: {
    ...single('<number>', (given) => readWhole(given, 0, mostRecords)),
    check: assertWhole(0, `a whole number up to ${mostRecords}`, mostRecords),
  },
  locale: text('<language>', findLocaleFault),
  limit: {
    ...single('<number>', (given) => readWhole(given, 0, highestCount)),
    check: assertWhole(0, 'a whole number from 0'),
  },
  bytes: {
    ...single('<number>', (given) => readWhole(given, 1, highestBytes)),
    show: (bytes) => `${bytes}, ${bytes / 2 ** 20} MiB`,
    check: assertWhole(1, 'a whole number above 0'),
  },
  duration: {
    ...single('<duration>', readDuration),
    show: showDuration,
    check: assertWhole(1, 'a whole number of milliseconds above 0, at most 24 days', longestWait),
  },
  timeout: {
    ...single('<duration>', readDuration),
    show: showDuration,
    check: assertWhole(1, 'a whole number of milliseconds above 0'),
  },
  operands: { ...list('<contract>', betweenContracts), namesFiles: true },
  folders: list('<folder>', delimiter),
  files: list('<file>', delimiter),
  // URLs contain colons, the separator of most systems, so the variable holds one URL only.
  servers: { ...list('<server>', undefined), read: (texts) => texts.map(readServer) },
  origins: addresses('<origin>', (texts) => faultOf(() => readAllowedOrigins(texts))),
  hostNames: addresses('<name>', (texts) => faultOf(() => createHostNames(texts))),
  proxies: {
    ...addresses('<address|range>', findProxyFault),
    check: (ranges, name) => assertNone(findProxyFault(ranges), `${name}: `),
  },
  formats: list('<format[=file]>', delimiter),
  gates: list('<what,…>', delimiter),
  minimums: list('<kind=percent,…>', delimiter),
  additions: {
    ...single('<collection=number>', () => new Map()),
    isList: true,
    read: readAdditions,
  },
};

/** One of several words. */
export function choiceOf(choices: readonly string[]): Kind<string> {
  const kind = single(choices.join('|'), (given) => {
    if (choices.includes(given)) return given;
    throw new TypeError(`must be one of ${choices.join(', ')}, not "${given}"`);
  });
  const check = (given: unknown, name: string): void => {
    if (choices.some((choice) => choice === given)) return;
    const known = choices.map((choice) => `"${choice}"`).join(', ');
    throw new TypeError(
      `the option "${name}" must be one of ${known}, not ${describeValue(given)}`,
    );
  };
  return { ...kind, check };
}

function single<T>(placeholder: string | undefined, read: (text: string) => T): Kind<T> {
  return {
    placeholder,
    isList: false,
    separator: undefined,
    isSecret: false,
    namesFiles: placeholder === '<folder>' || placeholder === '<file>',
    read: ([given = '']) => read(given),
    show: String,
  };
}

function text(placeholder: string, findFault?: (text: string) => string | undefined): Kind<string> {
  const read = (given: string): string => {
    assertNone(findFault?.(given));
    return given;
  };
  const check: Kind<string>['check'] = (given, name) => {
    assertText(given, name);
    assertNone(findFault?.(given), `${name} `);
  };
  return { ...single(placeholder, read), check };
}

function list(
  placeholder: string,
  separator: string | RegExp | undefined,
): Kind<readonly string[]> {
  const plain = single<readonly string[]>(placeholder, (given) => [given]);
  return { ...plain, isList: true, separator, read: (texts) => texts, check: assertTexts };
}

/** Names and addresses. They contain colons, so blanks and commas are the separators. */
function addresses(
  placeholder: string,
  findFault: (texts: readonly string[]) => string | undefined,
): Kind<readonly string[]> {
  return {
    ...list(placeholder, /[\s,]+/),
    read(texts) {
      const given = texts.filter((one) => one !== '');
      for (const one of given) {
        assertNone(findFault([one])?.replaceAll(one, () => hideAddressUser(one)));
      }
      return given;
    },
    check(given, name) {
      assertTexts(given, name);
      assertNone(findFault(given), `${name} `);
    },
  };
}

/** The server says of each handler what is wrong with it, once it knows the operations. */
function assertHandlers(value: unknown, name: string): void {
  if (typeof value === 'string' || (typeof value === 'object' && value !== null)) return;
  throw new TypeError(`the option "${name}" must be a file, or an object of functions`);
}

function readSwitch(given: string): boolean {
  const word = given.toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(word)) return true;
  if (['0', 'false', 'no', 'off'].includes(word)) return false;
  throw new TypeError(`must be true or false, not "${given}"`);
}

function readPort(given: string): number {
  const port = Number(given);
  if (/^\d+$/.test(given) && port <= 65_535) return port;
  throw new TypeError(`must be a number from 0 to 65535, not "${hideAddressUser(given)}"`);
}

function readWhole(given: string, lowest: number, highest: number): number {
  const count = Number(given);
  if (/^\d+$/.test(given) && count >= lowest && count <= highest) return count;
  throw new TypeError(`must be a whole number from ${lowest} to ${highest}, not "${given}"`);
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
function readDuration(given: string): number {
  const [, amount = '', unit = ''] = /^(\d+)(ms|s|m|h|d)$/.exec(given) ?? [];
  const size = Object.entries(units).find(([name]) => name === unit)?.[1] ?? 0;
  const milliseconds = Number(amount) * size;
  if (milliseconds > 0 && milliseconds <= longestWait) return milliseconds;
  throw new TypeError(`must be a duration such as 30s, 15m, 1h, at most 24d, not "${given}"`);
}

function showDuration(milliseconds: number): string {
  const [unit, size] = Object.entries(units).findLast(([, one]) => milliseconds % one === 0) ?? [
    'ms',
    1,
  ];
  return `${milliseconds / size}${unit}`;
}

function readAdditions(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const pair of texts.flatMap((given) => given.split(','))) {
    const [, collection, count] = /^([^=]+)=(\d+)$/.exec(pair) ?? [];
    if (collection === undefined) {
      throw new TypeError(
        `takes a collection and a number, such as --count items=100, not "${pair}"`,
      );
    }
    counts.set(collection, (counts.get(collection) ?? 0) + Number(count));
  }
  return counts;
}
