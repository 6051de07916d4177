import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Part } from '../../load/documents.ts';
import type { Type } from './facts.ts';
import { allTypes } from './facts.ts';

/** Keywords whose negation needs `not`: no other keyword says the opposite. */
const plainKeywords = new Set(['const', 'enum', 'pattern', 'format', 'multipleOf']);

/** Whether a schema has one plain keyword only, so that values are tested against it directly. */
export function isPlain(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const [keyword, ...others] = Object.keys(value);
  return keyword !== undefined && others.length === 0 && plainKeywords.has(keyword);
}

/** Each result breaks one keyword, and so the schema. Empty where all values meet the schema. */
export function negateSchema(part: Part): readonly Part[] {
  const { value } = part;
  if (value === false) return [{ ...part, value: true }];
  if (!isJsonObject(value)) return [];
  return [...negateAll(value)].map((schema) => ({ ...part, value: schema }));
}

function* negateAll(schema: JsonObject): Generator<JsonObject> {
  yield* negateMembers(schema);
  yield* negateCombinations(schema);
  for (const [keyword, value] of Object.entries(schema)) {
    const bound = typeof value === 'number' ? negateBound(keyword, value) : undefined;
    if (bound) yield bound;
    if (!plainKeywords.has(keyword)) continue;
    const type = typeOfPlain[keyword];
    yield { ...(type && { type }), not: { [keyword]: value } };
  }
  yield* negateItems(schema);
  yield* negateType(schema['type']);
}

const typeOfPlain: Readonly<Record<string, string>> = {
  pattern: 'string',
  format: 'string',
  multipleOf: 'number',
};

function* negateType(type: JsonValue | undefined): Generator<JsonObject> {
  if (type === undefined) return;
  const names: readonly JsonValue[] = Array.isArray(type) ? type : [type];
  const isLeft = (name: Type): boolean =>
    !names.includes(name) && !(name === 'integer' && names.includes('number'));
  const others = allTypes.filter((name) => isLeft(name));
  // The type `number` would allow integers. The last negation makes a number with a fraction.
  const isWhole = names.includes('integer') && !names.includes('number');
  const rest = isWhole ? others.filter((name) => name !== 'number') : others;
  if (rest.length > 0) yield { type: rest };
  if (isWhole) yield { type: 'number', not: { multipleOf: 1 } };
}

function negateBound(keyword: string, bound: number): JsonObject | undefined {
  switch (keyword) {
    case 'minimum':
      return { type: 'number', exclusiveMaximum: bound };
    case 'maximum':
      return { type: 'number', exclusiveMinimum: bound };
    case 'exclusiveMinimum':
      return { type: 'number', maximum: bound };
    case 'exclusiveMaximum':
      return { type: 'number', minimum: bound };
    case 'minLength':
      return { type: 'string', maxLength: bound - 1 };
    case 'maxLength':
      return { type: 'string', minLength: bound + 1 };
    case 'minItems':
      return { type: 'array', maxItems: bound - 1 };
    case 'maxItems':
      return { type: 'array', minItems: bound + 1 };
    case 'minProperties':
      return { type: 'object', maxProperties: bound - 1 };
    case 'maxProperties':
      return { type: 'object', minProperties: bound + 1 };
    default:
      return undefined;
  }
}

function* negateMembers(schema: JsonObject): Generator<JsonObject> {
  const { required, properties, additionalProperties, dependentRequired } = schema;
  const type = 'object';
  for (const name of namesIn(required)) yield { type, properties: objectOf(name, false) };
  for (const [name, member] of entriesOf(properties)) {
    yield { type, required: [name], properties: objectOf(name, { not: member }) };
  }
  if (additionalProperties !== undefined && additionalProperties !== true) {
    const name = freshName(entriesOf(properties).map(([known]) => known));
    yield { type, required: [name], properties: objectOf(name, { not: additionalProperties }) };
  }
  for (const [name, others] of entriesOf(dependentRequired)) {
    for (const other of namesIn(others)) {
      yield { type, required: [name], properties: objectOf(other, false) };
    }
  }
}

function* negateItems(schema: JsonObject): Generator<JsonObject> {
  const { items, prefixItems, contains, uniqueItems } = schema;
  const type = 'array';
  for (const [index, item] of listOf(prefixItems).entries()) {
    const before = Array.from({ length: index }, () => true);
    yield { type, minItems: index + 1, prefixItems: [...before, { not: item }] };
  }
  if (items !== undefined && items !== true) {
    const before = listOf(prefixItems).map(() => true);
    yield { type, minItems: before.length + 1, prefixItems: [...before, { not: items }] };
  }
  if (contains !== undefined) yield { type, items: { not: contains } };
  if (uniqueItems === true) yield { type, minItems: 2, prefixItems: [{ const: 1 }, { const: 1 }] };
}

function* negateCombinations(schema: JsonObject): Generator<JsonObject> {
  const { $ref: ref, allOf, anyOf, oneOf, not, if: condition } = schema;
  if (typeof ref === 'string') yield { not: { $ref: ref } };
  for (const branch of listOf(allOf)) yield { not: branch };
  for (const branches of [listOf(anyOf), listOf(oneOf)]) {
    if (branches.length > 0) yield { allOf: branches.map((branch) => ({ not: branch })) };
  }
  const [first, second] = listOf(oneOf);
  if (first !== undefined && second !== undefined) yield { allOf: [first, second] };
  if (not !== undefined) yield { allOf: [not] };
  if (condition === undefined) return;
  if (schema['then'] !== undefined) yield { allOf: [condition, { not: schema['then'] }] };
  if (schema['else'] !== undefined) yield { allOf: [{ not: condition }, { not: schema['else'] }] };
}

function objectOf(name: string, value: JsonValue): JsonObject {
  return Object.fromEntries([[name, value]]);
}

function freshName(known: readonly string[]): string {
  const names = ['extra', 'additional', 'other'];
  return names.find((name) => !known.includes(name)) ?? `extra${known.length}`;
}

function entriesOf(value: JsonValue | undefined): readonly [string, JsonValue][] {
  return value !== undefined && isJsonObject(value) ? Object.entries(value) : [];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  return listOf(value).filter((name) => typeof name === 'string');
}
