import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { BodyDirection } from '../../../contract/checks/validators.ts';
import type { Documents, Part } from '../../../contract/load/documents.ts';
import type { MatchPattern } from '../../../contract/schema/merging/facts.ts';
import type { SchemaSource } from '../../../contract/schema/merging/gather.ts';
import type { MergedSchemas } from './sites.ts';

/** The rules of a view for the members of an object. */
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
  of(name: string): readonly Part[];
  /** Whether the schema of a member has the mark. */
  isMarked(name: string, mark: Mark): boolean;
}

interface ObjectSource {
  readonly source: SchemaSource;
  readonly properties: ReadonlyMap<string, Part>;
  readonly patternProperties: readonly (readonly [string, Part])[];
  readonly additional: Part | undefined;
  readonly unevaluated: Part | undefined;
}

const memory = new WeakMap<MergedSchemas, MergedMembers>();

export function membersOf(
  view: MergedSchemas,
  documents: Documents,
  match: MatchPattern,
): MergedMembers {
  const cached = memory.get(view);
  if (cached) return cached;
  const members = readMembers(view, documents, match);
  memory.set(view, members);
  return members;
}

function readMembers(
  { sources }: MergedSchemas,
  documents: Documents,
  match: MatchPattern,
): MergedMembers {
  const objects = sources.map((source): ObjectSource => {
    const { part } = source;
    return {
      source,
      properties: new Map(documents.mapBelow(part, 'properties')),
      patternProperties: documents.mapBelow(part, 'patternProperties'),
      additional: documents.own(part, 'additionalProperties'),
      unevaluated: documents.own(part, 'unevaluatedProperties'),
    };
  });
  const parts = new Map<string, readonly Part[]>();
  const of = (name: string): readonly Part[] => {
    const cached = parts.get(name);
    if (cached) return cached;
    const listed = partsOf(objects, name, match);
    // The number of generated names is unlimited.
    if (parts.size < 1000) parts.set(name, listed);
    return listed;
  };
  const maps = objects.flatMap(({ additional, unevaluated }) => [additional, unevaluated]);
  return {
    declared: [...new Set(objects.flatMap(({ properties }) => [...properties.keys()]))],
    required: new Set(sources.flatMap(({ schema }) => textsIn(schema['required']))),
    patterns: objects.flatMap(({ patternProperties }) =>
      patternProperties.flatMap(([name, part]) => (part.value === false ? [] : [name])),
    ),
    nameParts: sources.flatMap(({ part }) => documents.own(part, 'propertyNames') ?? []),
    companions: mergeLists(
      sources.flatMap(({ schema }) =>
        entriesOf(schema['dependentRequired']).map(([name, names]) => [name, textsIn(names)]),
      ),
    ),
    dependents: mergeLists(
      sources.flatMap(({ part }) =>
        documents.mapBelow(part, 'dependentSchemas').map(([name, below]) => [name, [below]]),
      ),
    ),
    isMap: maps.some((part) => part && isJsonObject(part.value)),
    of,
    isMarked: createMarks(documents, of),
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
    const below = objects[index]?.source.below ?? [];
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

type Mark = 'readOnly' | 'writeOnly';

function createMarks(documents: Documents, of: MergedMembers['of']): MergedMembers['isMarked'] {
  const known = { readOnly: new Map<string, boolean>(), writeOnly: new Map<string, boolean>() };
  return (name, mark) => {
    const cached = known[mark].get(name);
    if (cached !== undefined) return cached;
    const marked = of(name).some((part) => isMarked(documents, part, mark, 0));
    known[mark].set(name, marked);
    return marked;
  };
}

/** Whether values that are sent in this direction leave the member out. */
export function isHidden(members: MergedMembers, name: string, direction: BodyDirection): boolean {
  if (direction === 'rest') return false;
  return members.isMarked(name, direction === 'response' ? 'writeOnly' : 'readOnly');
}

function isMarked(documents: Documents, part: Part, keyword: Mark, depth: number): boolean {
  if (!isJsonObject(part.value) || depth > 5) return false;
  if (part.value[keyword] === true) return true;
  return [...documents.targetsOf(part), ...documents.listBelow(part, 'allOf')].some((below) =>
    isMarked(documents, below, keyword, depth + 1),
  );
}

function mergeLists<T>(
  entries: readonly (readonly [string, readonly T[]])[],
): ReadonlyMap<string, readonly T[]> {
  const merged = new Map<string, readonly T[]>();
  for (const [name, list] of entries) merged.set(name, [...(merged.get(name) ?? []), ...list]);
  return merged;
}

function entriesOf(value: JsonValue | undefined): readonly [string, JsonValue][] {
  return value !== undefined && isJsonObject(value) ? Object.entries(value) : [];
}

function textsIn(value: JsonValue | JsonObject | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
