import type { CompileContext } from '../../compile-context.ts';
import type { Operation } from '../../operations.ts';
import { locate } from '../addresses.ts';
import type { Correction } from '../corrections.ts';
import type { Target, StatefulRole } from '../plan.ts';
import { findList, findEntry, givenTo, shownBy } from '../views/evidence.ts';
import { namesKind } from '../views/item-keys.ts';
import { patternOf } from '../views/path-pattern.ts';
import { bodyOf, replyOf, isLike } from '../views/record-spots.ts';
import type { OperationEntry, PathSite } from '../views/sites.ts';
import type { CollectionView } from '../views/views.ts';
import { isOfItsKind, isSameRecord } from '../views/views.ts';
import { saysRemoval } from './action-effects.ts';
import { aliasTarget, isLookup } from './alias-targets.ts';
import { bulkBelowTarget, bulkTarget } from './bulk-targets.ts';
import { copyTarget } from './copy-targets.ts';
import { countTarget } from './count-targets.ts';
import { correctTarget } from './corrected-targets.ts';
import { oneLink } from './many-links.ts';
import { membershipTarget, membersTarget } from './membership-targets.ts';
import { searchTarget } from './search-targets.ts';
import type { TargetInputs, TargetContext, Sight } from './target-context.ts';
import {
  createTargetContext,
  improvised,
  itemRoles,
  nounOf,
  shownIn,
  stateful,
  sightAbove,
} from './target-context.ts';
import { selfTarget } from './self-targets.ts';
import { verbTarget } from './verb-targets.ts';
import { ofWholeTarget } from './whole-targets.ts';
import { oneWordTarget, wordTarget } from './word-lists.ts';

/** Says of each operation what it does, and why the plan infers that. */
export function createTargeting(
  context: CompileContext,
  inputs: TargetInputs,
  corrections: ReadonlyMap<Operation, Correction>,
): (operation: Operation) => Target {
  const targetContext = createTargetContext(inputs);
  return (operation) => {
    const entry = inputs.sites.entries.get(operation);
    const correction = corrections.get(operation);
    const found = entry
      ? findTarget(targetContext, entry)
      : improvised('its path has more in a segment than one name');
    return correction
      ? correctTarget(context, targetContext, { operation, entry, correction }, found)
      : found;
  };
}

function findTarget(targetContext: TargetContext, entry: OperationEntry): Target {
  const { steps, pattern, verb } = entry.pathPattern;
  const copy = copyTarget(targetContext, entry);
  if (copy) return copy;
  if (verb !== undefined)
    return actionAbove(targetContext, entry) ?? improvised('it acts on no one record');
  const ofItem = targetContext.sites.ofItem.get(pattern);
  const found = ofItem && atItem(targetContext, entry, ofItem);
  if (found) return found;
  const site = targetContext.sites.at.get(pattern);
  if (!site && steps.at(-1)?.kind === 'parameter') {
    return kindTarget(targetContext, entry, ofItem);
  }
  const place = site ? targetContext.shownAt(site) : {};
  const words = site && wordTarget(targetContext, entry, site, place);
  return words ?? atPlace(targetContext, entry, place);
}

function atItem(
  targetContext: TargetContext,
  entry: OperationEntry,
  site: PathSite,
): Target | undefined {
  const word = oneWordTarget(targetContext, entry, site);
  if (word) return word;
  const item = targetContext.shownAt(site).many;
  if (!item?.view.hasItems) return undefined;
  return (
    aliasTarget(targetContext, entry, item) ??
    membershipTarget(targetContext, entry, item) ??
    ofItemTarget(targetContext, entry, item)
  );
}

/** `DELETE /members/{id}/keys/{type}` does something with the member. */
function kindTarget(
  targetContext: TargetContext,
  entry: OperationEntry,
  ofItem: PathSite | undefined,
): Target {
  if (!ofItem || !namesKind(targetContext.lens, ofItem))
    return improvised('nothing says what its last parameter is a record of');
  const { pathPattern } = entry;
  const references = pathPattern.references.slice(0, -1);
  const above = { ...pathPattern, steps: pathPattern.steps.slice(0, -1), references };
  return (
    actionAbove(targetContext, { ...entry, pathPattern: above }) ??
    improvised('its last parameter is no key, but says what is meant')
  );
}

function atPlace(
  targetContext: TargetContext,
  entry: OperationEntry,
  place: ReturnType<TargetContext['shownAt']>,
): Target {
  return (
    countTarget(targetContext, entry) ??
    searchTarget(targetContext, entry) ??
    bulkTarget(targetContext, entry) ??
    membersTarget(targetContext, entry) ??
    (place.single && ofSingleTarget(targetContext, entry, place.single)) ??
    (place.many && ofWholeTarget(targetContext, entry, place.many)) ??
    verbTarget(targetContext, entry) ??
    selfTarget(targetContext, entry) ??
    bulkBelowTarget(targetContext, entry) ??
    actionAbove(targetContext, entry) ??
    improvised(whyNothing(targetContext, entry))
  );
}

function whyNothing(targetContext: TargetContext, entry: OperationEntry): string {
  const { method } = entry.operation;
  if (method !== 'GET') return whyNoOne(targetContext, entry);
  const array = findList(targetContext.lens, entry);
  if (array) {
    const { records } = targetContext.lens;
    const hasId = records.plainMembers(array.items).has('id');
    return hasId ? 'nothing says which records it shows' : 'its records have no key';
  }
  return replyOf(entry.operation) ? 'it is only read' : 'its reply shows nothing';
}

