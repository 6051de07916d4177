import type { JsonObject } from '../../base/json.ts';
import { isSameJson } from '../../base/json.ts';
import type { Item, RecordChange } from '../record.ts';
import { compareOrdered } from '../tables/ordered.ts';
import type { State } from './state.ts';

/** Which changes of a world are wanted. */
export interface ChangeQuestion {
  /** The name of a snapshot. Default: the beginning of the world. */
  readonly since?: string | undefined;
  /** How many are shown; all are counted. */
  readonly limit: number;
  /** Whether secrets are hidden, as in the journal. Default: they are shown. */
  readonly redacted?: boolean | undefined;
}

export interface ChangeList {
  /** How many records have changed, shown or not. */
  readonly count: number;
  readonly changes: readonly ChangedRecord[];
}

/** A record that is other than it was. */
export interface ChangedRecord {
  readonly collection: string;
  /** Empty for a record that is the only one under its parents. */
  readonly key: string;
  /** The keys of its parents by name; one that is not known is absent. */
  readonly parents: JsonObject;
  /** In flat form, stored or made up; null: there was none. */
  readonly before: JsonObject | null;
  /** Null: it was removed. */
  readonly after: JsonObject | null;
}

/**
 * The stored records that differ between two states made for the same contract, each once, in the
 * order of the collections and of the records. A collection that is the same table in both is not
 * looked at, and parts that the tables share are not either.
 */
export function listChangedRecords(before: State, after: State): readonly RecordChange[] {
  return before.madeFor.shapes.flatMap(({ name }) => compareTables(name, before, after));
}

function compareTables(collection: string, before: State, after: State): readonly RecordChange[] {
  const [from, to] = [before.tables.get(collection), after.tables.get(collection)];
  if (!from || !to || from.ranked === to.ranked) return [];
  const differences = compareOrdered(from.ranked.rows, to.ranked.rows).toSorted(
    (left, right) => left.key - right.key,
  );
  // A record that only stands elsewhere in the order is one record.
  const changes = new Map<string, { before?: Item; after?: Item }>();
  const at = (item: Item): { before?: Item; after?: Item } => {
    const place = JSON.stringify([item.key, ...item.parents.map((parent) => parent ?? null)]);
    const known = changes.get(place) ?? {};
    changes.set(place, known);
    return known;
  };
  for (const { before: old, after: young } of differences) {
    if (old) at(old.item).before = old.item;
    if (young) at(young.item).after = young.item;
  }
  return [...changes.values()]
    .filter((one) => !(one.before && one.after && isSameJson(one.before.body, one.after.body)))
    .map((one) => ({ collection, before: one.before, after: one.after }));
}
