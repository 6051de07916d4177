import { plainName, singulars } from '../../../base/names.ts';
import { isWorldwide } from '../keys.ts';
import type { StatefulRole, Target } from '../plan.ts';
import type { ViewGroup } from '../views/groups.ts';
import { shownBy } from '../views/evidence.ts';
import type { OperationEntry, PathSite } from '../views/sites.ts';
import type { CollectionView } from '../views/views.ts';
import { isSameRecord } from '../views/views.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { nounOf, stateful } from './target-context.ts';

const roles: Readonly<Record<string, StatefulRole>> = {
  GET: 'read',
  PATCH: 'merge',
  DELETE: 'delete',
};

/**
 * A path such as `/customers/external/{external_id}` finds the customers of `/customers/{id}` by
 * another of their members.
 */
export function aliasTarget(
  context: TargetContext,
  entry: OperationEntry,
  { view }: Sight,
): Target | undefined {
  const role = roles[entry.operation.method];
  if (!role || view.site.whole.length > 0) return undefined;
  const home = homeOf(context, view);
  const alias = home && memberMeant(context, view, home.view);
  if (!home || alias === undefined) return undefined;
  const found = shownBy(context.lens.records, entry, home.view.evidence.name);
  const shown = found && { steps: found.steps, schema: found.schema };
  const why = `finds one of ${nounOf(context, home.group)} by its "${alias}"`;
  return stateful(context, entry, home, { role, shown, alias: [alias], why });
}

/** The collection whose records the path shows, and whose own path it goes on from. */
function homeOf(
  { groups, lens: { records } }: TargetContext,
  { site, evidence: { read } }: CollectionView,
): Sight | undefined {
  if (!read || (read.identity === undefined && !isLookup(site))) return undefined;
  for (const group of groups) {
    const [view] = group.views;
    const isAbove = group.views.some((one) => site.pattern.startsWith(`${one.site.pattern}/`));
    if (!view?.hasItems || view.kind !== 'items' || !isAbove || !isListed(group)) continue;
    const own = view.evidence.read;
    const isSame =
      read.identity === undefined
        ? own !== undefined && isSameRecord(records, own.schema, read.schema)
        : own?.identity === read.identity;
    if (isSame) return { group, view };
  }
  return undefined;
}

/** `/external_id/{external_id}` and `/by-barcode/{barcode}` say by what something is found, and not what. */
export function isLookup({ segment, item }: PathSite): boolean {
  const isBy = /^by[-_].|^by[A-Z]/.test(segment);
  return (
    isBy || (isWorldwide([segment]) && plainName(item?.parameter ?? '') === plainName(segment))
  );
}

function isListed({ views }: ViewGroup): boolean {
  return views.some(({ site }) => site.whole.length > 0);
}

/** The member that the path names: `external_id` for `/external/{external_customer_id}`. */
function memberMeant(
  { lens: { records } }: TargetContext,
  { site }: CollectionView,
  home: CollectionView,
): string | undefined {
  const schema = home.evidence.read?.schema;
  if (!schema) return undefined;
  const ones = singulars(home.site.segment).map(plainName);
  const parameter = plainName(site.item?.parameter ?? '');
  const segment = plainName(site.segment.replace(/^(by|with|for)[-_]?/i, ''));
  const bare = ones.map((one) => parameter.replace(one, ''));
  const wanted = [parameter, ...bare, segment, `${segment}id`];
  const byPlain = records.plainMembers(schema);
  return wanted
    .map((one) => byPlain.get(one))
    .find((name) => {
      const part = name === undefined ? undefined : records.members(schema).get(name);
      const types = part && records.types(part);
      const isScalar = types !== undefined && !types.has('object') && !types.has('array');
      return isScalar && name !== home.key?.[0];
    });
}
