import type { ListQuery } from './list-query.ts';
import type { ListEntry, ListSequence } from './sequences.ts';

/** The records that a reply shows. */
export interface Page {
  readonly entries: readonly ListEntry[];
  readonly total: number;
  /** How many stand in front of it. */
  readonly start: number;
  /** Undefined: as many as there are. */
  readonly limit: number | undefined;
}

export function cutPage(sequence: ListSequence, listQuery: ListQuery, range: PageRange): Page {
  const { offset, page, limit } = listQuery;
  const pages = page !== undefined && limit !== undefined ? page * limit : 0;
  const { total } = sequence;
  const end = range.end ?? total;
  const isBackwards = range.end !== undefined && limit !== undefined;
  const start = isBackwards
    ? Math.max(range.start, end - limit)
    : range.start + pages + (offset ?? 0);
  const until = limit === undefined ? end : Math.min(end, start + limit);
  return { entries: sequence.slice(start, until), total, start, limit };
}

/** The part of a sequence that cursors leave. */
export interface PageRange {
  readonly start: number;
  /** Undefined: to the end. */
  readonly end: number | undefined;
}
