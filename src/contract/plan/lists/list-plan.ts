import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject, valueAt } from '../../../base/json.ts';
import type { Documents, Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import type { Parameter } from '../../parameters/parameters.ts';
import type { RecordArray } from '../views/record-arrays.ts';
import { surveyQueries, surveyToldQueries } from './declared-queries.ts';
import type { EnvelopeMember, ListHeader } from './envelopes.ts';
import { readEnvelope, readHeaders } from './envelopes.ts';
import { fieldsParameter } from './fields.ts';
import { numberOf } from './list-words.ts';
import type { QueryMeaning } from './queries.ts';
import { readPageSize, readPaging, readQueries } from './queries.ts';

/** What a list's query parameters mean, and the members and headers around its records. */
export interface ListPlan {
  /** By the parameter's name; a member of a parameter that is an object is called `page[size]`. */
  readonly queries: ReadonlyMap<string, QueryMeaning>;
  /** The query parameters that change nothing, since their meaning isn't known. */
  readonly unused?: readonly string[];
  /** The members of the body, besides the records, whose values follow from the records. */
  readonly members: readonly EnvelopeMember[];
  /** The headers whose values follow from the records. */
  readonly headers?: readonly ListHeader[];
  /** Whether the newest record comes first where a request does not say. */
  readonly isNewestFirst?: boolean;
  /** How many records a page has where a request does not say; undefined means all. */
  readonly pageSize?: number | undefined;
}

/** What the query parameters and the envelope of a list mean; computed on first use. */
export function planList(
  documents: Documents,
  operation: Operation,
  array: RecordArray,
  record?: Part,
): ListPlan {
  let made: Required<ListPlan> | undefined;
  const plan = (): Required<ListPlan> => (made ??= readList(documents, operation, array, record));
  return {
    get queries(): ReadonlyMap<string, QueryMeaning> {
      return plan().queries;
    },
    get unused(): readonly string[] {
      return plan().unused;
    },
    get members(): readonly EnvelopeMember[] {
      return plan().members;
    },
    get headers(): readonly ListHeader[] {
      return plan().headers;
    },
    get isNewestFirst(): boolean {
      return plan().isNewestFirst;
    },
    get pageSize(): number | undefined {
      return plan().pageSize;
    },
  };
}

function readList(
  documents: Documents,
  operation: Operation,
  { steps, items }: RecordArray,
  record: Part | undefined,
): Required<ListPlan> {
  const { part, parameters, success } = operation;
  const declared = surveyQueries(documents, parameters);
  const told = surveyToldQueries(operation, declared);
  const listName = operation.path.split('/').findLast((step) => /^\w/.test(step)) ?? '';
  const queries = new Map([
    ...readQueries(documents, declared, record ? [items, record] : [items], listName),
    ...readPaging(told),
  ]);
  const kinds = new Set([...queries.values()].map(({ kind }) => kind));
  const body = success?.media.find(({ schema, isJson }) => isJson && schema)?.schema;
  const holder = success?.media.find(({ schema }) => schema)?.schema;
  const whole = body ?? holder;
  const mostItems = mostItemsOf(documents, items);
  return {
    queries,
    unused: unusedIn(parameters, queries),
    members: whole ? readEnvelope(documents, whole, steps, kinds) : [],
    isNewestFirst: saysNewestFirst(part.value),
    headers: readHeaders(documents, success?.headers ?? [], kinds),
    pageSize: readPageSize([...declared, ...told], queries, mostItems),
  };
}

function unusedIn(
  parameters: readonly Parameter[],
  queries: ReadonlyMap<string, QueryMeaning>,
): readonly string[] {
  const used = new Set([...queries.keys()].flatMap((name) => [name, name.replace(/\[.*$/, '')]));
  used.add(fieldsParameter(parameters) ?? '');
  return parameters
    .filter((parameter) => parameter.in === 'query' && !used.has(parameter.name))
    .map(({ name }) => name);
}

/** Whether an operation says of its list that the newest record comes first. */
function saysNewestFirst(operation: JsonValue): boolean {
  if (!isJsonObject(operation)) return false;
  const told = [operation['summary'], operation['description']].filter(
    (text) => typeof text === 'string',
  );
  return /\b(newest|latest|most recent(ly \w+)?)( \w+){0,2} first\b|\breverse chronological|^(get|list|return)s? (all )?(the )?(most recent|newest)\b/im.test(
    told.join('\n'),
  );
}

/** How many records the array may hold: `maxItems` is beside the `items` of the array. */
function mostItemsOf(documents: Documents, { uri, pointer }: Part): number | undefined {
  const above = pointer.replace(/\/items$/, '');
  const value = valueAt(documents.sources.get(uri)?.root ?? null, above);
  const isArray = above !== pointer && value !== undefined;
  return isArray ? numberOf(documents, { uri, pointer: above, value }, 'maxItems') : undefined;
}
