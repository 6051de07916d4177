import { plainName, singulars, wordsOf } from '../../../base/names.ts';
import type { Part } from '../../load/documents.ts';
import { wholeOf } from '../../schema/schema-walk.ts';
import { planList } from '../lists/list-plan.ts';
import type { BodySpot, BulkChange, Target } from '../plan.ts';
import { findList, shownBy } from '../views/evidence.ts';
import type { PathStep } from '../views/path-pattern.ts';
import { patternOf } from '../views/path-pattern.ts';
import { bodyOf } from '../views/record-spots.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { CollectionView } from '../views/views.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { listedIn, nounOf, recordIn, sightAbove, stateful, toldBy } from './target-context.ts';

/**
 * `POST /products/bulk` with `{"action": "archive", "ids": [1, 2]}` does the same to each of these;
 * other members of the body that records have may say what to set.
 */
export function bulkTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const { steps } = entry.pathPattern;
  const last = steps.at(-1);
  if (last?.kind !== 'text' || entry.operation.method === 'GET') return undefined;
  const site = context.sites.at.get(patternOf(steps.slice(0, -1)));
  const sight = site && context.shownAt(site).many;
  if (!sight?.view.hasItems || sight.view.kind !== 'items') return undefined;
  const bulk = bulkIn(context, entry, sight, wordsOf(last.text));
  if (!bulk) return undefined;
  const array = findList(context.lens, entry, sight.view.evidence.name);
  const isOwn = array && isOfKind(context, array.items, sight);
  const list = isOwn && planList(context.lens.documents, entry.operation, array, recordIn(sight));
  const shown = isOwn ? listedIn(array) : recordShown(context, entry, sight);
  const why = `does something with those of ${nounOf(context, sight.group)} that the body names`;
  return stateful(context, entry, sight, {
    role: 'action',
    shown,
    bulk,
    why,
    ...(list && { list }),
  });
}

/**
 * `POST /boards/{id}/archive` that has to name cards, in a list of their keys, archives these and not
 * the board. A path that ends in their name puts them there: `/boards/{id}/cards`.
 */
export function bulkBelowTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const { steps } = entry.pathPattern;
  const last = steps.at(-1);
  const above = sightAbove(context, entry);
  if (!above || last?.kind !== 'text' || entry.operation.method === 'GET') return undefined;
  const tail = steps.slice(steps.findLastIndex(({ kind }) => kind === 'parameter') + 1);
  const { records, documents } = context.lens;
  const body = bodyOf(entry.operation);
  const parts = body ? [...records.members(body)] : [];
  const required = new Set(
    body ? wholeOf(documents, body).flatMap(({ value }) => value['required'] ?? []) : [],
  );
  for (const [keys, part] of parts) {
    const sight = required.has(keys) ? othersNamed(context, entry, keys, part) : undefined;
    if (!sight || sight.group === above.group || isNamedIn(tail, sight.view)) continue;
    const others = parts.filter(([name]) => name !== keys);
    const members = others.flatMap(([name, one]) => (isSet(context, name, one, sight) ? name : []));
    if (members.length !== others.length) continue;
    const change = { keys, action: undefined, members, isRemoval: false };
    const bulk = others.length === 0 ? { ...change, word: last.text } : change;
    const why = `does something with those of ${nounOf(context, sight.group)} that the body names`;
    return stateful(context, entry, sight, { role: 'action', shown: undefined, bulk, why });
  }
  return undefined;
}

/** `DELETE /orders/{id}/notes`, where a GET lists them, and nothing in the request says which. */
export function emptyingTarget(
  context: TargetContext,
  entry: OperationEntry,
  sight: Sight,
): Target | undefined {
  const { method, body, parameters } = entry.operation;
  const isPlain = method === 'DELETE' && !body && !parameters.some((one) => one.in === 'query');
  const isOfAll = isPlain && !sparing.test(toldBy(entry.operation));
  if (!isOfAll || sight.view.kind !== 'items' || !sight.view.evidence.list) return undefined;
  const bulk = { keys: undefined, action: undefined, members: [], isRemoval: true };
  const why = `removes all of ${nounOf(context, sight.group)} that the path lists`;
  return stateful(context, entry, sight, { role: 'action', shown: undefined, bulk, why });
}

/** "Ends all other sessions": some stay, and which these are nothing says. */
const sparing =
  /\ball (?:the )?others?\b|\bexcept\b|\bnot (?:be )?(?:delet|remov|end|affect|revok)|\bbut (?:the|this|one|your)\b/i;

