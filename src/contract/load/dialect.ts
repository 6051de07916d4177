import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';

/** The versions of OpenAPI (2.0 is Swagger) that the server can serve. */
export type Version = '2.0' | '3.0' | '3.1' | '3.2';

/** The version that a document declares. YAML reads an unquoted `3.0` as a number. */
export function versionOf(root: JsonValue): Version | undefined {
  if (!isJsonObject(root)) return undefined;
  const { openapi, swagger } = root;
  if (swagger === '2.0' || swagger === 2) return '2.0';
  if (openapi === 3) return '3.0';
  const [, minor] = /^3\.([012])(?!\d)/.exec(textOf(openapi)) ?? [];
  return minor === '0' ? '3.0' : minor === '1' ? '3.1' : minor === '2' ? '3.2' : undefined;
}

/**
 * Rewrites a Schema Object of an older version in the terms of 3.1. It changes the object in place,
 * so that all pointers stay valid, also those from other files.
 */
export function modernize(schema: JsonObject, version: Version): void {
  if (version === '3.1' || version === '3.2') return;
  if (version === '2.0') expressOld(schema);
  // To delete a missing member costs nearly as much as to delete a present one.
  for (const keyword of foreign) if (Object.hasOwn(schema, keyword)) drop(schema, keyword);
  for (const [keyword, bound] of bounds) mendBound(schema, keyword, bound);
  if (typeof schema['discriminator'] === 'string') {
    Object.assign(schema, { discriminator: { propertyName: schema['discriminator'] } });
  }
  if (typeof schema['$ref'] === 'string') dropSiblings(schema);
  // In 3.0 an enum must list null itself (3.0.3). In other versions "nullable" is an extension,
  // which adds null to the enum.
  expressNull(schema, version !== '3.0');
}

/** Rewrites what only Swagger 2.0 can say, or what its tools accepted without complaint. */
function expressOld(schema: JsonObject): void {
  const { type, items, required } = schema;
  if (type === 'file') Object.assign(schema, { type: 'string', format: 'binary' });
  if (Array.isArray(items)) Object.assign(schema, { items: oneOfAll(items) });
  else if (type === 'array' && items === undefined) Object.assign(schema, { items: {} });
  // A boolean "required" in a property says nothing about the object that has the property.
  if (typeof required === 'boolean') drop(schema, 'required');
  if (ownMember(schema, 'x-nullable') === true) Object.assign(schema, { nullable: true });
}

/** A list of items accepts each of its schemas at each position. */
function oneOfAll(schemas: readonly JsonValue[]): JsonValue {
  return schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? {});
}

/** Replaces "nullable" by the type null. */
export function expressNull(schema: JsonObject, widensEnum = true): void {
  const isNullable = ownMember(schema, 'nullable');
  if (isNullable === undefined) return;
  drop(schema, 'nullable');
  if (isNullable === true) allowNull(schema, widensEnum);
}

/** Keywords with no meaning before 3.1. Authors may have used these names for something else. */
const foreign = ['$schema', 'id', '$id', '$anchor', '$dynamicAnchor'];

const bounds = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** Keywords that `modernize` may change. A schema of 3.0 without any of them stays as it is. */
export const datedKeywords: ReadonlySet<string> = new Set([
  ...foreign,
  ...bounds.map(([keyword]) => keyword),
  'discriminator',
  '$ref',
  'nullable',
]);

/** Before 3.1 a boolean said whether the bound beside it is itself excluded from the range. */
function mendBound(schema: JsonObject, keyword: string, bound: string): void {
  const isExclusive = ownMember(schema, keyword);
  if (typeof isExclusive !== 'boolean') return;
  const limit = schema[bound];
  drop(schema, keyword);
  if (!isExclusive || typeof limit !== 'number') return;
  drop(schema, bound);
  Object.assign(schema, { [keyword]: limit });
}

/** Keywords that do not validate. */
const annotations = new Set(
  'title description summary default example examples deprecated readOnly writeOnly xml externalDocs'.split(
    ' ',
  ),
);

function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-');
}

/** Before 3.1 keywords beside a `$ref` had no effect. But authors mean a "nullable" there. */
function dropSiblings(schema: JsonObject): void {
  for (const keyword of Object.keys(schema)) {
    const isKept = keyword === '$ref' || keyword === 'nullable' || isAnnotation(keyword);
    if (!isKept) drop(schema, keyword);
  }
}

/**
 * By the letter of OpenAPI 3.0.3, "nullable" only changes the type beside it, so a `$ref`, `allOf`
 * or alternative there still forbids null. The server accepts null, as authors mean it. The mark
 * `x-tolerated` makes null the last choice for generated data.
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

/** Moves all validating keywords into one of two alternatives. The other one is null. */
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
