import type { Violation } from '../../base/errors.ts';
import { ApiError, describeViolation } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { defineMember, stepDown, textOf } from '../../base/json.ts';
import { endSentence } from '../../base/texts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Pairs } from '../../contract/parameters/pairs.ts';
import { pairsOfCookies, pairsOfQuery } from '../../contract/parameters/pairs.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import type { ParameterPlace, Wire } from '../../contract/parameters/wire.ts';
import { decodePercent, UnreadableText } from '../../contract/routing/percent.ts';
import { chooseAnswer } from '../choose-answer.ts';
import type { Authorized, BodyContent, BodyRead, Parameters, Validated } from '../exchange.ts';
import { addChecked, addUnknownQuery, headerOf } from '../exchange.ts';
import type { PreferenceRules } from '../preferences.ts';
import { readPreferences } from '../preferences.ts';
import type { Claims } from './unknown-query.ts';
import { claimsOf, findUnknown, toViolations } from './unknown-query.ts';

/** How strictly the server reads a request. */
export interface RequestRules extends PreferenceRules {
  /** Whether names in a query that the operation does not declare are noted, and refused. */
  readonly unknownQuery: 'ignore' | 'allow' | 'reject';
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
  const detail = endSentence(`${shown.map(describeViolation).join('; ')}${more}`);
  return new ApiError('invalid-request', detail, { violations: shown });
}

function readParameters(
  request: Authorized,
  rules: RequestRules,
  violations: Violation[],
): Parameters {
  const { operation } = request;
  const claims = (): Claims => claimsOf(operation, rules.preferences === 'header-or-query');
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
  // Most requests have no query.
  const unknown =
    request.query === '' || rules.unknownQuery === 'ignore'
      ? undefined
      : findUnknown(wire.query(), claims());
  if (unknown) {
    addUnknownQuery(request, unknown);
    if (rules.unknownQuery === 'reject') violations.push(...toViolations(unknown, operation));
  }
  const { query = nothing, header = nothing, cookie = nothing } = read;
  return assumed ? { path, query, header, cookie, assumed } : { path, query, header, cookie };
}

/** The texts of a request; query and cookies are parsed only for operations that need them. */
function createWire(request: Authorized, claims: () => Claims): Wire {
  const { operation, pathValues, query } = request;
  let queryPairs: Pairs | undefined;
  let cookiePairs: Pairs | undefined;
  return {
    path: (name) => pathValues[operation.pathNames.indexOf(name)],
    header: (name) => headerOf(request, name),
    query: () => (queryPairs ??= pairsOfQuery(query)),
    cookies: () => (cookiePairs ??= pairsOfCookies(headerOf(request, 'cookie'))),
    isClaimed: (name) => claims().has(name),
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
