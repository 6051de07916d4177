import { encodePart } from '../../../base/texts.ts';
import type { ListPlan, QueryMeaning } from '../../../contract/plan/lists/list-meanings.ts';
import type { Item } from '../../../store/record.ts';
import { isKeyed, writeCursor } from '../cursors.ts';
import type { ListQuery } from '../list-query.ts';
import { firstOf } from '../list-query.ts';
import type { ListSequence, Page } from '../sequences.ts';

/** The page that a request gets, and what leads to the pages around it. */
export interface ListedPage {
  readonly plan: ListPlan;
  readonly listQuery: ListQuery;
  readonly base: readonly Item[];
  readonly sequence: ListSequence;
  readonly page: Page;
}

export type PageTurn = 'next' | 'previous' | 'first' | 'last' | 'self';

export function hasNext({ page: { start, entries, total, limit } }: ListedPage): boolean {
  return limit !== 0 && start + entries.length < total;
}

export function hasPrevious({ page: { start } }: ListedPage): boolean {
  return start > 0;
}

/** Counted from 0. */
export function pageNumber({ listQuery, page: { start, limit } }: ListedPage): number {
  if (listQuery.page !== undefined) return listQuery.page;
  return limit === undefined || limit === 0 ? 0 : Math.floor(start / limit);
}

export function pageCount({ page: { total, limit } }: ListedPage): number {
  if (limit === undefined || limit === 0) return total > 0 ? 1 : 0;
  return Math.ceil(total / limit);
}

/** The first query parameter with a meaning of this kind. */
export function parameterOf(
  { queries }: ListPlan,
  kind: QueryMeaning['kind'],
): { readonly name: string; readonly meaning: QueryMeaning } | undefined {
  for (const [name, meaning] of queries) if (meaning.kind === kind) return { name, meaning };
  return undefined;
}

/** The cursor to the records after the page, or to those before it. */
export function cursorTo(view: ListedPage, turn: 'next' | 'previous'): string | undefined {
  const { plan, base, sequence, page } = view;
  const after = parameterOf(plan, 'after');
  if (turn === 'next') {
    const last = page.entries.at(-1);
    return (
      last && writeCursor(sequence, base, last, { isKey: isKeyed(after?.meaning), isBefore: false })
    );
  }
  const [first] = page.entries;
  const before = parameterOf(plan, 'before');
  if (!first) return undefined;
  if (before || !after || !isKeyed(after.meaning)) {
    const manner = { isKey: isKeyed(before?.meaning), isBefore: true };
    return writeCursor(sequence, base, first, manner);
  }
  // Only "after this key" is possible: this is the record just before the previous page.
  return sequence.at(page.start - (page.limit ?? 0) - 1)?.item.key;
}

/** How the query must change to ask for another page; undefined where it cannot. */
export function queryForPage(view: ListedPage, turn: PageTurn): QueryChange | undefined {
  if (turn === 'self') return [];
  const { plan, listQuery, page } = view;
  const without = ['after', 'before', 'page', 'offset'] as const;
  const clear = without.flatMap((kind) => {
    const parameter = parameterOf(plan, kind);
    return parameter ? [[parameter.name, undefined] as const] : [];
  });
  const set = (name: string, text: string | undefined): QueryChange | undefined =>
    text === undefined ? undefined : [...clear.filter(([other]) => other !== name), [name, text]];
  const style = styleOf(plan, listQuery);
  if (!style) return turn === 'first' || turn === 'last' ? [] : undefined;
  const { name, meaning } = style;
  const limit = page.limit ?? page.total;
  if (meaning.kind === 'page') {
    const last = Math.max(0, pageCount(view) - 1);
    const here = pageNumber(view);
    const numbers = { next: here + 1, previous: Math.min(here - 1, last), first: 0, last };
    return set(name, String(Math.max(0, numbers[turn]) + firstOf(meaning)));
  }
  if (meaning.kind === 'offset') {
    const last = limit === 0 ? 0 : Math.max(0, Math.ceil(page.total / limit) - 1) * limit;
    const { start } = page;
    const numbers = {
      next: start + limit,
      previous: Math.min(start, page.total) - limit,
      first: 0,
      last,
    };
    return set(name, String(Math.max(0, numbers[turn]) + firstOf(meaning)));
  }
  return turnCursor(view, turn, set, clear);
}

type Set = (name: string, text: string | undefined) => QueryChange | undefined;

function turnCursor(
  view: ListedPage,
  turn: Exclude<PageTurn, 'self'>,
  set: Set,
  clear: QueryChange,
): QueryChange | undefined {
  const { plan, base, sequence, page } = view;
  const after = parameterOf(plan, 'after');
  const before = parameterOf(plan, 'before');
  if (turn === 'first') return clear;
  if (turn === 'next') return after && set(after.name, cursorTo(view, 'next'));
  if (turn === 'previous') {
    const name = before?.name ?? after?.name;
    // Undefined: no record stands before the previous page, so it is the first one.
    const text = cursorTo(view, 'previous');
    return text === undefined && before === undefined
      ? clear
      : name === undefined
        ? undefined
        : set(name, text);
  }
  const limit = page.limit ?? 0;
  if (limit === 0 || page.total <= limit || !after) return clear;
  const anchor = sequence.at(Math.ceil(page.total / limit) * limit - limit - 1);
  const manner = { isKey: isKeyed(after.meaning), isBefore: false };
  return anchor && set(after.name, writeCursor(sequence, base, anchor, manner));
}

/** The parameter by which the request pages, or could page. */
function styleOf(plan: ListPlan, listQuery: ListQuery): ReturnType<typeof parameterOf> {
  if (listQuery.after ?? listQuery.before)
    return parameterOf(plan, 'after') ?? parameterOf(plan, 'before');
  if (listQuery.offset !== undefined && listQuery.offset > 0) return parameterOf(plan, 'offset');
  return parameterOf(plan, 'page') ?? parameterOf(plan, 'offset') ?? parameterOf(plan, 'after');
}

/** New texts of query parameters; undefined removes the parameter. */
type QueryChange = readonly (readonly [name: string, text: string | undefined])[];

/** Changes some parameters of a query; the others keep their text and order. */
export function changeQuery(query: string, change: QueryChange): string {
  const texts = new Map(change);
  const written = new Set<string>();
  const kept = query.split('&').flatMap((pair): readonly string[] => {
    if (pair === '') return [];
    const [rawName = ''] = pair.split('=');
    const name = decode(rawName);
    if (!texts.has(name)) return [pair];
    const text = texts.get(name);
    if (text === undefined || written.has(name)) return [];
    written.add(name);
    return [`${rawName}=${encodePart(text)}`];
  });
  const added = change.flatMap(([name, text]) =>
    text === undefined || written.has(name) ? [] : [`${encodePart(name)}=${encodePart(text)}`],
  );
  return [...kept, ...added].join('&');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
