import { plainName, singulars } from '../../../base/names.ts';
import type { Part } from '../../load/documents.ts';
import { wholeOf } from '../../schema/schema-walk.ts';
import { locate } from '../addresses.ts';
import { findKey, isWorldwide } from '../keys.ts';
import { planList } from '../lists/list-plan.ts';
import type { Target } from '../plan.ts';
import { findEntry, findList, givenTo, isMaking, shownBy } from '../views/evidence.ts';
import { bodyOf, isLike, replyOf } from '../views/record-spots.ts';
import type { Records } from '../views/records.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { CollectionView } from '../views/views.ts';
import { isSameRecord } from '../views/views.ts';
import { emptyingTarget } from './bulk-targets.ts';
import { madeBelow } from './made-below.ts';
import { manyLinks } from './many-links.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { listedIn, nounOf, recordIn, shownIn, stateful, toldBy } from './target-context.ts';
import { partialIn } from './verb-targets.ts';

/** What an operation does whose path ends in all records of a collection. */
export function ofWholeTarget(
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
    const shown = listedIn(array);
    const list = planList(targetContext.lens.documents, operation, array, recordIn(sight));
    const why = `answers with an array of ${what}`;
    return stateful(targetContext, entry, sight, { role: 'list', shown, list, why });
  }
  const below = madeBelow(targetContext, entry, sight);
  if (below) return below;
  const link = linkByBody(targetContext, entry, sight) ?? manyLinks(targetContext, entry, sight);
  if (link) return link;
  const named =
    namedInBody(targetContext, entry, sight) ??
    replacedByBody(targetContext, entry, sight) ??
    emptyingTarget(targetContext, entry, sight);
  if (named) return named;
  if (
    !isMaking(targetContext.lens, entry) ||
    isTrying(entry) ||
    !isCreating(targetContext, entry, sight)
  ) {
    return undefined;
  }
  const array = arrayOfMade(targetContext, entry, sight);
  const shown = array
    ? listedIn(array)
    : (shownIn(targetContext, entry, sight) ?? partialIn(targetContext, entry, sight));
  const list = array && planList(targetContext.lens.documents, operation, array, recordIn(sight));
  const location = locate(targetContext, group, entry);
  const isUpsert = isUpserting(targetContext, entry, sight);
  const why = `the path is that of all ${what}${isUpsert ? '; a key that is there changes its record' : ''}`;
  const made = { role: 'create', shown, list, location, isUpsert, why } as const;
  return stateful(targetContext, entry, sight, made);
}

/** A bare list with which a create answers, and which has nothing but the record that was made. */
function arrayOfMade(
  { lens }: TargetContext,
  entry: OperationEntry,
  { view }: Sight,
): ReturnType<typeof findList> {
  const { success } = entry.operation;
  const array = success?.status === '201' ? findList(lens, entry, view.evidence.name) : undefined;
  return array?.steps.length === 0 ? array : undefined;
}

/**
 * Whether a create changes the record that has the key already: its text says so, or nothing else
 * changes these records, which can be read and deleted, and no conflict is declared.
 */
function isUpserting(context: TargetContext, entry: OperationEntry, sight: Sight): boolean {
  const { success, responses } = entry.operation;
  const told = toldBy(entry.operation);
  if (/\bupserts?\b|\b(?:creates?|adds?) or (?:updates?|replaces?|changes?)\b/i.test(told))
    return true;
  const entries = sight.view.site.item?.entries ?? [];
  const has = (method: string): boolean => findEntry(entries, method) !== undefined;
  const isManaged = has('GET') && has('DELETE') && !['PUT', 'PATCH', 'POST'].some(has);
  const isPlain = success?.status === '200' && !responses.has('409');
  return isManaged && isPlain && keyGivenTo(context, entry, sight) !== undefined;
}

/** `POST /tasks/{id}/labels` with `{"label_id": 7}` links the label that the body names. */
function linkByBody(
  context: TargetContext,
  entry: OperationEntry,
  sight: Sight,
): Target | undefined {
  const { records } = context.lens;
  const { view, group } = sight;
  const body = bodyOf(entry.operation);
  const isAdding = ['POST', 'PUT'].includes(entry.operation.method);
  if (view.kind !== 'links' || !isAdding || !body || records.isList(body)) return undefined;
  const [home] = group.of?.views ?? [];
  const ones = singulars(view.site.segment).map(plainName);
  const key = plainName(home?.key?.at(-1) ?? 'id');
  const byPlain = records.plainMembers(body);
  // A record whose key is a number among its siblings has an "id" that says something else.
  const ends = isWorldwide([key]) ? [key, 'id'] : [key];
  const named = ones.flatMap((one) => [...ends.map((end) => one + end), one]);
  const wanted = byPlain.size > 2 ? named : [...named, ...ends];
  const member = wanted
    .map((one) => byPlain.get(one))
    .find((name) => {
      const part = name === undefined ? undefined : records.members(body).get(name);
      if (name === undefined || part === undefined || records.isList(part)) return false;
      const types = records.types(part);
      // A text under the name of the record alone may be what a new one is called.
      const isBare = ones.includes(plainName(name)) && plainName(name) !== key;
      return !types.has('object') && (!isBare || types.has('integer'));
    });
  if (member === undefined) return undefined;
  const shown = shownIn(context, entry, sight);
  const why = `puts the one that the body names among ${nounOf(context, group)}`;
  return stateful(context, entry, sight, { role: 'link', shown, keyInBody: [member], why });
}

