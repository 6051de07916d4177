import type { Operation } from '../contract/operations.ts';
import type { Parameter } from '../contract/parameters.ts';
import { coerceText } from '../contract/parameters.ts';
import type { Violation } from '../errors.ts';
import { ApiError, describeViolation } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import { stepDown } from '../json.ts';
import { chooseAnswer } from './choose-answer.ts';
import { headerOf, readCookies } from './credentials.ts';
import type { Authorized, Parameters, Validated } from './exchange.ts';
import type { PreferenceRules } from './preferences.ts';
import { readPreferences } from './preferences.ts';
import type { Content } from './read-body.ts';

/** How strictly a request is read. */
export interface RequestRules extends PreferenceRules {
  readonly unknownQuery: 'allow' | 'reject';
}

/** Holds parameters and body to the contract, all faults at once, then asks what is accepted. */
export function validateRequest(
  request: Authorized,
  content: Content | undefined,
  options: RequestRules,
): Validated {
  const violations: Violation[] = [];
  const parameters = readParameters(request, violations);
  checkBody(request.operation, content, violations);
  if (violations.length > 0) {
    const detail = `${violations.map(describeViolation).join('; ')}.`;
    throw new ApiError('invalid-request', detail, { violations });
  }
  const preferences = readPreferences(request, options);
  const choice = chooseAnswer(request, preferences);
  const { media } = choice;
  return { ...request, parameters, body: content?.value, media, preferences, choice };
}

function readParameters(request: Authorized, violations: Violation[]): Parameters {
  const read: { [place in Parameter['in']]: Record<string, JsonValue> } = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  };
  const lookUp = createLookUp(request, violations);
  for (const parameter of request.operation.parameters) {
    const { name, in: place, isRequired, primitive, check } = parameter;
    const pointer = stepDown('', name);
    const text = lookUp(parameter);
    if (text === undefined) {
      if (isRequired && place !== 'path') {
        violations.push({
          in: place,
          pointer,
          message: 'is required, but missing',
          keyword: 'required',
        });
      }
      continue;
    }
    const value = coerceText(primitive, text);
    for (const fault of check?.(value) ?? []) {
      violations.push({ in: place, ...fault, pointer: pointer + fault.pointer });
    }
    read[place][name] = value;
  }
  return { ...read, path: readPath(request) };
}

/** Where each parameter's text is; a path segment with a broken escape is a violation. */
function createLookUp(
  request: Authorized,
  violations: Violation[],
): (parameter: Parameter) => string | undefined {
  const { operation, pathValues } = request;
  const places = new Set(operation.parameters.map((parameter) => parameter.in));
  const query = new URLSearchParams(places.has('query') ? request.query : '');
  const cookies = readCookies(places.has('cookie') ? headerOf(request, 'cookie') : undefined);
  return ({ name, in: place }) => {
    if (place === 'query') return query.get(name) ?? undefined;
    if (place === 'cookie') return cookies.get(name);
    if (place === 'header') return headerOf(request, name.toLowerCase());
    const text = decodeSegment(pathValues[operation.pathNames.indexOf(name)] ?? '');
    if (text === undefined) {
      violations.push({
        in: 'path',
        pointer: stepDown('', name),
        message: 'has a percent sign that is not followed by the two digits of a UTF-8 byte',
        keyword: 'syntax',
      });
    }
    return text;
  };
}

function readPath({ operation, pathValues }: Authorized): Readonly<Record<string, string>> {
  return Object.fromEntries(
    operation.pathNames.map((name, index) => [name, decodeSegment(pathValues[index] ?? '') ?? '']),
  );
}

function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
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
  for (const fault of content.media.check?.(content.value) ?? []) {
    violations.push({ in: 'body', ...fault });
  }
}
