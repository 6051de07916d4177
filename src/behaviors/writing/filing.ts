import type { JsonObject } from '../../base/json.ts';
import { memberAt, textOf, withMember } from '../../base/json.ts';
import type { Collection, Parent } from '../../contract/plan/plan.ts';
import type { Item, Parents } from '../../store/record.ts';
import type { SchemaFacts } from '../values/schema-facts.ts';
import { factsAt, inFormOf, isInFormOf } from '../values/schema-facts.ts';

/** Where a record is filed: its own key, and those of its parents. */
export interface RecordKeys {
  readonly key: string;
  readonly parents: Parents;
}

/** A record that says where it is filed, as far as its schema shows that. */
export function withFiling(
  record: JsonObject,
  collection: Collection,
  facts: SchemaFacts | undefined,
  filing: RecordKeys,
): JsonObject {
  let filed = record;
  for (const [steps, text] of filingOf(collection, filing)) {
    const own = facts && factsAt(facts, steps);
    const before = memberAt(filed, steps);
    if (text === undefined || !own) continue;
    if (textOf(before) === text && isInFormOf(own, before)) continue;
    filed = withMember(filed, steps, inFormOf(own, text));
  }
  return filed;
}

/**
 * A changed record that says where it is filed as it did before, also where the change took that away, or what it
 * stood in. What it doesn't say, the files of the state say beside it, as a text.
 */
export function keepFiling(changed: JsonObject, collection: Collection, before: Item): JsonObject {
  let kept = changed;
  for (const [steps] of filingOf(collection, before)) {
    const own = memberAt(before.body, steps);
    if (own !== undefined && memberAt(kept, steps) === undefined)
      kept = withMember(kept, steps, own);
  }
  return kept;
}

/** A member, stepwise, and what it is to tell. */
export type FiledMember = readonly [readonly string[], string | undefined];

/** The members that tell where a record is filed. */
export function filingOf(
  collection: Collection,
  { key, parents }: RecordKeys,
): readonly FiledMember[] {
  const members: FiledMember[] = [];
  if (collection.key) members.push([collection.key, key]);
  for (const [index, parent] of collection.parents.entries()) {
    if (isOwnMember(collection, parent)) members.push([[parent.parameter], parents[index]]);
  }
  return members;
}

/** Paths may call a parent's key what a record calls its own. */
function isOwnMember({ key }: Collection, { parameter }: Parent): boolean {
  return parameter !== key?.[0];
}

/** A parent that the path leaves out may be named by the record. */
export function parentsNamed(
  collection: Collection,
  parents: Parents,
  record: JsonObject,
): Parents {
  return collection.parents.map((parent, index) => {
    const isNamed = isOwnMember(collection, parent);
    const value = parents[index] ?? (isNamed ? memberAt(record, [parent.parameter]) : undefined);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  });
}
