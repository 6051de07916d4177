import type { Violation } from '../../base/errors.ts';
import { stepDown } from '../../base/json.ts';
import { findNear } from '../../base/nearest.ts';
import { onceFor } from '../../base/once.ts';
import { copyText } from '../../base/texts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Pairs } from '../../contract/parameters/pairs.ts';
import { parseTemplate } from '../../contract/routing/templates.ts';

/** A name in a query that the operation does not declare. */
export interface UnknownName {
  /** As the client sent it, decoded; cut where it is very long. */
  readonly name: string;
  /** The declared name that it is most like; undefined if none is near. */
  readonly nearest: string | undefined;
  /** A sentence without its subject, which is the name. */
  readonly message: string;
}

export interface UnknownQuery {
  readonly listed: readonly UnknownName[];
  /** How many others there are. */
  readonly more: number;
}

/** The names of a query that mean something to an operation. */
export interface Claims {
  has(this: void, name: string): boolean;
  /** Whether some parameter takes all names that nothing else claims. */
  readonly isGreedy: boolean;
  /** Says what is wrong with a name that is not among them. */
  describe(this: void, name: string): UnknownName;
}

/** How many unknown names of a request are named; the others are counted. */
const mostNamed = 10;

export function findUnknown(query: Pairs, claims: Claims): UnknownQuery | undefined {
  const listed: UnknownName[] = [];
  let more = 0;
  for (const name of query.names()) {
    if (claims.has(name)) continue;
    if (claims.isGreedy) return undefined;
    if (listed.length < mostNamed) listed.push(claims.describe(name));
    else more += 1;
  }
  return listed.length === 0 ? undefined : { listed, more };
}

/** The whole sentence. */
export function describeUnknown({ name, message }: UnknownName): string {
  return `"${name}" ${message}`;
}

/** One violation for each name, and one for all that are only counted. */
export function toViolations(
  { listed, more }: UnknownQuery,
  { id }: Operation,
): readonly Violation[] {
  const violations = listed.map(({ name, message }) => violationAt(stepDown('', name), message));
  const rest = `${more} more names are not parameters of ${id}`;
  return more === 0 ? violations : [...violations, violationAt('', rest)];
}

/** Whether a violation is one that `toViolations` made. */
export function isOfUnknown({ in: place, keyword }: Violation): boolean {
  return place === 'query' && keyword === 'unknown';
}

function violationAt(pointer: string, message: string): Violation {
  return { in: 'query', pointer, message, keyword: 'unknown' };
}

/** Made once for each operation: `readsPreferences` is the same for all requests of a server. */
export function claimsOf(operation: Operation, readsPreferences: boolean): Claims {
  return (readsPreferences ? claimsBesidePreferences : claimsAlone)(operation);
}

const claimsAlone = onceFor((operation: Operation) => createClaims(operation, []));
const claimsBesidePreferences = onceFor((operation: Operation) =>
  createClaims(operation, preferenceNames),
);

/** The query parameters that state preferences. */
const preferenceNames = ['__code', '__example', '__dynamic', '__seed'];

function createClaims(operation: Operation, preferences: readonly string[]): Claims {
  const { id, parameters } = operation;
  const declared = new Set(collectNames(operation));
  const names = new Set([...declared, ...preferences]);
  const claims = parameters.map(({ name, reader }) => ({ name, ...reader().claim }));
  const branches = new Set(claims.flatMap(({ name, isBranching }) => (isBranching ? [name] : [])));
  return {
    has: (name) => names.has(name) || branches.has(baseOf(name)),
    isGreedy: claims.some(({ isGreedy }) => isGreedy),
    describe: rememberNames((name) => {
      const nearest = findNear(name, names, Math.min(2, Math.floor(name.length / 2)));
      const hint =
        nearest === undefined ? listDeclared([...declared]) : `; did you mean "${nearest}"?`;
      return { name: cutName(name), nearest, message: `is not a parameter of ${id}${hint}` };
    }),
  };
}

function collectNames({ path, parameters, security }: Operation): readonly string[] {
  const keys = security
    .flat()
    .flatMap(({ scheme: { carrier } }) => (carrier.kind === 'query' ? [carrier.name] : []));
  return [
    ...parameters.flatMap(({ reader }) => reader().claim.names),
    ...keys,
    ...parseTemplate(path).conditions.map(({ name }) => name),
  ];
}

const mostDeclared = 3;

/** `tags[]` is another spelling of `tags`, so it is not listed beside it. */
function listDeclared(names: readonly string[]): string {
  const plain = names.filter((name) => !name.endsWith('[]') || !names.includes(name.slice(0, -2)));
  if (plain.length === 0) return ', which declares none';
  const shown = plain.slice(0, mostDeclared).map((name) => `"${cutName(name)}"`);
  const rest = plain.length - shown.length;
  if (rest > 0) return `; it declares ${shown.join(', ')} and ${rest} more`;
  const last = shown.pop() ?? '';
  return `; it declares ${shown.length === 0 ? last : `${shown.join(', ')} and ${last}`}`;
}

/** In characters: clients choose these names, and logs and reports show them. */
const longestName = 100;

function cutName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName).toWellFormed()}…` : name;
}

/** Clients repeat their mistakes. Clients also choose the names, so only so many are kept. */
const mostRemembered = 100;

function rememberNames(describe: (name: string) => UnknownName): (name: string) => UnknownName {
  const known = new Map<string, UnknownName>();
  return (name) => {
    const before = known.get(name);
    if (before) return before;
    const isKept = known.size < mostRemembered && name.length <= longestName;
    // A name is a piece of the query, which would stay in memory with it.
    const own = isKept ? copyText(name) : name;
    const found = describe(own);
    if (isKept) known.set(own, found);
    return found;
  };
}

/** The part before the first bracket. */
function baseOf(name: string): string {
  const bracket = name.indexOf('[');
  return bracket === -1 ? name : name.slice(0, bracket);
}
