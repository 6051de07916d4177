import { splitCookies } from '../../base/cookies.ts';
import { decodeName } from '../routing/percent.ts';

/** The names and values of a query or of cookies. */
export interface Pairs {
  /** The decoded names, in the order in which each first occurs. */
  names(): Iterable<string>;
  /** The values of a name, in order, still encoded. */
  valuesOf(name: string): readonly string[];
  /** The pairs that came as `name[…]`: the texts in the brackets, and the value. */
  below(name: string): readonly Bracketed[];
}

export interface Bracketed {
  /** The whole name, decoded, with its brackets. */
  readonly name: string;
  readonly steps: readonly string[];
  readonly value: string;
}

const none: readonly never[] = [];

const noPairs: Pairs = { names: () => none, valuesOf: () => none, below: () => none };

/** Reads the pairs of a query. A name without an equals sign has an empty value. */
export function pairsOfQuery(query: string): Pairs {
  return query === '' ? noPairs : collectPairs(query.split('&'), decodeName);
}

/** Reads the pairs of a Cookie header, where names are not encoded. */
export function pairsOfCookies(header: string | undefined): Pairs {
  if (header === undefined) return noPairs;
  const texts = splitCookies(header).map(({ pair }) => pair.trim());
  return collectPairs(texts, (name) => name.trim());
}

function collectPairs(texts: readonly string[], decode: (name: string) => string): Pairs {
  const values = new Map<string, string[]>();
  for (const text of texts) {
    if (text === '') continue;
    const equals = text.indexOf('=');
    const name = decode(equals === -1 ? text : text.slice(0, equals));
    const value = equals === -1 ? '' : text.slice(equals + 1);
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  let branches: ReadonlyMap<string, readonly Bracketed[]> | undefined;
  return {
    names: () => values.keys(),
    valuesOf: (name) => values.get(name) ?? none,
    below(name) {
      branches ??= collectBrackets(values);
      return branches.get(name) ?? none;
    },
  };
}

/** Groups the pairs by the name before the brackets, once, instead of once for each parameter. */
function collectBrackets(
  values: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly Bracketed[]> {
  const branches = new Map<string, Bracketed[]>();
  for (const [name, texts] of values) {
    const start = name.indexOf('[');
    if (start < 1 || !name.endsWith(']')) continue;
    const base = name.slice(0, start);
    const steps = name.slice(start + 1, -1).split('][');
    const branch = branches.get(base) ?? [];
    for (const value of texts) branch.push({ name, steps, value });
    branches.set(base, branch);
  }
  return branches;
}