/** The collection whose keys are in a list: the only one, or the only one below what the path names. */
function othersNamed(
  context: TargetContext,
  { pathPattern }: OperationEntry,
  name: string,
  part: Part,
): Sight | undefined {
  const { ancestry } = context;
  const named = new Set(ancestry.identities(pathPattern.references));
  const able = context.groups.flatMap((group): readonly Sight[] => {
    const [view] = group.views;
    if (!view?.hasItems || view.kind !== 'items') return [];
    const ones = singulars(view.site.segment).map(plainName);
    const end = `${plainName(view.key?.at(-1) ?? 'id')}s`;
    const wanted = [plainName(view.site.segment), ...ones.map((one) => one + end)];
    return wanted.includes(plainName(name)) && isOfKeys(context, part, view)
      ? [{ group, view }]
      : [];
  });
  const below = able.filter(({ view: { parents } }) => {
    const above = ancestry.identities(parents);
    return above.length > 0 && above.every((one) => named.has(one));
  });
  const [only, second] = below.length > 0 ? below : able;
  return second ? undefined : only;
}

function isNamedIn(steps: readonly PathStep[], { site }: CollectionView): boolean {
  const names = new Set([site.segment, ...singulars(site.segment)].map(plainName));
  const texts = steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
  return texts.some((text) =>
    [text, wordsOf(text).at(-1) ?? text].some((one) => names.has(plainName(one))),
  );
}

/** The body has to say which records it means, and the body or the path what becomes of them. */
function bulkIn(
  context: TargetContext,
  { operation }: OperationEntry,
  sight: Sight,
  path: readonly string[],
): BulkChange | undefined {
  const { records } = context.lens;
  const body = bodyOf(operation);
  const parts = body ? [...records.members(body)] : [];
  const lists = parts.filter(([name, part]) => isForKeys(context, name, part, sight.view));
  const [[keys] = [], second] = lists;
  const others = parts.filter(([name]) => name !== keys);
  if (keys === undefined || second) return undefined;
  const words = path.map((word) => word.toLowerCase()).filter((word) => !fillers.has(word));
  const action = others.find(([name, part]) => isAction(context, name, part))?.[0];
  // A path that says more may be about something else: `/subscribers/lists` adds them to lists.
  if (action !== undefined) {
    return words.length === 0 ? { keys, action, members: [], isRemoval: false } : undefined;
  }
  const isTold = operation.method === 'DELETE' || words.length > 0;
  if (others.length === 0 && isTold && words.every((word) => removing.test(word))) {
    return { keys, action, members: [], isRemoval: true };
  }
  const members = others.flatMap(([name, part]) => (isSet(context, name, part, sight) ? name : []));
  const named = new Set(members.flatMap((name) => wordsOf(name.toLowerCase())));
  const isMeant = words.every((word) => named.has(word)) && members.length === others.length;
  return isMeant && members.length > 0 ? { keys, action, members, isRemoval: false } : undefined;
}

const fillers = new Set(
  'bulk batch mass many multiple all action actions update change set edit'.split(' '),
);
const removing = /^(?:delete|destroy|remove|purge|erase)$/;

function isForKeys(
  context: TargetContext,
  name: string,
  part: Part,
  view: CollectionView,
): boolean {
  const ones = singulars(view.site.segment).map(plainName);
  const end = plainName(view.key?.at(-1) ?? 'id');
  const wanted = ['ids', `${end}s`, ...ones.flatMap((one) => [`${one}ids`, `${one}${end}s`])];
  return wanted.includes(plainName(name)) && isOfKeys(context, part, view);
}

/** Whether it is a list of what may be keys of these records. */
function isOfKeys(
  { lens: { records, documents } }: TargetContext,
  part: Part,
  { key, schema }: CollectionView,
): boolean {
  if (!records.isList(part)) return false;
  const [items] = wholeOf(documents, part).flatMap((one) => documents.own(one, 'items') ?? []);
  const own = schema && records.members(schema).get(key?.[0] ?? '');
  const [types, fit] = [items, own].map((one) => (one ? [...records.types(one)] : []));
  return (
    types === undefined ||
    !fit ||
    fit.length === 0 ||
    types.length === 0 ||
    types.some((one) => fit.includes(one))
  );
}

/** Whether the member has a word that says what is done. */
function isAction({ lens: { records } }: TargetContext, name: string, part: Part): boolean {
  return (
    /^(?:bulk)?(?:action|operation|op|command)$/.test(plainName(name)) &&
    records.types(part).has('string')
  );
}

/** Whether records have the member, and it is no list, which a request may mean to add to. */
function isSet(
  { lens: { records } }: TargetContext,
  name: string,
  part: Part,
  { view }: Sight,
): boolean {
  const own = view.schema && records.members(view.schema).get(name);
  return (
    own !== undefined && ![part, own].some((one) => records.isList(one) || records.isRecord(one))
  );
}

function isOfKind({ lens: { records } }: TargetContext, items: Part, { group }: Sight): boolean {
  const identity = records.identity(items);
  return identity !== undefined && group.views.some((view) => view.identity === identity);
}

/** Some replies show one of the records. */
function recordShown(
  { lens: { records } }: TargetContext,
  entry: OperationEntry,
  { group, view }: Sight,
): BodySpot | undefined {
  const found = shownBy(records, entry, view.evidence.name);
  const isOwn = group.views.some(
    ({ identity }) => identity !== undefined && identity === found?.identity,
  );
  return found && isOwn ? { steps: found.steps, schema: found.schema } : undefined;
}
