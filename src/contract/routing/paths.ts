import { once } from '../../base/once.ts';
import type { FindNearestPath, TemplateAddress } from './nearest-path.ts';
import { compileNearestPath } from './nearest-path.ts';
import type { Route, Routes } from './routes.ts';
import { compileRoutes } from './routes.ts';
import type { PathCondition } from './templates.ts';
import { parseTemplate, templateKeyOf } from './templates.ts';

/** The address of an operation: a method, and a path below the base paths of its servers. */
export interface AddressedOperation {
  readonly method: string;
  readonly path: string;
  /** The base paths of its servers, without a trailing slash; an empty text is the root. */
  readonly bases: readonly string[];
}

/** The operations of one path template. */
export interface PathEntry<T> {
  readonly template: string;
  /** The first operation of each method. `variants` also has those with other query conditions. */
  readonly operations: ReadonlyMap<string, T>;
  readonly variants: ReadonlyMap<string, readonly Variant<T>[]>;
  /** How many of the route's first values belong to variables in a server's base path. */
  readonly baseValues: number;
}

interface Variant<T> {
  readonly operation: T;
  readonly conditions: readonly PathCondition[];
}

export interface Paths<T> extends Pick<Routes<PathEntry<T>>, 'match'> {
  /** All templates that match a path, the most likely one first. */
  readings(path: string): readonly Route<PathEntry<T>>[];
  readonly findNearest: FindNearestPath;
}

/** The parts of a request that conditions may refer to. */
export interface AskedConditions {
  readonly query: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Two operations with the same address. */
export interface Clash<T> {
  readonly first: T;
  readonly second: T;
  /** Method and path, with the base path if there is one. */
  readonly address: string;
}

/**
 * Finds operations by their declared addresses, then by their paths alone: a client that leaves out
 * a server's base path means the same operation.
 */
export function compilePaths<T extends AddressedOperation>(operations: readonly T[]): Paths<T> {
  const declared = compileTable(operations, ({ bases }) => bases);
  const hasBare = operations.some(({ bases }) => !bases.includes(''));
  const bare = compileTable(operations, ({ bases }) => (bases.includes('') ? [] : ['']));
  const readings = (path: string): readonly Route<PathEntry<T>>[] =>
    hasBare ? [...declared.matchAll(path), ...bare.matchAll(path)] : declared.matchAll(path);
  const nearest = once(() => compileNearestPath(operations.flatMap(templatesOf)));
  return {
    readings,
    match: (path) => readings(path)[0],
    findNearest: (path, method) => nearest()(path, method),
  };
}

/** Declared addresses come first: of those equally near the first is told. */
function templatesOf({ method, path, bases }: AddressedOperation): readonly TemplateAddress[] {
  return [...new Set([...bases, ''])].map((base) => ({ template: base + path, method }));
}

/** The operation of a method whose conditions all hold; of several, the one with the most. */
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
  // Clients never send a fragment. So a single operation needs none of its fragment conditions.
  const isOnly = candidates.length === 1 && first?.conditions.every(({ isFragment }) => isFragment);
  return (best ?? (isOnly ? first : undefined))?.operation;
}

/** The conditions of a method's operations, for a message that none of them holds. */
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
 * Operations of different contracts with the same address. Paths without their base paths do not
 * count: there the first contract wins.
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

/** Operations of one contract with the same address: the server serves the first. */
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

/** Templates that differ only in the names of their parameters are one entry. */
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

/** AWS selects some operations by a header, and writes it behind a `#` in the form of a query. */
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