function whyNoOne(
  { lens, sites, shownAt }: TargetContext,
  { operation, pathPattern }: OperationEntry,
): string {
  const site = sites.at.get(pathPattern.pattern);
  const key = site && shownAt(site).many?.view.key;
  const body = bodyOf(operation);
  const isNamed =
    key !== undefined && body !== undefined && lens.records.members(body).has(key[0] ?? '');
  return isNamed && ['PUT', 'PATCH'].includes(operation.method)
    ? 'only the body says which record it means'
    : 'it acts on no one record';
}

/** What an operation does whose path ends in a singleton. */
function ofSingleTarget(
  targetContext: TargetContext,
  entry: OperationEntry,
  sight: Sight,
): Target | undefined {
  const { method } = entry.operation;
  const { view, group } = sight;
  const { records } = targetContext.lens;
  const shown = shownIn(targetContext, entry, sight);
  const isPost = method === 'POST';
  if (isPost && hasOwnItems(targetContext, view)) return undefined;
  if (isPost && !shown && replyOf(entry.operation)) return undefined;
  const what = nounOf(targetContext, group);
  const isStopped = isStoppedBy(targetContext, view, findEntry(view.site.whole, 'DELETE'));
  if (
    isStopped &&
    (method === 'DELETE' || (isPost && !isOfItsKind(records, entry, view.evidence)))
  ) {
    const why = `does something with ${what}, which is there before and after`;
    return stateful(targetContext, entry, sight, { role: 'action', shown, why });
  }
  const isMade = ['DELETE', 'PUT'].some((one) => findEntry(view.site.whole, one)) && !isStopped;
  const posted: StatefulRole = isMade ? 'create' : 'merge';
  const role = isPost ? posted : itemRoles[method];
  if (!role) return undefined;
  const why = `${what} is one thing, read and written here`;
  return stateful(targetContext, entry, sight, { role, shown, why });
}

/** Whether the DELETE of one thing shows it as it is read: an import is stopped, and still has a state. */
function isStoppedBy(
  { lens: { records } }: TargetContext,
  { evidence, site }: CollectionView,
  removing: OperationEntry | undefined,
): boolean {
  const shown = removing && shownBy(records, removing, evidence.name);
  if (!shown || !evidence.single || saysRemoval(removing.operation)) return false;
  if (findEntry(site.whole, 'PUT')) return false;
  if (shown.identity !== undefined) return shown.identity === evidence.single.identity;
  const [one, other] = [shown.schema, evidence.single.schema];
  return isSameRecord(records, one, other) && isSameRecord(records, other, one);
}

/** Whether the place has items, with operations on them and not only below them. */
function hasOwnItems(targetContext: TargetContext, { site }: CollectionView): boolean {
  const many = targetContext.shownAt(site).many?.view;
  return many !== undefined && (!site.item || site.item.entries.length > 0);
}

function ofItemTarget(context: TargetContext, entry: OperationEntry, sight: Sight): Target {
  const { view, group } = sight;
  const { method } = entry.operation;
  const what = nounOf(context, group);
  const isLink = view.kind === 'links';
  const shown = shownIn(context, entry, sight);
  const reply = replyOf(entry.operation);
  if (method === 'GET' && reply && !shown && !isLink) {
    return improvised('its reply is no record');
  }
  const link = isLink && oneLink(context, entry, sight);
  if (link) return link;
  if (method === 'POST' || (method === 'PUT' && !bodyOf(entry.operation))) {
    const isUpdate = method === 'POST' && isUpdating(context, entry, sight);
    const why = isUpdate ? `changes one of ${what}` : `does something with one of ${what}`;
    return stateful(context, entry, sight, { role: isUpdate ? 'merge' : 'action', shown, why });
  }
  const role = itemRoles[method];
  if (!role) return improvised(`${method} says nothing of a record`);
  const why = isLink ? `what belongs among ${what}` : `the path ends in one of ${what}`;
  const location = locationOfMade(context, entry, group);
  return stateful(context, entry, sight, { role, shown, location, why });
}

/** Where a PUT that may make a record makes it. */
function locationOfMade(
  context: TargetContext,
  entry: OperationEntry,
  group: Sight['group'],
): ReturnType<typeof locate> {
  const { method, responses } = entry.operation;
  return method === 'PUT' && responses.has('201') ? locate(context, group, entry) : undefined;
}

const actingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** An operation below an item, at a place that has no records, is an action on the item. */
function actionAbove(context: TargetContext, entry: OperationEntry): Target | undefined {
  const { method } = entry.operation;
  if (!actingMethods.has(method)) return undefined;
  const sight = sightAbove(context, entry);
  if (!sight || sight.view.kind === 'links' || isLookup(sight.view.site)) return undefined;
  const { records } = context.lens;
  const { identity, evidence } = sight.view;
  const found = shownBy(records, entry, evidence.name);
  const isOwn = identity !== undefined && found?.identity === identity;
  const what = `one of ${nounOf(context, sight.group)}`;
  const why = isBehindList(context, entry)
    ? `needs ${what}, and does something with what is listed below it`
    : `does something with ${what}`;
  return stateful(context, entry, sight, { role: 'action', shown: isOwn ? found : undefined, why });
}

/** Whether it goes on from a list: `/users/{id}/sessions/revoke` where `/users/{id}/sessions` is one. */
function isBehindList(
  { sites, shownAt }: TargetContext,
  { pathPattern: { steps } }: OperationEntry,
): boolean {
  const first = steps.findLastIndex(({ kind }) => kind === 'parameter') + 1;
  return steps.slice(first, -1).some((_, index) => {
    const site = sites.at.get(patternOf(steps.slice(0, first + index + 1)));
    return site !== undefined && shownAt(site).many?.view.evidence.list !== undefined;
  });
}

/** Some contracts change records by POST: the reply is the record, or the body has its members. */
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
