import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, isSameJson } from '../../../base/json.ts';
import type { Part } from '../../load/resolver.ts';
import { listedIn, typeOf } from '../keywords.ts';
import type { SchemaReader } from '../schema-reader.ts';
import { listsOf } from '../schema-walk.ts';

export type Type = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** The rules of several schemas for one value, apart from its members and items. */
export interface Facts {
  /** The possible types; all where no schema declares a type. `number` includes integers. */
  readonly types: readonly Type[];
  readonly isTyped: boolean;
  /** The only possible values; undefined where no schema lists values. */
  readonly allowed: readonly JsonValue[] | undefined;
  /** Schemas of one keyword each that the value must not meet. */
  readonly denied: readonly JsonObject[];
  readonly minimum: number;
  readonly maximum: number;
  readonly exclusiveMinimum: number;
  readonly exclusiveMaximum: number;
  readonly steps: readonly number[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly isUnique: boolean;
  readonly minProperties: number;
  readonly maxProperties: number;
}

export const allTypes: readonly Type[] = [
  'object',
  'array',
  'string',
  'integer',
  'number',
  'boolean',
  'null',
];

const lowerBounds = [
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
] as const;
const upperBounds = [
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
] as const;
type Bound = (typeof lowerBounds)[number] | (typeof upperBounds)[number];

/** Merges rules: the tightest bounds, and the types and values that all lists share. */
export function mergeFacts(
  schemas: readonly JsonObject[],
  denied: readonly JsonObject[] = [],
): Facts {
  const listsOfTypes = schemas.flatMap((schema) => {
    const names = typesOf(schema['type']);
    return names ? [names] : [];
  });
  const facts: Facts = {
    ...mergeBounds(schemas),
    types: listsOfTypes.reduce(shareTypes, allTypes),
    isTyped: listsOfTypes.length > 0,
    allowed: schemas.reduce<readonly JsonValue[] | undefined>(shareAllowed, undefined),
    denied,
    steps: numbersOf(schemas, 'multipleOf').filter((step) => step > 0),
    patterns: textsOf(schemas, 'pattern'),
    formats: textsOf(schemas, 'format'),
    isUnique: schemas.some((schema) => schema['uniqueItems'] === true),
  };
  return { ...facts, types: facts.types.filter((type) => isPossible(facts, type)) };
}

function typesOf(value: JsonValue | undefined): readonly Type[] | undefined {
  const names = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const known = allTypes.filter((type) => names.includes(type));
  if (known.length === 0) return undefined;
  return known;
}

export function shareTypes(left: readonly Type[], right: readonly Type[]): readonly Type[] {
  const has = (types: readonly Type[], type: Type): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return allTypes.filter((type) => has(left, type) && has(right, type));
}

/** How many levels of nested schemas are read. */
const deepest = 6;
const knownTypes = new WeakMap<JsonObject, readonly Type[]>();

/** The types that a schema allows, as far as a quick look shows; none for `false`. */
export function possibleTypes(reader: SchemaReader, part: Part, depth = 0): readonly Type[] {
  if (part.value === false) return [];
  if (!isJsonObject(part.value) || depth > deepest) return allTypes;
  const cached = knownTypes.get(part.value);
  if (cached) return cached;
  const below = (list: readonly Part[]): readonly (readonly Type[])[] =>
    list.map((one) => possibleTypes(reader, one, depth + 1));
  const all = [
    typesIn(part.value),
    ...below(reader.targetsOf(part)),
    ...below(reader.listBelow(part, 'allOf')),
    ...listsOf(reader, part).map((branches) => {
      const lists = below(branches);
      return allTypes.filter((type) => lists.some((list) => list.includes(type)));
    }),
  ];
  const types = all.reduce(shareTypes, allTypes);
  // Deeper results may be cut off, and so less exact.
  if (depth === 0) knownTypes.set(part.value, types);
  return types;
}

/** The types that the own keywords of a schema allow. */
export function typesIn(schema: JsonObject): readonly Type[] {
  const declared = typesOf(schema['type']) ?? allTypes;
  const values = listedIn(schema);
  if (!values) return declared;
  const given = new Set(
    values.map((value) => (Number.isInteger(value) ? 'integer' : typeOf(value))),
  );
  return shareTypes(
    declared,
    allTypes.filter((name) => given.has(name) || (name === 'number' && given.has('integer'))),
  );
}

function shareAllowed(
  known: readonly JsonValue[] | undefined,
  schema: JsonObject,
): readonly JsonValue[] | undefined {
  const { const: constant, enum: listed } = schema;
  const lists = [constant === undefined ? undefined : [constant], listed].filter((list) =>
    Array.isArray(list),
  );
  return lists.reduce<readonly JsonValue[] | undefined>(
    (before, list: readonly JsonValue[]) =>
      before ? before.filter((one) => list.some((other) => isSameJson(one, other))) : list,
    known,
  );
}

function mergeBounds(schemas: readonly JsonObject[]): Record<Bound, number> {
  const bounds: Record<Bound, number> = {
    minimum: -Infinity,
    exclusiveMinimum: -Infinity,
    minLength: 0,
    minItems: 0,
    minProperties: 0,
    maximum: Infinity,
    exclusiveMaximum: Infinity,
    maxLength: Infinity,
    maxItems: Infinity,
    maxProperties: Infinity,
  };
  for (const name of lowerBounds)
    bounds[name] = Math.max(bounds[name], ...numbersOf(schemas, name));
  for (const name of upperBounds)
    bounds[name] = Math.min(bounds[name], ...numbersOf(schemas, name));
  return bounds;
}

function numbersOf(schemas: readonly JsonObject[], keyword: string): readonly number[] {
  return schemas.flatMap((schema) => {
    const value = schema[keyword];
    return typeof value === 'number' ? [value] : [];
  });
}

function textsOf(schemas: readonly JsonObject[], keyword: string): readonly string[] {
  const texts = schemas.flatMap((schema) => {
    const value = schema[keyword];
    return typeof value === 'string' ? [value] : [];
  });
  return [...new Set(texts)];
}

function isPossible(facts: Facts, type: Type): boolean {
  switch (type) {
    case 'object':
      return facts.minProperties <= facts.maxProperties;
    case 'array':
      return facts.minItems <= facts.maxItems;
    case 'string':
      return facts.minLength <= facts.maxLength;
    case 'integer':
      return isRangeOpen({
        ...facts,
        minimum: Math.ceil(facts.minimum),
        maximum: Math.floor(facts.maximum),
      });
    case 'number':
      return isRangeOpen(facts);
    case 'boolean':
    case 'null':
      return true;
  }
}

function isRangeOpen({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Facts): boolean {
  return (
    minimum <= maximum &&
    exclusiveMinimum < maximum &&
    minimum < exclusiveMaximum &&
    exclusiveMinimum < exclusiveMaximum
  );
}

/** Whether a text matches a pattern; undefined where the pattern cannot be tested safely. */
export type MatchPattern = (pattern: string, text: string) => boolean | undefined;

/** Whether a value meets the facts. Of members and items only the number counts. */
export function fitsFacts(facts: Facts, value: JsonValue, match: MatchPattern): boolean {
  if (facts.denied.some((schema) => meetsKeyword(schema, value, match))) return false;
  if (typeof value === 'string') {
    if (!facts.types.includes('string')) return false;
    const length = lengthOf(value);
    return (
      length >= facts.minLength &&
      length <= facts.maxLength &&
      facts.patterns.every((pattern) => match(pattern, value) ?? false)
    );
  }
  if (typeof value === 'number') return fitsNumber(facts, value);
  if (Array.isArray(value)) {
    const isLong = value.length >= facts.minItems && value.length <= facts.maxItems;
    return facts.types.includes('array') && isLong;
  }
  if (isJsonObject(value)) {
    const { length } = Object.keys(value);
    const isLarge = length >= facts.minProperties && length <= facts.maxProperties;
    return facts.types.includes('object') && isLarge;
  }
  return facts.types.includes(value === null ? 'null' : 'boolean');
}

function fitsNumber(facts: Facts, value: number): boolean {
  const isWhole = Number.isInteger(value);
  return (
    (facts.types.includes('number') || (isWhole && facts.types.includes('integer'))) &&
    value >= facts.minimum &&
    value <= facts.maximum &&
    value > facts.exclusiveMinimum &&
    value < facts.exclusiveMaximum &&
    facts.steps.every((step) => isMultiple(value, step))
  );
}

/** With the tolerance of the validator: decimal fractions have no exact binary form. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(Math.round(times) - times) <= 1e-9;
}

/** Whether a value meets a schema of one keyword (see `isPlain`). `format` is not tested. */
function meetsKeyword(schema: JsonObject, value: JsonValue, match: MatchPattern): boolean {
  const { const: constant, enum: listed, pattern, multipleOf } = schema;
  if (constant !== undefined) return isSameJson(constant, value);
  if (Array.isArray(listed)) return listed.some((one: JsonValue) => isSameJson(one, value));
  if (typeof pattern === 'string' && typeof value === 'string')
    return match(pattern, value) ?? false;
  if (typeof multipleOf === 'number' && typeof value === 'number')
    return isMultiple(value, multipleOf);
  return false;
}

/** In Unicode characters, as JSON Schema counts: some take two UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0;
    if (point > 0xffff) at += 1;
    length += 1;
  }
  return length;
}
