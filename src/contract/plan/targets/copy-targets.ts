import { plainName, singular, wordsOf } from '../../../base/names.ts';
import { locate } from '../addresses.ts';
import type { BodySpot, Target } from '../plan.ts';
import { shownBy } from '../views/evidence.ts';
import { replyOf } from '../views/record-spots.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { CollectionView } from '../views/views.ts';
import type { TargetContext } from './target-context.ts';
import { nounOf, sightAbove, stateful } from './target-context.ts';

/** `POST /recipes/{slug}/duplicate` that answers with a recipe makes a new one of the one it names. */
export function copyTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const { method, path } = entry.operation;
  const sight = sightAbove(context, entry);
  if (!sight || !['POST', 'PUT', 'PATCH'].includes(method)) return undefined;
  const { group, view } = sight;
  if (view.kind !== 'items' || !isCopying(path, view)) return undefined;
  const shown = copyIn(context, entry, view);
  if (!shown) return undefined;
  const location = locate(context, group, entry);
  const why = `answers with a copy of one of ${nounOf(context, group)}`;
  return stateful(context, entry, sight, { role: 'create', isCopy: true, shown, location, why });
}

/** Whether the path says so behind the record: `/duplicate`, `:clone`, `/actions/copy`. */
function isCopying(path: string, { site }: CollectionView): boolean {
  const own = plainName(singular(site.segment));
  const words = wordsOf(path.slice(path.lastIndexOf('}') + 1)).map((word) => word.toLowerCase());
  const [word = '', ...others] = words.filter((one) => !fillers.has(one) && one !== own);
  return /^(?:duplicate|copy|clone)$/.test(word) && others.length === 0;
}

const fillers = new Set('action actions do make operation request'.split(' '));

/** Where the reply has a record of the same component: it alone, or the only one among its members. */
function copyIn(
  { lens: { records } }: TargetContext,
  entry: OperationEntry,
  { identity, evidence }: CollectionView,
): BodySpot | undefined {
  const found = shownBy(records, entry, evidence.name);
  if (identity === undefined || !found) return undefined;
  if (found.identity === identity) return { steps: found.steps, schema: found.schema };
  const reply = replyOf(entry.operation);
  const members = reply ? [...records.members(reply)] : [];
  const [own, second] = members.filter(([, part]) => records.identity(part) === identity);
  return own && !second ? { steps: [own[0]], schema: own[1] } : undefined;
}
