import { refuseInBody } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { stepDown, textOf, valueAt } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import type { MatchDocument } from '../documents.ts';
import type { CompilePattern, ValueCondition } from './conditions.ts';
import { compileCondition, compileTextCondition } from './conditions.ts';

export type { CompilePattern } from './conditions.ts';

/** The parts of a request that a matcher uses. */
export interface Matchable extends Showable {
  /** The parameters of its operation, which tell how query names are read. */
  readonly parameters: readonly Parameter[];
}

/** The parts of a request that conditions test. */
export interface Showable {
  /** The path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The part after the `?`, as the client sent it. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed body; undefined if there is none. */
  readonly body: JsonValue | undefined;
}

/** What a difference may quote. */
export interface Shown {
  readonly request: Showable;
  wanted(this: void, place: MatchPlace, value: JsonValue): JsonValue;
}

/** Where a condition stands. */
export interface MatchPlace {
  readonly kind: (typeof members)[number];
  /** A path parameter, a query name, a header in lower case or a JSON Pointer. */
  readonly name: string;
  /** Whether the request shows less there than was sent. */
  readonly isHidden: boolean;
}

/** A condition that a request does not meet. */
export interface MatchDifference {
  /** Such as `query q` or `body /items/0`. */
  readonly place: string;
  /** What is there and what must be there, in plain words. */
  readonly message: string;
}

/** Tells whether a request meets all conditions. */
export interface Matcher {
  /** Whether any condition is on the body. */
  readonly asksBody: boolean;
  /** One test for each condition, the cheapest first: a request matches if all hold. */
  readonly tests: readonly MatchTest[];
  /** The conditions that the request does not meet, quoting only what `shown` has; empty: it matches. */
  compare(request: Matchable, shown?: Shown): readonly MatchDifference[];
}

export interface MatchTest {
  /** About how many characters `holds` examines. */
  work(request: Matchable): number;
  holds(request: Matchable): boolean;
}

const mostConditions = 100;
/** Each pattern reads whole texts, also of many noted requests, while other requests wait. */
const mostPatterns = 10;

/** The parts of an operation that a match is checked against. */
export type DescribedOperation = Pick<Operation, 'id' | 'pathNames' | 'parameters'>;

/** Compiles a match; refuses conditions that no request to the operation can meet. */
export function compileMatch(
  match: MatchDocument,
  operation: DescribedOperation | undefined,
  compilePattern: CompilePattern,
): Matcher {
  const conditions = readConditions(match, compilePattern);
  const pathNames = conditions.path.map(({ name }) => name);
  const queryNames = conditions.query.map(({ name }) => name);
  if (operation) {
    for (const name of pathNames) assertInPath(name, operation);
    for (const name of queryNames) assertInQuery(name, operation);
  }
  return {
    asksBody: conditions.body.length > 0,
    tests: createTests(conditions),
    compare: (request, shown = { request, wanted: (_, value) => value }) =>
      compareAll(request, shown, conditions),
  };
}

const members = ['path', 'query', 'headers', 'body'] as const;

/** A condition on a name: a path parameter, a query name, a header or a JSON Pointer. */
interface Named {
  readonly name: string;
  readonly condition: ValueCondition;
}

type Conditions = Readonly<Record<(typeof members)[number], readonly Named[]>>;

function readConditions(match: MatchDocument, compilePattern: CompilePattern): Conditions {
  let patterns = 0;
  const compileFew: CompilePattern = (source) => {
    patterns += 1;
    if (patterns > mostPatterns) throw new Error(`there may be at most ${mostPatterns} patterns`);
    return compilePattern(source);
  };
  const readNamed = (kind: 'path' | 'query' | 'headers'): readonly Named[] =>
    Object.entries(match[kind] ?? {}).map(([name, input]) => ({
      name: kind === 'headers' ? name.toLowerCase() : name,
      condition: compileTextCondition(input, stepDown(`/match/${kind}`, name), compileFew),
    }));
  const conditions: Conditions = {
    path: readNamed('path'),
    query: readNamed('query'),
    headers: readNamed('headers'),
    body: (match.body ?? []).map(({ pointer: name, ...condition }, index) => ({
      name,
      condition: compileCondition(condition, stepDown('/match/body', index), compileFew),
    })),
  };
  const count = members.reduce((sum, kind) => sum + conditions[kind].length, 0);
  if (count <= mostConditions) return conditions;
  throw refuseInBody('/match', `must have at most ${mostConditions} conditions`, 'maxItems');
}

function assertInPath(name: string, { id, pathNames }: DescribedOperation): void {
  if (pathNames.includes(name)) return;
  const message = `${id} has no such path parameter: ${suggestNames(name, pathNames)}`;
  throw refuseInBody(stepDown('/match/path', name), message, 'path');
}

