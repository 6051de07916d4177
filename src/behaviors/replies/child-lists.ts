import { once } from '../../base/once.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, textOf, withMember } from '../../base/json.ts';
import type { BodySpot, Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Item, Parents } from '../../store/record.ts';
import { mostSearched } from '../records/links.ts';
import { createMention } from '../records/mentions.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { WorldContext } from '../world-context.ts';
import type { ChildList, ChildMember } from './child-members.ts';
import { findChildMembers } from './child-members.ts';

/** A change of a child that is not stored yet. */
export interface PendingChild {
  readonly collection: Collection;
  readonly item: Item;
  readonly isGone: boolean;
}

type ChildContext = Pick<WorldContext, 'world' | 'existing'>;

/** Shows in a record which records were put below it: in `labels`, and in `labels_count`. */
export type ShowChildren = (
  shown: ShownParent,
  context: ChildContext,
  pending?: PendingChild,
) => JsonValue;

export interface ShownParent {
  readonly value: JsonValue;
  readonly item: Item;
}

/** For replies that show a record of the collection at this place; undefined where it shows none. */
export function createChildLists(
  tools: Pick<SeedTools, 'contractIndex' | 'represent' | 'isMadeUp'>,
  { schema }: BodySpot,
  collection: Collection,
): ShowChildren | undefined {
  const { contractIndex, represent } = tools;
  const facts = schema && contractIndex.study(schema);
  if (!schema || !facts) return undefined;
  const members = findChildMembers(contractIndex, facts, collection);
  if (members.length === 0) return undefined;
  const check = once(() => contractIndex.contract.validators.check(schema, 'response'));
  const show = (
    value: JsonObject,
    item: Item,
    context: ChildContext,
    pending?: PendingChild,
  ): JsonObject => {
    const isBorn = isOfRequests(tools, context, collection, item);
    let body = value;
    const counts = new Map<string, number>();
    for (const member of members) {
      const { list, count } = member;
      const found = findChildren(member, { collection, item, isBorn }, { context, pending });
      if (!found) continue;
      const next =
        list && listWith(body[list.name] ?? [], found, member.child, { list, context, represent });
      if (list && next) body = withMember(body, [list.name], next);
      if (count !== undefined && isCountTrue(found, isBorn, item, count))
        counts.set(count, Math.max(counts.get(count) ?? 0, found.count ?? found.stored.length));
    }
    for (const [count, number] of counts) body = withMember(body, [count], number);
    return body === value || check()(body).length > 0 ? value : body;
  };
  // What a record looks like is one object as long as it stays the same.
  const kept = new WeakMap<JsonObject, KeptView>();
  return ({ value, item }, context, pending) => {
    if (!isJsonObject(value)) return value;
    if (pending) return show(value, item, context, pending);
    const { world, existing } = context;
    const { version } = world;
    const before = kept.get(value);
    if (before?.existing === existing && before.version === version) return before.shown;
    const shown = show(value, item, context);
    kept.set(value, { existing, version, shown });
    return shown;
  };
}

interface KeptView {
  readonly existing: ChildContext['existing'];
  readonly version: number;
  readonly shown: JsonObject;
}

/** Whether a request made the record, or makes it now: then it is not stored yet. */
function isOfRequests(
  { isMadeUp }: Pick<SeedTools, 'isMadeUp'>,
  { world, existing }: ChildContext,
  collection: Collection,
  { key, parents, body }: Item,
): boolean {
  const { name } = collection;
  if (world.isBorn(name, key, parents)) return true;
  return !isMadeUp(body) && !existing.isShown(collection, key, parents);
}

/** Whether the server has all that the record may count. */
function isCountTrue(found: FoundChildren, isBorn: boolean, item: Item, count: string): boolean {
  return found.isAll || (isBorn ? isUncounted(item, count) : found.count !== undefined);
}

/** A client may have sent another number itself. */
function isUncounted({ body }: Item, count: string): boolean {
  return Number(body[count] ?? 0) === 0;
}

interface ShowingChild {
  readonly list: ChildList;
  readonly context: ChildContext;
  readonly represent: SeedTools['represent'];
}

/** The record's list with these children; undefined where nothing changes. */
function listWith(
  before: JsonValue,
  found: FoundChildren,
  child: Collection,
  showing: ShowingChild,
): readonly JsonValue[] | undefined {
  const { existing } = showing.context;
  const children = found.stored.flatMap((one) => {
    const isLinked = child.kind === 'links';
    return (isLinked ? existing.find(child, one.key, one.parents) : one) ?? [];
  });
  const shown = children.map((one) => showChild(one, child, showing));
  const keys = children.map(({ key }) => key);
  return found.isAll ? shown : unite(before, shown, child, { keys, isGone: found.isGone });
}

