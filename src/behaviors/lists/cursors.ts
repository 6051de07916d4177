import type { QueryMeaning } from '../../contract/plan/lists/list-meanings.ts';
import { ApiError } from '../../base/errors.ts';
import { stepDown } from '../../base/json.ts';
import type { Item } from '../../store/record.ts';
import type { Range } from './page.ts';
import { readPlace, writePlace } from './cursor-places.ts';
import type { Entry, Point, Sequence } from './sequences.ts';
import type { CursorWish, Wish } from './list-query.ts';

/** The part of a sequence that the cursors of a request leave. */
export function readRange(sequence: Sequence, base: readonly Item[], wish: Wish): Range {
  let range: Range = { start: 0, end: undefined };
  for (const [cursor, isBefore] of [
    [wish.after, false],
    [wish.before, true],
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
  { order }: Sequence,
  base: readonly Item[],
  entry: Entry,
  manner: { readonly isKey: boolean; readonly isBefore: boolean },
): string {
  if (manner.isKey) return entry.item.key;
  const { values, index } = entry;
  return writePlace({ isBefore: manner.isBefore, order, values, index }, base);
}

export function isKeyed(meaning: QueryMeaning | undefined): boolean {
  return (meaning?.kind === 'after' || meaning?.kind === 'before') && meaning.isKey === true;
}

interface Found {
  readonly point: Point;
  /** Undefined where the parameter alone says it. */
  readonly isBefore: boolean | undefined;
}

/** A place that we have written, or the key of a record. */
function readCursor(sequence: Sequence, base: readonly Item[], { name, text }: CursorWish): Found {
  // The first is found at once, where there are a hundred thousand records, and never is a key.
  const place = readPlace(text, base);
  if (place && place.order !== sequence.order) {
    throw refuse(name, 'belongs to a list in another order');
  }
  if (place) return { point: place, isBefore: place.isBefore ? true : undefined };
  const at = base.findIndex(({ key }) => key === text);
  const item = base[at];
  if (item) return { point: sequence.placeOf(item, at), isBefore: undefined };
  const between = sequence.order === '' ? placeOfNumber(base, text) : undefined;
  if (between !== undefined) return { point: { values: [], index: between }, isBefore: undefined };
  throw refuse(name, 'is no cursor that this list has given out');
}

/** Numbers tell where a record would stand that has gone. */
function placeOfNumber(base: readonly Item[], text: string): number | undefined {
  if (!/^\d+$/.test(text) || !base.every(({ key }) => /^\d+$/.test(key))) return undefined;
  const next = base.findIndex(({ key }) => Number(key) > Number(text));
  return (next === -1 ? base.length : next) - 0.5;
}

function refuse(name: string, message: string): ApiError {
  const pointer = stepDown('', name);
  const violations = [{ in: 'query', pointer, message, keyword: 'cursor' } as const];
  return new ApiError('invalid-request', `The query parameter "${name}" ${message}.`, {
    violations,
  });
}
