import type { JsonObject } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Part } from '../../load/resolver.ts';
import { listedIn, textsIn, typeNamesIn } from '../keywords.ts';
import type { SchemaReader } from '../schema-reader.ts';
import { listsOf, memberOf } from '../schema-walk.ts';

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

export function createRanks(reader: SchemaReader): RankOf {
  const ranks = new WeakMap<JsonObject, number>();
  return (part) => {
    if (!isJsonObject(part.value)) return 0;
    const known = ranks.get(part.value);
    if (known !== undefined) return known;
    for (const [schema, rank] of settle(collectNeeds(reader, part))) ranks.set(schema, rank);
    return ranks.get(part.value) ?? 0;
  };
}

function collectNeeds(reader: SchemaReader, start: Part): ReadonlyMap<JsonObject, Needs> {
  const all = new Map<JsonObject, Needs>();
  const open: Part[] = [start];
  for (let part = open.pop(); part; part = open.pop()) {
    if (!isJsonObject(part.value) || all.has(part.value)) continue;
    const needs = needsOf(reader, part, part.value);
    all.set(part.value, needs);
    open.push(...needs.below, ...needs.beside, ...needs.alternatives.flat());
  }
  return all;
}

function needsOf(reader: SchemaReader, part: Part, schema: JsonObject): Needs {
  const { minItems } = schema;
  const items =
    typeof minItems === 'number' && minItems > 0 ? reader.own(part, 'items') : undefined;
  const members = textsIn(schema['required']).flatMap((name) => memberOf(reader, [part], name));
  return {
    least: schema['x-tolerated'] === true ? lastResort : 0,
    isNullable: listedIn(schema) !== undefined || isScalar(schema),
    below: [...members, ...(items ? [items] : [])],
    beside: [...reader.targetsOf(part), ...reader.listBelow(part, 'allOf')],
    alternatives: listsOf(reader, part),
  };
}

/** Whether a list of types has one without members and items. */
function isScalar(schema: JsonObject): boolean {
  const names = Array.isArray(schema['type']) ? typeNamesIn(schema) : [];
  return names.some((name) => name !== 'object' && name !== 'array');
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
