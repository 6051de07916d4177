import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { branchesOf, memberOf, wholeOf } from './schema-parts.ts';

type Scalar = string | number | boolean | null;

/** What tells of alternatives at a glance which ones a value can't be. */
export interface AlternativeKinds {
  readonly alternatives: readonly AlternativeTraits[];
  /** The member by which objects are told apart, where there is one. */
  readonly property: string | undefined;
}

interface AlternativeTraits {
  readonly isForObjects: boolean;
  /** What the value itself may be, where that is a list without objects and arrays. */
  readonly own: readonly Scalar[] | undefined;
  /** Whether it says nothing else of the value. */
  readonly isList: boolean;
  /** What the member may be; undefined where that isn't said. */
  readonly values: readonly Scalar[] | undefined;
}

/** More than these are no names of kinds. */
const mostValues = 20;

export function findKinds(
  documents: Documents,
  schema: Part,
  keyword: 'oneOf' | 'anyOf',
): AlternativeKinds {
  // Names may lead elsewhere than these texts say.
  const branches = documents.hasNames ? [] : branchesOf(documents, schema, keyword);
  const found = branches.map((branch) => {
    const whole = wholeOf(documents, branch);
    const types = whole.flatMap(({ value }) => ('type' in value ? [value['type']] : []));
    const isForObjects = types.includes('object');
    // One that takes no objects says at once that it doesn't.
    const isOpen = types.every((type) => [type].flat().includes('object'));
    const own = whole.map(({ value }) => listedIn(value)).find((list) => areScalars(list));
    const isList = areScalars(own) && whole.length === 1 && isListAlone(own, whole[0]?.value);
    return {
      isForObjects,
      own,
      isList,
      byMember: isOpen ? valuesByMember(documents, whole) : new Map(),
    };
  });
  const counts = new Map<string, number>();
  for (const { byMember } of found) {
    for (const name of byMember.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [first] = [...counts].toSorted(([, left], [, right]) => right - left);
  // Where only one alternative speaks of it, it hardly tells them apart.
  const property = first && first[1] > 1 ? first[0] : undefined;
  const alternatives = found.map(({ isForObjects, own, isList, byMember }) => ({
    isForObjects,
    own,
    isList,
    values: property === undefined ? undefined : byMember.get(property),
  }));
  return { alternatives, property };
}

function valuesByMember(
  documents: Documents,
  whole: readonly Part[],
): ReadonlyMap<string, readonly Scalar[]> {
  const found = new Map<string, readonly Scalar[]>();
  for (const part of whole) {
    const properties = documents.own(part, 'properties')?.value ?? {};
    for (const name of Object.keys(properties)) {
      // Every object has these, whatever it says.
      if (found.has(name) || name in Object.prototype) continue;
      const values = memberOf(documents, whole, name)
        .flatMap((member) => wholeOf(documents, member))
        .map(({ value }) => listedIn(value))
        .find((list) => areScalars(list) && list.length <= mostValues);
      if (areScalars(values)) found.set(name, values);
    }
  }
  return found;
}

/** Whether a schema takes all that it lists. */
function isListAlone(list: readonly Scalar[], { type, ...others }: JsonObject = {}): boolean {
  const names = Object.keys(others).filter((name) => !describing.has(name));
  return names.length === 1 && list.every((value) => isOfType(value, type));
}

const describing = new Set(['title', 'description', 'deprecated', '$comment']);

function isOfType(value: Scalar, type: JsonValue | undefined): boolean {
  if (type === undefined) return true;
  const names: readonly JsonValue[] = Array.isArray(type) ? type : [type];
  return names.includes(value === null ? 'null' : typeof value) || isInteger(value, names);
}

function isInteger(value: Scalar, names: readonly JsonValue[]): boolean {
  return Number.isInteger(value) && names.includes('integer');
}

function listedIn({ const: constant, enum: list }: JsonObject): JsonValue | undefined {
  return constant === undefined ? list : [constant];
}

function areScalars(values: JsonValue | undefined): values is readonly Scalar[] {
  return (
    Array.isArray(values) && values.every((value) => typeof value !== 'object' || value === null)
  );
}
