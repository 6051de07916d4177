import { plainName } from '../../../base/names.ts';
import type { Documents, Part } from '../../load/documents.ts';
import { outlineMembers } from '../../schema/outlines.ts';
import { keywordOf } from '../../schema/schema-walk.ts';
import type { ParameterMeaning } from './conventions/convention.ts';
import type { PagingKind } from './conventions/conventions.ts';
import { namesIn } from './conventions/convention.ts';
import { conventions } from './conventions/conventions.ts';
import type { Query } from './declared-queries.ts';
import type { FilterMeaning } from './query-filters.ts';
import { findFilter } from './query-filters.ts';
import type { Listed } from './query-list-members.ts';

/** What a query parameter does to a list. */
export type QueryMeaning =
  | FilterMeaning
  | ExpressionMeaning
  | ParameterMeaning<PagingKind>
  /** `sort`: members to order by, with their directions. `order`: the direction alone. */
  | ParameterMeaning<'sort' | 'order' | 'search'>;

/** A text that compares several members: `priority >= 3 && done = false`. */
export interface ExpressionMeaning {
  readonly kind: 'expression';
  /** The steps to the members of the records, by their plain names. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** What the path calls the records, which may stand before a member: `tasks.done`. */
  readonly listName?: string;
  /** Whether a text is one comparison, whose value reaches to the end. */
  readonly isWhole?: true;
}

/** What the query parameters of a list do to it; parameters with another purpose are left out. */
export function readQueries(
  documents: Documents,
  queries: readonly Query[],
  schemas: readonly Part[],
  listName: string,
): ReadonlyMap<string, QueryMeaning> {
  const sure = queries.flatMap((query) => entryOf(query, findSure(query)));
  const kinds = new Set<string>(sure.map(([, { kind }]) => kind));
  const known = new Map(sure);
  const views = schemas.map((one) => ({
    documents,
    members: outlineMembers(documents, one).members,
  }));
  const rest = queries.filter(({ name }) => !known.has(name));
  const unsure = rest.flatMap((query) => {
    const [filter] = views.flatMap((listed) => findFilter(listed, query) ?? []);
    return entryOf(
      query,
      filter ?? findUnsure(views, query, kinds) ?? findExpression(views, query, listName),
    );
  });
  return new Map([...sure, ...unsure]);
}

/** Of parameters that no schema describes, only those that page have a sure meaning. */
export function readPaging(queries: readonly Query[]): ReadonlyMap<string, QueryMeaning> {
  return new Map(queries.flatMap((query) => entryOf(query, findPaging(query))));
}

/** How many records a page has where a request does not say; undefined means all. */
export function readPageSize(
  queries: readonly Query[],
  meanings: ReadonlyMap<string, QueryMeaning>,
  mostItems: number | undefined,
): number | undefined {
  const isPaged = [...meanings.values()].some(({ kind }) => !selectingKinds.has(kind));
  if (!isPaged) return mostItems;
  const limit = queries.find(({ name }) => meanings.get(name)?.kind === 'limit');
  const told = /\bdefaults?\b[^.\d]{0,24}(\d{1,4})/i.exec(limit?.description ?? '')?.[1];
  const size = limit?.default ?? (told === undefined ? usualPageSize : Number(told));
  return Math.max(1, Math.min(size, limit?.maximum ?? Infinity, mostItems ?? Infinity));
}

const usualPageSize = 30;
const selectingKinds: ReadonlySet<QueryMeaning['kind']> = new Set([
  'filter',
  'expression',
  'search',
  'sort',
  'order',
]);

function entryOf(
  { name }: Query,
  meaning: QueryMeaning | undefined,
): readonly (readonly [string, QueryMeaning])[] {
  return meaning ? [[name, meaning]] : [];
}

const sortNames =
  namesIn(`sort sort_by sortby order_by orderby ordering odata_orderby sort_field sort_key
  sort_column sorting sorts sorted_by ordered_by`);
const orderNames =
  namesIn(`order direction sort_dir sort_direction sort_order sortorder dir order_direction
  order_dir sortdir sort_type sorting_order`);
const searchNames =
  namesIn(`q query search keyword keywords search_text search_term search_query searchterm
  filter_search filter_q search_string search_phrase text_search fulltext full_text free_text odata_search filter_query`);

