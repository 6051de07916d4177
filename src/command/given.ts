import { delimiter } from 'node:path';

import { UsageError } from './usage-error.ts';

/** What the parser of the command line returns. */
export type Values = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** What was said, and where, for whoever has to say that it is wrong. */
export interface Given {
  readonly value: string;
  readonly from: string;
}

/** Finds what was said of an option: by arguments first, then by the environment. */
export interface Finder {
  readonly find: (name: string) => Given | undefined;
  /** Of an option that takes no value. */
  readonly findSwitch: (name: string) => Given | undefined;
  /** Of an option that may be given more than once; in a variable, as paths are listed. */
  readonly list: (name: string) => readonly string[];
}

export function createFinder(values: Values, env: Environment): Finder {
  const find = (name: string): Given | undefined => {
    const value = values[name];
    if (value === '') throw new UsageError(`--${name} needs a value`);
    if (typeof value === 'string') return { value, from: `--${name}` };
    return findVariable(env, `STUNTDOUBLE_${name.toUpperCase().replaceAll('-', '_')}`);
  };
  return {
    find,
    findSwitch(name) {
      const value = values[name];
      if (typeof value !== 'boolean') return find(name);
      return { value: String(value), from: value ? `--${name}` : `--no-${name}` };
    },
    list(name) {
      const value = values[name];
      if (!Array.isArray(value)) return find(name)?.value.split(delimiter) ?? [];
      if (value.includes('')) throw new UsageError(`--${name} needs a value`);
      return value.map(String);
    },
  };
}

/** An empty one says nothing. */
export function findVariable(env: Environment, name: string): Given | undefined {
  const value = env[name];
  return value === undefined || value === '' ? undefined : { value, from: name };
}

export function isArgument({ from }: Given): boolean {
  return from.startsWith('--');
}
