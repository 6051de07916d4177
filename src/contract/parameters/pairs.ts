import { decodeName } from '../routing/percent.ts';

/** Names and values as they were sent, in a query or in cookies. */
export interface Pairs {
  /** The names, decoded, in the order in which they first came. */
  names(): Iterable<string>;
  /** The values of a name, in order, each still encoded. */
  valuesOf(name: string): readonly string[];
  /** What came as `name[…]`: the texts in the brackets of each, and its value. */
  below(name: string): readonly Bracketed[];
}

export interface Bracketed {
  /** The name as it was sent. */
  readonly name: string;
  readonly steps: readonly string[];
  readonly value: string;
}

const none: readonly never[] = [];

const noPairs: Pairs = { names: () => none, valuesOf: () => none, below: () => none };

/** The pairs of a query. A name without an equals sign has an empty value. */
export function pairsOfQuery(query: string): Pairs {
  return query === '' ? noPairs : collectPairs(query.split('&'), decodeName);
}

/** The pairs of a Cookie header. Names are not encoded there. */
export function pairsOfCookies(header: string | undefined): Pairs {
  if (header === undefined) return noPairs;
  const texts = header.split(';').map((text) => text.trim());
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

/** Sorted by the name in front once, so that many parameters don't each go through all pairs. */
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
