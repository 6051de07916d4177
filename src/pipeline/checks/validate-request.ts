import type { Operation } from '../../contract/operations.ts';
import type { Pairs } from '../../contract/parameters/pairs.ts';
import { pairsOfCookies, pairsOfQuery } from '../../contract/parameters/pairs.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import { decodePercent, UnreadableText } from '../../contract/routing/percent.ts';
import type { Place, Wire } from '../../contract/parameters/wire.ts';
import type { Violation } from '../../base/errors.ts';
import { ApiError, describeViolation } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { defineMember, stepDown, textOf } from '../../base/json.ts';
import { chooseAnswer } from '../choose-answer.ts';
import { headerOf } from '../credentials/credentials.ts';
import type { Authorized, Content, Parameters, Validated } from '../exchange.ts';
import { readPreferences } from '../preferences.ts';
import type { Claims, QueryRules } from './query-claims.ts';
import { createClaims, findUnclaimed } from './query-claims.ts';
import { toValidated } from '../widening.ts';

/** How strictly a request is read. */
export type RequestRules = QueryRules;

const violationLimit = 100;
const nothing: JsonObject = Object.freeze({});
const none: readonly never[] = [];

/** Holds parameters and body to the contract, all faults at once, then asks what is accepted. */
export function validateRequest(
  request: Authorized,
  content: Content | undefined,
  options: RequestRules,
): Validated {
  const violations: Violation[] = [];
  const parameters = readParameters(request, options, violations);
  checkBody(request.operation, content, violations);
  if (violations.length > 0) throw refuse(violations);
  const preferences = readPreferences(request, options);
  const choice = chooseAnswer(request, preferences);
  const { media } = choice;
  const body = content?.value;
  return toValidated(request, { parameters, body, media, preferences, choice });
}

/** A request may have more faults than anyone wants to read. */
function refuse(violations: readonly Violation[]): ApiError {
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
  const read: Partial<Record<Place, Record<string, JsonValue>>> = {};
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

/** Where the texts are. Query and cookies are taken apart only for operations that want some. */
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

/** Undefined where it was not sent, or can't be read. */
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
    violations.push(complain(parameter, error.message, 'syntax'));
    return undefined;
  }
  if (value === undefined) {
    if (isRequired) violations.push(complain(parameter, 'is required, but missing', 'required'));
    return undefined;
  }
  if (allowsEmpty && value === '') return value;
  for (const fault of check?.(value) ?? none) {
    violations.push({ in: place, ...fault, pointer: stepDown('', name) + fault.pointer });
  }
  return value;
}

function complain({ name, in: place }: Parameter, message: string, keyword: string): Violation {
  return { in: place, pointer: stepDown('', name), message, keyword };
}

/** A record is found by the texts of its path, whatever its schema makes of them. */
function textInPath({ name, style, mediaType }: Parameter, value: JsonValue, wire: Wire): string {
  const isPlain = style === 'simple' && mediaType === undefined;
  // One number has many texts (`7`, `7.0`), and names one thing.
  const isText = isPlain && !Number.isSafeInteger(value);
  return isText ? decodePercent(wire.path(name) ?? '') : textOf(value);
}

function checkBody(
  { body }: Operation,
  content: Content | undefined,
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
