import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { textsIn } from './keywords.ts';
import { memberOf, sameValue, schemasIn, wholeOf } from './schema-walk.ts';

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

/** The schemas for one value, from the outermost to a given one, which is included. */
type SchemaChain = readonly JsonObject[];

export function createDirections(documents: Documents): Directions {
  const hasMarks = documents.texts.some(
    (text) => text.includes('readOnly') || text.includes('writeOnly'),
  );
  const chains = new WeakMap<JsonObject, ReadonlyMap<JsonValue, SchemaChain>>();
  const companyOf = (unit: Part<JsonObject>, holder: JsonObject): readonly Part[] => {
    const { uri, value } = unit;
    const known = chains.get(value) ?? mapChains(documents, unit);
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
      const names = behind.flatMap(({ value }) => textsIn(value['required']));
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

function mapChains(
  documents: Documents,
  unit: Part<JsonObject>,
): ReadonlyMap<JsonValue, SchemaChain> {
  const chains = new Map<JsonValue, SchemaChain>();
  const visit = (part: Part, outer: SchemaChain): void => {
    const { value } = part;
    if (!isJsonObject(value) || chains.has(value)) return;
    const chain = [...outer, value];
    chains.set(value, chain);
    for (const [keyword, below] of schemasIn(documents, part)) {
      visit(below, sameValue.has(keyword) ? chain : []);
    }
  };
  visit(unit, []);
  return chains;
}
