import type { Route, Routes } from './routes.ts';
import { compileRoutes } from './routes.ts';
import type { PathCondition } from './templates.ts';
import { parseTemplate, templateKeyOf } from './templates.ts';

/** What has an address: a method, and a path below the bases of its servers. */
export interface AddressedOperation {
  readonly method: string;
  readonly path: string;
  /** The paths of its servers, without a slash at the end; the empty one is the root. */
  readonly bases: readonly string[];
}

/** The operations of one path template. */
export interface PathEntry<T> {
  readonly template: string;
  /** The first of each method; there are others where they differ in what they ask of the query. */
  readonly operations: ReadonlyMap<string, T>;
  readonly variants: ReadonlyMap<string, readonly Variant<T>[]>;
  /** How many of the values are those of a server's variables, in front of the path's own. */
  readonly baseValues: number;
}

interface Variant<T> {
  readonly operation: T;
  readonly conditions: readonly PathCondition[];
}

export interface Paths<T> extends Pick<Routes<PathEntry<T>>, 'match'> {
  /** All readings of a path, the likeliest first. */
  readings(path: string): readonly Route<PathEntry<T>>[];
}

/** What of a request conditions may speak of. */
export interface AskedConditions {
  readonly query: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Two operations that one request could mean. */
export interface Clash<T> {
  readonly first: T;
  readonly second: T;
  /** Method and path, with the base where there is one. */
  readonly address: string;
}

/**
 * Finds operations by their declared addresses and, where those fail, by their paths alone: whoever
 * leaves out a server's base path means what is there.
 */
export function compilePaths<T extends AddressedOperation>(operations: readonly T[]): Paths<T> {
  const declared = compileTable(operations, ({ bases }) => bases);
  const hasBare = operations.some(({ bases }) => !bases.includes(''));
  const bare = compileTable(operations, ({ bases }) => (bases.includes('') ? [] : ['']));
  const readings = (path: string): readonly Route<PathEntry<T>>[] =>
    hasBare ? [...declared.matchAll(path), ...bare.matchAll(path)] : declared.matchAll(path);
  return { readings, match: (path) => readings(path)[0] };
}

/** The operation of a method whose conditions all hold; of several the one with the most. */
export function chooseOperation<T>(
  { variants }: PathEntry<T>,
  method: string,
  asked: AskedConditions,
): T | undefined {
  const candidates = variants.get(method) ?? [];
  const [first] = candidates;
  if (candidates.length === 1 && first?.conditions.length === 0) return first.operation;
  const query = new URLSearchParams(asked.query);
  let best: Variant<T> | undefined;
  for (const candidate of candidates) {
    const { conditions } = candidate;
    const isBetter = !best || conditions.length > best.conditions.length;
    if (isBetter && conditions.every((condition) => holds(condition, query, asked.headers))) {
      best = candidate;
    }
  }
  // A fragment is never sent: where there is but one, nothing needs to be told apart by it.
  const isOnly = candidates.length === 1 && first?.conditions.every(({ isFragment }) => isFragment);
  return (best ?? (isOnly ? first : undefined))?.operation;
}

/** What the operations of a method ask for, in words, where none of them is the default. */
export function describeConditions<T>(
  { variants }: PathEntry<T>,
  method: string,
): readonly string[] {
  return (variants.get(method) ?? []).map(({ conditions }) =>
    conditions
      .map(({ name, value }) => (value === undefined ? name : `${name}=${value}`))
      .join('&'),
  );
}

/**
 * Operations of different contracts that have the same address. Paths without the bases of their
 * servers don't count: there the first contract wins.
 */
export function findClashes<T extends AddressedOperation>(
  contracts: readonly (readonly T[])[],
): readonly Clash<T>[] {
  const taken = new Map<string, T>();
  const clashes: Clash<T>[] = [];
  for (const operations of contracts) {
    const own = new Map<string, T>();
    for (const operation of operations) {
      const addresses = addressesOf(operation);
      const address = addresses.find(({ key }) => taken.has(key));
      const first = address && taken.get(address.key);
      if (first) clashes.push({ first, second: operation, address: address.text });
      for (const { key } of addresses) own.set(key, operation);
    }
    for (const [key, operation] of own) if (!taken.has(key)) taken.set(key, operation);
  }
  return clashes;
}

/** Operations of one contract that nothing tells apart: the first is the one that is served. */
export function findTwins<T extends AddressedOperation>(
  operations: readonly T[],
): readonly Clash<T>[] {
  return findClashes(operations.map((operation) => [operation]));
}

interface PathAddress {
  readonly key: string;
  readonly text: string;
}

function addressesOf({ method, path, bases }: AddressedOperation): readonly PathAddress[] {
  return bases.map((base) => ({
    key: `${method} ${templateKeyOf(parseTemplate(base + path))}`,
    text: `${method} ${base}${path}`,
  }));
}

interface AddressGroup<T> {
  readonly address: string;
  readonly template: string;
  readonly operations: Map<string, T>;
  readonly variants: Map<string, Variant<T>[]>;
  readonly baseValues: number;
}

/** Templates that differ only in the names of their parameters are one path. */
function compileTable<T extends AddressedOperation>(
  operations: readonly T[],
  basesOf: (operation: T) => readonly string[],
): Routes<PathEntry<T>> {
  const groups = new Map<string, AddressGroup<T>>();
  for (const operation of operations) {
    const { method, path } = operation;
    for (const base of basesOf(operation)) {
      const address = base + path;
      const { segments, captures, conditions } = parseTemplate(address);
      const baseValues = parseTemplate(base).captures.length;
      const spans = captures.map(({ from, to }) => `${from}-${to}`);
      const shape = templateKeyOf({ segments, captures, conditions: [], faults: [] });
      const key = [shape, baseValues, ...spans].join('\n');
      const group: AddressGroup<T> = groups.get(key) ?? {
        address,
        template: path,
        operations: new Map(),
        variants: new Map(),
        baseValues,
      };
      groups.set(key, group);
      if (!group.operations.has(method)) group.operations.set(method, operation);
      const variants = group.variants.get(method) ?? [];
      group.variants.set(method, [...variants, { operation, conditions }]);
    }
  }
  return compileRoutes([...groups.values()].map((group) => [group.address, group]));
}

/** AWS tells some operations apart by a header, and writes it behind a `#` like a query. */
function holds(
  { name, value, isFragment }: PathCondition,
  query: URLSearchParams,
  headers: AskedConditions['headers'],
): boolean {
  if (query.has(name)) return value === undefined || query.getAll(name).includes(value);
  const field = name.toLowerCase();
  const header = isFragment && Object.hasOwn(headers, field) ? headers[field] : undefined;
  return header !== undefined && (value === undefined || String(header) === value);
}
