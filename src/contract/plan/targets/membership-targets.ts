import { plainName, singulars } from '../../../base/names.ts';
import type { Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import { wholeOf } from '../../schema/schema-walk.ts';
import { addressIn, ancestorsIn } from '../addresses.ts';
import type { KeyOutcomes, Target } from '../plan.ts';
import { findEntry, findList } from '../views/evidence.ts';
import { bodyOf, replyOf } from '../views/record-spots.ts';
import type { OperationEntry, PathSite } from '../views/sites.ts';
import { keysIn } from './many-links.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { nounOf, shownIn, sightAbove, stateful } from './target-context.ts';

/**
 * `PUT /teams/{id}/members/{userId}` where nothing lists the members of a team, but teams have a list
 * `members`: it puts one into that list, and the DELETE beside it takes it out.
 */
export function membershipTarget(
  context: TargetContext,
  entry: OperationEntry,
  { view: { site } }: Sight,
): Target | undefined {
  const { method } = entry.operation;
  const { references } = entry.pathPattern;
  const owner = isOnlyPut(context, site) ? ownerOf(context, entry) : undefined;
  const member = owner && listNamed(context, owner, site.segment);
  if (!owner || member === undefined || !['PUT', 'POST', 'DELETE'].includes(method))
    return undefined;
  const key = references.length - 2;
  const address = addressIn(context, owner.group, entry.pathPattern, key);
  if (!address) return undefined;
  const to = method === 'DELETE' ? 'without' : 'with';
  const done = method === 'DELETE' ? 'takes one out of' : 'puts one into';
  return {
    ...address,
    role: 'action',
    ancestors: ancestorsIn(context, entry.pathPattern, key),
    shown: shownIn(context, entry, owner),
    given: undefined,
    list: undefined,
    location: undefined,
    membership: { member, to, key: entry.pathPattern.passed + key + 1 },
    why: `${done} the "${member}" of one of ${nounOf(context, owner.group)}`,
  };
}

/**
 * `PUT /albums/{id}/photos` with `{"ids": [1, 2]}`, whose reply says of each whether it was done: these are
 * put into the list `photos` of the album or, where albums have none, the album into the list `albums` of each.
 */
export function membersTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const { operation, pathPattern } = entry;
  const { method } = operation;
  const site = context.sites.at.get(pathPattern.pattern);
  const owner = site && ownerAt(context, entry, site);
  const named = owner && homeOf(context, site);
  const keys = named && onlyKeysIn(context, operation, named);
  const outcomes = keys && outcomesIn(context, operation, named);
  if (!outcomes) return undefined;
  const own = listNamed(context, owner, site.segment);
  const member = own ?? listNamed(context, named, owner.view.site.segment);
  const isRemoval = method === 'DELETE';
  const does = isRemoval
    ? 'takes those that the body names out of'
    : 'puts those that the body names into';
  const noun = nounOf(context, owner.group);
  const where = own === undefined ? `one of ${noun}` : `the "${own}" of one of ${noun}`;
  return stateful(context, entry, owner, {
    role: 'action',
    shown: undefined,
    members: {
      to: isRemoval ? 'without' : 'with',
      sent: keys.steps,
      of: context.collections.get(named.group)?.name ?? '',
      list: member === undefined ? undefined : { member, isOwn: own !== undefined },
      outcomes,
    },
    why: `${does} ${where}`,
  });
}

/** The record right above a place that changes something. */
function ownerAt(
  context: TargetContext,
  entry: OperationEntry,
  { parents }: PathSite,
): Sight | undefined {
  const { operation, pathPattern } = entry;
  const isAbove = parents.at(-1)?.pattern === pathPattern.references.at(-1)?.pattern;
  const isChange = ['PUT', 'POST', 'DELETE'].includes(operation.method);
  const owner = isAbove && isChange ? sightAbove(context, entry) : undefined;
  return owner?.view.kind === 'items' ? owner : undefined;
}

/** Where a body has keys and nothing else. */
function onlyKeysIn(
  context: TargetContext,
  operation: Operation,
  { view }: Sight,
): ReturnType<typeof keysIn> {
  const { records } = context.lens;
  const body = bodyOf(operation);
  if (!body) return undefined;
  const isMore = [...records.members(body).values()].some((part) => !records.isList(part));
  return isMore ? undefined : keysIn(context, body, view, view);
}

/** The records that a path of their own has, by the last segment of another. */
function homeOf({ sites, shownAt }: TargetContext, site: PathSite): Sight | undefined {
  const all = sites.sites.filter((one) => one.segment === site.segment && one !== site);
  const homes = all.flatMap((one) => shownAt(one).many ?? []);
  const [home, second] = homes.filter(({ view }) => view.kind === 'items' && view.hasItems);
  return second ? undefined : home;
}

/** A list of objects that name a key and say whether it was done. */
function outcomesIn(
  { lens: { records, documents } }: TargetContext,
  operation: Operation,
  { view }: Sight,
): KeyOutcomes | undefined {
  const reply = replyOf(operation);
  if (!reply) return undefined;
  const lists: readonly (readonly [readonly string[], Part])[] = records.isList(reply)
    ? [[[], reply]]
    : [...records.members(reply)].flatMap(([name, part]) =>
        records.isList(part) ? [[[name], part]] : [],
      );
  const [list, second] = lists;
  const [items] = list
    ? wholeOf(documents, list[1]).flatMap((one) => documents.own(one, 'items') ?? [])
    : [];
  if (!list || !items || second) return undefined;
  const find = (rule: RegExp, type: string): string | undefined =>
    [...records.members(items)].find(
      ([name, part]) => rule.test(plainName(name)) && records.types(part).has(type),
    )?.[0];
  const end = plainName(view.key?.at(-1) ?? 'id');
  const ones = singulars(view.site.segment).map((one) => plainName(one) + end);
  const key = [...records.members(items).keys()].find((name) =>
    [end, 'id', ...ones].includes(plainName(name)),
  );
  const success = find(/^(?:success|successful|succeeded|ok|done)$/, 'boolean');
  if (key === undefined || success === undefined) return undefined;
  const error = find(/^(?:error|errorcode|code|reason)$/, 'string');
  return { steps: list[0], items, key, success, error };
}

/** Whether the place neither lists nor reads anything: its records stand elsewhere. */
function isOnlyPut({ lens }: TargetContext, { whole, item }: PathSite): boolean {
  const has = (method: string): boolean => findEntry(item?.entries, method) !== undefined;
  if (whole.some((one) => findList(lens, one) !== undefined)) return false;
  // What can only be removed there is made elsewhere, and may be a record of its own.
  return (has('PUT') || has('POST')) && !has('GET') && !has('PATCH');
}

function ownerOf(
  { sites, shownAt }: TargetContext,
  { pathPattern }: OperationEntry,
): Sight | undefined {
  const above = sites.ofItem.get(pathPattern.references.at(-2)?.pattern ?? '');
  const owner = above && shownAt(above).many;
  return owner?.view.kind === 'items' ? owner : undefined;
}

/** The list of a record that a segment of a path names. */
function listNamed(
  { lens: { records }, collections }: TargetContext,
  { group }: Sight,
  segment: string,
): string | undefined {
  const schema = collections.get(group)?.schema;
  const member = schema && records.plainMembers(schema).get(plainName(segment));
  const list = schema && member !== undefined ? records.members(schema).get(member) : undefined;
  return list && records.isList(list) ? member : undefined;
}
