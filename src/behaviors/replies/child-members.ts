import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { plainName, singulars, wordsOf } from '../../base/names.ts';
import type { BodySpot, Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { schemaName } from '../../contract/schema/schema-names.ts';
import { settleSchema } from '../../contract/schema/settling.ts';
import { findEmbedded } from '../records/embedded-members.ts';
import { namesKey } from '../records/mentions.ts';
import type { SeedTools } from '../seed-tools.ts';

/** What a record shows of the records of another collection. */
export interface ChildMember {
  readonly child: Collection;
  readonly list: ChildList | undefined;
  /** The member that says how many there are. */
  readonly count: string | undefined;
  /** Whether the number is that of the list also where the record is made up. */
  readonly isCounted?: boolean;
  /** Whether no path puts these below the record: they belong to it where they speak of it. */
  readonly isBeside?: boolean;
  /** Whether no request sends the list with the record itself. */
  readonly isOnlyShown?: boolean;
}

export interface ChildList {
  readonly name: string;
  /** Whether the list has only the keys of the children. */
  readonly areKeys: boolean;
  readonly facts: SchemaFacts;
  readonly spot: BodySpot;
}

/** The lists and counts in a record that show what was put below it, or what speaks of it. */
export function findChildMembers(
  contractIndex: SeedTools['contractIndex'],
  facts: SchemaFacts,
  collection: Collection,
): readonly ChildMember[] {
  const below = contractIndex
    .collectionsUnder(collection.name)
    .flatMap((child) => findMembers(contractIndex, facts, collection, child))
    .map((member) => {
      const isOnlyShown = !isSent(contractIndex, collection, member);
      // `seats` may be sent, and say how many there may be; no client sends a `seats_count`.
      const isCounted = isOnlyShown || plainName(member.count ?? '').endsWith('count');
      return { ...member, isOnlyShown, isCounted };
    });
  // What paths put below the record is what it shows; others of that name only speak of it.
  const taken = new Set(below.flatMap(({ list, count }) => [list?.name, count]));
  const beside = findMentions(contractIndex, facts, collection).filter(
    ({ list, count }) => !taken.has(list?.name ?? count),
  );
  return [...below, ...beside];
}

function isSent(
  { deedsOf, study }: SeedTools['contractIndex'],
  collection: Collection,
  { list, count }: ChildMember,
): boolean {
  return deedsOf(collection).some(({ target: { given } }) => {
    const sent = given?.schema && study(given.schema);
    return [list?.name, count].some((name) => sent?.member(name ?? '')?.isReadOnly === false);
  });
}

function findMembers(
  contractIndex: SeedTools['contractIndex'],
  facts: SchemaFacts,
  parent: Collection,
  child: Collection,
): readonly ChildMember[] {
  const isOnly = child.parents.filter(({ collection }) => collection === parent.name).length === 1;
  if (!isOnly || child.kind === 'singleton' || !isNearest(contractIndex, parent, child)) return [];
  const noun = nounOf(child);
  const list = findList(facts, noun, child);
  const named = countNamed(facts, noun, [plainName(noun)]);
  const count = named === undefined ? undefined : toldCount(contractIndex, facts, child, named);
  return list || count !== undefined ? [{ child, list, count }] : [];
}

/** Whether an operation finds the children below the record, and below no other that is between them. */
function isNearest(
  { deedsOf }: SeedTools['contractIndex'],
  parent: Collection,
  child: Collection,
): boolean {
  const at = child.parents.findIndex(({ collection }) => collection === parent.name);
  return deedsOf(child).some(
    ({ target: { collection, parents } }) =>
      collection === child &&
      parents[at] !== undefined &&
      parents.slice(at + 1).every((between) => between === undefined),
  );
}

/**
 * Of `comments` and `review_comments`, the one that the operation speaks of which lists the children;
 * undefined where it speaks of neither.
 */
function toldCount(
  { deedsOf }: SeedTools['contractIndex'],
  facts: SchemaFacts,
  child: Collection,
  bare: string,
): string | undefined {
  const noun = plainName(bare);
  const others = [...facts.names].filter(
    (name) => plainName(wordsOf(name).at(-1) ?? '') === noun && isWhole(facts.member(name)),
  );
  const longer = others.filter((name) => wordsOf(name).length > 1);
  if (plainName(nounOf(child)) !== noun || longer.length === 0) return bare;
  const told = deedsOf(child).flatMap(({ operation, target }) =>
    target.role === 'list' ? plainName(summaryOf(operation.part.value)) : [],
  );
  return longer.find((name) => told.some((text) => text.includes(plainName(name))));
}

function summaryOf(value: JsonValue): string {
  const { summary } = isJsonObject(value) ? value : {};
  return typeof summary === 'string' ? summary : '';
}

function nounOf({ name }: Collection): string {
  return name.split(/[./]/).at(-1) ?? '';
}

/** `comments_count`, `commentCount`, and numbers with one of the `other` names. */
function countNamed(
  facts: SchemaFacts,
  noun: string,
  other: readonly string[] = [],
): string | undefined {
  const ones = singulars(noun).map(plainName);
  const counts = new Set([noun, ...ones].map((one) => `${plainName(one)}count`));
  return [...facts.names].find(
    (name) =>
      (counts.has(plainName(name)) || other.includes(plainName(name))) &&
      isWhole(facts.member(name)),
  );
}

/**
 * Records that stand elsewhere and speak of this one: the subscribers of a list that has a
 * `subscriber_count`, the items of a shopping list that shows them.
 */
function findMentions(
  contractIndex: SeedTools['contractIndex'],
  facts: SchemaFacts,
  parent: Collection,
): readonly ChildMember[] {
  const below = new Set(contractIndex.collectionsUnder(parent.name));
  const isElsewhere = (one: Collection): boolean =>
    one !== parent && one.kind === 'items' && !below.has(one);
  // An object without the key is no record, but goes around a list of them.
  const isRecord = !parent.key || facts.names.has(parent.key[0] ?? '');
  const lists = findEmbedded(contractIndex, facts, parent).flatMap(
    ({ name, beside, isList, isOnlyShown, target, spot }): readonly ChildMember[] => {
      const items = facts.member(name)?.items();
      const isOpen = isList && isOnlyShown && beside === undefined && isElsewhere(target);
      if (!isOpen || !items || !isRecord || !isCalledSo(contractIndex, { name, items }, target))
        return [];
      const list = { name, areKeys: false, facts: items, spot };
      return [{ child: target, list, count: undefined, isBeside: true }];
    },
  );
  const counted = new Map<string, Collection[]>();
  for (const child of contractIndex.contract.collections.filter(isElsewhere)) {
    const count = countNamed(facts, nounOf(child));
    if (count === undefined || !canSpeakOf(contractIndex, child, parent)) continue;
    counted.set(count, [...(counted.get(count) ?? []), child]);
  }
  const counts = [...counted].flatMap(([count, children]) => {
    const child = onlyNear(contractIndex, parent, children);
    return child ? [{ child, list: undefined, count, isBeside: true }] : [];
  });
  return [...lists, ...counts];
}

/** Whether the list, or the component of its items, is called as these records are: others share components. */
function isCalledSo(
  { contract }: SeedTools['contractIndex'],
  { name: list, items }: { readonly name: string; readonly items: SchemaFacts },
  child: Collection,
): boolean {
  const settled = settleSchema(contract.documents, items.part) ?? items.part;
  const ones = [nounOf(child), ...singulars(nounOf(child))].map(plainName);
  const [name, component] = [plainName(list), plainName(schemaName(settled) ?? '')];
  const isNamed = singulars(name).some((one) => ones.some((noun) => noun.endsWith(one)));
  return isNamed || ones.some((noun) => name.endsWith(noun) || component.includes(noun));
}

/** Whether records of a collection have a member that may name one of these, at any place. */
function canSpeakOf(
  contractIndex: SeedTools['contractIndex'],
  child: Collection,
  parent: Collection,
): boolean {
  const { schema } = child;
  const { study } = contractIndex;
  const ones = [nounOf(parent), ...singulars(nounOf(parent))].map(plainName);
  const speaks = (facts: SchemaFacts, depth: number): boolean =>
    [...facts.names].some((name) => {
      const member = facts.member(name);
      const one = member?.items() ?? member;
      const plain = plainName(name);
      const isNamed = ones.some((noun) => namesKey(plain, noun));
      return isNamed || (one !== undefined && depth < deepest && speaks(one, depth + 1));
    });
  if (!schema) return false;
  const shown = findEmbedded(contractIndex, study(schema), child);
  return shown.some(({ target }) => target === parent) || speaks(study(schema), 1);
}

/** The deepest members that are looked at. */
const deepest = 3;

/** Of several collections with one noun, the only one whose path begins as that of the record. */
function onlyNear(
  { deedsOf }: SeedTools['contractIndex'],
  parent: Collection,
  children: readonly Collection[],
): Collection | undefined {
  const [only, ...others] = children;
  if (others.length === 0) return only;
  const placesOf = (one: Collection): readonly string[] =>
    deedsOf(one).map(({ operation }) => operation.path.replace(/\/[^/{]+(?:\/\{[^/]*)?\/?$/, ''));
  const places = new Set(placesOf(parent));
  const near = children.filter((one) => placesOf(one).some((place) => places.has(place)));
  return near.length === 1 ? near[0] : undefined;
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
