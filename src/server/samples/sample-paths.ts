import { memberAt, textOf } from '../../base/json.ts';
import { valueInPath } from '../../base/resource-names.ts';
import type { Collection, Stateful, TargetAddress } from '../../contract/plan/plan.ts';
import type { Item, Parents } from '../../store/record.ts';

/** What there is to name in a path. */
export interface KnownRecords {
  /** The stored records of a collection, under any parents. */
  list(this: void, collection: Collection): readonly Item[];
  /** The keys that a list under these parents shows, stored or made up. */
  keys(this: void, collection: Collection, parents: Parents): readonly string[];
}

/** Values for the parameters of a path, by index; undefined where nothing is known of one. */
export type PathValues = readonly (string | undefined)[];

/** Credentials may reach only some of the records: so many are tried. */
const mostRecords = 50;

/** Yields values that lead to existing records: first to stored ones. */
export function* choosePathValues(
  records: KnownRecords,
  target: Stateful,
  makeValue: (index: number) => string | undefined,
): Generator<PathValues, void, void> {
  const stored = records.list(target.collection).slice(0, mostRecords);
  for (const item of stored) {
    yield followAncestors(records, target, makeValue, namePath(target, item));
  }
  // Of a complete collection, what is not stored does not exist.
  yield followAncestors(records, target, makeValue, []);
}

/** The values that name a record, or what is beside it, in the path of an operation. */
export function namePath({ collection, key, alias, parents }: Stateful, item: Item): PathValues {
  const values: (string | undefined)[] = [];
  for (const [at, index] of parents.entries()) {
    const parent = item.parents[at];
    if (index === undefined || parent === undefined) continue;
    values[index] = valueInPath(collection.parents[at]?.nameForm, parent);
  }
  if (key !== undefined) {
    const name = alias === undefined ? item.key : textOf(memberAt(item.body, alias));
    values[key] = valueInPath(collection.nameForm, name);
  }
  return values;
}

/** Steps down from record to record, outermost first, and takes the first one of each list. */
function followAncestors(
  records: KnownRecords,
  target: Stateful,
  makeValue: (index: number) => string | undefined,
  known: PathValues,
): PathValues {
  const values = [...known];
  // A name has its parents in it, so the whole key can be longer than its value in the path.
  const keys = [...known];
  for (const { collection, key, alias, parents } of [...target.ancestors, target] as const) {
    for (const index of parents) {
      if (index === undefined || values[index] !== undefined) continue;
      keys[index] = values[index] = makeValue(index);
    }
    if (key === undefined || values[key] !== undefined || alias !== undefined) continue;
    keys[key] = firstKey(records, { collection, parents }, keys);
    values[key] = keys[key] && valueInPath(collection.nameForm, keys[key]);
  }
  return values;
}

function firstKey(
  { keys: keysOf }: KnownRecords,
  { collection, parents }: Pick<TargetAddress, 'collection' | 'parents'>,
  keys: PathValues,
): string | undefined {
  const above = parents.map((index) => (index === undefined ? undefined : keys[index]));
  return keysOf(collection, above)[0];
}