function showChild(
  one: Item,
  child: Collection,
  { list, context: { existing }, represent }: ShowingChild,
): JsonValue {
  if (list.areKeys) return keyOfForm(list.facts, one.key);
  const body = child.readable(one.body);
  return represent({ ...one, body }, child, list.spot, existing.isKnown(child));
}

interface ChildParent {
  readonly collection: Collection;
  readonly item: Item;
  /** Whether a request made the parent. */
  readonly isBorn: boolean;
}

interface FoundChildren {
  readonly stored: readonly Item[];
  readonly isGone: (key: string) => boolean;
  /** Whether the record has no others, whatever was made up of it. */
  readonly isAll: boolean;
  /** How many there are, those that are made up included; undefined where only stored ones count. */
  readonly count?: number;
}

/** The stored records that belong to the parent; undefined where nothing tells. */
function findChildren(
  { child, isBeside, isOnlyShown, isCounted }: ChildMember,
  { collection, item, isBorn }: ChildParent,
  {
    context: { world, existing },
    pending,
  }: { readonly context: ChildContext; readonly pending: PendingChild | undefined },
): FoundChildren | undefined {
  if (!isBeside) {
    const parents = childParents(child, collection, item);
    const isGone = (key: string): boolean =>
      world.isGone(child.name, key, parents) || isPendingGone(child, key, pending);
    // Nothing is made up below what a request made, and so none of its parts, either.
    const isAll = !isBorn && isOnlyShown === true && existing.isClosed(child, parents);
    const stored = withPending(world.list(child.name, parents), child, pending);
    if (isBorn || isCounted !== true) return { stored, isGone, isAll };
    const count =
      existing.count(child, parents) + pendingOne(child, { existing, parents, pending });
    return { stored, isGone, isAll, count };
  }
  const all = world.list(
    child.name,
    child.parents.map(() => undefined),
  );
  if (!isBorn || all.length > mostSearched) return undefined;
  const speaks = createMention(collection, item);
  return { stored: all.filter(({ body }) => speaks(body)), isGone: () => false, isAll: false };
}

function childParents(child: Collection, parent: Collection, item: Item): Parents {
  return child.parents.map(({ collection, parameter }) => {
    if (collection === parent.name) return item.key;
    const index = parent.parents.findIndex((one) =>
      collection === undefined ? one.parameter === parameter : one.collection === collection,
    );
    return index === -1 ? undefined : item.parents[index];
  });
}

function withPending(
  stored: readonly Item[],
  child: Collection,
  pending: PendingChild | undefined,
): readonly Item[] {
  if (pending?.collection !== child) return stored;
  const { item, isGone } = pending;
  const others = stored.filter(({ key }) => key !== item.key);
  if (isGone) return others;
  return others.length === stored.length
    ? [...stored, item]
    : stored.map((one) => (one.key === item.key ? item : one));
}

function isPendingGone(child: Collection, key: string, pending: PendingChild | undefined): boolean {
  return pending?.collection === child && pending.isGone && pending.item.key === key;
}

/** By how much the change of a child changes their number. */
function pendingOne(
  child: Collection,
  {
    existing,
    parents,
    pending,
  }: Pick<ChildContext, 'existing'> & {
    readonly parents: Parents;
    readonly pending: PendingChild | undefined;
  },
): number {
  if (pending?.collection !== child) return 0;
  const isThere = existing.keys(child, parents).has(pending.item.key);
  return Number(!pending.isGone) - Number(isThere);
}

interface Children {
  readonly keys: readonly string[];
  readonly isGone: (key: string) => boolean;
}

/** What the record lists itself, without what is gone, and the children; undefined: no change. */
function unite(
  before: JsonValue,
  shown: readonly JsonValue[],
  child: Collection,
  { keys, isGone }: Children,
): readonly JsonValue[] | undefined {
  const own: readonly JsonValue[] = Array.isArray(before) ? before : [];
  const known = new Set(keys);
  const kept = own.filter((one) => {
    const key = keyIn(one, child);
    return key === undefined || (!known.has(key) && !isGone(key));
  });
  return shown.length === 0 && kept.length === own.length ? undefined : [...kept, ...shown];
}

function keyIn(value: JsonValue, { key }: Collection): string | undefined {
  const found = isJsonObject(value) ? memberAt(value, key ?? []) : value;
  return typeof found === 'string' || typeof found === 'number' ? textOf(found) : undefined;
}

function keyOfForm({ types }: SchemaFacts, key: string): JsonValue {
  return types.has('string') || Number.isNaN(Number(key)) ? key : Number(key);
}
