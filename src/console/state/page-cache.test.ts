import { describe, expect, it } from 'vitest';

import type { RecordPage, RecordRow } from '../api/record-documents.ts';
import { accept, changedRows, emptyCache, missingPages, outdate, rowAt } from './page-cache.ts';

const rowOf = (at: number, name = 'a'): RecordRow => ({
  key: String(at),
  parents: {},
  is_made_up: false,
  record: { id: at, name },
});

const pageOf = (offset: number, count: number, version = 1): RecordPage => ({
  count,
  total: count,
  version,
  records: Array.from({ length: Math.min(100, count - offset) }, (_, at) => rowOf(offset + at)),
});

const first = accept(emptyCache, { offset: 0, age: 0, page: pageOf(0, 950) });

describe('the pages of a table', () => {
  it('are asked for where the view is', () => {
    expect(missingPages(emptyCache, 0, 30)).toEqual([0]);
    expect(missingPages(first, 0, 30)).toEqual([]);
    expect(missingPages(first, 90, 130)).toEqual([100]);
    expect(missingPages(first, 930, 990)).toEqual([900]);
    expect(missingPages(first, 5000, 5030)).toEqual([900]);
  });

  it('give their rows by position', () => {
    const cache = accept(first, { offset: 900, age: 0, page: pageOf(900, 950) });
    expect(rowAt(cache, 99)?.key).toBe('99');
    expect(rowAt(cache, 100)).toBeUndefined();
    expect(rowAt(cache, 949)?.key).toBe('949');
    expect(rowAt(cache, 950)).toBeUndefined();
  });

  it('are shown and asked for again when the world has changed', () => {
    const old = outdate(first);
    expect(rowAt(old, 5)?.key).toBe('5');
    expect(missingPages(old, 0, 30)).toEqual([0]);
    const fresh = accept(old, { offset: 0, age: old.age, page: pageOf(0, 950, 2) });
    expect(missingPages(fresh, 0, 30)).toEqual([]);
  });

  it('are asked for again when another page tells of a change', () => {
    const next = accept(first, { offset: 100, age: 0, page: pageOf(100, 940, 2) });
    expect(missingPages(next, 0, 130)).toEqual([0]);
    expect(next.count).toBe(940);
  });

  it('go when the list gets shorter', () => {
    const full = accept(first, { offset: 900, age: 0, page: pageOf(900, 950) });
    const short = accept(full, { offset: 0, age: 0, page: pageOf(0, 20, 2) });
    expect(rowAt(short, 910)).toBeUndefined();
  });

  it('are kept within bounds, the nearest ones', () => {
    let cache = emptyCache;
    for (let offset = 0; offset < 10_000; offset += 100)
      cache = accept(cache, { offset, age: 0, page: pageOf(offset, 10_000) });
    expect(cache.pages.size).toBe(60);
    expect(rowAt(cache, 9999)?.key).toBe('9999');
    expect(rowAt(cache, 0)).toBeUndefined();
  });
});

describe('rows that changed', () => {
  it('are told from those that only moved', () => {
    const before = [rowOf(1), rowOf(2), rowOf(3)];
    const after = { ...pageOf(0, 0), records: [rowOf(3), rowOf(2, 'b'), rowOf(4)] };
    expect(changedRows(before, after)).toEqual(['["2"]', '["4"]']);
  });

  it('are none in a page that is new', () => {
    expect(changedRows([], pageOf(0, 5))).toEqual([]);
  });
});
