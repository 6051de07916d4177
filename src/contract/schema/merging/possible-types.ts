import type { JsonObject } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Part } from '../../load/resolver.ts';
import { listedIn, typeOf } from '../keywords.ts';
import type { SchemaReader } from '../schema-reader.ts';
import { listsOf } from '../schema-walk.ts';
import type { Type } from './facts.ts';
import { allTypes, shareTypes, typesOf } from './facts.ts';

/** How many levels of nested schemas are read. */
const deepest = 6;
const known = new WeakMap<JsonObject, readonly Type[]>();

/** The types that a schema allows, as far as a quick look shows; none for `false`. */
export function possibleTypes(reader: SchemaReader, part: Part, depth = 0): readonly Type[] {
  if (part.value === false) return [];
  if (!isJsonObject(part.value) || depth > deepest) return allTypes;
  const cached = known.get(part.value);
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
  if (depth === 0) known.set(part.value, types);
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
