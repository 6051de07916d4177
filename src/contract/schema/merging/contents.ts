import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Part } from '../../load/resolver.ts';
import { textsIn } from '../keywords.ts';
import type { DirectionMarks } from '../directions.ts';
import type { SchemaReader } from '../schema-reader.ts';
import { allBelow, wholeOf } from '../schema-walk.ts';
import type { MatchPattern } from './facts.ts';
import type { SchemaSource } from './gather.ts';

/** What merged schemas say of the members of an object. */
export interface MergedMembers {
  /** In the order of declaration. */
  readonly declared: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly patterns: readonly string[];
  /** The schemas that each name has to meet (`propertyNames`). */
  readonly nameParts: readonly Part[];
  /** The names that each name requires (`dependentRequired`). */
  readonly companions: ReadonlyMap<string, readonly string[]>;
  /** The schemas that an object with a name has to meet (`dependentSchemas`). */
  readonly dependents: ReadonlyMap<string, readonly Part[]>;
  /** Whether undeclared members have a schema, so that the object is a map. */
  readonly isMap: boolean;
  /** The schemas that a member has to meet. */
  readonly of: (name: string) => readonly Part[];
  readonly marksOf: (name: string) => DirectionMarks;
}

interface ObjectSource {
  readonly below: SchemaSource['below'];
  readonly properties: ReadonlyMap<string, Part>;
  readonly patternProperties: readonly (readonly [string, Part])[];
  readonly additional: Part | undefined;
  readonly unevaluated: Part | undefined;
}

export function readMembers(
  sources: readonly SchemaSource[],
  reader: SchemaReader,
  match: MatchPattern,
): MergedMembers {
  const all = sources.map(({ part }) => part);
  const objects = sources.map(({ part, below }): ObjectSource => {
    return {
      below,
      properties: new Map(reader.mapBelow(part, 'properties')),
      patternProperties: reader.mapBelow(part, 'patternProperties'),
      additional: reader.own(part, 'additionalProperties'),
      unevaluated: reader.own(part, 'unevaluatedProperties'),
    };
  });
  const of = rememberNames((name) => partsOf(objects, name, match));
  const maps = objects.flatMap(({ additional, unevaluated }) => [additional, unevaluated]);
  return {
    declared: [...new Set(objects.flatMap(({ properties }) => [...properties.keys()]))],
    required: new Set(sources.flatMap(({ schema }) => textsIn(schema['required']))),
    patterns: objects.flatMap(({ patternProperties }) =>
      patternProperties.flatMap(([name, part]) => (part.value === false ? [] : [name])),
    ),
    nameParts: allBelow(reader, all, 'propertyNames'),
    companions: mergeLists(
      all.flatMap((part) =>
        reader
          .mapBelow(part, 'dependentRequired')
          .map(([name, { value }]) => [name, textsIn(value)]),
      ),
    ),
    dependents: mergeLists(
      all.flatMap((part) =>
        reader.mapBelow(part, 'dependentSchemas').map(([name, below]) => [name, [below]]),
      ),
    ),
    isMap: maps.some((part) => part && isJsonObject(part.value)),
    of,
    marksOf: rememberNames((name) => {
      const whole = of(name).flatMap((part) => wholeOf(reader, part));
      const isMarked = (mark: string): boolean => whole.some(({ value }) => value[mark] === true);
      return { isReadOnly: isMarked('readOnly'), isWriteOnly: isMarked('writeOnly') };
    }),
  };
}

/** The number of generated names is unlimited. */
const mostNames = 1000;

function rememberNames<T>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    const found = find(name);
    if (known.size < mostNames) known.set(name, found);
    return found;
  };
}

function partsOf(
  objects: readonly ObjectSource[],
  name: string,
  match: MatchPattern,
): readonly Part[] {
  const found = objects.map((object) => {
    const own = object.properties.get(name);
    const parts = object.patternProperties
      .filter(([pattern]) => match(pattern, name) ?? false)
      .map(([, part]) => part);
    if (own) parts.unshift(own);
    if (parts.length === 0 && object.additional) parts.push(object.additional);
    return parts;
  });
  const isEvaluated = (index: number, visited: Set<number>): boolean => {
    if (visited.has(index)) return false;
    visited.add(index);
    const below = objects[index]?.below ?? [];
    return (
      (found[index]?.length ?? 0) > 0 ||
      below.some((one) => objects[one]?.unevaluated !== undefined || isEvaluated(one, visited))
    );
  };
  const rest = objects.map(({ unevaluated }, index) =>
    unevaluated && !isEvaluated(index, new Set()) ? [unevaluated] : [],
  );
  return [...found, ...rest].flat();
}

function mergeLists<T>(
  entries: readonly (readonly [string, readonly T[]])[],
): ReadonlyMap<string, readonly T[]> {
  const merged = new Map<string, readonly T[]>();
  for (const [name, list] of entries) merged.set(name, [...(merged.get(name) ?? []), ...list]);
  return merged;
}

/** What merged schemas say of the items of an array. */
export interface MergedItems {
  /** The number of `prefixItems`. */
  readonly prefix: number;
  readonly isOpen: boolean;
  readonly wanted: readonly WantedItems[];
  /** The schemas that the item at an index has to meet. */
  at(index: number): readonly Part[];
}

/** Items that a `contains` requires. */
export interface WantedItems {
  readonly part: Part;
  readonly least: number;
  readonly most: number;
  /** The schema of the other items, if no more than `most` may meet `part`. */
  readonly negation: Part | undefined;
}

export function readItems(sources: readonly SchemaSource[], reader: SchemaReader): MergedItems {
  const lists = sources.map(({ part, schema, below }) => ({
    below,
    prefix: reader.listBelow(part, 'prefixItems'),
    rest: reader.own(part, 'items'),
    unevaluated: reader.own(part, 'unevaluatedItems'),
    wanted: wantedBy(reader.own(part, 'contains'), schema['minContains'], schema['maxContains']),
  }));
  type List = (typeof lists)[number];
  const ownOf = (list: List | undefined, index: number): Part | undefined =>
    list?.prefix[index] ?? list?.rest;
  const isEvaluated = (list: List | undefined, index: number): boolean =>
    list !== undefined &&
    (ownOf(list, index) !== undefined ||
      list.below.some(
        (one) => lists[one]?.unevaluated !== undefined || isEvaluated(lists[one], index),
      ));
  const restParts = lists.flatMap((list) => list.rest ?? list.unevaluated ?? []);
  const prefix = Math.max(0, ...lists.map((list) => list.prefix.length));
  const at = (index: number): readonly Part[] =>
    lists.flatMap((list) => {
      const own = ownOf(list, index);
      if (own) return [own];
      return list.unevaluated && !isEvaluated(list, index) ? [list.unevaluated] : [];
    });
  const beyond = at(prefix);
  const before = Array.from({ length: prefix }, (_, index) => at(index));
  return {
    prefix,
    isOpen: restParts.length > 0 && beyond.every((part) => part.value !== false),
    wanted: lists.flatMap((list) => list.wanted ?? []),
    at: (index) => before[index] ?? beyond,
  };
}

function wantedBy(
  part: Part | undefined,
  least: JsonValue | undefined,
  limit: JsonValue | undefined,
): WantedItems | undefined {
  if (!part) return undefined;
  const most = typeof limit === 'number' ? limit : Infinity;
  const negation = most === Infinity ? undefined : { ...part, value: { not: part.value } };
  return { part, least: typeof least === 'number' ? least : 1, most, negation };
}
