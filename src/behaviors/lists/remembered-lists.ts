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

/** Puts the records of a list in the order that a request wishes, as far as that isn't known yet. */
export type Arranger = (base: ListBase, listQuery: ListQuery) => ListSequence;

/** What was wished for of some records, and what came of it. */
interface Remembered {
  readonly items: readonly Item[];
  readonly arrangement: Arrangement;
  readonly positions: Positions;
  readonly sequence: ListSequence;
}

/** The last used first: the pages of one order, and a few wishes beside. */
const mostKept = 16;

interface KeptList {
  readonly listQuery: string;
  /** As long as nothing else wants its room: records that are gone stand in a list of before. */
  readonly made: WeakRef<Remembered>;
}

/**
 * To filter and sort many records takes a hundred times as long as all the rest. A list is the same object
 * as long as its records are the same, and then so is what was made of it; where a few have changed, they
 * alone are put in their places.
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

/** All that a wish says of which records there are, and in which order; where a page begins comes later. */
function queryKeyOf({ filters, search, terms, isReversed }: ListQuery): string {
  const named: JsonValue = [
    filters.map(({ steps, value, compare = '', everything = [] }) => [
      steps,
      value,
      compare,
      everything,
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
  /** In whose place that stands from now on; undefined where it is in that of no other. */
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

/** Takes out what is gone, and puts in what has come: in the order of what stays nothing changes. */
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

/** What makes one list of another. */
interface ChangedRecords {
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
