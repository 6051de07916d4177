import type { JsonValue } from '../../../base/json.ts';
import { toUriReference } from '../../../base/texts.ts';
import type { EnvelopeMeaning } from '../../../contract/plan/lists/list-meanings.ts';
import type { Validated } from '../../../pipeline/exchange.ts';
import { firstOf } from '../list-query.ts';
import type { PageTurn, ListedPage } from './page-links.ts';
import {
  cursorTo,
  hasNext,
  hasPrevious,
  pageCount,
  pageNumber,
  parameterOf,
  queryForPage,
  changeQuery,
} from './page-links.ts';

/** The value of a member of the envelope; undefined where there is nothing to say. */
export function envelopeValueOf(
  meaning: EnvelopeMeaning,
  view: ListedPage,
  request: Validated,
): JsonValue | undefined {
  if (isLinkMeaning(meaning)) return linkTo(turns[meaning], view, request);
  return trueValues[meaning](view);
}

/** A value for a member that has nothing to say but can be neither null nor left out. */
export function pretence(
  meaning: EnvelopeMeaning,
  view: ListedPage,
  request: Validated,
): JsonValue {
  const isForward = meaning.startsWith('next');
  if (isLinkMeaning(meaning))
    return urlOf(queryForPage(view, isForward ? 'next' : 'first') ?? [], request);
  if (meaning.endsWith('cursor')) return cursorTo(view, isForward ? 'next' : 'previous') ?? 'none';
  if (meaning.endsWith('key')) return '-';
  const first = firstPage(view);
  if (meaning.endsWith('offset')) return isForward ? view.page.start + view.page.entries.length : 0;
  return isForward ? pageNumber(view) + 1 + first : first;
}

/** The path and query of another page; undefined where there is no such page. */
export function linkTo(turn: PageTurn, view: ListedPage, request: Validated): string | undefined {
  if (turn === 'next' && !hasNext(view)) return undefined;
  if (turn === 'previous' && !hasPrevious(view)) return undefined;
  const change = queryForPage(view, turn);
  return change && urlOf(change, request);
}

/** Adds the host of the request to a path. */
export function absolute(path: string, { headers }: Validated): string {
  const { host } = headers;
  const [name = 'localhost'] = [host].flat();
  return `http://${name}${path}`;
}

type LinkMeaning = Extract<EnvelopeMeaning, `${string}-link`>;

const turns: Readonly<Record<LinkMeaning, PageTurn>> = {
  'next-link': 'next',
  'previous-link': 'previous',
  'first-link': 'first',
  'last-link': 'last',
  'self-link': 'self',
};

export function isLinkMeaning(meaning: string): meaning is LinkMeaning {
  return Object.hasOwn(turns, meaning);
}

function urlOf(change: Parameters<typeof changeQuery>[1], request: Validated): string {
  const query = changeQuery(request.query, change);
  const path = `${request.prefix}${request.path}`;
  return toUriReference(query === '' ? path : `${path}?${query}`);
}

type TrueValues<Meaning extends string> = Readonly<
  Record<Meaning, (view: ListedPage) => JsonValue | undefined>
>;

const trueValues: TrueValues<Exclude<EnvelopeMeaning, LinkMeaning>> = {
  total: ({ page }) => page.total,
  count: ({ page }) => page.entries.length,
  limit: ({ page }) => page.limit ?? page.entries.length,
  pages: pageCount,
  'has-more': ({ page }) => page.start + page.entries.length < page.total,
  'has-previous': hasPrevious,
  'is-first': ({ page }) => page.start === 0,
  'is-last': ({ page }) => page.start + page.entries.length >= page.total,
  'is-empty': ({ page }) => page.entries.length === 0,
  'first-number': ({ page }) => (page.entries.length === 0 ? undefined : page.start + 1),
  'last-number': ({ page }) =>
    page.entries.length === 0 ? undefined : page.start + page.entries.length,
  'first-key': ({ page }) => page.entries[0]?.item.key,
  'last-key': ({ page }) => page.entries.at(-1)?.item.key,
  page: (view) => pageNumber(view) + firstPage(view),
  'first-page': firstPage,
  'last-page': (view) => Math.max(0, pageCount(view) - 1) + firstPage(view),
  'next-page': (view) => (hasNext(view) ? pageNumber(view) + 1 + firstPage(view) : undefined),
  'previous-page': (view) =>
    hasPrevious(view) ? Math.max(0, pageNumber(view) - 1) + firstPage(view) : undefined,
  offset: (view) => view.page.start + firstOffset(view),
  'next-offset': (view) =>
    hasNext(view) ? view.page.start + view.page.entries.length + firstOffset(view) : undefined,
  'previous-offset': (view) =>
    hasPrevious(view)
      ? Math.max(0, view.page.start - (view.page.limit ?? 0)) + firstOffset(view)
      : undefined,
  'last-offset': (view) =>
    view.page.start + Math.max(0, view.page.entries.length - 1) + firstOffset(view),
  'next-cursor': (view) => (hasNext(view) ? cursorTo(view, 'next') : undefined),
  'previous-cursor': (view) => (hasPrevious(view) ? cursorTo(view, 'previous') : undefined),
};

function firstPage({ plan }: ListedPage): number {
  return firstOf(parameterOf(plan, 'page')?.meaning ?? { kind: 'page' });
}

function firstOffset({ plan }: ListedPage): number {
  return firstOf(parameterOf(plan, 'offset')?.meaning);
}
