import { delimiter } from 'node:path';

import { messageOf } from '../../base/errors.ts';
import { UsageError } from '../usage-error.ts';

/** Options as the parser of the command line returns them. */
export type Values = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

/** A value, and the argument or variable that it came from. */
export interface GivenValue {
  readonly value: string;
  readonly from: string;
}

/** Reads the values of an option: an argument wins over the variable. */
export interface Givens {
  find(this: void, name: string): GivenValue | undefined;
  findSwitch(this: void, name: string): GivenValue | undefined;
  list(this: void, name: string): readonly string[];
  /** As `list`, with origins. In a variable, `separator` (default: that of PATH) splits values. */
  all(this: void, name: string, separator?: string | RegExp): readonly GivenValue[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Options with secret values. For each, a second variable can name a file that holds it. */
export const secretOptions: ReadonlySet<string> = new Set(['control-token']);

export function variableOf(name: string): string {
  return `STUNTDOUBLE_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** The variable that names a file with the secret, as Docker secrets need it. */
export function fileVariableOf(name: string): string {
  return `${variableOf(name)}_FILE`;
}

export function openGiven(values: Values, env: Environment): Givens {
  const find = (name: string): GivenValue | undefined => {
    const value = values[name];
    if (value === '') throw new UsageError(`--${name} needs a value`);
    if (typeof value === 'string') return { value, from: `--${name}` };
    return secretOptions.has(name) ? findSecret(name, env) : findSet(variableOf(name), env);
  };
  const all: Givens['all'] = (name, separator = delimiter) => {
    const named = values[name];
    if (Array.isArray(named)) {
      if (named.includes('')) throw new UsageError(`--${name} needs a value`);
      return named.map((one) => ({ value: String(one), from: `--${name}` }));
    }
    const given = find(name);
    if (!given) return [];
    return given.value.split(separator).map((value) => ({ value, from: given.from }));
  };
  return {
    find,
    findSwitch(name) {
      const value = values[name];
      if (typeof value !== 'boolean') return find(name);
      return { value: String(value), from: value ? `--${name}` : `--no-${name}` };
    },
    list: (name) => all(name).map(({ value }) => value),
    all,
  };
}

/** An empty variable counts as not set. */
function findSet(variable: string, env: Environment): GivenValue | undefined {
  const value = env[variable];
  return value === undefined || value === '' ? undefined : { value, from: variable };
}

function findSecret(name: string, env: Environment): GivenValue | undefined {
  const plain = findSet(variableOf(name), env);
  const file = findSet(fileVariableOf(name), env);
  if (!file) return plain;
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
