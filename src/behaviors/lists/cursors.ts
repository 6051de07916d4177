import { ApiError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import type { QueryMeaning } from '../../contract/plan/lists/list-meanings.ts';
import type { Item } from '../../store/record.ts';
import { hashOf } from '../values/chance.ts';
import type { CursorQuery, ListQuery } from './list-query.ts';
import type { ListEntry, ListPoint, ListSequence, PageRange } from './sequences.ts';

/** The part of a sequence that the cursors of a request leave. */
export function readRange(
  sequence: ListSequence,
  base: readonly Item[],
  listQuery: ListQuery,
): PageRange {
  let range: PageRange = { start: 0, end: undefined };
  for (const [cursor, isBefore] of [
    [listQuery.after, false],
    [listQuery.before, true],
  ] as const) {
    if (!cursor) continue;
    const found = readCursor(sequence, base, cursor);
    const { before, upTo } = sequence.locate(found.point);
    range = (found.isBefore ?? isBefore) ? { ...range, end: before } : { ...range, start: upTo };
  }
  return range;
}

/** The text of a cursor to what follows an entry, or stands before it. */
export function writeCursor(
  { order }: ListSequence,
  base: readonly Item[],
  entry: ListEntry,
  manner: { readonly isKey: boolean; readonly isBefore: boolean },
): string {
  if (manner.isKey) return entry.item.key;
  const { values, index } = entry;
  return writePlace({ isBefore: manner.isBefore, order, values, index }, base);
}

export function isKeyed(meaning: QueryMeaning | undefined): boolean {
  return (meaning?.kind === 'after' || meaning?.kind === 'before') && meaning.isKey === true;
}

interface ReadCursor {
  readonly point: ListPoint;
  /** Undefined where the parameter alone says it. */
  readonly isBefore: boolean | undefined;
}

/** A place that we have written, or the key of a record. */
function readCursor(
  sequence: ListSequence,
  base: readonly Item[],
  { name, text }: CursorQuery,
): ReadCursor {
  // The first is found at once, where there are a hundred thousand records, and never is a key.
  const place = readPlace(text, base);
  if (place && place.order !== sequence.order) {
    throw refuseCursor(name, 'belongs to a list in another order');
  }
  if (place) return { point: place, isBefore: place.isBefore ? true : undefined };
  const at = base.findIndex(({ key }) => key === text);
  const item = base[at];
  if (item) return { point: sequence.placeOf(item, at), isBefore: undefined };
  const between = sequence.order === '' ? placeOfNumber(base, text) : undefined;
  if (between !== undefined) return { point: { values: [], index: between }, isBefore: undefined };
  throw refuseCursor(name, 'is no cursor that this list has given out');
}

/** Numbers tell where a record would stand that has gone. */
function placeOfNumber(base: readonly Item[], text: string): number | undefined {
  if (!/^\d+$/.test(text) || !base.every(({ key }) => /^\d+$/.test(key))) return undefined;
  const next = base.findIndex(({ key }) => Number(key) > Number(text));
  return (next === -1 ? base.length : next) - 0.5;
}

function refuseCursor(name: string, message: string): ApiError {
  const pointer = stepDown('', name);
  const violations = [{ in: 'query', pointer, message, keyword: 'cursor' } as const];
  return new ApiError('invalid-request', `The query parameter "${name}" ${message}.`, {
    violations,
  });
}

/**
 * A place in a list that holds while the list changes: the values that it is ordered by, and where the
 * record stood among all in the order in which they were made, with its neighbours there, so that the
 * place is found when the record has gone.
 */
interface CursorPosition {
  /** Whether it asks for what stands before it. */
  readonly isBefore: boolean;
  /** By what the list was ordered. */
  readonly order: string;
  readonly values: readonly JsonValue[];
  /** Counts the records; between two of them where the record itself has gone. */
  readonly index: number;
}

/** The text that stands for a place; nobody but us can read it. */
function writePlace(place: CursorPosition, base: readonly Item[]): string {
  const { isBefore, order, values, index } = place;
  const marks = (from: number, to: number): readonly string[] =>
    base.slice(Math.max(0, from), Math.max(0, to)).map(markOf);
  const before = marks(index - neighbours, index).toReversed();
  const after = marks(index + 1, index + 1 + neighbours);
  const [own = ''] = marks(index, index + 1);
  const content = [isBefore ? 1 : 0, order, values, index, own, before.join(' '), after.join(' ')];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Undefined where the text is none of ours. */
function readPlace(text: string, base: readonly Item[]): CursorPosition | undefined {
  const content = parse(text);
  if (!Array.isArray(content) || content.length !== 7) return undefined;
  const [isBefore, order, values, index, own, before, after]: readonly JsonValue[] = content;
  const isOurs =
    typeof order === 'string' &&
    Array.isArray(values) &&
    typeof index === 'number' &&
    typeof own === 'string' &&
    typeof before === 'string' &&
    typeof after === 'string';
  if (!isOurs) return undefined;
  const marks = { own, before: before.split(' '), after: after.split(' ') };
  return { isBefore: isBefore === 1, order, values, index: locate(marks, index, base) };
}

/** Longer runs of records that have gone are bridged by the number alone. */
const neighbours = 6;

interface PageMarks {
  readonly own: string;
  /** The nearest first. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Where the record stands now; else just after the nearest before it, or before the nearest after it. */
function locate({ own, before, after }: PageMarks, index: number, base: readonly Item[]): number {
  const find = createSearch(base, index);
  const here = find(own);
  if (here !== undefined) return here;
  for (const mark of before) {
    const at = find(mark);
    if (at !== undefined) return at + 0.5;
  }
  for (const mark of after) {
    const at = find(mark);
    if (at !== undefined) return at - 0.5;
  }
  return index - 0.5;
}

/** Records move to the front when others go, hardly ever to the back: so it is looked for there first. */
function createSearch(base: readonly Item[], index: number): (mark: string) => number | undefined {
  const marks = new Map<number, string>();
  const markAt = (at: number): string => {
    const item = base[at];
    const known = marks.get(at);
    if (known !== undefined || !item) return known ?? '';
    const mark = markOf(item);
    marks.set(at, mark);
    return mark;
  };
  return (mark) => {
    if (mark === '') return undefined;
    for (let at = Math.min(index, base.length - 1); at >= 0; at -= 1) {
      if (markAt(at) === mark) return at;
    }
    for (let at = index + 1; at < base.length; at += 1) if (markAt(at) === mark) return at;
    return undefined;
  };
}

function markOf({ key, parents }: Item): string {
  return hashOf(key, ...parents.map((parent) => parent ?? '')).toString(36);
}

function parse(text: string): JsonValue | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    // A trust edge: JSON.parse returns any.
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as JsonValue;
  } catch {
    return undefined;
  }
}
