import { isJsonObject } from '../../../base/json.ts';
import { plainName, singulars, wordsOf } from '../../../base/names.ts';
import type { Part } from '../../load/documents.ts';
import { wholeOf } from '../../schema/schema-walk.ts';
import { planList } from '../lists/list-plan.ts';
import type { LinkChange, StatefulRole, Target } from '../plan.ts';
import { findEntry, findList, shownBy } from '../views/evidence.ts';
import type { RecordArray } from '../views/record-arrays.ts';
import { bodyOf } from '../views/record-spots.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { CollectionView } from '../views/views.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { listedIn, nounOf, recordIn, shownIn, sightAbove, stateful } from './target-context.ts';

/**
 * `POST /teams/{id}/members` with `{"user_ids": [1, 2]}` puts these among the members, PUT and PATCH
 * leave no others there, and DELETE takes them away.
 */
export function manyLinks(
  context: TargetContext,
  entry: OperationEntry,
  sight: Sight,
): Target | undefined {
  const { lens } = context;
  const { view, group } = sight;
  const [home] = group.of?.views ?? [];
  if (view.kind !== 'links' || !home) return undefined;
  const links = changeIn(context, entry, view, home);
  if (!links) return undefined;
  const array = findList(lens, entry, view.evidence.name);
  const isAlike = array && isOfLinks(context, array, view);
  // A reply with the record above shows it as it is then, which only its own operations do.
  if (array ? !isAlike : isAboveShown(context, entry)) return undefined;
  const { change } = links;
  const { role, does } = words[change];
  const why = `${does} ${nounOf(context, group)}`;
  const shown = array && listedIn(array);
  const list = array && planList(lens.documents, entry.operation, array, recordIn(sight));
  return stateful(context, entry, sight, { role, shown, links, why, ...(list && { list }) });
}

/** `PUT /teams/{id}/members/{userId}` puts one among the members, or changes what is said of it. */
export function oneLink(
  context: TargetContext,
  entry: OperationEntry,
  sight: Sight,
): Target | undefined {
  const { method } = entry.operation;
  if (method !== 'PUT' && method !== 'POST') return undefined;
  const what = nounOf(context, sight.group);
  const shown = shownIn(context, entry, sight);
  const isChange = method === 'PUT' && isChangeOfLink(context, entry, sight);
  const why = isChange ? `changes what ${what} say of it` : `puts it among ${what}`;
  return stateful(context, entry, sight, { role: isChange ? 'merge' : 'link', shown, why });
}

/** A PUT beside a POST that makes the link: its body has members of what is shown, and no others. */
function isChangeOfLink(
  { lens: { records } }: TargetContext,
  { operation }: OperationEntry,
  { view, group }: Sight,
): boolean {
  const body = bodyOf(operation);
  const sent = body ? [...records.members(body).keys()] : [];
  const known = view.schema ? records.members(view.schema) : new Map<string, unknown>();
  const isMadeElse = findEntry(view.site.item?.entries, 'POST') !== undefined;
  return !group.of && isMadeElse && sent.length > 0 && sent.every((name) => known.has(name));
}

const words: Readonly<
  Record<LinkChange['change'], { readonly role: StatefulRole; readonly does: string }>
> = {
  add: { role: 'link', does: 'puts those that the body names among' },
  replace: { role: 'replace', does: 'leaves only those that the body names among' },
  remove: { role: 'delete', does: 'takes those that the body names from' },
  'remove-all': { role: 'delete', does: 'says that it removes all of' },
};

function changeIn(
  context: TargetContext,
  { operation }: OperationEntry,
  view: CollectionView,
  home: CollectionView,
): LinkChange | undefined {
  const { method, part } = operation;
  const { summary, description } = isJsonObject(part.value) ? part.value : {};
  const told = [summary, description].find((text) => typeof text === 'string' && text !== '');
  const body = bodyOf(operation);
  const keys = body && keysIn(context, body, view, home);
  if (keys) return { ...keys, change: changeOf(method, typeof told === 'string' ? told : '') };
  const isAll = typeof told === 'string' && /\b(?:all|every|clears?)\b/i.test(told);
  const isOpen = operation.parameters.every((one) => one.in !== 'query');
  if (method !== 'DELETE' || !isAll || !isOpen) return undefined;
  return { change: 'remove-all', steps: [], otherName: undefined };
}

