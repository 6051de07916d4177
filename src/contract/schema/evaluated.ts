import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Part } from '../load/documents.ts';
import { resolveUri } from '../load/references.ts';

/** How the schemas below a schema are found, and how a value is held to one of them. */
export interface EvaluationPort {
  /** Where references of a schema lead for this run. */
  targetsOf(schema: Part<JsonObject>): readonly Part[];
  /** The subtype that a discriminator selects for a value. */
  subtypeOf(schema: Part<JsonObject>, value: JsonValue): Part | undefined;
  /** The alternative that a discriminator selects for a value. */
  selectedBy(
    schema: Part<JsonObject>,
    keyword: 'anyOf' | 'oneOf',
    value: JsonValue,
  ): number | undefined;
  fits(schema: Part, value: JsonValue): boolean;
  matches(pattern: string, name: string): boolean;
}

/** The members of an object that schemas have evaluated: JSON Schema 2020-12, core, 11. */
export function findUnevaluatedNames(
  schema: Part<JsonObject>,
  value: JsonObject,
  port: EvaluationPort,
): readonly string[] {
  const names = new Set(Object.keys(value));
  walk(schema, value, port, ({ value: own }, isAsking) => {
    const rest =
      own['additionalProperties'] ?? (isAsking ? undefined : own['unevaluatedProperties']);
    if (rest !== undefined) names.clear();
    for (const name in mapAt(own, 'properties')) names.delete(name);
    for (const pattern in mapAt(own, 'patternProperties')) {
      for (const name of names) if (port.matches(pattern, name)) names.delete(name);
    }
    return names.size > 0;
  });
  return [...names];
}

/** The positions of the items that no schema has evaluated. */
export function findUnevaluatedItems(
  schema: Part<JsonObject>,
  value: readonly JsonValue[],
  port: EvaluationPort,
): readonly number[] {
  const rest = new Set(value.keys());
  walk(schema, value, port, (part, isAsking) => {
    const { items, prefixItems, contains, unevaluatedItems } = part.value;
    if (items !== undefined || (!isAsking && unevaluatedItems !== undefined)) rest.clear();
    const count = Array.isArray(prefixItems) ? prefixItems.length : 0;
    for (const index of rest) {
      const isListed =
        contains !== undefined && port.fits(below(part, contains), value[index] ?? null);
      if (index < count || isListed) rest.delete(index);
    }
    return rest.size > 0;
  });
  return [...rest];
}

/** Visits the schemas that a value matches together with a schema, until `look` has seen enough. */
function walk(
  asking: Part<JsonObject>,
  value: JsonValue,
  port: EvaluationPort,
  look: (schema: Part<JsonObject>, isAsking: boolean) => boolean,
): void {
  const visited = new Set<JsonValue>();
  const visit = (schema: Part<JsonObject>): boolean => {
    if (visited.has(schema.value)) return true;
    visited.add(schema.value);
    const isAsking = schema.value === asking.value;
    return look(schema, isAsking) && applied(schema, value, port).every(enter);
  };
  const enter = ({ uri, pointer, value: own }: Part): boolean => {
    if (!isJsonObject(own)) return true;
    const { $id } = own;
    const base = typeof $id === 'string' ? (resolveUri($id, uri) ?? uri) : uri;
    return visit({ uri: base, pointer, value: own });
  };
  visit(asking);
}

/** The schemas below a schema that also hold for the value. */
function applied(
  schema: Part<JsonObject>,
  value: JsonValue,
  port: EvaluationPort,
): readonly Part[] {
  const { value: own } = schema;
  const subtype = port.subtypeOf(schema, value);
  return [
    ...port.targetsOf(schema),
    ...listBelow(schema, 'allOf'),
    ...(['anyOf', 'oneOf'] as const).flatMap((keyword) => {
      const branches = listBelow(schema, keyword);
      const selected = branches[port.selectedBy(schema, keyword, value) ?? -1];
      return selected ? [selected] : branches.filter((branch) => port.fits(branch, value));
    }),
    ...chosenBy(schema, value, port),
    ...['dependentSchemas', 'dependencies'].flatMap((keyword) =>
      Object.entries(mapAt(own, keyword)).flatMap(([name, held]) =>
        isJsonObject(value) && Object.hasOwn(value, name) ? below(schema, held) : [],
      ),
    ),
    ...(subtype ? [subtype] : []),
  ];
}

function chosenBy(
  schema: Part<JsonObject>,
  value: JsonValue,
  port: EvaluationPort,
): readonly Part[] {
  const { if: condition, then, else: otherwise } = schema.value;
  if (condition === undefined) return [];
  const asked = below(schema, condition);
  if (port.fits(asked, value)) return [asked, ...(then === undefined ? [] : [below(schema, then)])];
  return otherwise === undefined ? [] : [below(schema, otherwise)];
}

function listBelow(schema: Part<JsonObject>, keyword: string): readonly Part[] {
  const list = schema.value[keyword];
  return Array.isArray(list) ? list.map((value: JsonValue) => below(schema, value)) : [];
}

/** References in a schema are relative to its base URI, which stands in the place of its document. */
function below({ uri }: Part, value: JsonValue): Part {
  return { uri, pointer: '', value };
}

function mapAt(schema: JsonObject, keyword: string): JsonObject {
  const held = schema[keyword];
  return isJsonObject(held) ? held : {};
}
