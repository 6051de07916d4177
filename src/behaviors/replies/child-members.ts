import { plainName, singulars, wordsOf } from '../../base/names.ts';
import type { BodySpot, Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { findEmbedded } from '../records/embedded-members.ts';
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
    .flatMap((child) => findMembers(facts, collection, child))
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
  facts: SchemaFacts,
  parent: Collection,
  child: Collection,
): readonly ChildMember[] {
  const isOnly = child.parents.filter(({ collection }) => collection === parent.name).length === 1;
  if (!isOnly || child.kind === 'singleton') return [];
  const noun = child.name.split(/[./]/).at(-1) ?? '';
  const list = findList(facts, noun, child);
  const count = countNamed(facts, noun, [plainName(noun)]);
  return list || count !== undefined ? [{ child, list, count }] : [];
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
  const lists = findEmbedded(contractIndex, facts, parent).flatMap(
    ({ name, beside, isList, isOnlyShown, target, spot }): readonly ChildMember[] => {
      const items = facts.member(name)?.items();
      const isOpen = isList && isOnlyShown && beside === undefined && isElsewhere(target);
      if (!isOpen || !items) return [];
      const list = { name, areKeys: false, facts: items, spot };
      return [{ child: target, list, count: undefined, isBeside: true }];
    },
  );
  const counts = contractIndex.contract.collections.filter(isElsewhere).flatMap((child) => {
    const count = countNamed(facts, child.name.split(/[./]/).at(-1) ?? '');
    return count === undefined ? [] : [{ child, list: undefined, count, isBeside: true }];
  });
  return [...lists, ...counts];
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
