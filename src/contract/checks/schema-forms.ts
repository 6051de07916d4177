import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { compilePattern } from './patterns/safe-patterns.ts';

/** Whether a keyword holds what it may hold; undefined for one that isn't known here. */
export function hasForm(keyword: string, held: JsonValue): boolean | undefined {
  return forms.get(keyword)?.(held);
}

type Form = (held: JsonValue) => boolean;

const types = new Set<JsonValue>([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
]);

const listed: readonly (readonly [Form, string])[] = [
  [isType, 'type'],
  [isNumber, 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'],
  [isNumber, 'minLength maxLength minItems maxItems minContains maxContains'],
  [isNumber, 'minProperties maxProperties'],
  [isPattern, 'pattern'],
  [isPlainName, 'format'],
  [areTexts, 'required'],
  [(held) => Array.isArray(held) && held.length > 0, 'enum'],
  [(held) => typeof held === 'boolean', 'uniqueItems'],
  [isSchema, 'items additionalProperties propertyNames contains not if then else'],
  [isSchema, 'unevaluatedItems unevaluatedProperties'],
  [(held) => Array.isArray(held) && held.length > 0 && held.every(isSchema), 'allOf anyOf oneOf'],
  [(held) => Array.isArray(held) && held.length > 0 && held.every(isSchema), 'prefixItems'],
  [areSchemas, 'properties dependentSchemas $defs definitions'],
  [(held) => areSchemas(held) && Object.keys(held ?? {}).every(isPattern), 'patternProperties'],
  [(held) => isJsonObject(held) && Object.values(held).every(areTexts), 'dependentRequired'],
  // They say nothing that is checked.
  [() => true, 'const title description default deprecated readOnly writeOnly example examples'],
  [() => true, '$comment externalDocs xml contentEncoding contentMediaType'],
];

const forms: ReadonlyMap<string, Form> = new Map(
  listed.flatMap(([form, keywords]) => keywords.split(' ').map((keyword) => [keyword, form])),
);

function isType(held: JsonValue): boolean {
  return Array.isArray(held)
    ? held.length > 0 && held.every((name) => types.has(name))
    : types.has(held);
}

function isNumber(held: JsonValue): boolean {
  return typeof held === 'number';
}

function isPlainName(held: JsonValue): boolean {
  return typeof held === 'string' && !(held in Object.prototype);
}

function isPattern(held: JsonValue): boolean {
  if (typeof held !== 'string') return false;
  try {
    return compilePattern(held) !== undefined;
  } catch {
    return false;
  }
}

function areTexts(held: JsonValue): boolean {
  return Array.isArray(held) && held.every((item) => typeof item === 'string');
}

function isSchema(held: JsonValue): boolean {
  return typeof held === 'boolean' || isJsonObject(held);
}

function areSchemas(held: JsonValue): boolean {
  return isJsonObject(held) && Object.values(held).every(isSchema);
}
