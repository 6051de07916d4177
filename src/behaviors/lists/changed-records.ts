import type { Item } from '../../store/record.ts';

/** What makes one list of another. */
export interface ChangedRecords {
  /** By their index before. */
  readonly removed: readonly number[];
  /** By their index now. */
  readonly added: readonly number[];
  /** From which index before the others have moved, and how far. */
  readonly from: number;
  readonly shift: number;
}

/** Where more has changed, it is hardly worth while to look for what hasn't. */
const most = 64;

/** Undefined where the lists have little to do with each other. A record is immutable: the same is as it was. */
export function findChanges(
  before: readonly Item[],
  now: readonly Item[],
): ChangedRecords | undefined {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start += 1;
  let behind = 0;
  while (behind < shorter - start && before.at(-1 - behind) === now.at(-1 - behind)) behind += 1;
  const [end, endNow] = [before.length - behind, now.length - behind];
  if (end === endNow) {
    const changed = differencesIn(before, now, start, end);
    return changed && isNear(changed.length, before)
      ? { removed: changed, added: changed, from: end, shift: 0 }
      : undefined;
  }
  const size = Math.max(end, endNow) - start;
  if (size > most || !isNear(size, before)) return undefined;
  return {
    removed: numbersFrom(start, end),
    added: numbersFrom(start, endNow),
    from: end,
    shift: endNow - end,
  };
}

/** Short lists that share nothing are lists of something else. */
function isNear(changed: number, { length }: readonly Item[]): boolean {
  return changed <= 2 || changed * 2 <= length;
}

function differencesIn(
  before: readonly Item[],
  now: readonly Item[],
  start: number,
  end: number,
): readonly number[] | undefined {
  const found: number[] = [];
  for (let index = start; index < end; index += 1) {
    if (before[index] === now[index]) continue;
    found.push(index);
    if (found.length > most) return undefined;
  }
  return found;
}

function numbersFrom(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset);
}
