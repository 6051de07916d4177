import { delimiter } from 'node:path';

import { UsageError } from './usage-error.ts';

/** What the parser of the command line returns. */
export type Values = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

/** A value, and the argument or the variable that it came from. */
export interface Given {
  readonly value: string;
  readonly from: string;
}

/** What was given for an option: by an argument first, then by its variable. */
export interface Givens {
  find(this: void, name: string): Given | undefined;
  findSwitch(this: void, name: string): Given | undefined;
  list(this: void, name: string): readonly string[];
  /** The same with where each came from; in a variable, `separator` stands between them. */
  all(this: void, name: string, separator?: string | RegExp): readonly Given[];
}

export function openGiven(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): Givens {
  const find = (name: string): Given | undefined => {
    const value = values[name];
    if (value === '') throw new UsageError(`--${name} needs a value`);
    if (typeof value === 'string') return { value, from: `--${name}` };
    const variable = `STUNTDOUBLE_${name.toUpperCase().replaceAll('-', '_')}`;
    const set = env[variable];
    return set === undefined || set === '' ? undefined : { value: set, from: variable };
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
