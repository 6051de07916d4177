import type { JsonValue } from '../../base/json.ts';
import type { Item } from '../../store/record.ts';
import { hashOf } from '../values/chance.ts';

/**
 * A position that stays valid while the list changes: the values that order the list, the record's
 * index among all records in the order of creation, and marks of its neighbours there. So the
 * position is found even when the record is deleted.
 */
export interface CursorPosition {
  /** Whether the cursor asks for the records before it. */
  readonly isBefore: boolean;
  readonly order: string;
  readonly values: readonly JsonValue[];
  /** The index among all records; halfway between two of them if the record is deleted. */
  readonly index: number;
}

/** Writes the cursor's text, which only this server reads. */
export function writeCursor(position: CursorPosition, base: readonly Item[]): string {
  const { isBefore, order, values, index } = position;
  const marks = (from: number, to: number): readonly string[] =>
    base.slice(Math.max(0, from), Math.max(0, to)).map(markOf);
  const before = marks(index - neighbours, index).toReversed();
  const after = marks(index + 1, index + 1 + neighbours);
  const [own = ''] = marks(index, index + 1);
  const content = [isBefore ? 1 : 0, order, values, index, own, before.join(' '), after.join(' ')];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Undefined where the text is no cursor of this server. */
export function readCursor(text: string, base: readonly Item[]): CursorPosition | undefined {
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

/** Where keys are numbers, the key of a deleted record still tells where the record stood. */
export function indexOfNumber(base: readonly Item[], text: string): number | undefined {
  if (!/^\d+$/.test(text) || !base.every(({ key }) => /^\d+$/.test(key))) return undefined;
  const next = base.findIndex(({ key }) => Number(key) > Number(text));
  return (next === -1 ? base.length : next) - 0.5;
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
