import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';

/** The versions that can be served. */
export type Version = '2.0' | '3.0' | '3.1' | '3.2';

/** The version that a document says it is of. YAML takes a bare `3.0` for a number. */
export function versionOf(root: JsonValue): Version | undefined {
  if (!isJsonObject(root)) return undefined;
  const { openapi, swagger } = root;
  if (swagger === '2.0' || swagger === 2) return '2.0';
  if (openapi === 3) return '3.0';
  const [, minor] = /^3\.([012])(?!\d)/.exec(textOf(openapi)) ?? [];
  return minor === '0' ? '3.0' : minor === '1' ? '3.1' : minor === '2' ? '3.2' : undefined;
}

/**
 * Makes a Schema Object say in the terms of 3.1 what it says in those of its version. It is changed
 * in place, so that every pointer goes on leading where it led, also those from other files.
 */
export function modernize(schema: JsonObject, version: Version): void {
  if (version === '3.1' || version === '3.2') return;
  if (version === '2.0') expressOld(schema);
  // To delete what isn't there costs nearly as much as to delete.
  for (const keyword of foreign) if (Object.hasOwn(schema, keyword)) drop(schema, keyword);
  for (const [keyword, bound] of bounds) mendBound(schema, keyword, bound);
  if (typeof schema['discriminator'] === 'string') {
    Object.assign(schema, { discriminator: { propertyName: schema['discriminator'] } });
  }
  if (typeof schema['$ref'] === 'string') dropSiblings(schema);
  // 3.0.3 says of an enum that null has to be in it; elsewhere "nullable" is an extension.
  expressNull(schema, version !== '3.0');
}

/** What Swagger 2.0 alone can say, and what its tools took without a word. */
function expressOld(schema: JsonObject): void {
  const { type, items, required } = schema;
  if (type === 'file') Object.assign(schema, { type: 'string', format: 'binary' });
  if (Array.isArray(items)) Object.assign(schema, { items: oneOfAll(items) });
  else if (type === 'array' && items === undefined) Object.assign(schema, { items: {} });
  // Of a property, it says nothing about the object that has to hold it.
  if (typeof required === 'boolean') drop(schema, 'required');
  if (ownMember(schema, 'x-nullable') === true) Object.assign(schema, { nullable: true });
}

/** Where items of several kinds are listed, any of them may stand anywhere. */
function oneOfAll(schemas: readonly JsonValue[]): JsonValue {
  return schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? {});
}

/** What "nullable" says, said by the types. */
export function expressNull(schema: JsonObject, widensEnum = true): void {
  const isNullable = ownMember(schema, 'nullable');
  if (isNullable === undefined) return;
  drop(schema, 'nullable');
  if (isNullable === true) allowNull(schema, widensEnum);
}

/** Names that meant nothing before 3.1, whatever somebody used them for. */
const foreign = ['$schema', 'id', '$id', '$anchor', '$dynamicAnchor'];

const bounds = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** What has to be said otherwise from 3.1 on, or may have to: a schema without any of it stays as it is. */
export const datedKeywords: ReadonlySet<string> = new Set([
  ...foreign,
  ...bounds.map(([keyword]) => keyword),
  'discriminator',
  '$ref',
  'nullable',
]);

/** Before 3.1 these said of the bound beside them whether it is part of the range. */
function mendBound(schema: JsonObject, keyword: string, bound: string): void {
  const isExclusive = ownMember(schema, keyword);
  if (typeof isExclusive !== 'boolean') return;
  const limit = schema[bound];
  drop(schema, keyword);
  if (!isExclusive || typeof limit !== 'number') return;
  drop(schema, bound);
  Object.assign(schema, { [keyword]: limit });
}

/** What a schema says besides what it validates. */
const annotations = new Set(
  'title description summary default example examples deprecated readOnly writeOnly xml externalDocs'.split(
    ' ',
  ),
);

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

/**
 * By the letter "nullable" speaks of the type beside it alone (OpenAPI 3.0.3), and null is none of what
 * else stands there. It is taken as it is meant, and marked, so that nobody makes one without need.
 */
function createNull(): JsonObject {
  return { type: 'null', 'x-tolerated': true };
}

function allowNull(schema: JsonObject, widensEnum: boolean): void {
  const { type, enum: values, anyOf, oneOf } = schema;
  const isChoice = 'discriminator' in schema && (Array.isArray(anyOf) || Array.isArray(oneOf));
  if ('$ref' in schema || 'allOf' in schema || isChoice) {
    setApart(schema);
    return;
  }
  if (type !== undefined) {
    Object.assign(schema, { type: [...new Set([type, 'null'].flat())] });
  }
  if (widensEnum && Array.isArray(values) && !values.includes(null)) {
    Object.assign(schema, { enum: [...values, null] });
  }
  for (const [keyword, branches] of Object.entries({ anyOf, oneOf })) {
    if (Array.isArray(branches)) {
      Object.assign(schema, { [keyword]: [...branches, createNull()] });
    }
  }
}

/** All that validates becomes one of two alternatives, and null is the other. */
function setApart(schema: JsonObject): void {
  const rules = Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword));
  for (const [keyword] of rules) drop(schema, keyword);
  Object.assign(schema, { anyOf: [Object.fromEntries(rules), createNull()] });
}

function ownMember(schema: JsonObject, keyword: string): JsonValue | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

function drop(schema: JsonObject, keyword: string): void {
  Reflect.deleteProperty(schema, keyword);
}