/** Allows undeclared query names; a declared object is matched only in the form that is sent. */
function assertInQuery(name: string, { id, parameters }: DescribedOperation): void {
  const declared = parameters.find((one) => one.in === 'query' && one.name === name);
  const claim = declared?.reader().claim;
  if (!claim?.isInMembers) return;
  // A member may have the same name as the object.
  if (!claim.isBranching && claim.names.includes(name)) return;
  const how = claim.isBranching
    ? `"${name}[…]", with the name of a member in the brackets`
    : `the names of its members${describeFew(claim.names)}`;
  const message = `is an object, whose members are sent to ${id} one by one: match by ${how}`;
  throw refuseInBody(stepDown('/match/query', name), message, 'query');
}

/** A member that is a list also claims `name[]`, which is left out here. */
function describeFew(names: readonly string[]): string {
  const few = names.filter((name) => !name.endsWith('[]')).slice(0, 10);
  return few.length === 0 ? '' : `, such as ${few.map((name) => `"${name}"`).join(', ')}`;
}

/** The values that a request has under a name. */
type ReadValues = (from: Showable, name: string, request: Matchable) => readonly JsonValue[];

const readers: Readonly<Record<(typeof members)[number], ReadValues>> = {
  path: (from, name) => listOf(ownMember(from.path, name)),
  query: (from, name, { parameters }) => readSent(queryOf(from), name, parameters),
  headers: (from, name) => listOf(ownMember(from.headers, name)),
  body: (from, name) => valuesAt(from.body, name),
};

const queries = new WeakMap<Showable, SentQuery>();

function queryOf(from: Showable): SentQuery {
  const before = queries.get(from);
  if (before) return before;
  const sent = readQuery(from.query);
  queries.set(from, sent);
  return sent;
}

function createTests(conditions: Conditions): readonly MatchTest[] {
  const all = members.flatMap((kind) => conditions[kind].map((one) => ({ kind, ...one })));
  return all
    .toSorted((one, other) => Number(one.condition.isPattern) - Number(other.condition.isPattern))
    .map(({ kind, name, condition }) => ({
      work: (request) => condition.work(readers[kind](request, name, request)),
      holds: (request) => condition.holds(readers[kind](request, name, request)),
    }));
}

const nouns: Readonly<Record<(typeof members)[number], string>> = {
  path: 'path',
  query: 'query',
  headers: 'header',
  body: 'body',
};

function compareAll(
  request: Matchable,
  shown: Shown,
  conditions: Conditions,
): readonly MatchDifference[] {
  return members.flatMap((kind) => {
    const read = readers[kind];
    return conditions[kind].flatMap(({ name, condition }): readonly MatchDifference[] => {
      const values = read(request, name, request);
      const visible = shown.request === request ? values : read(shown.request, name, request);
      const message = condition.judge(values, visible, (wanted) => {
        const isHidden = tell(values) !== tell(visible);
        return shown.wanted({ kind, name, isHidden }, wanted);
      });
      const place = name === '' ? nouns[kind] : `${nouns[kind]} ${name}`;
      return message === undefined ? [] : [{ place, message }];
    });
  });
}

/** Headers that came several times are shown as one. */
const tell = (values: readonly JsonValue[]): string => values.map(textOf).join(', ');

function valuesAt(body: JsonValue | undefined, pointer: string): readonly JsonValue[] {
  const value = body === undefined ? undefined : valueAt(body, pointer);
  return value === undefined ? [] : [value];
}

function ownMember<T>(held: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(held, name) ? held[name] : undefined;
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** A query, parsed once for all conditions. */
interface SentQuery {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The values that were sent as `name[]` or `name[0]`, by `name`. */
  readonly items: ReadonlyMap<string, readonly string[]>;
}

function readQuery(query: string): SentQuery {
  const values = new Map<string, string[]>();
  const items = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    add(values, name, value);
    const item = name.endsWith(']') ? /\[\d*\]$/.exec(name) : null;
    if (item) add(items, name.slice(0, item.index), value);
  }
  return { values, items };
}

function add(to: Map<string, string[]>, name: string, value: string): void {
  const before = to.get(name);
  if (before) before.push(value);
  else to.set(name, [value]);
}

/** The values under a query name, including `name[]` if the operation declares it so. */
function readSent(
  { values, items }: SentQuery,
  name: string,
  parameters: readonly Parameter[],
): readonly string[] {
  const own = values.get(name) ?? [];
  const listed = `${name}[]`;
  const inItems = items.get(name);
  // Usually there are no brackets, and no need to search the parameters.
  if (!inItems) return own;
  const claim = parameters
    .map(({ reader }) => reader().claim)
    .find(({ names }) => names.includes(name) && names.includes(listed));
  if (!claim) return own;
  if (!claim.isBranching) return own.length > 0 ? own : (values.get(listed) ?? []);
  return inItems;
}
