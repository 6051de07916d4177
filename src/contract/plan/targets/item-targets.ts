import type { StatefulRole, Target } from '../plan.ts';
import { findEntry, givenTo, shownBy } from '../views/evidence.ts';
import { bodyOf, isLike, replyOf } from '../views/record-spots.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { TargetContext, Sight } from './target-context.ts';
import { improvised, nounOf, shownIn, sightAbove, stateful } from './target-context.ts';

export const itemRoles: Readonly<Record<string, StatefulRole>> = {
  GET: 'read',
  HEAD: 'read',
  PUT: 'replace',
  PATCH: 'merge',
  DELETE: 'delete',
};

export function ofItemTarget(context: TargetContext, entry: OperationEntry, sight: Sight): Target {
  const { view, group } = sight;
  const { method } = entry.operation;
  const what = nounOf(context, group);
  const isLink = view.kind === 'links';
  const shown = shownIn(context, entry, sight);
  const reply = replyOf(entry.operation);
  if (method === 'GET' && reply && !shown && !isLink) {
    return improvised('its reply is no record');
  }
  if (isLink && (method === 'PUT' || method === 'POST')) {
    return stateful(context, entry, sight, { role: 'link', shown, why: `puts it among ${what}` });
  }
  if (method === 'POST' || (method === 'PUT' && !bodyOf(entry.operation))) {
    const isUpdate = method === 'POST' && isUpdating(context, entry, sight);
    const why = isUpdate ? `changes one of ${what}` : `does something with one of ${what}`;
    return stateful(context, entry, sight, { role: isUpdate ? 'merge' : 'action', shown, why });
  }
  const role = itemRoles[method];
  if (!role) return improvised(`${method} says nothing of a record`);
  const why = isLink ? `what belongs among ${what}` : `the path ends in one of ${what}`;
  return stateful(context, entry, sight, { role, shown, why });
}

/** Some places below an item show the item itself, and let a part of it be written. */
export function selfTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const sight = sightAbove(context, entry);
  const { method } = entry.operation;
  const role = itemRoles[method];
  if (!sight || !role || method === 'DELETE' || sight.view.kind === 'links') return undefined;
  const { identity, evidence } = sight.view;
  const { records } = context.lens;
  const shown = shownBy(records, entry, evidence.name);
  if (identity === undefined || shown?.identity !== identity) return undefined;
  const given = givenTo(records, entry, evidence.name);
  const isWritten = method === 'PUT' || method === 'PATCH';
  const isRead = isWritten || isReadBySite(context, entry);
  if (!isRead || (isWritten && given?.identity !== identity && method === 'PUT')) return undefined;
  const why = `shows one of ${nounOf(context, sight.group)} itself`;
  return stateful(context, entry, sight, { role, shown, why });
}

/** A lone GET that answers with the like of an item may as well answer with another one. */
function isReadBySite({ sites }: TargetContext, { pathPattern }: OperationEntry): boolean {
  const site = sites.at.get(pathPattern.pattern);
  return ['PUT', 'PATCH'].some((method) => findEntry(site?.whole, method) !== undefined);
}

const actingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What is done below an item, at a place that holds nothing, is done with the item. */
export function actionAbove(context: TargetContext, entry: OperationEntry): Target | undefined {
  const { method } = entry.operation;
  if (!actingMethods.has(method)) return undefined;
  const sight = sightAbove(context, entry);
  if (!sight || sight.view.kind === 'links') return undefined;
  const { records } = context.lens;
  const { identity, evidence } = sight.view;
  const found = shownBy(records, entry, evidence.name);
  const isOwn = identity !== undefined && found?.identity === identity;
  const why = `does something with one of ${nounOf(context, sight.group)}`;
  return stateful(context, entry, sight, { role: 'action', shown: isOwn ? found : undefined, why });
}

/** Some contracts change records by POST: it answers with the record, or takes what the record has. */
function isUpdating(
  { lens }: TargetContext,
  entry: OperationEntry,
  { view, group }: Sight,
): boolean {
  const { records } = lens;
  const { name, read } = view.evidence;
  const shown = shownBy(records, entry, name);
  const own = group.views.flatMap(({ identity }) => identity ?? []);
  if (shown?.identity !== undefined && own.includes(shown.identity)) {
    return bodyOf(entry.operation) !== undefined;
  }
  const entries = view.site.item?.entries;
  if (findEntry(entries, 'PUT') ?? findEntry(entries, 'PATCH')) return false;
  const given = givenTo(records, entry, name);
  return read !== undefined && given !== undefined && isLike(records, given.schema, read.schema);
}
