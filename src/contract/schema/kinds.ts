import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { isOfType, listedIn } from './keywords.ts';
import { membersOf, wholeOf } from './schema-walk.ts';

type Scalar = string | number | boolean | null;

/** Shows quickly which alternatives a value cannot match. */
export interface AlternativeKinds {
  readonly alternatives: readonly AlternativeTraits[];
  /** The member that tells objects apart, if there is one. */
  readonly property: string | undefined;
}

interface AlternativeTraits {
  readonly isForObjects: boolean;
  /** The values that the alternative lists; undefined without a list of plain values. */
  readonly own: readonly Scalar[] | undefined;
  /** Whether the alternative accepts all values in `own`, so that nothing else needs a check. */
  readonly isList: boolean;
  /** The values that the alternative lists for the member; undefined if it lists none. */
  readonly values: readonly Scalar[] | undefined;
}

/** A longer list of values is not a list of kinds. */
const mostValues = 20;

export function findKinds(
  documents: Documents,
  schema: Part,
  keyword: 'oneOf' | 'anyOf',
): AlternativeKinds {
  // With keywords such as `$id`, a reference may lead elsewhere than its text suggests.
  const branches = documents.hasNames ? [] : documents.listBelow(schema, keyword);
  const found = branches.map((branch) => {
    const whole = wholeOf(documents, branch);
    const types = whole.flatMap(({ value }) => ('type' in value ? [value['type']] : []));
    const isForObjects = types.includes('object');
    // An alternative that takes no objects fails at once by its type.
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
  // A member that only one alternative describes hardly tells them apart.
  const property = first && first[1] > 1 ? first[0] : undefined;
  const alternatives = found.map(({ byMember, ...traits }) => ({
    ...traits,
    values: property === undefined ? undefined : byMember.get(property),
  }));
  return { alternatives, property };
}

function valuesByMember(
  documents: Documents,
  whole: readonly Part[],
): ReadonlyMap<string, readonly Scalar[]> {
  const found = new Map<string, readonly Scalar[]>();
  for (const [name, schemas] of membersOf(documents, whole)) {
    // Every object inherits these names, whatever its own members are.
    if (name in Object.prototype) continue;
    const values = schemas
      .flatMap((member) => wholeOf(documents, member))
      .map(({ value }) => listedIn(value))
      .find((list) => areScalars(list) && list.length <= mostValues);
    if (areScalars(values)) found.set(name, values);
  }
  return found;
}

/** Whether a schema accepts every value that it lists. */
function isListAlone(list: readonly Scalar[], { type, ...others }: JsonObject = {}): boolean {
  const names = Object.keys(others).filter((name) => !describing.has(name));
  return names.length === 1 && list.every((value) => isOfType(value, type));
}

const describing = new Set(['title', 'description', 'deprecated', '$comment']);

function areScalars(values: readonly JsonValue[] | undefined): values is readonly Scalar[] {
  return values?.every((value) => typeof value !== 'object' || value === null) === true;
}
