import { singular } from '../../../base/names.ts';
import type { Part } from '../../load/documents.ts';
import { findKey, isWorldwide } from '../keys.ts';
import type { Collection, Plan } from '../plan.ts';
import type { Lens } from '../views/evidence.ts';
import { shownBy } from '../views/evidence.ts';
import type { AccountEntry } from './account-entries.ts';
import { deep, findTexts, nameOf, peopleWords, personNames } from './account-entries.ts';

/** Describes a collection that no path names. */
export type DescribeMore = (name: string, key: readonly string[], schema?: Part) => Collection;

/** The collection of people: where a sign-up makes records, or whose records these replies show. */
export function findPeople(
  { records }: Lens,
  { collections, targets }: Plan,
  entries: readonly AccountEntry[],
  // Where clients can change what they are found by, it can't be the key.
  isAble = ({ isKeyUnique }: Collection): boolean => isKeyUnique,
): Collection | undefined {
  const able = collections.filter(
    ({ kind, parents }) => kind === 'items' && parents.every(({ isOptional }) => isOptional),
  );
  for (const { entry } of entries) {
    const target = targets.get(entry.operation);
    if (target?.role === 'create' && able.includes(target.collection)) return target.collection;
  }
  const identities = new Set(
    entries.flatMap(({ entry }) => shownBy(records, entry, nameOf('users'))?.identity ?? []),
  );
  const isSame = ({ schema }: Collection): boolean => {
    const identity = schema && records.identity(schema);
    return identity !== undefined && identities.has(identity);
  };
  const isNamed = ({ name, schema }: Collection): boolean =>
    peopleWords.has(singular(name.toLowerCase())) &&
    schema !== undefined &&
    findTexts(records, schema, personNames, deep).length > 0;
  const keyed = able.filter(isAble);
  return keyed.find(isSame) ?? keyed.find(isNamed);
}

/** The contract has no collection of people: they are kept as the replies show them. */
export function makePeople(
  { records }: Lens,
  { collections }: Plan,
  describe: DescribeMore,
  entries: readonly AccountEntry[],
): Collection | undefined {
  const spots = entries.flatMap(({ entry }) => shownBy(records, entry, nameOf('users')) ?? []);
  const spot = spots.find(({ schema }) => findTexts(records, schema, personNames, deep).length > 0);
  if (!spot) return undefined;
  const key = findKey(records, spot.schema, nameOf('users'));
  const name = freeName(collections, 'users');
  return describe(name, key && isWorldwide(key) ? key : ['id'], spot.schema);
}

export function freeName(collections: readonly Collection[], wanted: string): string {
  const taken = new Set(collections.map(({ name }) => name));
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}-${count}`;
  return name;
}
