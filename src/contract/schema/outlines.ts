import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Part } from '../load/resolver.ts';
import type { JsonType } from './keywords.ts';
import { listedIn, typeNamesIn, typeOf } from './keywords.ts';
import type { SchemaReader } from './schema-reader.ts';
import type { Lineage } from './schema-walk.ts';
import { alternativesOf, membersOf, possibleOf, wholeOf } from './schema-walk.ts';

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

/** At most this many alternatives are read for one value. */
const visitLimit = 1000;

/** The types that a value of a schema may have; undefined if the schema does not say. */
export function outlineTypes(
  reader: SchemaReader,
  schema: Part,
): ReadonlySet<JsonType> | undefined {
  let visits = 0;
  const typesOf = (part: Part, lineage: Lineage): ReadonlySet<JsonType> | undefined => {
    visits += 1;
    if (visits > visitLimit) return undefined;
    const whole = wholeOf(reader, part, lineage);
    const below = new Set([...lineage, ...whole.map(({ value }) => value)]);
    let types: ReadonlySet<JsonType> | undefined;
    for (const layer of whole) {
      types = narrow(types, ownTypes(layer.value));
      for (const alternatives of alternativesOf(reader, layer, below)) {
        types = narrow(types, unite(alternatives.map((one) => typesOf(one, below))));
      }
    }
    return types ?? hintedTypes(whole);
  };
  return typesOf(schema, new Set());
}

export function outlineMembers(reader: SchemaReader, schema: Part): MemberOutline {
  const possible = possibleOf(reader, [schema]);
  const isNamed = possible.some(({ value }) => value['properties'] !== undefined);
  return { members: membersOf(reader, possible), isOpen: !isNamed || possible.some(isOpenEnded) };
}

/** Whether a schema provides for members that it does not name. */
export function isOpenEnded({ value }: Part<JsonObject>): boolean {
  const { additionalProperties = false, patternProperties } = value;
  return additionalProperties !== false || patternProperties !== undefined;
}

function ownTypes(schema: JsonObject): ReadonlySet<JsonType> | undefined {
  const declared = typeNamesIn(schema).flatMap((name) => typeNames.get(name) ?? []);
  const types = declared.length > 0 ? declared : (listedIn(schema) ?? []).map(typeOf);
  return types.length === 0 ? undefined : new Set(types);
}

/** Many schemas leave out `type`, but have keywords for members or items. */
function hintedTypes(whole: readonly Part<JsonObject>[]): ReadonlySet<JsonType> | undefined {
  const speakOf = (...keywords: readonly string[]): boolean =>
    whole.some(({ value }) => keywords.some((keyword) => isJsonObject(value[keyword])));
  if (speakOf('properties', 'additionalProperties')) return new Set(['object']);
  return speakOf('items') ? new Set(['array']) : undefined;
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
