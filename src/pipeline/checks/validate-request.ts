import type { Violation } from '../../base/errors.ts';
import { ApiError, describeViolation } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { defineMember, stepDown, textOf } from '../../base/json.ts';
import { findNear } from '../../base/nearest.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Pairs } from '../../contract/parameters/pairs.ts';
import { pairsOfCookies, pairsOfQuery } from '../../contract/parameters/pairs.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import type { ParameterPlace, Wire } from '../../contract/parameters/wire.ts';
import { decodePercent, UnreadableText } from '../../contract/routing/percent.ts';
import { parseTemplate } from '../../contract/routing/templates.ts';
import { chooseAnswer } from '../choose-answer.ts';
import type { Authorized, BodyContent, BodyRead, Parameters, Validated } from '../exchange.ts';
import { addChecked, headerOf } from '../exchange.ts';
import type { PreferenceRules } from '../preferences.ts';
import { readPreferences } from '../preferences.ts';

/** How strictly the server reads a request. */
export interface RequestRules extends PreferenceRules {
  /** What the server does with names in a query that the operation does not claim. */
  readonly unknownQuery: 'allow' | 'reject';
}

const violationLimit = 100;
const nothing: JsonObject = Object.freeze({});
const none: readonly never[] = [];

/** Checks parameters and body, refuses all faults at once, then chooses the response. */
export function validateRequest(request: BodyRead, options: RequestRules): Validated {
  const { operation, content } = request;
  const violations: Violation[] = [];
  const parameters = readParameters(request, options, violations);
  checkBody(operation, content, violations);
  if (violations.length > 0) throw refuseViolations(violations);
  const preferences = readPreferences(request, options);
  const choice = chooseAnswer(request, preferences);
  const { media } = choice;
  const body = content?.value;
  addChecked(request, { parameters, body, media, preferences, choice });
  return request;
}

/** Lists only the first violations: a request may have thousands. */
function refuseViolations(violations: readonly Violation[]): ApiError {
  const shown = violations.slice(0, violationLimit);
  const rest = violations.length - shown.length;
  const more = rest === 0 ? '' : `; and ${rest} more`;
  const detail = `${shown.map(describeViolation).join('; ')}${more}.`;
  return new ApiError('invalid-request', detail, { violations: shown });
}

function readParameters(
  request: Authorized,
  rules: RequestRules,
  violations: Violation[],
): Parameters {
  const { operation } = request;
  const claims = createClaims(operation, rules);
  const wire = createWire(request, claims);
  const path: Record<string, string> = {};
  const read: Partial<Record<ParameterPlace, Record<string, JsonValue>>> = {};
  let assumed: Parameter[] | undefined;
  for (const parameter of operation.parameters) {
    const sent = readParameter(parameter, wire, violations);
    const value = sent === undefined ? parameter.reader().fallback : sent;
    const { name, in: place } = parameter;
    if (value === undefined) continue;
    if (sent === undefined) (assumed ??= []).push(parameter);
    if (place === 'path') defineMember(path, name, textInPath(parameter, value, wire));
    else defineMember((read[place] ??= {}), name, value);
  }
  if (rules.unknownQuery === 'reject') violations.push(...findUnclaimed(wire.query(), claims));
  const { query = nothing, header = nothing, cookie = nothing } = read;
  return assumed ? { path, query, header, cookie, assumed } : { path, query, header, cookie };
}

/** The texts of a request; query and cookies are parsed only for operations that need them. */
function createWire(request: Authorized, claims: Claims): Wire {
  const { operation, pathValues, query } = request;
  let queryPairs: Pairs | undefined;
  let cookiePairs: Pairs | undefined;
  return {
    path: (name) => pathValues[operation.pathNames.indexOf(name)],
    header: (name) => headerOf(request, name),
    query: () => (queryPairs ??= pairsOfQuery(query)),
    cookies: () => (cookiePairs ??= pairsOfCookies(headerOf(request, 'cookie'))),
    isClaimed: (name) => claims.has(name),
  };
}

/** Undefined where the client did not send it, or where its text cannot be read. */
function readParameter(
  parameter: Parameter,
  wire: Wire,
  violations: Violation[],
): JsonValue | undefined {
  const { name, in: place, isRequired, allowsEmpty, check } = parameter;
  const reader = parameter.reader();
  let value: JsonValue | undefined;
  try {
    value = reader.read(wire);
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    violations.push(describeParameterFault(parameter, error.message, 'syntax'));
    return undefined;
  }
  if (value === undefined) {
    if (isRequired)
      violations.push(describeParameterFault(parameter, 'is required, but missing', 'required'));
    return undefined;
  }
  if (allowsEmpty && value === '') return value;
  for (const fault of check?.(value) ?? none) {
    violations.push({ in: place, ...fault, pointer: stepDown('', name) + fault.pointer });
  }
  return value;
}

function describeParameterFault(
  { name, in: place }: Parameter,
  message: string,
  keyword: string,
): Violation {
  return { in: place, pointer: stepDown('', name), message, keyword };
}

/** The text that identifies a record: the text in the path, whatever type its schema gives it. */
function textInPath({ name, style, mediaType }: Parameter, value: JsonValue, wire: Wire): string {
  const isPlain = style === 'simple' && mediaType === undefined;
  // One number has many texts (`7`, `7.0`), but it names one record.
  const isText = isPlain && !Number.isSafeInteger(value);
  return isText ? decodePercent(wire.path(name) ?? '') : textOf(value);
}

function checkBody(
  { body }: Operation,
  content: BodyContent | undefined,
  violations: Violation[],
): void {
  if (!content) {
    if (body?.isRequired) {
      violations.push({
        in: 'body',
        pointer: '',
        message: 'is required, but empty',
        keyword: 'required',
      });
    }
    return;
  }
  for (const fault of content.media.check?.(content.value) ?? none) {
    violations.push({ in: 'body', ...fault });
  }
}

/** The names of a query that mean something to an operation. */
interface Claims {
  has(name: string): boolean;
  /** Whether some parameter takes all names that nothing else claims. */
  isGreedy(): boolean;
  /** The names that are known in full: without members such as `filter[name]`. */
  names(): Iterable<string>;
}

/** The query parameters that state preferences. */
const preferenceNames = ['__code', '__example', '__dynamic', '__seed'];

/** How many unknown names a refusal lists; it counts the others. */
const namedLimit = 10;

/** Computed on first use: most operations never need it. */
function createClaims(operation: Operation, rules: RequestRules): Claims {
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

/** One violation for each unclaimed name up to a limit, and one for all others. */
function findUnclaimed(query: Pairs, claims: Claims): readonly Violation[] {
  if (claims.isGreedy()) return [];
  const unclaimed = [...query.names()].filter((name) => !claims.has(name));
  const violations = unclaimed.slice(0, namedLimit).map((name): Violation => {
    const near = findNear(name, claims.names(), Math.min(2, Math.floor(name.length / 2)));
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
  { preferences }: RequestRules,
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

/** The part before the first bracket. */
function baseOf(name: string): string {
  const bracket = name.indexOf('[');
  return bracket === -1 ? name : name.slice(0, bracket);
}
