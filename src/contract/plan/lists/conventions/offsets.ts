import { isOfPages } from './pages.ts';
import type { DeclaredQuery, ListedPage, Pager, ParameterMeaning } from './convention.ts';
import {
  countFrom,
  firstIn,
  hasNext,
  hasPrevious,
  namesIn,
  numberRule,
  parameterOf,
} from './convention.ts';

/** Numbers of records: `offset=40`, and `offset` and `next_offset` around the records. */
export const offsets: Pager<
  'offset' | 'after',
  'offset' | 'next-offset' | 'previous-offset' | 'last-offset'
> = {
  kinds: ['offset'],
  countsRecords: true,
  findSure: (query) =>
    !query.isTime && offsetNames.has(query.words) && !isOfPages(query)
      ? meaningOf(query)
      : undefined,
  findUnsure: (query, kinds) => {
    const { words, isTime, isNumber } = query;
    if (!weakNames.has(words) || isTime || kinds.has('offset') || kinds.has('page'))
      return undefined;
    return isNumber || (words === 'start' && kinds.has('limit')) ? meaningOf(query) : undefined;
  },
  isUsed: (given) => offsetIn(given) > 0,
  cut: (slice, given) => {
    const offset = offsetIn(given);
    return offset === 0 ? slice : { ...slice, skip: slice.skip + offset };
  },
  turn: (page, turn) => {
    const parameter = parameterOf(page, 'offset');
    const { start } = page;
    const { total } = page.list;
    const limit = page.limit ?? total;
    const last = limit === 0 ? 0 : Math.max(0, Math.ceil(total / limit) - 1) * limit;
    const numbers = {
      next: start + limit,
      previous: Math.min(start, total) - limit,
      first: 0,
      last,
    };
    return parameter && [[parameter.name, String(Math.max(0, numbers[turn]) + firstOffset(page))]];
  },
  members: [
    numberRule(
      'offset',
      {
        names: /^(offset|skip|start_at|start_index|first_result|start_offset)$/,
        ofPage: /^start$/,
      },
      (page) => page.start + firstOffset(page),
    ),
    numberRule(
      'next-offset',
      { names: /^next_(offset|skip|start|start_at|cursor|index)$/ },
      (page) => (hasNext(page) ? page.start + page.count + firstOffset(page) : undefined),
      ({ start, count }) => start + count,
    ),
    numberRule(
      'previous-offset',
      { names: /^prev(ious)?_(offset|skip|start|start_at|cursor)$/ },
      (page) =>
        hasPrevious(page)
          ? Math.max(0, page.start - (page.limit ?? 0)) + firstOffset(page)
          : undefined,
    ),
    numberRule(
      'last-offset',
      { ofPage: /^end$/ },
      (page) => page.start + Math.max(0, page.count - 1) + firstOffset(page),
    ),
  ],
};

const offsetNames =
  namesIn(`offset skip start_at startat start_index startindex page_offset start_offset
  odata_skip first_result result_offset record_offset pagination_offset`);
const weakNames = namesIn('start from begin');

/** Many contracts declare numbers in queries as texts: only a description makes a cursor of an offset. */
function meaningOf(query: DeclaredQuery): ParameterMeaning<'offset' | 'after'> {
  const isCursor = query.isText && /\b(?:cursor|token|opaque)\b/i.test(query.description);
  return isCursor ? { kind: 'after' } : { kind: 'offset', first: firstIn(query, 0) };
}

function offsetIn(given: ListedPage['given']): number {
  return countFrom(given.get('offset'), 0) ?? 0;
}

/** The number of the first record. */
function firstOffset(page: ListedPage): number {
  return parameterOf(page, 'offset')?.meaning.first ?? 0;
}
