import type { JsonValue } from '../../base/json.ts';
import type { Item } from '../../store/record.ts';
import type { ListQuery } from './list-query.ts';
import { isSameOrder } from './ordering.ts';
import type { Arrangement, ListBase, Positions, ListSequence } from './sequences.ts';
import {
  arrange,
  createComparison,
  entryAt,
  openSequence,
  planArrangement,
  searchFirst,
} from './sequences.ts';

/** Filters and orders the records of a list; takes a cached result where it can. */
export type Arranger = (base: ListBase, listQuery: ListQuery) => ListSequence;

interface Remembered {
  readonly items: readonly Item[];
  readonly arrangement: Arrangement;
  readonly positions: Positions;
  readonly sequence: ListSequence;
}

/** The last used first. All pages of one query share one list. */
const mostKept = 16;

interface KeptList {
  readonly listQuery: string;
  /** Weak, so that old lists do not keep deleted records in memory. */
  readonly made: WeakRef<Remembered>;
}

/**
 * To filter and sort many records takes a hundred times as long as all the rest. A list is the same
 * object as long as its records are the same, and then the cached result is, too. If a few records
 * have changed, only these are put in their places.
 */
export function createArranger(): Arranger {
  let kept: readonly KeptList[] = [];
  return (base, listQuery) => {
    const name = queryKeyOf(listQuery);
    const [last] = kept;
    const newest = last?.listQuery === name ? last.made.deref() : undefined;
    if (newest?.items === base.items) return newest.sequence;
    const others = kept.filter((one) => one.listQuery === name);
    const { used, next, made } = findSame(base, others) ?? make(base, listQuery, name, others);
    kept = [next, ...kept.filter((one) => one !== used)].slice(0, mostKept);
    return made.sequence;
  };
}

/** All that decides which records a list has, and in which order; pages are cut later. */
function queryKeyOf({ filters, search, terms, isReversed }: ListQuery): string {
  const named: JsonValue = [
    filters.map(({ steps, value, compare = '', everything = [], isOfSeveral = false }) => [
      steps,
      value,
      compare,
      everything,
      isOfSeveral,
    ]),
    search,
    terms.map(({ name, isDescending = null }) => [name, isDescending]),
    isReversed,
  ];
  return JSON.stringify(named);
}

interface FoundList {
  readonly made: Remembered;
  readonly next: KeptList;
  /** The list that `next` replaces; undefined where it replaces none. */
  readonly used: KeptList | undefined;
}

function findSame({ items }: ListBase, others: readonly KeptList[]): FoundList | undefined {
  for (const used of others) {
    const made = used.made.deref();
    if (made?.items === items) return { made, next: used, used };
  }
  return undefined;
}

function make(
  base: ListBase,
  listQuery: ListQuery,
  name: string,
  others: readonly KeptList[],
): FoundList {
  const arrangement = planArrangement(base, listQuery);
  const found = mendOne(base, arrangement, others);
  const positions = found?.positions ?? arrange(base, arrangement);
  const sequence = openSequence(base, arrangement, positions);
  const made = { items: base.items, arrangement, positions, sequence };
  return { made, next: { listQuery: name, made: new WeakRef(made) }, used: found?.used };
}

function mendOne(
  base: ListBase,
  arrangement: Arrangement,
  others: readonly KeptList[],
): { readonly used: KeptList; readonly positions: Positions } | undefined {
  for (const used of others) {
    const before = used.made.deref();
    if (!before || !isSameOrder(before.arrangement.rules, arrangement.rules)) continue;
    const changes = findChanges(before.items, base.items);
    if (changes) return { used, positions: mend(before, changes, base, arrangement) };
  }
  return undefined;
}

/** Removes the old records and inserts the new ones; the others keep their order. */
function mend(
  before: Remembered,
  changes: ChangedRecords,
  base: ListBase,
  arrangement: Arrangement,
): Positions {
  const { removed, added, from, shift } = changes;
  const isRemoved = new Uint8Array(before.items.length);
  for (const index of removed) isRemoved[index] = 1;
  const positions = new Uint32Array(before.positions.length + added.length);
  let length = 0;
  for (const index of before.positions) {
    if (isRemoved[index] === 1) continue;
    positions[length] = index >= from ? index + shift : index;
    length += 1;
  }
  const compare = createComparison(arrangement);
  for (const index of added) {
    const entry = entryAt(base, arrangement, index);
    if (!entry || !arrangement.fits(base.bodyOf(entry.item))) continue;
    const place = searchFirst(length, (at) => {
      const other = entryAt(base, arrangement, positions[at] ?? 0);
      return other !== undefined && compare(other, entry) > 0;
    });
    positions.copyWithin(place + 1, place, length);
    positions[place] = index;
    length += 1;
  }
  return positions.slice(0, length);
}

interface ChangedRecords {
  /** Indexes in the old list. */
  readonly removed: readonly number[];
  /** Indexes in the new list. */
  readonly added: readonly number[];
  /** All records from this old index on have moved, by `shift` places. */
  readonly from: number;
  readonly shift: number;
}

/** With more changes, to mend a list is hardly faster than to arrange it anew. */
const most = 64;

/** Undefined where too much differs. Records are immutable: the same object is the same content. */
function findChanges(before: readonly Item[], now: readonly Item[]): ChangedRecords | undefined {
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

/** Short lists with few common records belong to different requests. */
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
