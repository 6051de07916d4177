import { commandNames } from '../server/options/commands.ts';
import { options } from '../server/options/options.ts';

/** Arguments in the words of this command line. */
export interface PlainArguments {
  readonly argv: readonly string[];
  /** What was left out, each with a line that says why. */
  readonly leftOut: readonly { readonly flag: string; readonly why: string }[];
}

/** Short names. `-h` and `-v` without a value are `--help` and `--version`. */
const shortNames: ReadonlyMap<string, string> = new Map([
  ['p', 'port'],
  ['h', 'host'],
  ['d', 'dynamic'],
  ['m', 'multiprocess'],
  ['v', 'verbose-level'],
  ['o', 'output'],
]);

/** Options of Prism by another name. */
const renamed: ReadonlyMap<string, string> = new Map([['dynamic', 'ignore-examples']]);

/** Switches of Prism that have no use here. */
const useless: ReadonlyMap<string, string> = new Map([
  ['multiprocess', 'one process answers all requests'],
  ['errors', 'requests and replies are always held to the contract'],
  ['json-schema-faker-fill-properties', 'made-up objects have the members that their schemas name'],
]);

const levels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

const switches: ReadonlySet<string> = new Set([
  ...options.flatMap(({ flag, kind }) =>
    flag !== undefined && kind.placeholder === undefined ? [flag] : [],
  ),
  ...renamed.keys(),
  ...useless.keys(),
]);
const known: ReadonlySet<string> = new Set([
  ...options.flatMap(({ flag }) => flag ?? []),
  ...switches,
  'verbose-level',
]);

/** The short name of an option of this command line. */
export function letterOf(flag: string | undefined): string | undefined {
  const found = [...shortNames].find(([, name]) => (renamed.get(name) ?? name) === flag);
  return found?.[0];
}

/**
 * Takes arguments as users of Prism type them: `-p 4010`, `-h 0.0.0.0`, `-d`, `--ignoreExamples`,
 * `--cors=false`. Arguments behind two dashes are left as they are.
 */
export function readPrismArguments(argv: readonly string[]): PlainArguments {
  const end = argv.indexOf('--');
  const [own, behind] = end === -1 ? [argv, []] : [argv.slice(0, end), argv.slice(end)];
  const read: string[] = [];
  const leftOut: { flag: string; why: string }[] = [];
  const words = own.flatMap(separate);
  for (let at = 0; at < words.length; at += 1) {
    const typed = words[at] ?? '';
    const option = readOption(typed, words[at + 1]);
    if (!option) {
      read.push(typed);
      continue;
    }
    const { name, value, usesNext } = option;
    if (usesNext) at += 1;
    const isOff = value === 'false' || name.startsWith('no-');
    const plain = name.replace(/^no-/, '');
    const flag = renamed.get(plain) ?? plain;
    const why = useless.get(plain);
    if (why !== undefined) leftOut.push({ flag: `--${name}`, why });
    else if (switches.has(plain)) read.push(`--${isOff ? 'no-' : ''}${flag}`);
    else if (name !== 'verbose-level')
      read.push(`--${flag}`, ...(value === undefined ? [] : [value]));
    else if (value === 'silent') read.push('--log', 'silent');
    else leftOut.push({ flag: '--verbose-level', why: 'take --log human, json or silent' });
  }
  return { argv: [...read, ...behind], leftOut };
}

/** `-dm` means `-d -m`. */
function separate(word: string): readonly string[] {
  return /^-[dm]{2,}$/.test(word)
    ? word
        .slice(1)
        .split('')
        .map((letter) => `-${letter}`)
    : [word];
}

interface TypedOption {
  readonly name: string;
  readonly value: string | undefined;
  /** Whether the value is the next word. */
  readonly usesNext: boolean;
}

/** Undefined for what the parser of the command line reads by itself. */
function readOption(word: string, next: string | undefined): TypedOption | undefined {
  const [, letter, attached = ''] = /^-([a-z])=?(.*)$/.exec(word) ?? [];
  if (letter !== undefined) return readShort(letter, attached, next);
  const [, typed = '', assigned] = /^--([a-z][\w-]*)(?:=(.*))?$/i.exec(word) ?? [];
  const name = typed.replaceAll(/(?<=.)[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  const bare = name.replace(/^no-/, '');
  if (!known.has(bare)) return undefined;
  if (switches.has(bare)) return readSwitch(name, assigned, next);
  const isPrismOnly = bare === 'verbose-level';
  if (!isPrismOnly && name === typed) return undefined;
  return {
    name,
    value: assigned ?? next,
    usesNext: assigned === undefined && next !== undefined,
  };
}

/** As the parser of Prism reads them, a switch can be followed by `true` or `false`. */
function readSwitch(
  name: string,
  assigned: string | undefined,
  next: string | undefined,
): TypedOption | undefined {
  if (assigned !== undefined) {
    return isTruth(assigned) ? { name, value: assigned, usesNext: false } : undefined;
  }
  return isTruth(next)
    ? { name, value: next, usesNext: true }
    : { name, value: undefined, usesNext: false };
}

function isTruth(text: string | undefined): boolean {
  return text === 'true' || text === 'false';
}

function readShort(
  letter: string,
  attached: string,
  next: string | undefined,
): TypedOption | undefined {
  const name = shortNames.get(letter);
  if (name === undefined) return undefined;
  if (switches.has(name)) return attached === '' ? readSwitch(name, undefined, next) : undefined;
  if (attached !== '') return { name, value: attached, usesNext: false };
  const isValue =
    next !== undefined &&
    (letter === 'v' ? levels.has(next) : letter === 'h' ? isHost(next) : !next.startsWith('-'));
  if (isValue) return { name, value: next, usesNext: true };
  return letter === 'p' ? { name, value: undefined, usesNext: false } : undefined;
}

/** Behind `-h`, which is `--help` too, a command or the path of a contract is no host. */
function isHost(word: string): boolean {
  const isOther = /^-|[/\\]|\.(?:ya?ml|json)$/.test(word);
  return !isOther && ![...commandNames, 'mock', 'proxy'].includes(word);
}
