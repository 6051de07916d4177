import type { CompileContext } from '../../compile-context.ts';
import type { Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import { locate } from '../addresses.ts';
import type { Correction } from '../corrections.ts';
import { findKey } from '../keys.ts';
import { planList } from '../lists/list-plan.ts';
import type { Target, StatefulRole } from '../plan.ts';
import { plainName } from '../../../base/names.ts';
import { findList, findEntry, givenTo, isMaking, shownBy } from '../views/evidence.ts';
import { bodyOf, replyOf, isLike } from '../views/record-spots.ts';
import type { Records } from '../views/records.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { CollectionView } from '../views/views.ts';
import { isSameRecord } from '../views/views.ts';
import { correctTarget } from './corrected-targets.ts';
import type { TargetInputs, TargetContext, Sight } from './target-context.ts';
import {
  createTargetContext,
  improvised,
  nounOf,
  shownIn,
  stateful,
  sightAbove,
} from './target-context.ts';

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
  if (verb !== undefined)
    return actionAbove(targetContext, entry) ?? improvised('it acts on no one record');
  const ofItem = targetContext.sites.ofItem.get(pattern);
  const item = ofItem && targetContext.shownAt(ofItem).many;
  if (item) return ofItemTarget(targetContext, entry, item);
  if (steps.at(-1)?.kind === 'parameter') {
    return improvised('nothing says what its last parameter is a record of');
  }
  const site = targetContext.sites.at.get(pattern);
  const place = site ? targetContext.shownAt(site) : {};
  return (
    (place.single && ofSingleTarget(targetContext, entry, place.single)) ??
    (place.many && ofWholeTarget(targetContext, entry, place.many)) ??
    selfTarget(targetContext, entry) ??
    actionAbove(targetContext, entry) ??
    improvised(whyNothing(targetContext, entry))
  );
}

function whyNothing(targetContext: TargetContext, entry: OperationEntry): string {
  const { method } = entry.operation;
  if (method !== 'GET') return whyNoOne(targetContext, entry);
  if (findList(targetContext.lens, entry)) return 'its records have no key';
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
  const shown = shownIn(targetContext, entry, sight);
  const isDeletable = findEntry(view.site.whole, 'DELETE') !== undefined;
  const isMade = isDeletable || findEntry(view.site.whole, 'PUT') !== undefined;
  const posted: StatefulRole = isMade ? 'create' : 'merge';
  const isPost = method === 'POST';
  if (isPost && hasOwnItems(targetContext, view)) return undefined;
  if (isPost && !shown && replyOf(entry.operation)) return undefined;
  const role = isPost ? posted : itemRoles[method];
  if (!role) return undefined;
  const why = `${nounOf(targetContext, group)} is one thing, read and written here`;
  return stateful(targetContext, entry, sight, { role, shown, why });
}

/** Whether the place has items, with operations on them and not only below them. */
function hasOwnItems(targetContext: TargetContext, { site }: CollectionView): boolean {
  const many = targetContext.shownAt(site).many?.view;
  return many !== undefined && (!site.item || site.item.entries.length > 0);
}

/** What an operation does whose path ends in all records of a collection. */
function ofWholeTarget(
  targetContext: TargetContext,
  entry: OperationEntry,
  sight: Sight,
): Target | undefined {
  const { operation } = entry;
  const { group } = sight;
  const what = nounOf(targetContext, group);
  if (operation.method === 'GET') {
    const array = findList(targetContext.lens, entry, sight.view.evidence.name);
    if (!array) return undefined;
    const shown = { steps: array.steps, schema: array.items };
    const list = planList(targetContext.lens.documents, operation, array);
    const why = `answers with an array of ${what}`;
    return stateful(targetContext, entry, sight, { role: 'list', shown, list, why });
  }
  const named = namedInBody(targetContext, entry, sight);
  if (named) return named;
  if (!isMaking(entry) || !isCreating(targetContext, entry, sight)) return undefined;
  const shown = shownIn(targetContext, entry, sight);
  const location = locate(targetContext, group, entry);
  const why = `the path is that of all ${what}`;
  return stateful(targetContext, entry, sight, { role: 'create', shown, location, why });
}

