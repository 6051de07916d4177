import type { JsonValue } from '../../base/json.ts';
import { indexContract } from '../../behaviors/contract-index.ts';
import { referencesIn } from '../../behaviors/records/letting-go.ts';
import type { Blueprint } from '../blueprint.ts';

/**
 * The collections that have records which refer to records of the named one, or to such as go with
 * them: without the named one, none of them makes sense. What stands below it goes by itself.
 */
export function findReferring(
  { contract, base }: Pick<Blueprint, 'contract' | 'base'>,
  name: string,
): readonly string[] {
  const index = indexContract(contract);
  const filled = contract.collections.filter(
    (one) => (base.tables.get(one.name)?.items() ?? []).length > 0,
  );
  const gone = new Set([name]);
  const referring: string[] = [];
  // A set that grows while it is walked: what refers to these goes, too.
  for (const target of gone) {
    for (const collection of filled) {
      if (gone.has(collection.name)) continue;
      const { parents, of } = collection;
      const isBelow = of === target || parents.some((parent) => parent.collection === target);
      if (!isBelow && !refersTo(collection, target)) continue;
      gone.add(collection.name);
      if (!isBelow) referring.push(collection.name);
    }
  }
  return referring;

  function refersTo(collection: (typeof filled)[number], target: string): boolean {
    const members = referencesIn(index, collection).filter((one) => one.target.name === target);
    const items = members.length === 0 ? [] : (base.tables.get(collection.name)?.items() ?? []);
    return items.some(({ body }) => members.some((member) => isSet(body[member.name])));
  }
}

function isSet(value: JsonValue | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}
