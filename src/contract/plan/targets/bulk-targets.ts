import { plainName, singulars, wordsOf } from '../../../base/names.ts';
import type { Part } from '../../load/documents.ts';
import { wholeOf } from '../../schema/schema-walk.ts';
import { planList } from '../lists/list-plan.ts';
import type { BodySpot, BulkChange, Target } from '../plan.ts';
import { findList, shownBy } from '../views/evidence.ts';
import { patternOf } from '../views/path-pattern.ts';
import { bodyOf } from '../views/record-spots.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { CollectionView } from '../views/views.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { listedIn, nounOf, recordIn, stateful } from './target-context.ts';

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
  { lens: { records, documents } }: TargetContext,
  name: string,
  part: Part,
  { site, key, schema }: CollectionView,
): boolean {
  const ones = singulars(site.segment).map(plainName);
  const end = plainName(key?.at(-1) ?? 'id');
  const wanted = ['ids', `${end}s`, ...ones.flatMap((one) => [`${one}ids`, `${one}${end}s`])];
  if (!records.isList(part) || !wanted.includes(plainName(name))) return false;
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
