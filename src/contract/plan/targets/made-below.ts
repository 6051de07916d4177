import { addressIn, locate } from '../addresses.ts';
import type { Target } from '../plan.ts';
import { findEntry, givenTo, shownBy } from '../views/evidence.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { CollectionView } from '../views/views.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { nounOf, stateful } from './target-context.ts';

/**
 * `POST /plots/{id}/cuttings` with a plot, which answers with a plot: it makes a new one, which belongs to
 * the one above from then on.
 */
export function madeBelow(
  context: TargetContext,
  entry: OperationEntry,
  { view, group: links }: Sight,
): Target | undefined {
  const { of: group } = links;
  const [home] = group?.views ?? [];
  if (view.kind !== 'links' || entry.operation.method !== 'POST' || !group || !home)
    return undefined;
  const linking = addressIn(context, links, entry.pathPattern, undefined);
  if (!linking || !isSentAndShown(context, entry, home)) return undefined;
  const target = stateful(
    context,
    entry,
    { group, view: home },
    {
      role: 'create',
      shown: shownBy(context.lens.records, entry, home.evidence.name),
      location: locate(context, group, entry),
      why: `makes one of ${nounOf(context, group)} that belongs to the one above`,
    },
  );
  return target.role === 'improvised' || !isPlaced(target) ? undefined : { ...target, linking };
}

/** Whether body and reply have a record of the kind that is made at a path of its own, too. */
function isSentAndShown(
  { lens: { records }, sites }: TargetContext,
  entry: OperationEntry,
  { identity, evidence, site }: CollectionView,
): boolean {
  if (identity === undefined || !findEntry(sites.at.get(site.pattern)?.whole, 'POST')) return false;
  const [given, shown] = [givenTo, shownBy].map((find) => find(records, entry, evidence.name));
  return given?.identity === identity && shown?.identity === identity;
}

/** Whether the path names all parents that such a record must have. */
function isPlaced({
  collection,
  parents,
}: Exclude<Target, { readonly role: 'improvised' }>): boolean {
  return collection.parents.every(({ isOptional }, at) => isOptional || parents[at] !== undefined);
}
