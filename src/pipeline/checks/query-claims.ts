import type { Operation } from '../../contract/operations.ts';
import type { Pairs } from '../../contract/parameters/pairs.ts';
import { parseTemplate } from '../../contract/routing/templates.ts';
import type { Violation } from '../../base/errors.ts';
import { stepDown } from '../../base/json.ts';
import type { PreferenceRules } from '../preferences.ts';

/** How the query of a request is read. */
export interface QueryRules extends PreferenceRules {
  /** What becomes of names that nothing claims. */
  readonly unknownQuery: 'allow' | 'reject';
}

/** The names of a query that mean something to an operation. */
export interface Claims {
  has(name: string): boolean;
  /** Whether some parameter takes whatever nobody else claims. */
  isGreedy(): boolean;
  /** The names that can be spelt out. */
  names(): Iterable<string>;
}

/** By these a query asks for a reply of its choice. */
const preferenceNames = ['__code', '__example', '__dynamic', '__seed'];

/** More are counted, and not named. */
const namedLimit = 10;
/** Longer names are no slips of the pen. */
const lengthLimit = 50;

/** Worked out on first use: most operations never ask. */
export function createClaims(operation: Operation, rules: QueryRules): Claims {
  let made: { readonly names: ReadonlySet<string>; readonly branches: ReadonlySet<string> };
  const collect = (): typeof made => (made ??= collectClaims(operation, rules));
  return {
    has(name) {
      const { names, branches } = collect();
      return names.has(name) || branches.has(baseOf(name));
    },
    isGreedy: () => operation.parameters.some(({ reader }) => reader().claim.isGreedy),
    names: () => collect().names,
  };
}

/** A violation for each name that nothing claims. */
export function findUnclaimed(query: Pairs, claims: Claims): readonly Violation[] {
  if (claims.isGreedy()) return [];
  const unclaimed = [...query.names()].filter((name) => !claims.has(name));
  const violations = unclaimed.slice(0, namedLimit).map((name): Violation => {
    const near = findNear(name, claims.names());
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    const message = `is not a parameter that the contract knows${hint}`;
    return { in: 'query', pointer: stepDown('', name), message, keyword: 'unknown' };
  });
  const rest = unclaimed.length - violations.length;
  if (rest === 0) return violations;
  const message = `${rest} more names are not parameters that the contract knows`;
  return [...violations, { in: 'query', pointer: '', message, keyword: 'unknown' }];
}

function collectClaims(
  { path, parameters, security }: Operation,
  { preferences }: QueryRules,
): { readonly names: ReadonlySet<string>; readonly branches: ReadonlySet<string> } {
  const keys = security
    .flat()
    .flatMap(({ scheme: { carrier } }) => (carrier.kind === 'query' ? [carrier.name] : []));
  return {
    names: new Set([
      ...parameters.flatMap(({ reader }) => reader().claim.names),
      ...keys,
      ...parseTemplate(path).conditions.map(({ name }) => name),
      ...(preferences === 'header-or-query' ? preferenceNames : []),
    ]),
    branches: new Set(
      parameters.filter(({ reader }) => reader().claim.isBranching).map(({ name }) => name),
    ),
  };
}

/** What stands in front of the first bracket. */
function baseOf(name: string): string {
  const bracket = name.indexOf('[');
  return bracket === -1 ? name : name.slice(0, bracket);
}

function findNear(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Math.min(2, Math.floor(name.length / 2));
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > least || name.length > lengthLimit) continue;
    const distance = distanceBetween(name.toLowerCase(), candidate.toLowerCase());
    if (distance > least || (distance === least && nearest !== undefined)) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

/** How many letters have to be put in, taken out or changed. */
function distanceBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= right.length; to += 1) {
      const isSame = left[at - 1] === right[to - 1];
      const changed = (row[to - 1] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
