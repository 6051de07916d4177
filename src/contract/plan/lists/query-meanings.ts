import { isJsonObject } from '../../../base/json.ts';
import type { Documents, Part } from '../../load/documents.ts';
import type { Parameter } from '../../parameters/parameters.ts';
import { outlineMembers, outlineTypes } from '../../schema/outlines.ts';
import { keywordOf } from '../../schema/schema-walk.ts';
import type { QueryMeaning } from './list-meanings.ts';
import { descriptionOf, hasWord, listNames, numberOf, queryWordsOf } from './list-words.ts';
import type { Query } from './query-filters.ts';
import { findFilter } from './query-filters.ts';

/** What the query parameters of a list do to it; parameters with another purpose are left out. */
export function readQueries(
  documents: Documents,
  parameters: readonly Parameter[],
  items: Part,
): ReadonlyMap<string, QueryMeaning> {
  const queries = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => expand(documents, parameter));
  const sure = queries.flatMap((query) => entryOf(query, findSure(documents, query)));
  const kinds = new Set(sure.map(([, { kind }]) => kind));
  const known = new Map(sure);
  const members = outlineMembers(documents, items).members;
  const rest = queries.filter(({ name }) => !known.has(name));
  const unsure = rest.flatMap((query) => {
    const filter = findFilter(documents, members, query);
    return entryOf(query, filter ?? findUnsure(documents, query, kinds));
  });
  return new Map([...sure, ...unsure]);
}

/** How many records a page has where a request does not say; undefined means all. */
export function readPageSize(
  documents: Documents,
  parameters: readonly Parameter[],
  queries: ReadonlyMap<string, QueryMeaning>,
  mostItems: number | undefined,
): number | undefined {
  const kinds = new Set([...queries.values()].map(({ kind }) => kind));
  const isPaged = pagingKinds.some((kind) => kinds.has(kind));
  if (!isPaged) return mostItems;
  const limit = parameters
    .flatMap((parameter) => expand(documents, parameter))
    .find(({ name }) => queries.get(name)?.kind === 'limit')?.schema;
  const most = (limit && numberOf(documents, limit, 'maximum')) ?? Infinity;
  const given = limit && numberOf(documents, limit, 'default');
  const described = limit && /\bdefaults?\b[^.\d]{0,24}(\d{1,4})/i;
  const told = described?.exec(limit ? descriptionOf(documents, limit) : '')?.[1];
  const size = given ?? (told === undefined ? usualPageSize : Number(told));
  return Math.max(1, Math.min(size, most, mostItems ?? Infinity));
}

const usualPageSize = 30;
const pagingKinds = ['limit', 'page', 'offset', 'after', 'before'] as const;

/** Members of an object such as `page` or `filter` count as parameters: `page[size]`. */
function expand(documents: Documents, { name, schema }: Parameter): readonly Query[] {
  const whole: Query = { name, words: queryWordsOf(name), schema };
  if (!schema || !holders.has(whole.words)) return [whole];
  if (outlineTypes(documents, schema)?.has('object') !== true) return [whole];
  const { members } = outlineMembers(documents, schema);
  return [...members].map(([member, [part]]) => {
    const path = `${name}[${member}]`;
    return { name: path, words: queryWordsOf(path), schema: part };
  });
}

const holders = new Set(['page', 'paging', 'pagination', 'filter', 'filters', 'where', 'sort']);

function entryOf(
  { name }: Query,
  meaning: QueryMeaning | undefined,
): readonly (readonly [string, QueryMeaning])[] {
  return meaning ? [[name, meaning]] : [];
}

function listOf(names: string): ReadonlySet<string> {
  return new Set(listNames(names));
}

const limitNames =
  listOf(`limit per_page perpage page_size pagesize page_limit max_results maxresults
  pagelen max_items max_keys max_entries results_per_page items_per_page max_page_size num_results odata_top
  number_of_results max_result_count record_limit pagination_limit pagination_page_size`);
const offsetNames =
  listOf(`offset skip start_at startat start_index startindex page_offset start_offset
  odata_skip first_result result_offset record_offset pagination_offset`);
const pageNames =
  listOf(`page page_number pagenumber page_no page_num page_index pageindex current_page
  pagination_page p`);
const afterNames =
  listOf(`cursor after starting_after start_after page_token pagetoken next_token nexttoken
  next_page_token continue continuation continuation_token since_id next_cursor page_cursor page_after
  after_id after_cursor cursor_after start_cursor start_token start_key start_id exclusive_start_key
  exclusive_start_id marker next_marker bookmark pagination_token paging_token scroll_id page_key next_key
  page_state pagination_cursor odata_skiptoken`);
const beforeNames =
  listOf(`before ending_before end_before before_id before_cursor cursor_before page_before
  prev_cursor previous_cursor end_cursor`);
const keyedNames = listOf(`starting_after start_after since_id after_id start_id exclusive_start_id
  ending_before end_before before_id since`);
const sortNames =
  listOf(`sort sort_by sortby order_by orderby ordering odata_orderby sort_field sort_key
  sort_column sorting sorts sorted_by ordered_by`);
const orderNames =
  listOf(`order direction sort_dir sort_direction sort_order sortorder dir order_direction
  order_dir sortdir sort_type sorting_order`);
const searchNames =
  listOf(`q query search keyword keywords search_text search_term search_query searchterm
  filter_search filter_q text_search fulltext full_text free_text odata_search filter_query`);
