import { textOf } from '../../../../base/json.ts';
import { encodePart, toUriReference } from '../../../../base/texts.ts';
import type {
  GivenParameters,
  ListedPage,
  PagedList,
  Pager,
  PageRequest,
  PageTurn,
  QueryText,
  Slice,
} from './convention.ts';
import { countOf, hasNext, hasPrevious, parameterOf } from './convention.ts';
import { cursors } from './cursors.ts';
import { offsets } from './offsets.ts';
import { pages } from './pages.ts';

/**
 * All kinds of pagination. Links lead on by the last of them that the request uses; if it uses
 * none, by the first that the list has a parameter for.
 */
export const pagers: readonly [typeof pages, typeof offsets, typeof cursors] = [
  pages,
  offsets,
  cursors,
];

const anyPagers: readonly Pager<string, string, string>[] = pagers;

/** Cuts the page that a request asks for out of its list. */
export function cutPage(
  plan: Pick<ListedPage, 'queries'> & { readonly pageSize?: number | undefined },
  given: GivenParameters,
  list: PagedList,
  request: PageRequest,
): ListedPage {
  const size = given.get('limit');
  const isAll = size !== undefined && /^(all|-1)$/i.test(textOf(size.value));
  const asked = isAll ? undefined : (countOf(size) ?? plan.pageSize);
  let slice: Slice = { start: 0, skip: 0, end: undefined, limit: asked };
  if (given.size > 0) for (const pager of anyPagers) slice = pager.cut(slice, given, list);
  const { limit, end = list.total } = slice;
  const isBackwards = slice.end !== undefined && limit !== undefined;
  const start = isBackwards ? Math.max(slice.start, end - limit) : slice.start + slice.skip;
  const until = limit === undefined ? end : Math.min(end, start + limit);
  const count = Math.max(0, until - start);
  return { queries: plan.queries, given, request, list, start, count, limit };
}

/** Path and query of another page, or of this one; undefined where there is no such page. */
export function linkTo(turn: PageTurn | 'self', page: ListedPage): string | undefined {
  if (turn === 'next' && !hasNext(page)) return undefined;
  if (turn === 'previous' && !hasPrevious(page)) return undefined;
  return turn === 'self' ? linkWith(page, []) : linkBeyond(turn, page);
}

/** The same where there is no such page, too. */
export function linkAnyway(turn: PageTurn, page: ListedPage): string {
  return linkBeyond(turn, page) ?? linkWith(page, []);
}

function linkBeyond(turn: PageTurn, page: ListedPage): string | undefined {
  const { given } = page;
  const pager =
    anyPagers.findLast(({ isUsed }) => isUsed(given)) ??
    anyPagers.find(({ kinds: [kind] }) => parameterOf(page, kind));
  if (!pager) return turn === 'first' || turn === 'last' ? linkWith(page, []) : undefined;
  const texts = pager.turn(page, turn);
  if (!texts) return undefined;
  const kinds = anyPagers.flatMap((each) => each.kinds);
  const removed = kinds.flatMap((kind): QueryChange => {
    const name = parameterOf(page, kind)?.name;
    return name === undefined ? [] : [[name, undefined]];
  });
  return linkWith(page, [...removed, ...texts]);
}

/** Adds the host of the request to a path. */
export function absolute(path: string, { headers }: PageRequest): string {
  const { host } = headers;
  const [name = 'localhost'] = [host].flat();
  return `http://${name}${path}`;
}

/** New texts of query parameters; undefined removes the parameter. */
type QueryChange = readonly (QueryText | readonly [name: string, text: undefined])[];

function linkWith({ request }: ListedPage, change: QueryChange): string {
  const query = changeQuery(request.query, change);
  const path = `${request.prefix}${request.path}`;
  return toUriReference(query === '' ? path : `${path}?${query}`);
}

/** Changes some parameters of a query; the others keep their text and order. */
function changeQuery(query: string, change: QueryChange): string {
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