/** A PUT or PATCH to all records changes one, if its body is a record that has the key. */
function namedInBody(
  context: TargetContext,
  entry: OperationEntry,
  sight: Sight,
): Target | undefined {
  const role = entry.operation.method === 'PUT' ? 'replace' : 'merge';
  if (!['PUT', 'PATCH'].includes(entry.operation.method) || isMaking(entry)) return undefined;
  const { records } = context.lens;
  const { view, group } = sight;
  const { key } = view;
  const body = bodyOf(entry.operation);
  const given = givenTo(records, entry, view.evidence.name);
  if (!body || !given || !key || !view.hasItems || view.kind === 'links') return undefined;
  if (isOfMany(records, body, entry, view)) return undefined;
  if (findKey(records, given.schema, view.evidence.name)?.join('.') !== key.join('.'))
    return undefined;
  if (!isLike(records, given.schema, group.views[0]?.schema)) return undefined;
  const shown = shownIn(context, entry, sight);
  const keyInBody = [...given.steps, ...key];
  const why = `the body says which of ${nounOf(context, group)} it means`;
  return stateful(context, entry, sight, { role, shown, keyInBody, why });
}

/** A POST to all records creates one, unless body or reply have many records or something else. */
function isCreating({ lens }: TargetContext, entry: OperationEntry, sight: Sight): boolean {
  const { records } = lens;
  const { view } = sight;
  if (view.kind === 'links') return false;
  const reply = replyOf(entry.operation);
  const body = bodyOf(entry.operation);
  if (body && isOfMany(records, body, entry, view)) return false;
  // Without a declared reply, a body tells enough; where no body is declared, paths of items do.
  if (!reply) return body !== undefined || (view.hasItems && entry.operation.body === undefined);
  const list = findList(lens, entry, view.evidence.name);
  // Some operations answer with all records, the new one among them.
  if (list) return view.hasItems && body !== undefined && isSameRecord(records, body, list.items);
  return !records.isList(reply) && isAnsweredWithOne(lens.records, entry, sight);
}

/** Whether a body has many records at once: an array of them, wrapped or not. */
function isOfMany(
  records: Records,
  body: Part,
  entry: OperationEntry,
  { site, evidence }: CollectionView,
): boolean {
  if (records.isList(body)) return true;
  const members = [...records.members(body)];
  const lists = members.filter(([, part]) => records.isList(part));
  if (lists.some(([member]) => plainName(member) === plainName(site.segment))) return true;
  if (lists.length === 0 || members.length > 1) return false;
  const shown = shownBy(records, entry, evidence.name);
  return !shown || findKey(records, shown.schema, evidence.name) === undefined;
}

function isAnsweredWithOne(
  records: Records,
  entry: OperationEntry,
  { group, view }: Sight,
): boolean {
  const { name } = view.evidence;
  const shown = shownBy(records, entry, name);
  const given = givenTo(records, entry, name);
  const own = new Set(group.views.flatMap(({ identity }) => identity ?? []));
  const isOwn = (identity: string | undefined): boolean =>
    identity !== undefined && own.has(identity);
  if (isOwn(shown?.identity) || isOwn(given?.identity)) return true;
  // The reply is no record, but for example a text.
  if (!shown) return given !== undefined;
  const [main] = group.views;
  if (records.members(shown.schema).size === 0) {
    const schema = main?.schema;
    return view.hasItems && given !== undefined && isLike(records, given.schema, schema, 'half');
  }
  if (main?.key === undefined) return view.hasItems;
  if (findKey(records, shown.schema, name)?.join('.') === main.key.join('.')) return true;
  return view.hasItems && given !== undefined && isLike(records, given.schema, main.schema);
}

const itemRoles: Readonly<Record<string, StatefulRole>> = {
  GET: 'read',
  HEAD: 'read',
  PUT: 'replace',
  PATCH: 'merge',
  DELETE: 'delete',
};

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
  const makes = role === 'replace' && entry.operation.responses.has('201');
  const location = makes ? locate(context, group, entry) : undefined;
  return stateful(context, entry, sight, { role, shown, location, why });
}

/** Some places below an item show the item itself, and may write a part of it. */
function selfTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
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

/** Only a PUT or PATCH beside a GET tells that it shows the item itself, and not one like it. */
function isReadBySite({ sites }: TargetContext, { pathPattern }: OperationEntry): boolean {
  const site = sites.at.get(pathPattern.pattern);
  return ['PUT', 'PATCH'].some((method) => findEntry(site?.whole, method) !== undefined);
}

const actingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** An operation below an item, at a place that has no records, is an action on the item. */
function actionAbove(context: TargetContext, entry: OperationEntry): Target | undefined {
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