/** A PUT or PATCH to all records changes one, if its body is a record that has the key. */
function namedInBody(
  context: TargetContext,
  entry: OperationEntry,
  sight: Sight,
): Target | undefined {
  const { method } = entry.operation;
  if (!['PUT', 'PATCH'].includes(method) || isMaking(context.lens, entry)) return undefined;
  const keyInBody = keyGivenTo(context, entry, sight);
  // Where the path of one record takes the same method, this one is for many of them.
  if (!keyInBody || findEntry(sight.view.site.item?.entries, method)) return undefined;
  const role = method === 'PUT' ? 'replace' : 'merge';
  const shown = shownIn(context, entry, sight);
  const why = `the body says which of ${nounOf(context, sight.group)} it means`;
  return stateful(context, entry, sight, { role, shown, keyInBody, why });
}

/** `PUT /plans/{id}/steps` with `[{…}, {…}]`, where a GET lists the same: there are only these from then on. */
function replacedByBody(
  context: TargetContext,
  entry: OperationEntry,
  sight: Sight,
): Target | undefined {
  const { lens } = context;
  const { view, group } = sight;
  const { records, documents } = lens;
  const body = bodyOf(entry.operation);
  const isBare = entry.operation.method === 'PUT' && body !== undefined && records.isList(body);
  if (!isBare || view.kind !== 'items' || !view.key || !view.evidence.list) return undefined;
  const [items] = wholeOf(documents, body).flatMap((part) => documents.own(part, 'items') ?? []);
  const identity = items && records.identity(items);
  const array = findList(lens, entry, view.evidence.name);
  const isOwn = [view.evidence.list, ...(array ? [array] : [])].every(
    (one) => identity !== undefined && records.identity(one.items) === identity,
  );
  if (!isOwn || (!array && replyOf(entry.operation))) return undefined;
  const target = stateful(context, entry, sight, {
    role: 'action',
    shown: array && listedIn(array),
    list: array && planList(documents, entry.operation, array, recordIn(sight)),
    isWholeList: true,
    why: `leaves only those that the body has of ${nounOf(context, group)}`,
  });
  return target.role === 'improvised' ? target : { ...target, given: { steps: [], schema: items } };
}

/** Where the body has the key, if the body is one of the records and clients may send it. */
function keyGivenTo(
  { lens: { records, documents } }: TargetContext,
  entry: OperationEntry,
  { view, group }: Sight,
): readonly string[] | undefined {
  const { key, evidence } = view;
  const body = bodyOf(entry.operation);
  const given = givenTo(records, entry, evidence.name);
  if (!body || !given || !key || !view.hasItems || view.kind === 'links') return undefined;
  if (isOfMany(records, body, entry, view)) return undefined;
  if (findKey(records, given.schema, evidence.name)?.join('.') !== key.join('.')) return undefined;
  const sent = records.members(given.schema).get(key[0] ?? '');
  const isSendable =
    sent && wholeOf(documents, sent).every(({ value }) => value['readOnly'] !== true);
  const isOne = isLike(records, given.schema, group.views[0]?.schema);
  return isSendable && isOne ? [...given.steps, ...key] : undefined;
}

/** Whether the path says that the request only tries something: `/invoices/preview`. */
function isTrying({ pathPattern }: OperationEntry): boolean {
  const last = pathPattern.steps.at(-1);
  return last?.kind === 'text' && trials.has(plainName(last.text));
}

const trials = new Set(
  'preview estimate simulate simulation calculate validate check verify dryrun test lookup search query'.split(
    ' ',
  ),
);

/** A POST to all records creates one, unless body or reply have many records or something else. */
function isCreating({ lens }: TargetContext, entry: OperationEntry, sight: Sight): boolean {
  const { records } = lens;
  const { view } = sight;
  if (view.kind === 'links') return false;
  // Where a parameter names the list, bodies have records of all kinds, and schemas tell little.
  if (view.site.steps.at(-1)?.kind === 'parameter') return entry.operation.body !== undefined;
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
  { site, evidence, identity }: CollectionView,
): boolean {
  if (records.isList(body)) return true;
  const shown = shownBy(records, entry, evidence.name);
  // A group of transactions may have its transactions in a list.
  if (evidence.read && identity !== undefined && shown?.identity === identity) return false;
  const members = [...records.members(body)];
  const lists = members.filter(([, part]) => records.isList(part));
  if (lists.some(([member]) => plainName(member) === plainName(site.segment))) return true;
  if (lists.length === 0 || members.length > 1) return false;
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
