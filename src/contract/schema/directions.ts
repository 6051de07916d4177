import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { memberOf, wholeOf } from './schema-parts.ts';

/** Read-only: a request need not have the member. Write-only: a response need not have it. */
export interface DirectionMarks {
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
}

/** Finds the marks of members, also where another schema for the same value sets them. */
export interface Directions {
  /** The marks of a member of `holder`, a schema that stands somewhere inside `unit`. */
  marksOf(unit: Part<JsonObject>, holder: JsonObject, name: string): DirectionMarks;
  /** Required members behind the reference `holder` whose marks come from the schemas around it. */
  lentMarks(unit: Part<JsonObject>, holder: JsonObject): ReadonlyMap<string, DirectionMarks>;
}

/** Schemas below these keywords describe the same value as the schema that contains them. */
const inPlaceLists = ['allOf', 'anyOf', 'oneOf'];
const inPlace = ['if', 'then', 'else', 'not'];
const elsewhereMaps = ['properties', 'patternProperties'];
const elsewhereLists = ['prefixItems'];
const elsewhere = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
];

/** The schemas for one value, from the outermost to a given one, which is included. */
type SchemaChain = readonly JsonObject[];

export function createDirections(documents: Documents): Directions {
  const hasMarks = documents.texts.some(
    (text) => text.includes('readOnly') || text.includes('writeOnly'),
  );
  const chains = new WeakMap<JsonObject, ReadonlyMap<JsonValue, SchemaChain>>();
  const companyOf = ({ uri, value }: Part<JsonObject>, holder: JsonObject): readonly Part[] => {
    const known = chains.get(value) ?? mapChains(value);
    chains.set(value, known);
    const chain = known.get(holder) ?? [holder];
    return chain.flatMap((schema) => wholeOf(documents, { uri, pointer: '', value: schema }));
  };
  const isMarked = (members: readonly Part[], mark: string): boolean =>
    members.some((member) => wholeOf(documents, member).some(({ value }) => value[mark] === true));
  const marksIn = (company: readonly Part[], name: string): DirectionMarks => {
    const members = memberOf(documents, company, name);
    return {
      isReadOnly: isMarked(members, 'readOnly'),
      isWriteOnly: isMarked(members, 'writeOnly'),
    };
  };
  return {
    marksOf: (unit, holder, name) => (hasMarks ? marksIn(companyOf(unit, holder), name) : unmarked),
    lentMarks(unit, holder) {
      const company = hasMarks ? companyOf(unit, holder) : [];
      // Marks stand in `properties`: without any, there is nothing to lend.
      if (company.every((part) => !isJsonObject(part.value) || !('properties' in part.value))) {
        return new Map();
      }
      const target = documents.follow({ uri: unit.uri, pointer: '', value: holder });
      const behind = target ? wholeOf(documents, target) : [];
      const names = behind.flatMap(({ value }) => textsOf(value['required']));
      const lent = [...new Set(names)]
        .map((name): [string, DirectionMarks, DirectionMarks] => [
          name,
          marksIn(company, name),
          marksIn(behind, name),
        ])
        .filter(
          ([, whole, own]) =>
            whole.isReadOnly !== own.isReadOnly || whole.isWriteOnly !== own.isWriteOnly,
        );
      return new Map(lent.map(([name, whole]) => [name, whole]));
    },
  };
}

const unmarked: DirectionMarks = { isReadOnly: false, isWriteOnly: false };

function mapChains(unit: JsonObject): ReadonlyMap<JsonValue, SchemaChain> {
  const chains = new Map<JsonValue, SchemaChain>();
  const visit = (schema: JsonValue | undefined, outer: SchemaChain): void => {
    if (!isJsonObject(schema) || chains.has(schema)) return;
    const chain = [...outer, schema];
    chains.set(schema, chain);
    for (const keyword of inPlaceLists) visitAll(schema[keyword], chain);
    for (const keyword of inPlace) visit(schema[keyword], chain);
    visitAll(schema['dependentSchemas'], chain);
    for (const keyword of [...elsewhereMaps, ...elsewhereLists]) visitAll(schema[keyword], []);
    for (const keyword of elsewhere) visit(schema[keyword], []);
  };
  const visitAll = (schemas: JsonValue | undefined, outer: SchemaChain): void => {
    if (typeof schemas !== 'object' || schemas === null) return;
    for (const schema of Object.values(schemas)) visit(schema, outer);
  };
  visit(unit, []);
  return chains;
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
