import { once } from '../../base/once.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, textOf, withMember } from '../../base/json.ts';
import { plainName, singulars, wordsOf } from '../../base/names.ts';
import type { BodySpot, Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Item, Parents } from '../../store/record.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { WorldContext } from '../world-context.ts';

/** A change of a child that is not stored yet. */
export interface PendingChild {
  readonly collection: Collection;
  readonly item: Item;
  readonly isGone: boolean;
}

/** Shows in a record which records were put below it: in `labels`, and in `labels_count`. */
export type ShowChildren = (
  shown: ShownParent,
  context: Pick<WorldContext, 'world' | 'existing'>,
  pending?: PendingChild,
) => JsonValue;

export interface ShownParent {
  readonly value: JsonValue;
  readonly item: Item;
}

/** For replies that show a record of the collection at this place; undefined where it shows none. */
export function createChildLists(
  tools: Pick<SeedTools, 'contractIndex' | 'represent'>,
  { schema }: BodySpot,
  collection: Collection,
): ShowChildren | undefined {
  const { contractIndex, represent } = tools;
  const facts = schema && contractIndex.study(schema);
  const members = contractIndex
    .collectionsUnder(collection.name)
    .flatMap((child) => (facts ? findMembers(facts, collection, child) : []));
  if (!schema || members.length === 0) return undefined;
  const check = once(() => contractIndex.contract.validators.check(schema, 'response'));
  return ({ value, item }, { world, existing }, pending) => {
    if (!isJsonObject(value)) return value;
    let body = value;
    for (const member of members) {
      const { child, list, count } = member;
      const parents = childParents(child, collection, item);
      const stored = withPending(world.list(child.name, parents), child, pending);
      const isGone = (key: string): boolean =>
        world.isGone(child.name, key, parents) || isPendingGone(child, key, pending);
      if (list) {
        const children = stored.flatMap((one) => {
          const found = child.kind === 'links' ? existing.find(child, one.key, one.parents) : one;
          return found ?? [];
        });
        const before = Array.isArray(body[list.name]) ? (body[list.name] ?? []) : [];
        const shown = children.map((one) =>
          list.areKeys
            ? keyOfForm(list.facts, one.key)
            : represent(
                { ...one, body: child.readable(one.body) },
                child,
                list.spot,
                existing.isKnown(child),
              ),
        );
        const next = unite(before, shown, child, { keys: children.map(({ key }) => key), isGone });
        if (next) body = withMember(body, [list.name], next);
      }
      if (count !== undefined && world.isBorn(collection.name, item.key, item.parents)) {
        // A client may have sent another number itself.
        const isSent = Number(item.body[count] ?? 0) !== 0;
        if (!isSent) body = withMember(body, [count], stored.length);
      }
    }
    return body === value || check()(body).length > 0 ? value : body;
  };
}

interface ChildMember {
  readonly child: Collection;
  readonly list: ChildList | undefined;
  /** The member that says how many there are. */
  readonly count: string | undefined;
}

interface ChildList {
  readonly name: string;
  /** Whether the list has only the keys of the children. */
  readonly areKeys: boolean;
  readonly facts: SchemaFacts;
  readonly spot: BodySpot;
}

function findMembers(
  facts: SchemaFacts,
  parent: Collection,
  child: Collection,
): readonly ChildMember[] {
  const isOnly = child.parents.filter(({ collection }) => collection === parent.name).length === 1;
  if (!isOnly || child.kind === 'singleton') return [];
  const noun = child.name.split(/[./]/).at(-1) ?? '';
  const list = findList(facts, noun, child);
  const ones = singulars(noun).map(plainName);
  const counts = new Set([noun, ...ones].map((one) => `${plainName(one)}count`));
  const count = [...facts.names].find(
    (name) => counts.has(plainName(name)) && isWhole(facts.member(name)),
  );
  return list || count !== undefined ? [{ child, list, count }] : [];
}

function isWhole(facts: SchemaFacts | undefined): boolean {
  return facts !== undefined && (facts.types.has('integer') || facts.types.has('number'));
}

function findList(facts: SchemaFacts, noun: string, child: Collection): ChildList | undefined {
  const plain = plainName(noun);
  const ones = singulars(noun).map(plainName);
  const last = plainName(wordsOf(noun).at(-1) ?? '');
  for (const wanted of [plain, ...ones.flatMap((one) => [`${one}list`, `${one}ids`]), last]) {
    const name = [...facts.names].find((one) => plainName(one) === wanted);
    const items = name === undefined ? undefined : facts.member(name)?.items();
    if (name === undefined || !items) continue;
    const spot = { steps: [], schema: items.part };
    if (hasKey(items, child)) return { name, areKeys: false, facts: items, spot };
    const isScalar = items.types.has('string') || items.types.has('integer');
    if (
      isScalar &&
      !items.types.has('object') &&
      (wanted.endsWith('ids') || child.kind === 'links')
    ) {
      return { name, areKeys: true, facts: items, spot };
    }
  }
  return undefined;
}

function hasKey(items: SchemaFacts, child: Collection): boolean {
  const key = child.key?.at(-1);
  return key !== undefined && (items.names.has(key) || items.names.has('id'));
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
