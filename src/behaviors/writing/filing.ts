import type { JsonObject } from '../../base/json.ts';
import { memberAt, textOf, withMember } from '../../base/json.ts';
import type { Collection, TargetAddress } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { factsAt, inFormOf, isInFormOf } from '../../contract/schema/schema-facts.ts';
import type { Item, Parents } from '../../store/record.ts';

/** A record's own key, and those of its parents. */
export interface RecordKeys {
  readonly key: string;
  readonly parents: Parents;
}

/** Sets the members that show key and parents, as far as the schema has them. */
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

/** Restores the key and parents that a change removed: a saved state would keep them as texts. */
export function keepFiling(changed: JsonObject, collection: Collection, before: Item): JsonObject {
  let kept = changed;
  for (const [steps] of filingOf(collection, before)) {
    const own = memberAt(before.body, steps);
    if (own !== undefined && memberAt(kept, steps) === undefined)
      kept = withMember(kept, steps, own);
  }
  return kept;
}

/** The steps to a member, and the text that it must show. */
export type FiledMember = readonly [readonly string[], string | undefined];

/** The members that show a record's key and parents. */
export function filingOf(
  collection: Collection,
  { key, parents }: RecordKeys,
): readonly FiledMember[] {
  const members: FiledMember[] = [];
  if (collection.key) members.push([collection.key, key]);
  for (const [index, parent] of collection.parents.entries()) {
    const name = parent.member ?? parent.parameter;
    if (isOwnMember(collection, name)) members.push([[name], parents[index]]);
  }
  return members;
}

/** Paths may use the name of the record's own key for a parent's key. */
function isOwnMember({ key }: Collection, name: string): boolean {
  return name !== key?.[0];
}

/** The key, and the parents that the path names: a request can't change these. */
export function fixedBy({ parents: named }: TargetAddress, filing: RecordKeys): RecordKeys {
  const { key, parents } = filing;
  // Mostly the path names all of them: then this makes no copy.
  if (parents.every((_, at) => named[at] !== undefined)) return filing;
  return {
    key,
    parents: parents.map((parent, at) => (named[at] === undefined ? undefined : parent)),
  };
}

/** Where a record stands after a change: the path may leave a parent out, and the body name another. */
export function parentsAfter(
  { collection, parents: named }: TargetAddress,
  { parents }: RecordKeys,
  body: JsonObject,
): Parents {
  if (parents.every((_, at) => named[at] !== undefined)) return parents;
  const after = parentsNamed(
    collection,
    parents.map((parent, at) => (named[at] === undefined ? undefined : parent)),
    body,
  );
  return parents.map((parent, at) => after[at] ?? parent);
}

/** A record may name a parent that the path leaves out. */
export function parentsNamed(
  collection: Collection,
  parents: Parents,
  record: JsonObject,
): Parents {
  return collection.parents.map((parent, index) => {
    const name = parent.member ?? parent.parameter;
    const isNamed = isOwnMember(collection, name);
    const value = parents[index] ?? (isNamed ? memberAt(record, [name]) : undefined);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  });
}
