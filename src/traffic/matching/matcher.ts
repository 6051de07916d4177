import type { JsonValue } from '../../base/json.ts';
import { stepDown, valueAt } from '../../base/json.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import type { CompilePattern, ValueCondition } from './conditions.ts';
import { readTextCondition, readValueCondition } from './conditions.ts';
import { readInput, refuseInput } from './read-members.ts';

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
  /** The path parameters that have conditions. */
  readonly pathNames: readonly string[];
  /** The query names that have conditions. */
  readonly queryNames: readonly string[];
  /** One test for each condition, the cheapest first: a request matches if all hold. */
  readonly tests: readonly MatchTest[];
  /** The conditions that the request does not meet, quoting only `shown`; empty: it matches. */
  compare(request: Matchable, shown?: Showable): readonly MatchDifference[];
}

export interface MatchTest {
  /** About how many characters `holds` examines. */
  work(request: Matchable): number;
  holds(request: Matchable): boolean;
}

const mostConditions = 100;
/** Each pattern reads whole texts, also of many noted requests, while other requests wait. */
const mostPatterns = 10;

/** Compiles a match; `pointer` is its place in the input. */
export function compileMatcher(
  input: JsonValue,
  compilePattern: CompilePattern,
  pointer = '/match',
): Matcher {
  const { path, query, headers, body } = readInput(input, pointer, members).value;
  let patterns = 0;
  const compileFew: CompilePattern = (source) => {
    patterns += 1;
    if (patterns > mostPatterns) throw new Error(`there may be at most ${mostPatterns} patterns`);
    return compilePattern(source);
  };
  const read = (part: JsonValue | undefined, name: string): readonly Named[] =>
    readNamed(part, stepDown(pointer, name), compileFew);
  const conditions: Conditions = {
    path: read(path, 'path'),
    query: read(query, 'query'),
    headers: read(headers, 'headers').map((one) => ({ ...one, name: one.name.toLowerCase() })),
    body: readPointed(body, stepDown(pointer, 'body'), compileFew),
  };
  const count = Object.values(conditions).reduce((sum: number, list) => sum + list.length, 0);
  if (count > mostConditions) {
    throw refuseInput(pointer, `must have at most ${mostConditions} conditions`, 'maxItems');
  }
  return {
    asksBody: conditions.body.length > 0,
    pathNames: conditions.path.map(({ name }) => name),
    queryNames: conditions.query.map(({ name }) => name),
    tests: createTests(conditions),
    compare: (request, shown = request) => compareAll(request, shown, conditions),
  };
}

const members = ['path', 'query', 'headers', 'body'] as const;

/** A condition on a name: a path parameter, a query name, a header or a JSON Pointer. */
interface Named {
  readonly name: string;
  readonly condition: ValueCondition;
}

type Conditions = Readonly<Record<(typeof members)[number], readonly Named[]>>;

function readNamed(
  part: JsonValue | undefined,
  pointer: string,
  compilePattern: CompilePattern,
): readonly Named[] {
  if (part === undefined) return [];
  if (part === null || typeof part !== 'object' || Array.isArray(part)) {
    throw refuseInput(pointer, 'must be an object of conditions by name', 'type');
  }
  return Object.entries(part).map(([name, input]) => ({
    name,
    condition: readTextCondition(input, stepDown(pointer, name), compilePattern),
  }));
}

function readPointed(
  part: JsonValue | undefined,
  pointer: string,
  compilePattern: CompilePattern,
): readonly Named[] {
  if (part === undefined) return [];
  if (!Array.isArray(part)) throw refuseInput(pointer, 'must be a list of conditions', 'type');
  return part.map((input: JsonValue, index) => {
    const place = stepDown(pointer, index);
    const { value } = readInput(input, place, ['pointer', 'equals', 'matches', 'present']);
    const { pointer: name = '' } = value;
    if (typeof name !== 'string' || !isPointer(name)) {
      const message = 'must be a JSON Pointer (RFC 6901), such as /items/0/name';
      throw refuseInput(stepDown(place, 'pointer'), message, 'format');
    }
    return { name, condition: readValueCondition(value, place, compilePattern) };
  });
}

function isPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text));
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
  shown: Showable,
  conditions: Conditions,
): readonly MatchDifference[] {
  return members.flatMap((kind) => {
    const read = readers[kind];
    return conditions[kind].flatMap(({ name, condition }): readonly MatchDifference[] => {
      const values = read(request, name, request);
      const visible = shown === request ? values : read(shown, name, request);
      const message = condition.judge(values, visible);
      const place = name === '' ? nouns[kind] : `${nouns[kind]} ${name}`;
      return message === undefined ? [] : [{ place, message }];
    });
  });
}

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
