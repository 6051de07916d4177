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

/** Pages with numbers: `page=3`, and `page`, `total_pages` and `next_page` around the records. */
export const pages: Pager<
  'page' | 'after',
  'page' | 'pages' | 'next-page' | 'previous-page' | 'first-page' | 'last-page'
> = {
  kinds: ['page'],
  findSure: (query) =>
    !query.isTime && (pageNames.has(query.words) || isOfPages(query))
      ? meaningOf(query)
      : undefined,
  isUsed: (given) => pageIn(given) !== undefined,
  cut: (slice, given) => {
    const page = pageIn(given) ?? 0;
    return page === 0 || slice.limit === undefined
      ? slice
      : { ...slice, skip: slice.skip + page * slice.limit };
  },
  turn: (page, turn) => {
    const parameter = parameterOf(page, 'page');
    const last = Math.max(0, pageCount(page) - 1);
    const here = pageNumber(page);
    const numbers = { next: here + 1, previous: Math.min(here - 1, last), first: 0, last };
    return parameter && [[parameter.name, String(Math.max(0, numbers[turn]) + firstPage(page))]];
  },
  members: [
    numberRule(
      'pages',
      {
        names:
          /^((total|num|number_of|nb|max)_pages?|page_count|pages|pages_count|pages_total|total_page_count)$/,
      },
      pageCount,
    ),
    numberRule(
      'page',
      {
        names:
          /^(page|page_number|current_page|page_index|page_no|page_num|this_page|page_current)$/,
        ofPage: /^(number|current)$/,
      },
      (page) => pageNumber(page) + firstPage(page),
    ),
    numberRule(
      'next-page',
      { names: /^next_page(_number|_no|_num|_index)?$/ },
      (page) => (hasNext(page) ? nextPage(page) : undefined),
      nextPage,
    ),
    numberRule(
      'previous-page',
      { names: /^prev(ious)?_page(_number|_no|_num|_index)?$/ },
      (page) =>
        hasPrevious(page) ? Math.max(0, pageNumber(page) - 1) + firstPage(page) : undefined,
      firstPage,
    ),
    numberRule('first-page', { names: /^first_page$/, ofPage: /^first$/ }, firstPage),
    numberRule(
      'last-page',
      { names: /^last_page$/, ofPage: /^last$/ },
      (page) => Math.max(0, pageCount(page) - 1) + firstPage(page),
    ),
  ],
};

const pageNames =
  namesIn(`page page_number pagenumber page_no page_num page_index pageindex current_page
  pagination_page p`);

/** An offset whose description says that it counts pages. */
export function isOfPages({ words, description }: DeclaredQuery): boolean {
  return words === 'offset' && /\bpage (number|index)\b|\bnumber of the page\b/i.test(description);
}

/** A page that is no number and is described as a cursor is one. */
function meaningOf(query: DeclaredQuery): ParameterMeaning<'page' | 'after'> {
  const isCursor = !query.isNumber && /cursor|token/i.test(query.description);
  return isCursor ? { kind: 'after' } : { kind: 'page', first: firstIn(query, 1) };
}

function pageIn(given: ListedPage['given']): number | undefined {
  return countFrom(given.get('page'), 1);
}

/** Counted from 0. */
function pageNumber({ given, start, limit }: ListedPage): number {
  const page = pageIn(given);
  if (page !== undefined) return page;
  return limit === undefined || limit === 0 ? 0 : Math.floor(start / limit);
}

function pageCount({ list: { total }, limit }: ListedPage): number {
  if (limit === undefined || limit === 0) return total > 0 ? 1 : 0;
  return Math.ceil(total / limit);
}

function nextPage(page: ListedPage): number {
  return pageNumber(page) + 1 + firstPage(page);
}

/** The number of the first page. */
export function firstPage(page: ListedPage): number {
  return parameterOf(page, 'page')?.meaning.first ?? 1;
}
