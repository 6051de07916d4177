import type { JsonValue } from '../../base/json.ts';
import { freezeJson, textOf, withMember } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import { countsOf } from '../values/agreement.ts';
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

interface Known {
  find(collection: Collection, key: string, parents: Parents): Item | undefined;
  keys(collection: Collection, parents: Parents): { has(key: string): boolean };
}

/** How many other records one commit changes. */
const mostMirrored = 2000;

/** Lets what a change writes into one list of such a pair stand in the other, too. */
export function keepMirrors(index: Index, world: World, existing: Known): void {
  world.alongside((changes) => {
    const mirrors = index.mirrors();
    const concerned = changes.filter(({ collection, after }) => after && mirrors.has(collection));
    if (concerned.length === 0) return [];
    const own = new Set(
      changes.map(({ collection, before, after }) => placeOf(collection, after ?? before)),
    );
    const edits = new Map<string, Edit>();
    for (const change of concerned)
      for (const mirror of mirrors.get(change.collection) ?? [])
        gatherEdits(edits, change, mirror, { index, existing });
    return [...edits].flatMap(([place, edit]): readonly RecordChange[] => {
      const after = own.has(place) ? undefined : settleEdit(edit);
      const { collection, item } = edit;
      const before = world.find(collection.name, item.key, item.parents);
      const seen = before ? {} : { madeUp: item };
      return after ? [{ collection: collection.name, before, after, ...seen }] : [];
    });
  });
}

/** What becomes of one list of a record on the other side. */
interface Edit {
  readonly collection: Collection;
  readonly item: Item;
  readonly member: string;
  readonly items: SchemaFacts;
  readonly gone: Set<string>;
  readonly added: Set<string>;
}

interface Sight {
  readonly index: Index;
  readonly existing: Known;
}

/** What the other sides of a changed record's list become. A record that is gone is let go elsewhere. */
function gatherEdits(
  edits: Map<string, Edit>,
  { collection: name, before: stored, after, isNew }: RecordChange,
  { member, other, otherMember, items }: Mirror,
  { index, existing }: Sight,
): void {
  const collection = index.collectionNamed(name);
  if (!after || !collection) return;
  const before =
    stored ?? (isNew ? undefined : existing.find(collection, after.key, after.parents));
  const [had, has] = [keysIn(before?.body[member]), keysIn(after.body[member])];
  const anywhere = other.parents.map(() => undefined);
  const known = existing.keys(other, anywhere);
  const edit = (key: string): Edit | undefined => {
    const item = known.has(key) ? existing.find(other, key, anywhere) : undefined;
    if (!item) return undefined;
    const place = placeOf(other.name, item);
    const found = edits.get(place);
    if (found || edits.size >= mostMirrored) return found;
    const next = {
      collection: other,
      item,
      member: otherMember,
      items,
      gone: new Set<string>(),
      added: new Set<string>(),
    };
    edits.set(place, next);
    return next;
  };
  for (const key of has) if (!had.has(key)) edit(key)?.added.add(after.key);
  for (const key of had) if (!has.has(key)) edit(key)?.gone.add(after.key);
}

function settleEdit({ collection, item, member, items, gone, added }: Edit): Item | undefined {
  const left = listIn(item.body[member]).filter((one) => {
    const key = textOf(one);
    return !gone.has(key) && !added.has(key);
  });
  const next = withMember(
    item.body,
    [member],
    [...left, ...[...added].map((key) => inFormOf(items, key))],
  );
  const body = { ...next, ...Object.fromEntries(countsOf(next, [member])) };
  return (collection.check?.(body) ?? []).length > 0
    ? undefined
    : { ...item, body: freezeJson(body) };
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
