import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Documents, Part } from '../../load/documents.ts';
import type { Type } from './facts.ts';
import { allTypes, shareTypes, typesOf } from './facts.ts';

/** How many levels of nested schemas are read. */
const deepest = 6;
const known = new WeakMap<JsonObject, readonly Type[]>();

/** The types that a schema allows, as far as a quick look shows; none for `false`. */
export function possibleTypes(documents: Documents, part: Part, depth = 0): readonly Type[] {
  if (part.value === false) return [];
  if (!isJsonObject(part.value) || depth > deepest) return allTypes;
  const cached = known.get(part.value);
  if (cached) return cached;
  const below = (list: readonly Part[]): readonly (readonly Type[])[] =>
    list.map((one) => possibleTypes(documents, one, depth + 1));
  const all = [
    typesIn(part.value),
    ...below(documents.targetsOf(part)),
    ...below(documents.listBelow(part, 'allOf')),
    ...['anyOf', 'oneOf'].map((keyword) => {
      const lists = below(documents.listBelow(part, keyword));
      return lists.length === 0
        ? allTypes
        : allTypes.filter((type) => lists.some((list) => list.includes(type)));
    }),
  ];
  const types = all.reduce(shareTypes, allTypes);
  // Deeper results may be cut off, and so less exact.
  if (depth === 0) known.set(part.value, types);
  return types;
}

/** The types that the own keywords of a schema allow. */
export function typesIn(schema: JsonObject): readonly Type[] {
  const { const: constant, enum: listed, type } = schema;
  const declared = typesOf(type) ?? allTypes;
  const values: readonly JsonValue[] | undefined =
    constant === undefined ? (Array.isArray(listed) ? listed : undefined) : [constant];
  if (!values) return declared;
  const given = new Set(values.map(typeOfValue));
  return shareTypes(
    declared,
    allTypes.filter((name) => given.has(name) || (name === 'number' && given.has('integer'))),
  );
}

function typeOfValue(value: JsonValue): Type {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : 'boolean';
}
