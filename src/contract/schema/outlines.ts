import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';

export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** The schemas above a schema for the same value, by which a circle of references is found. */
export type Lineage = ReadonlySet<JsonValue>;

/** The members of objects that a schema names, and whether it allows others. */
export interface MemberOutline {
  readonly members: ReadonlyMap<string, readonly Part[]>;
  /**
   * True if a schema explicitly allows others, or if none names any members. Most contracts leave
   * `additionalProperties` out and mean no others.
   */
  readonly isOpen: boolean;
}

const typeNames: ReadonlyMap<JsonValue, JsonType> = new Map<JsonValue, JsonType>([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
  ['array', 'array'],
  ['object', 'object'],
]);

/** At most this many schemas are read for one value. */
const visitLimit = 1000;

/** The types that a value of a schema may have; undefined if the schema does not say. */
export function outlineTypes(
  documents: Documents,
  schema: Part,
): ReadonlySet<JsonType> | undefined {
  let visits = 0;
  const typesOf = (part: Part, lineage: Lineage): ReadonlySet<JsonType> | undefined => {
    visits += 1;
    if (visits > visitLimit) return undefined;
    const layers = layersOf(documents, part, lineage);
    const below = new Set([...lineage, ...layers.map(({ value }) => value)]);
    let types: ReadonlySet<JsonType> | undefined;
    for (const layer of layers) {
      types = narrow(types, ownTypes(layer.value));
      for (const alternatives of alternativesOf(documents, layer, below)) {
        types = narrow(types, unite(alternatives.map((one) => typesOf(one, below))));
      }
    }
    return types ?? hintedTypes(layers);
  };
  return typesOf(schema, new Set());
}

/** The schemas that a value has to match all at once: the given one, references and `allOf`. */
export function layersOf(
  documents: Documents,
  schema: Part,
  lineage: Lineage = new Set(),
): readonly Part<JsonObject>[] {
  const layers: Part<JsonObject>[] = [];
  const visited = new Set(lineage);
  const visit = ({ uri, pointer, value }: Part): void => {
    if (!isJsonObject(value) || visited.has(value) || visited.size > visitLimit) return;
    visited.add(value);
    const layer = { uri, pointer, value };
    layers.push(layer);
    for (const part of documents.parts(layer)) visit(part);
  };
  visit(schema);
  return layers;
}

/** The lists of schemas of which a value has to match one, without those that lead in a circle. */
export function alternativesOf(
  documents: Documents,
  layer: Part<JsonObject>,
  lineage: Lineage,
): readonly (readonly Part[])[] {
  const listed = ['oneOf', 'anyOf'].map((keyword) => documents.listBelow(layer, keyword));
  const kinds = documents.kinds(layer, (schema) => lineage.has(schema));
  return [...listed, kinds].flatMap((parts) => {
    const straight = parts.filter((part) => {
      const target = documents.follow(part);
      return target !== undefined && !lineage.has(target.value);
    });
    return straight.length === 0 ? [] : [straight];
  });
}

/** Keywords whose schemas may also hold for the same value: with one schema, or with a map. */
export interface Conditional {
  readonly singles: readonly string[];
  readonly maps: readonly string[];
}

const unconditional: Conditional = { singles: [], maps: [] };

/**
 * All schemas that may hold for a value: the given ones, references, `allOf`, alternatives, and
 * schemas below the given keywords.
 */
