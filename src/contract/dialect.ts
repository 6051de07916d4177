import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';

/** The versions that can be served. */
export type Version = '2.0' | '3.0' | '3.1' | '3.2';

/** The version that a document says it is of. YAML takes a bare `3.0` for a number. */
export function versionOf(root: JsonValue): Version | undefined {
  if (!isJsonObject(root)) return undefined;
  const { openapi, swagger } = root;
  if (swagger === '2.0' || swagger === 2) return '2.0';
  if (openapi === 3) return '3.0';
  const [, minor] = /^3\.([012])(?!\d)/.exec(String(openapi)) ?? [];
  return minor === '0' ? '3.0' : minor === '1' ? '3.1' : minor === '2' ? '3.2' : undefined;
}

/** Hears of what is wrong with a schema; the member that it is about, where it is one. */
export type Note = (message: string, keyword?: string) => void;

/**
 * Makes a Schema Object say in the terms of 3.1 what it says in those of its version, and mends
 * what is plainly meant otherwise. It is changed in place, so that every pointer goes on leading
 * where it led, also those that come from other files.
 */
export function modernize(schema: JsonObject, version: Version, note: Note): void {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (value !== undefined) mends.get(keyword)?.(schema, value, note);
  }
  if (version === '2.0' || version === '3.0') {
    for (const keyword of ['$schema', '$id', '$anchor', '$dynamicAnchor']) drop(schema, keyword);
    if (typeof schema['$ref'] === 'string') dropSiblings(schema);
  }
  const isNullable = ownMember(schema, 'nullable');
  const isToldByExtension = version === '2.0' && ownMember(schema, 'x-nullable') === true;
  if (isNullable === undefined && !isToldByExtension) return;
  if (version === '3.1' || version === '3.2') {
    note('"nullable" is of OpenAPI 3.0; from 3.1 on, "null" is one of the types', 'nullable');
  }
  drop(schema, 'nullable');
  if (isNullable === true || isToldByExtension) allowNull(schema);
}

type Mend = (schema: JsonObject, value: JsonValue, note: Note) => void;

/** Oddities of contracts in the wild, each with what is plainly meant by it. */
const mends: ReadonlyMap<string, Mend> = new Map<string, Mend>([
  ['type', mendType],
  ['exclusiveMinimum', (schema, value) => mendBound(schema, value, 'minimum', 'exclusiveMinimum')],
  ['exclusiveMaximum', (schema, value) => mendBound(schema, value, 'maximum', 'exclusiveMaximum')],
  ['items', mendItems],
  ['required', mendRequired],
  ['discriminator', mendDiscriminator],
  // A name that the schema library takes for one of an older draft.
  ['id', (schema) => drop(schema, 'id')],
  ...(['allOf', 'anyOf', 'oneOf', 'enum'] as const).map(
    (keyword) => [keyword, mendList(keyword)] as const,
  ),
  ...(['properties', 'patternProperties'] as const).map(
    (keyword) => [keyword, mendKind(keyword, 'an object', isJsonObject)] as const,
  ),
  ...(['format', 'pattern', '$ref'] as const).map(
    (keyword) => [keyword, mendKind(keyword, 'a text', isText)] as const,
  ),
  ...(
    [
      ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength'],
      ['minItems', 'maxItems', 'minProperties', 'maxProperties'],
    ] as const
  )
    .flat()
    .map((keyword) => [keyword, mendNumber(keyword)] as const),
]);

const knownTypes = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
/** What stands for a type in the wild; anything else is taken for any value. */
const otherTypes = new Map<string, string>([
  ...['int', 'int32', 'int64', 'long', 'short'].map((name) => [name, 'integer'] as const),
  ...['float', 'double', 'decimal', 'numeric'].map((name) => [name, 'number'] as const),
  ...['str', 'text', 'date', 'date-time', 'datetime', 'uuid', 'uri', 'url', 'email'].map(
    (name) => [name, 'string'] as const,
  ),
  ...['bool'].map((name) => [name, 'boolean'] as const),
  ...['list'].map((name) => [name, 'array'] as const),
  ...['map', 'dict', 'hash'].map((name) => [name, 'object'] as const),
]);

function mendType(schema: JsonObject, value: JsonValue, note: Note): void {
  const given = Array.isArray(value) ? value : [value];
  if (given.length > 0 && given.every((name) => knownTypes.has(String(name)))) return;
  if (value === 'file') {
    note('the type "file" is of Swagger 2.0; it is taken for a text of format "binary"', 'type');
    Object.assign(schema, { type: 'string', format: 'binary' });
    return;
  }
  const meant = given.map((name: JsonValue) => {
    const plain = String(name).toLowerCase();
    return knownTypes.has(plain) ? plain : otherTypes.get(plain);
  });
  const types = meant.filter((name) => name !== undefined);
  const isClear = types.length === meant.length && types.length > 0;
  const taken = isClear ? `it is taken for "${types.join('" or "')}"` : 'any value is taken';
  note(`${JSON.stringify(value)} is not a type; ${taken}`, 'type');
  if (isClear) Object.assign(schema, { type: Array.isArray(value) ? types : types[0] });
  else drop(schema, 'type');
}