const weakLimitNames = listOf('count first size top take rows max length num n');
const weakOffsetNames = listOf('start from begin');

/** What the name alone tells, whatever members the records have. */
function findSure(documents: Documents, query: Query): QueryMeaning | undefined {
  const { words, schema } = query;
  const { isTime, isDirection } = traitsOf(documents, schema);
  if (limitNames.has(words)) return { kind: 'limit' };
  if (searchNames.has(words)) return { kind: 'search' };
  if (isDirection && (orderNames.has(words) || sortNames.has(words))) return { kind: 'order' };
  if (sortNames.has(words)) return { kind: 'sort' };
  // A time filters records by age: it is no position in the list.
  return isTime ? undefined : findPaging(documents, query);
}

function findPaging(documents: Documents, query: Query): QueryMeaning | undefined {
  const { words, schema } = query;
  const { isNumber } = traitsOf(documents, schema);
  if (pageNames.has(words)) return findPage(documents, query);
  // A numeric cursor is an offset.
  const isCount = afterNames.has(words) && isNumber && !keyedNames.has(words);
  if (offsetNames.has(words) || isCount) return findOffset(documents, query);
  if (afterNames.has(words) || (words === 'since' && isNumber)) {
    return findCursor('after', documents, query);
  }
  return beforeNames.has(words) ? findCursor('before', documents, query) : undefined;
}

function findPage(documents: Documents, { schema }: Query): QueryMeaning {
  const { isNumber } = traitsOf(documents, schema);
  const isCursor = !isNumber && /cursor|token/i.test(textAbout(documents, schema));
  return isCursor ? { kind: 'after' } : { kind: 'page', first: firstOf(documents, schema, 1) };
}

/** A text that is called an offset is a cursor. */
function findOffset(documents: Documents, { words, schema }: Query): QueryMeaning {
  const types = schema && outlineTypes(documents, schema);
  const isText = types?.has('string') === true && !types.has('number');
  const isCursor = isText && !hasWord(words, 'skip', 'index', 'at');
  return isCursor ? { kind: 'after' } : { kind: 'offset', first: firstOf(documents, schema, 0) };
}

/** A weaker meaning, for a parameter that is no filter, if no other parameter has this meaning. */
function findUnsure(
  documents: Documents,
  { words, schema }: Query,
  kinds: ReadonlySet<QueryMeaning['kind']>,
): QueryMeaning | undefined {
  const { isNumber, isTime } = traitsOf(documents, schema);
  if (weakLimitNames.has(words) && isNumber && !kinds.has('limit')) return { kind: 'limit' };
  if (weakOffsetNames.has(words) && !isTime && !kinds.has('offset') && !kinds.has('page')) {
    if (isNumber) return { kind: 'offset', first: firstOf(documents, schema, 0) };
    return words === 'start' ? { kind: 'after' } : undefined;
  }
  if (!orderNames.has(words)) return undefined;
  return kinds.has('sort') || words !== 'order' ? { kind: 'order' } : { kind: 'sort' };
}

/** A cursor is the key of a record, or a text that only the server can read. */
function findCursor(
  kind: 'after' | 'before',
  documents: Documents,
  { words, schema }: Query,
): QueryMeaning {
  const isKey =
    keyedNames.has(words) ||
    (schema && keywordOf(documents, schema, 'format') === 'uuid') ||
    /\b(ids?|uuid|identifier)\b/i.test(textAbout(documents, schema));
  return isKey ? { kind, isKey } : { kind };
}

interface Traits {
  readonly isNumber: boolean;
  readonly isTime: boolean;
  /** Whether its only values are directions, such as `asc` and `desc`. */
  readonly isDirection: boolean;
}

function traitsOf(documents: Documents, schema: Part | undefined): Traits {
  const types = schema && outlineTypes(documents, schema);
  const format = schema && keywordOf(documents, schema, 'format');
  const values = schema && keywordOf(documents, schema, 'enum');
  const directions = /^(asc|desc|ascending|descending|1|-1|)$/i;
  const isNumber = types?.has('number') === true && !types.has('string');
  return {
    isNumber,
    isTime:
      (typeof format === 'string' && /^(date|date-time|datetime|time|timestamp)$/i.test(format)) ||
      (isNumber && /\b(timestamp|epoch|unix)\b/i.test(textAbout(documents, schema))),
    isDirection:
      Array.isArray(values) && values.every((value) => directions.test(String(value ?? ''))),
  };
}

/** Whether the first page or record has the number 0 or 1. */
function firstOf(documents: Documents, schema: Part | undefined, usual: 0 | 1): 0 | 1 {
  if (!schema) return usual;
  const lowest = numberOf(documents, schema, 'minimum') ?? numberOf(documents, schema, 'default');
  const initial = numberOf(documents, schema, 'default') ?? lowest;
  if (lowest === 0 || initial === 0) return 0;
  if (usual === 0) return lowest === 1 ? 1 : 0;
  return zeroBased.test(textAbout(documents, schema)) ? 0 : 1;
}

const zeroBased =
  /\b(zero|0)[- ](based|index)|(start|begin|index|count)\w* (at|from|with) (0|zero)\b|\(0\.\./i;

function textAbout(documents: Documents, schema: Part | undefined): string {
  return schema && isJsonObject(schema.value) ? descriptionOf(documents, schema) : '';
}
