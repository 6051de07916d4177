import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';

/**
 * An error of the schema library. Errors of alternatives stand before the error that sums them up.
 */
export interface LibraryError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
  /** The member, if the error is about its name. */
  readonly propertyName?: string | undefined;
}

/** The message for an error, given the value that it is about. */
export function describe(error: LibraryError, value: JsonValue | undefined): string {
  const { keyword, params, propertyName } = error;
  if (propertyName !== undefined) {
    const found = JSON.stringify(shorten(propertyName, 60));
    return `has a name that breaks the rule "${keyword}": ${found}`;
  }
  switch (keyword) {
    case 'type':
      return `must be ${withArticle(params['type'])}, but is ${describeValue(value)}`;
    case 'required':
      return 'is required, but missing';
    case 'dependentRequired':
      return `is required where "${textOf(params['property'])}" is present, but missing`;
    case 'additionalProperties':
      return describeUnknown(params);
    case 'unevaluatedProperties':
      return 'is not known here';
    case 'enum':
      return `must be one of ${listText(params['allowedValues'])}, but is ${describeValue(value)}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}, but is ${describeValue(value)}`;
    case 'oneOf':
    case 'anyOf':
      return describeTag(params, value);
    case 'format':
      return `must be of the format "${textOf(params['format'])}", but is ${describeValue(value)}`;
    case 'pattern':
      return `must match the pattern ${textOf(params['pattern'])}, but is ${describeValue(value)}`;
    case 'false schema':
      return 'must not be here';
    default:
      return describeBound(error, value);
  }
}

function describeUnknown({ additionalProperty, beside }: LibraryError['params']): string {
  const names = Object.keys(Object(Object(beside).properties));
  const isNamed = typeof additionalProperty === 'string' && names.length > 0;
  return `is not known here${isNamed ? `: ${suggestNames(additionalProperty, names)}` : ''}`;
}

function describeTag({ allowed }: LibraryError['params'], value: JsonValue | undefined): string {
  return value === undefined
    ? `is missing, and tells which schema applies: one of ${listText(allowed)}`
    : `must be one of ${listText(allowed)}, but is ${describeValue(value)}`;
}

function describeBound(error: LibraryError, value: JsonValue | undefined): string {
  const { keyword, params, message } = error;
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'minItems':
      return `must have at least ${countOf(limit, 'item')}, but has ${sizeOf(value)}`;
    case 'maxItems':
      return `must have at most ${countOf(limit, 'item')}, but has ${sizeOf(value)}`;
    case 'items':
    case 'unevaluatedItems':
      return `must have at most ${countOf(Number(params['len'] ?? limit), 'item')}, but has ${sizeOf(value)}`;
    case 'minProperties':
      return `must have at least ${countOf(limit, 'member')}, but has ${sizeOf(value)}`;
    case 'maxProperties':
      return `must have at most ${countOf(limit, 'member')}, but has ${sizeOf(value)}`;
    case 'uniqueItems':
      return `must not have an item twice, but those at ${textOf(params['first'])} and ${textOf(params['second'])} are the same`;
    case 'multipleOf':
      return `must be a multiple of ${textOf(params['multipleOf'])}, but is ${describeValue(value)}`;
    case 'contains':
      return describeContains(params);
    case 'not':
      return `must not match the schema under "not", but is ${describeValue(value)}`;
    case 'minLength':
      return `must NOT have fewer than ${limit} characters`;
    case 'maxLength':
      return `must NOT have more than ${limit} characters`;
    case 'dependencies':
      return describeDependencies(params);
    default:
      return message ?? describeLimit(error);
  }
}

function describeDependencies({ property, deps, depsCount }: LibraryError['params']): string {
  const noun = depsCount === 1 ? 'property' : 'properties';
  return `must have ${noun} ${textOf(deps)} when property ${textOf(property)} is present`;
}

/** For numbers, and for texts with a format, such as dates. */
function describeLimit({ keyword, params: { comparison, limit } }: LibraryError): string {
  if (typeof comparison !== 'string') return `breaks the rule "${keyword}"`;
  const verb = keyword.startsWith('format') ? 'should' : 'must';
  return `${verb} be ${comparison} ${textOf(limit)}`;
}

function describeContains({ minContains, maxContains }: LibraryError['params']): string {
  const least = `at least ${countOf(Number(minContains), 'item')}`;
  const most = maxContains === undefined ? '' : ` and at most ${textOf(maxContains)}`;
  return `must have ${least}${most} of the kind that "contains" describes`;
}

function withArticle(type: unknown): string {
  const names = Array.isArray(type) ? type : [type];
  return names
    .map((name) =>
      name === 'null' ? 'null' : `${/^[aio]/.test(String(name)) ? 'an' : 'a'} ${name}`,
    )
    .join(' or ');
}

const mostListed = 50;

function listText(values: unknown): string {
  if (!Array.isArray(values) || values.length <= mostListed) return JSON.stringify(values);
  return `${JSON.stringify(values.slice(0, mostListed))} or ${values.length - mostListed} others`;
}

function describeValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `the ${typeof value} ${shorten(JSON.stringify(value), 60)}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sizeOf(value: JsonValue | undefined): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