/** Names of searches, where no member has them. */
const perhapsSearch = namesIn('s term text phrase filter_text search_for terms');

/** What the name alone tells, whatever members the records have. */
function findSure(query: Query): QueryMeaning | undefined {
  const { words, isDirection, mayBeText } = query;
  if (searchNames.has(words))
    return saysConditions(query) || !mayBeText ? undefined : { kind: 'search' };
  if (isDirection && (orderNames.has(words) || sortNames.has(words))) return { kind: 'order' };
  if (sortNames.has(words)) return { kind: 'sort' };
  return findPaging(query);
}

function findPaging(query: Query): ParameterMeaning<PagingKind> | undefined {
  return conventions.flatMap(({ findSure: find }) => find?.(query) ?? [])[0];
}

function findExpression(
  views: readonly Listed[],
  query: Query,
  listName: string,
): ExpressionMeaning | undefined {
  const { words, isText, isTexts, isTime } = query;
  const isNamed = /^(odata_)?(filters?|where)$|^(query_filter|filter_expression)$/.test(words);
  const isOne = isText && !isTime && (isNamed || saysConditions(query));
  const isWhole = isTexts && saysConditions(query);
  if (!isOne && !isWhole) return undefined;
  const [first] = views;
  // A list of words chooses among views of the records.
  const isChoice = query.schema && first && keywordOf(first.documents, query.schema, 'enum');
  if (isChoice !== undefined) return undefined;
  return {
    kind: 'expression',
    names: new Map(views.flatMap(stepsByName)),
    listName,
    ...(isWhole && { isWhole }),
  };
}

/** Own members take the place of those with the same name in JSON:API's `attributes`. */
function stepsByName({
  documents,
  members,
}: Listed): readonly (readonly [string, readonly string[]])[] {
  const [attributes] = members.get('attributes') ?? [];
  const held = attributes ? [...outlineMembers(documents, attributes).members.keys()] : [];
  const steps = [
    ...held.map((name) => ['attributes', name]),
    ...[...members.keys()].map((name) => [name]),
  ];
  return steps.map((one) => [plainName(one.at(-1) ?? ''), one] as const);
}

/** `An SQL expression`, `filter conditions`, `<field><operator><value>` */
function saysConditions({ words, description }: Query): boolean {
  const isNamed = /^(q|query|filters?|where|conditions?|expression)$|_filter$|_query$/.test(words);
  const says =
    /\b(SQL|filter|query) (\w+ )?(expressions?|conditions?)\b|<field>\W{0,9}<(condition|operator)/i;
  return isNamed && says.test(description);
}

/** `Searches all columns`, `Free-text match`, `The search term`, `Filters on columns - name, code`. */
function saysSearch(description: string): boolean {
  return (
    /^\W*((free|full) )?(text )?search(es|ing)?\b(?! (only|within|in)\b)|^\W*filters?\b[^.]{0,40}\bcolumns\b/i.test(
      description,
    ) ||
    /\b(free|full)[- ]?text\b|\bsearch (term|text|string|phrase|keyword|words)s?\b/i.test(
      description,
    )
  );
}

/** A weaker meaning, for a parameter that is no filter, if no other parameter has this meaning. */
function findUnsure(
  views: readonly Listed[],
  query: Query,
  kinds: ReadonlySet<string>,
): QueryMeaning | undefined {
  const [found] = conventions.flatMap(({ findUnsure: find }) => find?.(query, kinds) ?? []);
  const { words, isText, description } = query;
  const isSought = isText && (perhapsSearch.has(words) || saysSearch(description));
  if (!found && isSought && !kinds.has('search')) return { kind: 'search' };
  if (found || !orderNames.has(words) || isOtherChoice(views, query)) return found;
  return kinds.has('sort') || words !== 'order' ? { kind: 'order' } : { kind: 'sort' };
}

/** Whether all values say something else than a direction or a member: `shared-by`, `shared-with`. */
function isOtherChoice(views: readonly Listed[], { values }: Query): boolean {
  if (!values) return false;
  const names = new Set(views.flatMap(stepsByName).map(([name]) => name));
  return !values.some(
    (one) => directionWord.test(one) || names.has(plainName(one.replace(/^[-+]/, ''))),
  );
}

const directionWord = /(?:^|[^a-z])(?:asc|desc)(?:$|[^a-z]|end)|^[-+]?1$/i;
