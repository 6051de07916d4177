import { isJsonObject } from '../../../base/json.ts';
import { plainName, singulars } from '../../../base/names.ts';
import type { Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import { parametersIn } from '../lists/body-parameters.ts';
import type { ListPlan } from '../lists/list-plan.ts';
import { planList } from '../lists/list-plan.ts';
import type { QueryMeaning } from '../lists/queries.ts';
import type { Target } from '../plan.ts';
import { findList } from '../views/evidence.ts';
import type { RecordArray } from '../views/record-arrays.ts';
import type { PathStep } from '../views/path-pattern.ts';
import { patternOf } from '../views/path-pattern.ts';
import { bodyOf, isLike } from '../views/record-spots.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { Sight, TargetContext } from './target-context.ts';
import { listedIn, nounOf, recordIn, stateful } from './target-context.ts';

const searchWords = new Set(['search', 'query', 'find', 'filter', 'list', 'lookup', 'ids']);

/**
 * `POST /users/search` with `{"term": "ann"}`, `POST /users/ids` with a list of keys: a list of the
 * records at `/users`, whose query stands in the body. `GET /search/users` is one, too.
 */
export function searchTarget(context: TargetContext, entry: OperationEntry): Target | undefined {
  const isPost = entry.operation.method === 'POST';
  const sight = isSearch(entry) ? sightOf(context, entry) : undefined;
  const array = sight && findList(context.lens, entry, sight.view.evidence.name);
  if (!sight || !array || !isOfRecords(context, sight, array, isPost)) return undefined;
  const list = planSearch(context, entry, sight, array);
  if (!list) return undefined;
  const shown = listedIn(array);
  const why = `answers with those of ${nounOf(context, sight.group)} that are searched for`;
  const target = stateful(context, entry, sight, { role: 'list', shown, list, why });
  const search = isPost ? 'body' : 'query';
  if (target.role === 'improvised') return target;
  const unread = isPost ? unreadIn(context, entry, list) : [];
  return { ...target, search, ...(unread.length > 0 && { unread }) };
}

/** Objects and lists that no query means choose records, too, and so do texts in a language of their own. */
function unreadIn(
  { lens: { records } }: TargetContext,
  { operation }: OperationEntry,
  { queries }: ListPlan,
): readonly string[] {
  const body = bodyOf(operation);
  const read = new Set([...queries.keys()].map((name) => name.replace(/\[.*$/, '')));
  return [...(body && !records.isList(body) ? records.members(body) : [])].flatMap(
    ([name, part]) => {
      const types = records.types(part);
      const isMore = types.has('object') || types.has('array') || saysLanguage(operation, part);
      return isMore && !read.has(name) ? [name] : [];
    },
  );
}

/** "Accepts valid JQL", "an expression in the query language": such a text is no word to look for. */
function saysLanguage({ part }: Operation, { value }: Part): boolean {
  return [part.value, value].some((told) => {
    const { description } = isJsonObject(told) ? told : {};
    return typeof description === 'string' && languages.test(description);
  });
}

const languages = /\bquery[- ]language\b|\b[A-Z]{1,4}QL\b/;

/** `orderIds` in the body are keys of orders. */
function keysIn(
  { lens: { records } }: TargetContext,
  { view: { key, site } }: Sight,
  body: Part,
): readonly (readonly [string, QueryMeaning])[] {
  const names = new Set(singulars(site.segment).map((one) => `${plainName(one)}ids`));
  return [...records.members(body)].flatMap(([name, part]) =>
    key && names.has(plainName(name)) && records.isList(part)
      ? [[name, { kind: 'filter', steps: key }] as const]
      : [],
  );
}

function isOfRecords(
  { lens }: TargetContext,
  sight: Sight,
  { items }: RecordArray,
  isPost: boolean,
): boolean {
  const record = recordIn(sight) ?? sight.group.views[0]?.schema;
  if (record === undefined) return false;
  const [own, other] = [items, record].map((part) => lens.records.identity(part));
  const isOne = own !== undefined && own === other;
  // A search by GET stands elsewhere: only the same component tells that it means these records.
  return isOne || (isPost && isLike(lens.records, items, record));
}

/** What the query, or the body in its place, asks for; undefined where a POST has no body. */
function planSearch(
  context: TargetContext,
  { operation }: OperationEntry,
  sight: Sight,
  array: RecordArray,
): ListPlan | undefined {
  const { documents, records } = context.lens;
  const record = recordIn(sight) ?? sight.group.views[0]?.schema;
  if (operation.method !== 'POST') return planList(documents, operation, array, record);
  const body = bodyOf(operation);
  if (!body) return undefined;
  if (!records.isList(body)) {
    const parameters = [...operation.parameters, ...parametersIn(records, body)];
    const found = planList(documents, { ...operation, parameters }, array, record);
    const isRead = ([name, { kind }]: readonly [string, QueryMeaning]): boolean => {
      const own = kind === 'search' ? records.members(body).get(name) : undefined;
      return own === undefined || !saysLanguage(operation, own);
    };
    const all = [...keysIn(context, sight, body), ...[...found.queries].filter(isRead)];
    const queries = new Map(all);
    // A list of keys may have been of no use to the queries.
    return { ...found, queries, unused: found.unused?.filter((name) => !queries.has(name)) ?? [] };
  }
  const steps = sight.view.key ?? [];
  const queries = new Map([[keysInBody, { kind: 'filter', steps } as const]]);
  return { ...planList(documents, operation, array, record), queries };
}

/** `POST /users/search`, `GET /search/users`. */
function isSearch({ operation, pathPattern }: OperationEntry): boolean {
  const [above, last] = pathPattern.steps.slice(-2);
  if (operation.method === 'POST') return isWord(last, searchWords);
  return operation.method === 'GET' && last?.kind === 'text' && isWord(above, searchWords);
}

function isWord(step: PathStep | undefined, words: ReadonlySet<string>): boolean {
  return step?.kind === 'text' && words.has(plainName(step.text));
}

/** The records at the place before the last word of the path, or of that name. */
function sightOf(
  { sites, shownAt, groups }: TargetContext,
  { operation, pathPattern }: OperationEntry,
): Sight | undefined {
  const site = sites.at.get(patternOf(pathPattern.steps.slice(0, -1)));
  if (operation.method === 'POST') {
    const sight = site && shownAt(site).many;
    return sight?.view.kind === 'items' ? sight : undefined;
  }
  const last = pathPattern.steps.at(-1);
  const name = last?.kind === 'text' ? plainName(last.text) : '';
  const named = groups.flatMap((group) => {
    const [view] = group.views;
    const isOther = view?.site.pattern !== pathPattern.pattern;
    const ones = view ? [view.site.segment, ...singulars(view.site.segment)].map(plainName) : [];
    return view?.kind === 'items' && view.hasItems && isOther && ones.includes(name)
      ? [{ group, view }]
      : [];
  });
  const [only, ...others] = named;
  return others.length === 0 ? only : undefined;
}

/** What a body that is a list of keys is called among the parameters of a query. */
const keysInBody = 'ids';
