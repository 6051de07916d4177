import type { RecordPage, RecordRow } from '../api/record-documents.ts';
import { idOf, isSame } from './records.ts';

export const pageSize = 100;

/** Pages are dropped when there are more, those that are farthest away first. */
const mostPages = 60;

interface Page {
  /** The age of the cache when it was asked for; a younger cache asks again, and shows it meanwhile. */
  readonly age: number;
  readonly rows: readonly RecordRow[];
}

/** The pages of a list that were read, by where they begin. */
export interface PageCache {
  /** Undefined: no page was read. */
  readonly version: number | undefined;
  readonly age: number;
  readonly count: number;
  readonly total: number;
  readonly pages: ReadonlyMap<number, Page>;
}

export const emptyCache: PageCache = {
  version: undefined,
  age: 0,
  count: 0,
  total: 0,
  pages: new Map(),
};

export function rowAt({ pages }: PageCache, index: number): RecordRow | undefined {
  const at = index % pageSize;
  return pages.get(index - at)?.rows[at];
}

/** The pages that a view from row `first` to before row `last` has to ask for. */
export function missingPages(
  { pages, age, count, version }: PageCache,
  first: number,
  last: number,
): readonly number[] {
  const end = version === undefined ? 1 : Math.min(last, count);
  const begin = Math.max(0, Math.min(first, end - 1));
  const offsets: number[] = [];
  for (let offset = begin - (begin % pageSize); offset < Math.max(end, 1); offset += pageSize)
    if (pages.get(offset)?.age !== age) offsets.push(offset);
  return offsets;
}

/** Everything is asked for again, and shown until then. */
export function outdate(cache: PageCache): PageCache {
  return { ...cache, age: cache.age + 1 };
}

interface Reply {
  readonly offset: number;
  /** The age of the cache when it was asked. */
  readonly age: number;
  readonly page: RecordPage;
}

export function accept(cache: PageCache, { offset, age, page }: Reply): PageCache {
  const isOther = cache.version !== undefined && page.version !== cache.version;
  // What the other pages show is older, or newer, than this one.
  const nextAge = isOther && cache.age === age ? age + 1 : cache.age;
  const pages = new Map(cache.pages);
  pages.set(offset, { age: isOther ? nextAge : age, rows: page.records });
  const far = [...pages.keys()].toSorted((a, b) => Math.abs(a - offset) - Math.abs(b - offset));
  for (const one of far.slice(mostPages)) pages.delete(one);
  for (const one of pages.keys()) if (one > 0 && one >= page.count) pages.delete(one);
  return { version: page.version, age: nextAge, count: page.count, total: page.total, pages };
}

/** The records of a page that differ from what stood there, wherever in the page they stood. */
export function changedRows(before: readonly RecordRow[], after: RecordPage): readonly string[] {
  if (before.length === 0) return [];
  const old = new Map(before.map((row) => [idOf(row), row]));
  return after.records.flatMap((row) => {
    const id = idOf(row);
    const was = old.get(id);
    return was !== undefined && isSame(was.record, row.record) ? [] : [id];
  });
}

/** Too many changes at once are another list, not a change to look at. */
export const mostFlashes = 50;