export function possibleLayers(
  documents: Documents,
  schemas: readonly Part[],
  { singles, maps }: Conditional = unconditional,
): readonly Part<JsonObject>[] {
  const all = new Map<JsonValue, Part<JsonObject>>();
  const visit = (part: Part, above: readonly JsonValue[]): void => {
    const { uri, pointer, value } = part;
    if (!isJsonObject(value)) return;
    const way = [...above, value];
    if (!all.has(value)) {
      all.set(value, { uri, pointer, value });
      for (const other of partsBelow(part)) visit(other, way);
    }
    // This runs also for a base that was met before: if one of its subtypes led to it then, it
    // stood for none.
    for (const kind of documents.kinds(part, (schema) => way.includes(schema))) {
      if (!all.has(kind.value)) visit(kind, way);
    }
  };
  const partsBelow = (part: Part): readonly Part[] => [
    ...documents.parts(part),
    ...['oneOf', 'anyOf'].flatMap((keyword) => documents.listBelow(part, keyword)),
    ...singles.flatMap((keyword) => documents.own(part, keyword) ?? []),
    ...maps.flatMap((keyword) => {
      const map = documents.own(part, keyword);
      return namesIn(map).flatMap((name) => (map && documents.own(map, name)) ?? []);
    }),
  ];
  for (const schema of schemas) visit(schema, []);
  return [...all.values()];
}

export function outlineMembers(documents: Documents, schema: Part): MemberOutline {
  const members = new Map<string, readonly Part[]>();
  const visited = new Set<JsonValue>();
  let isOpen = false;
  let isNamed = false;
  const visit = (part: Part): void => {
    for (const layer of layersOf(documents, part, visited)) {
      visited.add(layer.value);
      const properties = documents.own(layer, 'properties');
      isNamed ||= properties !== undefined;
      for (const name of namesIn(properties)) {
        const member = properties && documents.at(properties, name);
        if (member) members.set(name, [...(members.get(name) ?? []), member]);
      }
      const { additionalProperties = false } = layer.value;
      isOpen ||= additionalProperties !== false || 'patternProperties' in layer.value;
      for (const alternative of alternativesOf(documents, layer, visited).flat()) {
        visit(alternative);
      }
    }
  };
  visit(schema);
  return { members, isOpen: isOpen || !isNamed };
}

/** The value that the schema gives to a value that is not sent; undefined if it gives none. */
export function defaultOf(documents: Documents, schema: Part): JsonValue | undefined {
  return layersOf(documents, schema).find(({ value }) => Object.hasOwn(value, 'default'))?.value[
    'default'
  ];
}

export function namesIn(part: Part | undefined): readonly string[] {
  return part && isJsonObject(part.value) ? Object.keys(part.value) : [];
}

function ownTypes(schema: JsonObject): ReadonlySet<JsonType> | undefined {
  const { type, nullable } = schema;
  if (type !== undefined) {
    const names: readonly JsonValue[] = Array.isArray(type) ? type : [type];
    const types = names.flatMap((name) => typeNames.get(name) ?? []);
    if (types.length > 0) return new Set(nullable === true ? [...types, 'null'] : types);
  }
  if (Object.hasOwn(schema, 'const')) return new Set([typeOf(schema['const'] ?? null)]);
  const values = schema['enum'];
  return Array.isArray(values) && values.length > 0 ? new Set(values.map(typeOf)) : undefined;
}

/** Many schemas leave out `type`, but have keywords for members or items. */
function hintedTypes(layers: readonly Part<JsonObject>[]): ReadonlySet<JsonType> | undefined {
  const speakOf = (...keywords: readonly string[]): boolean =>
    layers.some(({ value }) => keywords.some((keyword) => isJsonObject(value[keyword])));
  if (speakOf('properties', 'additionalProperties')) return new Set(['object']);
  return speakOf('items') ? new Set(['array']) : undefined;
}

export function typeOf(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

/** If two schemas contradict each other, the first counts here. The check decides on values. */
function narrow(
  known: ReadonlySet<JsonType> | undefined,
  more: ReadonlySet<JsonType> | undefined,
): ReadonlySet<JsonType> | undefined {
  if (!known || !more) return known ?? more;
  const both = [...known].filter((type) => more.has(type));
  return both.length === 0 ? known : new Set(both);
}

function unite(
  sets: readonly (ReadonlySet<JsonType> | undefined)[],
): ReadonlySet<JsonType> | undefined {
  const united = new Set<JsonType>();
  for (const set of sets) {
    if (!set) return undefined;
    for (const type of set) united.add(type);
  }
  return united;
}
