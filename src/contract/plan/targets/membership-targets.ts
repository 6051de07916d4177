import { plainName } from '../../../base/names.ts';
import { addressIn, ancestorsIn } from '../addresses.ts';
import type { Target } from '../plan.ts';
import { findEntry, findList } from '../views/evidence.ts';
import type { OperationEntry } from '../views/sites.ts';
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
  const { lens, sites, shownAt } = context;
  const { method } = entry.operation;
  const { references } = entry.pathPattern;
  const above = sites.ofItem.get(references.at(-2)?.pattern ?? '');
  const owner = above && shownAt(above).many;
  const isWritten = ['PUT', 'POST', 'DELETE'].includes(method);
  if (!isWritten || !owner || owner.view.kind !== 'items') return undefined;
  if (site.whole.some((one) => findList(lens, one) !== undefined)) return undefined;
  if (findEntry(site.item?.entries, 'GET') ?? findEntry(site.item?.entries, 'PATCH'))
    return undefined;
  // What can only be removed there has its records made elsewhere, and may be one of them.
  const isPaired = ['PUT', 'POST'].some((one) => findEntry(site.item?.entries, one));
  const schema = context.collections.get(owner.group)?.schema;
  const member = schema && lens.records.plainMembers(schema).get(plainName(site.segment));
  const list = schema && member !== undefined && lens.records.members(schema).get(member);
  if (!isPaired || member === undefined || !list || !lens.records.isList(list)) return undefined;
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
