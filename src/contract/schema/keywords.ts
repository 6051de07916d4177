import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

/** The types of JSON values, with numbers of both kinds as one. */
export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export function typeOf(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

/** The values that a schema lists; undefined if it lists none. */
export function listedIn({
  const: constant,
  enum: listed,
}: JsonObject): readonly JsonValue[] | undefined {
  if (constant !== undefined) return [constant];
  return Array.isArray(listed) ? listed : undefined;
}

/** The texts in a list, such as `required`; none if it is no list. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The names of types that a schema declares. */
export function typeNamesIn({ type }: JsonObject): readonly string[] {
  return typeof type === 'string' ? [type] : textsIn(type);
}

/** The names in a map, such as `properties`; none if it is no map. */
export function namesIn(value: JsonValue | undefined): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

/** Whether the `type` of a schema allows a value. */
export function isOfType(value: JsonValue, type: JsonValue | undefined): boolean {
  if (type === undefined) return true;
  const names: readonly JsonValue[] = Array.isArray(type) ? type : [type];
  return names.includes(typeOf(value)) || (Number.isInteger(value) && names.includes('integer'));
}

/** Whether a schema allows only null. */
export function isNull(schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return false;
  return schema['type'] === 'null' || listedIn(schema)?.every((value) => value === null) === true;
}
