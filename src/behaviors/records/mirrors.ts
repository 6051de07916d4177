import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, textOf, withMember } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import { inFormOf } from '../../contract/schema/schema-facts.ts';
import type { SchemaFacts, StudySchema } from '../../contract/schema/schema-facts.ts';
import type { Item, Parents, RecordChange } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { References } from './references.ts';

/** A list of keys, such as the `users` of a group, and the list on the other side: the `groups` of a user. */
interface Mirror {
  readonly member: string;
  readonly other: Collection;
  readonly otherMember: string;
  /** What the other list has. */
  readonly items: SchemaFacts;
}

/** By name of a collection. */
export type Mirrors = ReadonlyMap<string, readonly Mirror[]>;

interface Index {
  readonly mirrors: () => Mirrors;
  readonly collectionNamed: (name: string) => Collection | undefined;
}

type FindRecord = (collection: Collection, key: string, parents: Parents) => Item | undefined;

/** Lets what a change writes into one list of such a pair stand in the other, too. */
export function keepMirrors(
  index: Index,
  world: World,
  existing: { readonly find: FindRecord },
): void {
  world.alongside((changes) => {
    const mirrors = index.mirrors();
    if (mirrors.size === 0) return [];
    const own = new Set(
      changes.map(({ collection, before, after }) => placeOf(collection, after ?? before)),
    );
    const told = changes.flatMap((change) =>
      reflect(change, mirrors.get(change.collection) ?? [], { index, existing }),
    );
    const others = new Map<string, RecordChange>();
    for (const { collection, item, edit } of told) {
      const place = placeOf(collection.name, item);
      if (own.has(place)) continue;
      const before = others.get(place)?.after ?? item;
      const body = edit(before.body);
      if (body === before.body || (collection.check?.(body) ?? []).length > 0) continue;
      others.set(place, {
        collection: collection.name,
        before: world.find(collection.name, item.key, item.parents),
        after: { ...item, body: freezeJson(body) },
      });
    }
    return [...others.values()];
  });
}

interface Reflection {
  readonly collection: Collection;
  readonly item: Item;
  readonly edit: (body: JsonObject) => JsonObject;
}

interface Sight {
  readonly index: Index;
  readonly existing: { readonly find: FindRecord };
}

/** What the other sides of a changed record's lists become. A record that is gone is let go elsewhere. */
function reflect(
  { collection: name, before: stored, after, isNew }: RecordChange,
  mirrors: readonly Mirror[],
  { index, existing }: Sight,
): readonly Reflection[] {
  const collection = index.collectionNamed(name);
  if (!after || !collection) return [];
  const before =
    stored ?? (isNew ? undefined : existing.find(collection, after.key, after.parents));
  return mirrors.flatMap(({ member, other, otherMember, items }): readonly Reflection[] => {
    const [had, has] = [before?.body[member], after.body[member]].map(keysIn);
    const toEdit = (key: string, change: (list: readonly JsonValue[]) => readonly JsonValue[]) => {
      const item = existing.find(
        other,
        key,
        other.parents.map(() => undefined),
      );
      const edit = (body: JsonObject): JsonObject =>
        withMember(body, [otherMember], change(listIn(body[otherMember])));
      return item ? [{ collection: other, item, edit }] : [];
    };
    const without = (list: readonly JsonValue[]): readonly JsonValue[] =>
      list.filter((one) => textOf(one) !== after.key);
    const withIt = (list: readonly JsonValue[]): readonly JsonValue[] => [
      ...without(list),
      inFormOf(items, after.key),
    ];
    return [
      ...[...(has ?? [])].filter((key) => !had?.has(key)).flatMap((key) => toEdit(key, withIt)),
      ...[...(had ?? [])].filter((key) => !has?.has(key)).flatMap((key) => toEdit(key, without)),
    ];
  });
}

function placeOf(collection: string, item: Item | undefined): string {
  return JSON.stringify([collection, item?.key, ...(item?.parents ?? [])]);
}

function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function keysIn(value: JsonValue | undefined): ReadonlySet<string> {
  return new Set(listIn(value).map(textOf));
}

/** Two collections each of which has one list of keys of the other. */
export function findMirrors(
  { collections }: Pick<Contract, 'collections'>,
  study: StudySchema,
  references: () => References,
): Mirrors {
  const lists = collections.flatMap((collection) =>
    collection.kind === 'items' ? keyLists(study, references, collection) : [],
  );
  const found = new Map<string, Mirror[]>();
  for (const { collection, member, target } of lists) {
    const there = lists.filter((one) => one.collection === target && one.target === collection);
    const here = lists.filter((one) => one.collection === collection && one.target === target);
    const [back] = there;
    if (!back || target === collection || there.length > 1 || here.length > 1) continue;
    const mirror = { member, other: target, otherMember: back.member, items: back.items };
    found.set(collection.name, [...(found.get(collection.name) ?? []), mirror]);
  }
  return found;
}

interface KeyList {
  readonly collection: Collection;
  readonly member: string;
  readonly target: Collection;
  readonly items: SchemaFacts;
}

function keyLists(
  study: StudySchema,
  references: () => References,
  collection: Collection,
): readonly KeyList[] {
  const facts = collection.schema && study(collection.schema);
  return [...(facts?.names ?? [])].flatMap((member): readonly KeyList[] => {
    const items = facts?.member(member)?.items();
    const isOfKeys = items && items.names.size === 0 && !items.types.has('object');
    const named = (references().get(plainName(member)) ?? []).filter(({ form }) => form === 'many');
    const [target, ...others] = new Set(named.map((one) => one.collection));
    return isOfKeys && target && others.length === 0 ? [{ collection, member, target, items }] : [];
  });
}
