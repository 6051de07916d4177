import { ApiError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import type { QueryMeaning } from '../../contract/plan/lists/list-meanings.ts';
import type { Item } from '../../store/record.ts';
import { hashOf } from '../values/chance.ts';
import type { CursorQuery, ListQuery } from './list-query.ts';
import type { ListEntry, ListPoint, ListSequence, PageRange } from './sequences.ts';

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

/** The text of a cursor for the records after an entry, or before it. */
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
  /** Undefined where the parameter alone decides. */
  readonly isBefore: boolean | undefined;
}

/** Accepts a cursor that `writePlace` made, or the key of a record. */
function readCursor(
  sequence: ListSequence,
  base: readonly Item[],
  { name, text }: CursorQuery,
): ReadCursor {
  // Tried first: it needs no search through all records, and no key has this form.
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

/** Where keys are numbers, the key of a deleted record still tells where the record stood. */
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
 * A position that stays valid while the list changes: the values that order the list, the record's
 * index among all records in the order of creation, and marks of its neighbours there. So the
 * position is found even when the record is deleted.
 */
interface CursorPosition {
  /** Whether the cursor asks for the records before it. */
  readonly isBefore: boolean;
  readonly order: string;
  readonly values: readonly JsonValue[];
  /** The index among all records; halfway between two of them if the record is deleted. */
  readonly index: number;
}

/** Writes the cursor's text, which only this server reads. */
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

/** Undefined where the text is no cursor of this server. */
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

/** Marks on each side. If more neighbours in a row are gone, only the index tells the position. */
const neighbours = 6;

interface PageMarks {
  readonly own: string;
  /** The nearest first. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The record's index now; else just after the nearest mark before it, or before the one after. */
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

/** After deletions a record stands nearer to the front, rarely farther: the search begins there. */
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
