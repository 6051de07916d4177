import type { JsonValue } from '../../base/json.ts';
import { stepDown, valueAt } from '../../base/json.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import type { CompilePattern, ValueCondition } from './conditions.ts';
import { readTextCondition, readValueCondition } from './conditions.ts';
import { readInput, refuseInput } from './read-members.ts';

export type { CompilePattern } from './conditions.ts';

/** A request, as far as it can be told from others. */
export interface Matchable extends Showable {
  /** What its operation declares: by that the names of its query are read. */
  readonly parameters: readonly Parameter[];
}

/** What a request has sent. */
export interface Showable {
  /** The path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** What follows the `?`, as it was sent. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it was read; undefined where there is none. */
  readonly body: JsonValue | undefined;
}

/** One thing in which a request is another than the one that is meant. */
export interface MatchDifference {
  /** `query q`, `body /items/0`. */
  readonly place: string;
  /** What is there, and what must be, in plain words. */
  readonly message: string;
}

/** Tells whether a request is one of those that are meant. */
export interface Matcher {
  /** Whether it says anything of the body. */
  readonly asksBody: boolean;
  /** The names of the path parameters of which it says something. */
  readonly pathNames: readonly string[];
  /** The same of the query. */
  readonly queryNames: readonly string[];
  /** Each condition alone, the cheapest first: a request is meant where all of them hold. */
  readonly tests: readonly MatchTest[];
  /** In what the request is another, told by what may be shown of it; empty: it is meant. */
  compare(request: Matchable, shown?: Showable): readonly MatchDifference[];
}

export interface MatchTest {
  /** About how many characters it looks at. */
  work(request: Matchable): number;
  holds(request: Matchable): boolean;
}

/** More conditions than this are no match but a test. */
const mostConditions = 100;
/** Each reads all of a text, and a journal holds many long ones: others wait meanwhile. */
const mostPatterns = 10;

/** Makes a matcher of what was wished; `pointer` is where the wish stands in what was sent. */
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

/** A condition, and of what. */
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

/** What a request holds of a kind, by name. */
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

/** A query, read once for all the conditions that ask about it. */
interface SentQuery {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** What came as `name[]` or with the number of an item, by the name. */
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

/** What a query has under a name, told by the parameters of the operation: also what came as `name[]`, where that is one. */
function readSent(
  { values, items }: SentQuery,
  name: string,
  parameters: readonly Parameter[],
): readonly string[] {
  const own = values.get(name) ?? [];
  const listed = `${name}[]`;
  const inItems = items.get(name);
  // Nearly always nothing is in brackets, and the parameters don't have to be asked whose it is.
  if (!inItems) return own;
  const claim = parameters
    .map(({ reader }) => reader().claim)
    .find(({ names }) => names.includes(name) && names.includes(listed));
  if (!claim) return own;
  if (!claim.isBranching) return own.length > 0 ? own : (values.get(listed) ?? []);
  return inItems;
}
