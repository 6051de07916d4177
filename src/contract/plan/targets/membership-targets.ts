import { plainName } from '../../../base/names.ts';
import { addressIn, ancestorsIn } from '../addresses.ts';
import type { Target } from '../plan.ts';
import { findEntry, findList } from '../views/evidence.ts';
import type { OperationEntry, PathSite } from '../views/sites.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { nounOf, shownIn } from './target-context.ts';

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
    membership: { member, to, key: key + 1 },
    why: `${done} the "${member}" of one of ${nounOf(context, owner.group)}`,
  };
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
