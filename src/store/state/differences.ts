import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, isSameJson, stepDown } from '../../base/json.ts';
import type { Item, CollectionShape } from '../record.ts';
import { flattenItem } from '../record.ts';
import type { Ordered } from '../tables/ordered.ts';
import { compareOrdered } from '../tables/ordered.ts';
import type { Row } from '../tables/table-index.ts';
import type { State } from './state.ts';

/** One step of a JSON Patch (RFC 6902). */
export type PatchStep =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string };

/**
 * The JSON Patch that turns one state into another, each as an object of collections. Both must be
 * made for the same contract. A collection that is the same table in both is not looked at.
 */
export function describeDifferences(before: State, after: State): readonly PatchStep[] {
  return before.madeFor.shapes.flatMap((shape) => {
    const [from, to] = [before.tables.get(shape.name), after.tables.get(shape.name)];
    if (!from || !to || from.ranked === to.ranked) return [];
    return compareTables(from.ranked.rows, to.ranked.rows, shape);
  });
}

/** A record of one state at a rank where the other state has a different record, or none. */
interface ChangedEntry {
  readonly item: Item;
  readonly place: string;
  /**
   * How many unchanged records stand in front of it. A record with different gaps in the two states
   * has moved past an unchanged one.
   */
  readonly gap: number;
  /** Its index in the list of all records of its state. */
  readonly index: number;
}

type Rows = Ordered<number, Row>;

function compareTables(from: Rows, to: Rows, shape: CollectionShape): readonly PatchStep[] {
  const differences = compareOrdered(from, to)
    .filter(({ before, after }) => !(before && after && isSame(before.item, after.item)))
    .toSorted((left, right) => left.key - right.key);
  if (differences.length === 0) return [];
  const counted = countBefore(
    from,
    differences.map(({ key }) => key),
  );
  const [old, young]: [ChangedEntry[], ChangedEntry[]] = [[], []];
  for (const [at, { before, after }] of differences.entries()) {
    const gap = (counted[at] ?? 0) - old.length;
    if (before) old.push(toEntry(before.item, gap, old.length));
    if (after) young.push(toEntry(after.item, gap, young.length));
  }
  return writeSteps(old, young, shape);
}

function toEntry(item: Item, gap: number, others: number): ChangedEntry {
  return { item, place: itemKeyOf(item), gap, index: gap + others };
}

/** How many records stand in front of each of these ranks, which are ascending. */
function countBefore(rows: Rows, ranks: readonly number[]): readonly number[] {
  const counts: number[] = [];
  let count = 0;
  for (const [rank] of rows.entries()) {
    while ((ranks[counts.length] ?? Infinity) <= rank) counts.push(count);
    if (counts.length === ranks.length) return counts;
    count += 1;
  }
  while (counts.length < ranks.length) counts.push(count);
  return counts;
}

/**
 * Writes removals from the last record to the first, then additions and changes from the first to
 * the last, so that each index is right when its step is applied.
 */
function writeSteps(
  old: readonly ChangedEntry[],
  young: readonly ChangedEntry[],
  shape: CollectionShape,
): readonly PatchStep[] {
  const root = stepDown('', shape.name);
  const staying = pairUp(old, young);
  const kept = new Set(staying.values());
  const removals = old
    .filter((entry) => !kept.has(entry))
    .toReversed()
    .map(({ index }): PatchStep => ({ op: 'remove', path: stepDown(root, index) }));
  const rest = young.flatMap((entry): readonly PatchStep[] => {
    const path = stepDown(root, entry.index);
    const value = flattenItem(entry.item, shape);
    const before = staying.get(entry);
    return before
      ? compareObjects(flattenItem(before.item, shape), value, path)
      : [{ op: 'add', path, value }];
  });
  return [...removals, ...rest];
}

/**
 * The records that are in both lists and need no move: the largest set that has the same order in
 * both. Each entry of the new list leads to that of the old one.
 */
function pairUp(
  old: readonly ChangedEntry[],
  young: readonly ChangedEntry[],
): ReadonlyMap<ChangedEntry, ChangedEntry> {
  const known = new Map(old.map((entry, order) => [entry.place, { entry, order }]));
  const pairs = young.flatMap((entry) => {
    const before = known.get(entry.place);
    return before && before.entry.gap === entry.gap ? [{ entry, before }] : [];
  });
  const rise = findLongestIncreasingSubsequence(pairs.map(({ before }) => before.order));
  return new Map(
    rise.flatMap((at) => {
      const pair = pairs[at];
      return pair ? [[pair.entry, pair.before.entry]] : [];
    }),
  );
}

/** Compares member by member; a changed list is replaced as a whole. */
function compareObjects(before: JsonObject, after: JsonObject, path: string): readonly PatchStep[] {
  const [old, young] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const removals = [...old.keys()]
    .filter((name) => !young.has(name))
    .map((name): PatchStep => ({ op: 'remove', path: stepDown(path, name) }));
  const rest = [...young].flatMap(([name, value]): readonly PatchStep[] => {
    const place = stepDown(path, name);
    const earlier = old.get(name);
    if (earlier === undefined) return [{ op: 'add', path: place, value }];
    if (isSameJson(earlier, value)) return [];
    if (isJsonObject(earlier) && isJsonObject(value)) return compareObjects(earlier, value, place);
    return [{ op: 'replace', path: place, value }];
  });
  return [...removals, ...rest];
}

function isSame(left: Item, right: Item): boolean {
  return itemKeyOf(left) === itemKeyOf(right) && isSameJson(left.body, right.body);
}

function itemKeyOf({ key, parents }: Item): string {
  return JSON.stringify([key, ...parents.map((parent) => parent ?? null)]);
}

/**
 * The indexes of the longest increasing subsequence of the numbers: the part of a list that can
 * stay in its place while the rest is moved.
 */
export function findLongestIncreasingSubsequence(numbers: readonly number[]): readonly number[] {
  // `ends`: for each length, the index of the lowest number that ends an increasing subsequence.
  // `previous`: for each number, the index of the number in front of it in its subsequence.
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    const length = countBelow(ends, numbers, number);
    previous.push(ends[length - 1]);
    ends[length] = at;
  }
  const rise: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) rise.push(at);
  return rise.toReversed();
}

/** How many of the ends are lower than a number. A binary search: the ends are ascending. */
function countBelow(ends: readonly number[], numbers: readonly number[], number: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const end = numbers[ends[middle] ?? 0] ?? 0;
    if (end < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
