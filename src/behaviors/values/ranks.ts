import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../../contract/load/documents.ts';

/** The number of levels of the shallowest value of a schema; `Infinity` if all are endless. */
export type RankOf = (part: Part) => number;

/** The schemas that every value of a schema has to meet, too. */
interface Needs {
  /** The lowest possible rank. */
  readonly least: number;
  readonly isNullable: boolean;
  /** Required members and items, one level down. */
  readonly below: readonly Part[];
  /** On the same level; all of them apply. */
  readonly beside: readonly Part[];
  /** On the same level; one of each list applies. */
  readonly alternatives: readonly (readonly Part[])[];
}

/** The rank of a tolerated null: better than an endless value, worse than all others. */
const lastResort = 1000;

export function createRanks(documents: Documents): RankOf {
  const ranks = new WeakMap<JsonObject, number>();
  return (part) => {
    if (!isJsonObject(part.value)) return 0;
    const known = ranks.get(part.value);
    if (known !== undefined) return known;
    for (const [schema, rank] of settle(collectNeeds(documents, part))) ranks.set(schema, rank);
    return ranks.get(part.value) ?? 0;
  };
}

function collectNeeds(documents: Documents, start: Part): ReadonlyMap<JsonObject, Needs> {
  const all = new Map<JsonObject, Needs>();
  const open: Part[] = [start];
  for (let part = open.pop(); part; part = open.pop()) {
    if (!isJsonObject(part.value) || all.has(part.value)) continue;
    const needs = needsOf(documents, part, part.value);
    all.set(part.value, needs);
    open.push(...needs.below, ...needs.beside, ...needs.alternatives.flat());
  }
  return all;
}

function needsOf(documents: Documents, part: Part, schema: JsonObject): Needs {
  const { const: constant, enum: listed } = schema;
  const isGiven = constant !== undefined || Array.isArray(listed);
  return {
    least: schema['x-tolerated'] === true ? lastResort : 0,
    isNullable: isGiven || isScalar(schema['type']),
    below: [...requiredMembers(documents, part, schema), ...requiredItems(documents, part, schema)],
    beside: [...documents.targetsOf(part), ...documents.listBelow(part, 'allOf')],
    alternatives: ['oneOf', 'anyOf']
      .map((keyword) => documents.listBelow(part, keyword))
      .filter((list) => list.length > 0),
  };
}

/** Whether a list of types has one without members and items. */
function isScalar(type: JsonValue | undefined): boolean {
  const names: readonly JsonValue[] = Array.isArray(type) ? type : [];
  return names.some((name) => name !== 'object' && name !== 'array');
}

function requiredMembers(documents: Documents, part: Part, schema: JsonObject): readonly Part[] {
  const { required } = schema;
  const names: readonly JsonValue[] = Array.isArray(required) ? required : [];
  if (names.length === 0) return [];
  return documents
    .mapBelow(part, 'properties')
    .filter(([name]) => names.includes(name))
    .map(([, member]) => member);
}

function requiredItems(
  documents: Documents,
  part: Part,
  { minItems }: JsonObject,
): readonly Part[] {
  const items = documents.own(part, 'items');
  return items && typeof minItems === 'number' && minItems > 0 ? [items] : [];
}

/** Starts from `Infinity` and lowers the ranks until none changes. */
function settle(all: ReadonlyMap<JsonObject, Needs>): ReadonlyMap<JsonObject, number> {
  const ranks = new Map<JsonObject, number>([...all.keys()].map((schema) => [schema, Infinity]));
  const rankOf = ({ value }: Part): number =>
    isJsonObject(value) ? (ranks.get(value) ?? Infinity) : 0;
  // The schemas found last are the deepest. To settle them first takes fewer rounds.
  const entries = [...all].toReversed();
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [schema, { least, isNullable, below, beside, alternatives }] of entries) {
      const deepest = Math.max(0, ...below.map((part) => rankOf(part) + 1));
      const rank = Math.max(
        least,
        isNullable ? 0 : deepest,
        ...beside.map(rankOf),
        ...alternatives.map((list) => Math.min(...list.map(rankOf))),
      );
      if (rank >= (ranks.get(schema) ?? Infinity)) continue;
      ranks.set(schema, rank);
      isChanged = true;
    }
  }
  return ranks;
}