/** Before 3.1 these said of the bound beside them whether it is part of the range. */
function mendBound(schema: JsonObject, value: JsonValue, bound: string, keyword: string): void {
  if (typeof value === 'number') return;
  const limit = Number(schema[bound] ?? Number.NaN);
  drop(schema, keyword);
  if (value !== true || Number.isNaN(limit)) return;
  drop(schema, bound);
  Object.assign(schema, { [keyword]: limit });
}

function mendItems(schema: JsonObject, value: JsonValue, note: Note): void {
  if (isJsonObject(value) || typeof value === 'boolean') return;
  drop(schema, 'items');
  if (!Array.isArray(value)) note('"items" must be a schema; any item is taken', 'items');
  else {
    note('a list of "items" is called "prefixItems" now', 'items');
    if (value.length > 0) Object.assign(schema, { prefixItems: value });
  }
}

function mendRequired(schema: JsonObject, value: JsonValue, note: Note): void {
  if (Array.isArray(value) && value.every(isText)) return;
  const advice = 'whoever holds a property says that it is required';
  note(`"required" must be a list of names: ${advice}`, 'required');
  drop(schema, 'required');
}

function mendDiscriminator(schema: JsonObject, value: JsonValue, note: Note): void {
  if (isJsonObject(value) && typeof value['propertyName'] === 'string') return;
  if (typeof value === 'string') {
    Object.assign(schema, { discriminator: { propertyName: value } });
    return;
  }
  note('"discriminator" must have a "propertyName"; it is passed over', 'discriminator');
  drop(schema, 'discriminator');
}

function mendList(keyword: string): Mend {
  return (schema, value, note) => {
    if (Array.isArray(value) && value.length > 0) return;
    note(`"${keyword}" must be a list that is not empty`, keyword);
    if (isJsonObject(value) && keyword !== 'enum') Object.assign(schema, { [keyword]: [value] });
    else drop(schema, keyword);
  };
}

function mendKind(keyword: string, kind: string, isOfKind: (value: JsonValue) => boolean): Mend {
  return (schema, value, note) => {
    if (isOfKind(value)) return;
    note(`"${keyword}" must be ${kind}; it is passed over`, keyword);
    drop(schema, keyword);
  };
}

function mendNumber(keyword: string): Mend {
  return (schema, value, note) => {
    if (typeof value === 'number') return;
    const meant = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
    note(`"${keyword}" must be a number`, keyword);
    if (Number.isNaN(meant)) drop(schema, keyword);
    else Object.assign(schema, { [keyword]: meant });
  };
}

/** What a schema says besides what it validates. */
const annotations = new Set([
  ...['title', 'description', 'summary', 'default', 'example', 'examples', 'deprecated'],
  ...['readOnly', 'writeOnly', 'xml', 'externalDocs'],
]);

function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-');
}

/** Before 3.1 nothing beside a reference counted; but a "nullable" there is always meant. */
function dropSiblings(schema: JsonObject): void {
  for (const keyword of Object.keys(schema)) {
    const isKept = keyword === '$ref' || keyword === 'nullable' || isAnnotation(keyword);
    if (!isKept) drop(schema, keyword);
  }
}

function allowNull(schema: JsonObject): void {
  const { type, enum: values, anyOf, oneOf } = schema;
  const isChoice = 'discriminator' in schema && (Array.isArray(anyOf) || Array.isArray(oneOf));
  if ('$ref' in schema || 'allOf' in schema || isChoice) {
    setApart(schema);
    return;
  }
  if (type !== undefined) {
    Object.assign(schema, { type: [...new Set([type, 'null'].flat())] });
  }
  if (Array.isArray(values) && !values.includes(null)) {
    Object.assign(schema, { enum: [...values, null] });
  }
  for (const [keyword, branches] of Object.entries({ anyOf, oneOf })) {
    if (Array.isArray(branches)) {
      Object.assign(schema, { [keyword]: [...branches, { type: 'null' }] });
    }
  }
}

/** All that validates becomes one of two alternatives, and null is the other. */
function setApart(schema: JsonObject): void {
  const rules = Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword));
  for (const [keyword] of rules) drop(schema, keyword);
  Object.assign(schema, { anyOf: [Object.fromEntries(rules), { type: 'null' }] });
}

function ownMember(schema: JsonObject, keyword: string): JsonValue | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

function isText(value: JsonValue): boolean {
  return typeof value === 'string';
}

function drop(schema: JsonObject, keyword: string): void {
  Reflect.deleteProperty(schema, keyword);
}
