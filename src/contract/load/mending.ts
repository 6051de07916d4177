import { endSentence } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';

/** Receives a fault of a schema, with the keyword that it is about. */
export type NoteFault = (message: string, keyword: string) => void;

type Mend = (schema: JsonObject, value: JsonValue, note: NoteFault) => void;

/**
 * Repairs, in place, keywords that can't be compiled, or removes them if it can't tell their
 * meaning.
 */
export function mendSchema(schema: JsonObject, note: NoteFault): void {
  for (const keyword in schema) {
    const mend = mends.get(keyword);
    const value = mend && schema[keyword];
    if (mend && value !== undefined) mend(schema, value, note);
  }
}

/** How to repair each keyword, from mistakes in published contracts. */
const mends: ReadonlyMap<string, Mend> = new Map<string, Mend>([
  ['type', mendType],
  ['exclusiveMinimum', mendBound('minimum')],
  ['exclusiveMaximum', mendBound('maximum')],
  ['items', mendItems],
  ['required', mendRequired],
  ['discriminator', mendDiscriminator],
  ['id', mendId],
  ...(['allOf', 'anyOf', 'oneOf', 'enum'] as const).map(
    (keyword) => [keyword, mendList(keyword)] as const,
  ),
  ...(['properties', 'patternProperties'] as const).map(
    (keyword) => [keyword, mendKind(keyword, 'an object', isJsonObject)] as const,
  ),
  ['pattern', mendPattern],
  ...(['format', '$ref'] as const).map(
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
/** Names that published contracts use for a type. Any other unknown name accepts every value. */
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

function mendType(schema: JsonObject, value: JsonValue, note: NoteFault): void {
  if (typeof value === 'string' && knownTypes.has(value)) return;
  const given = Array.isArray(value) ? value : [value];
  if (given.length > 0 && given.every((name) => knownTypes.has(textOf(name)))) return;
  if (value === 'file') {
    note('the type "file" is of Swagger 2.0; it is taken for a text of format "binary"', 'type');
    Object.assign(schema, { type: 'string', format: 'binary' });
    return;
  }
  const meant = given.map((name: JsonValue) => {
    const plain = textOf(name).toLowerCase();
    return knownTypes.has(plain) ? plain : otherTypes.get(plain);
  });
  const types = meant.filter((name) => name !== undefined);
  const isClear = types.length === meant.length && types.length > 0;
  const named = `${JSON.stringify(value)} is not a type`;
  const unclear = given.map(textOf).find((name) => !knownTypes.has(name)) ?? '';
  const message = isClear
    ? `${named}; it is taken for "${types.join('" or "')}"`
    : `${endSentence(`${named}: ${suggestNames(unclear, [...knownTypes])}`)} Any value is taken`;
  note(message, 'type');
  if (isClear) Object.assign(schema, { type: Array.isArray(value) ? types : types[0] });
  else drop(schema, 'type');
}

/** In 3.0 a boolean says whether the bound beside it is itself excluded from the range. */
function mendBound(bound: string): Mend {
  const keyword = bound === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  return (schema, value, note) => {
    if (typeof value === 'number') return;
    note(`"${keyword}" must be a number from OpenAPI 3.1 on`, keyword);
    const limit = schema[bound];
    drop(schema, keyword);
    if (value !== true || typeof limit !== 'number') return;
    drop(schema, bound);
    Object.assign(schema, { [keyword]: limit });
  };
}

function mendId(schema: JsonObject, _: JsonValue, note: NoteFault): void {
  note('"id" is of an older draft; it is passed over', 'id');
  drop(schema, 'id');
}

function mendItems(schema: JsonObject, value: JsonValue, note: NoteFault): void {
  if (isJsonObject(value) || typeof value === 'boolean') return;
  drop(schema, 'items');
  if (!Array.isArray(value)) note('"items" must be a schema; any item is taken', 'items');
  else {
    note('a list of "items" is called "prefixItems" now', 'items');
    if (value.length > 0) Object.assign(schema, { prefixItems: value });
  }
}

function mendRequired(schema: JsonObject, value: JsonValue, note: NoteFault): void {
  if (Array.isArray(value) && value.every(isText)) return;
  const advice = 'the object that has the property says that it is required';
  note(`"required" must be a list of names: ${advice}`, 'required');
  drop(schema, 'required');
}

function mendDiscriminator(schema: JsonObject, value: JsonValue, note: NoteFault): void {
  if (isJsonObject(value) && typeof value['propertyName'] === 'string') return;
  note('"discriminator" must have a "propertyName"; it is passed over', 'discriminator');
  drop(schema, 'discriminator');
}

/** `/^a$/` matches nothing: no text has a slash in front of its beginning. */
const literalPattern = /^\/(\^.*\$)\/[a-z]*$/s;

/** `^[a-z]$` */
const oneCharacter = /^\^(\[(?:[^\]\\]|\\.)+\])\$$/s;

function mendPattern(schema: JsonObject, value: JsonValue, note: NoteFault): void {
  if (typeof value !== 'string') {
    note('"pattern" must be a text; it is passed over', 'pattern');
    drop(schema, 'pattern');
    return;
  }
  const [, inner] = literalPattern.exec(value) ?? [];
  if (inner !== undefined) {
    note('"pattern" has slashes around it, so that nothing matches; they are left out', 'pattern');
    Object.assign(schema, { pattern: inner });
  }
  const { minLength } = schema;
  const [, one] = oneCharacter.exec(inner ?? value) ?? [];
  if (one === undefined || typeof minLength !== 'number' || minLength < 2) return;
  const message = `"pattern" allows one character, and "minLength" asks for ${minLength}; each may be such a one`;
  note(message, 'pattern');
  Object.assign(schema, { pattern: `^${one}*$` });
}

function mendList(keyword: string): Mend {
  return (schema, value, note) => {
    if (Array.isArray(value) && value.length > 0) return;
    note(`"${keyword}" must be a list that is not empty`, keyword);
    // An empty list of values has a meaning: no value matches it.
    if (keyword === 'enum' && Array.isArray(value)) return;
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

function isText(value: JsonValue): boolean {
  return typeof value === 'string';
}

function drop(schema: JsonObject, keyword: string): void {
  Reflect.deleteProperty(schema, keyword);
}