/** By the method, unless the text begins with another word. */
function changeOf(method: string, told: string): LinkChange['change'] {
  const first = wordsOf(told)[0]?.toLowerCase().replace(/s$/, '') ?? '';
  if (method === 'DELETE' || /^(?:remove|delete|detach|unlink|unassign)$/.test(first)) {
    return 'remove';
  }
  if (method === 'POST') return /^(?:replace|overwrite|set)$/.test(first) ? 'replace' : 'add';
  return /^(?:add|append|attach)$/.test(first) ? 'add' : 'replace';
}

/** Where the body has keys of the linked records: the only list in it, if its name says so. */
export function keysIn(
  { lens: { records, documents } }: TargetContext,
  body: Part,
  view: CollectionView,
  home: CollectionView,
): Omit<LinkChange, 'change'> | undefined {
  const { key, schema } = home;
  const members = schema ? records.members(schema) : new Map<string, Part>();
  const own = members.get(key?.[0] ?? '');
  const wanted = own ? records.types(own) : new Set<string>();
  const fit = (list: Part): Pick<LinkChange, 'otherName'> | undefined => {
    const [items] = wholeOf(documents, list).flatMap((part) => documents.own(part, 'items') ?? []);
    const types = items ? records.types(items) : new Set<string>();
    if (!items || types.has('object') || types.has('array') || types.has('boolean'))
      return undefined;
    const isOfKey =
      types.size === 0 || wanted.size === 0 || [...types].some((one) => wanted.has(one));
    const mayBeName = !wanted.has('string') && (types.size === 0 || types.has('string'));
    const otherName = mayBeName ? ['name', 'title'].find((one) => members.has(one)) : undefined;
    return isOfKey || otherName !== undefined ? { otherName } : undefined;
  };
  if (records.isList(body)) {
    const found = fit(body);
    return found && { ...found, steps: [] };
  }
  const [only, second] = [...records.members(body)].filter(([, part]) => records.isList(part));
  const found = only && !second ? fit(only[1]) : undefined;
  if (!only || !found || !isForKeys(only[0], view, home)) return undefined;
  return { ...found, steps: [only[0]] };
}

/** `member_ids`, `members`, `user_ids` for users, or another name of keys. */
function isForKeys(member: string, view: CollectionView, home: CollectionView): boolean {
  const plain = plainName(member);
  const segments = [view.site.segment, home.site.segment];
  const lasts = segments.map((one) => wordsOf(one).at(-1) ?? one);
  const plurals = [...segments, ...lasts].map(plainName);
  const ones = [...segments, ...lasts].flatMap((one) => singulars(one).map(plainName));
  const key = plainName(home.key?.at(-1) ?? 'id');
  const isOther = /^(?:exclude|except|without|remove|delete)/.test(plain);
  return (
    plurals.includes(plain) ||
    ones.some((one) => plain === `${one}${key}s`) ||
    (plain.endsWith('ids') && !isOther)
  );
}

function isOfLinks(
  { lens: { records } }: TargetContext,
  array: RecordArray,
  { evidence: { list }, identity }: CollectionView,
): boolean {
  const own = records.identity(array.items);
  if (own !== undefined && own === identity) return true;
  const [one, other] = [array.items, list?.items].map(
    (part) => part && records.settle(part)?.value,
  );
  return one !== undefined && one === other;
}

function isAboveShown(context: TargetContext, entry: OperationEntry): boolean {
  const above = sightAbove(context, entry)?.view;
  const shown = above && shownBy(context.lens.records, entry, above.evidence.name);
  return shown?.identity !== undefined && shown.identity === above?.identity;
}
