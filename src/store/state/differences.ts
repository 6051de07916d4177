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
 * What makes one state, shown as an object of collections, of another that was made for the same
 * contract. A collection that neither has changed is not looked at.
 */
export function describeDifferences(before: State, after: State): readonly PatchStep[] {
  return before.madeFor.shapes.flatMap((shape) => {
    const [from, to] = [before.tables.get(shape.name), after.tables.get(shape.name)];
    if (!from || !to || from.ranked === to.ranked) return [];
    return compareTables(from.ranked.rows, to.ranked.rows, shape);
  });
}

/** A record that is not the same at its rank any more, or is nowhere. */
interface ChangedEntry {
  readonly item: Item;
  readonly place: string;
  /** Which of the records that are the same it stands behind: it is moved if it passes one. */
  readonly gap: number;
  /** Where it stands in its list. */
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

/** How many records stand in front of each of these ranks, which are in order. */
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

/** What goes is taken from the end, what comes is put in from the start, so that every index is right. */
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

/** Records that are in both lists and need not be moved: the most there are, in the order of both. */
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

/** Member by member; lists are replaced as a whole. */
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
 * The places of the longest choice of numbers that only rise: what of a list can stay where it is
 * while the rest is moved.
 */
export function findLongestIncreasingSubsequence(numbers: readonly number[]): readonly number[] {
  // The place of the lowest number that ends a rise of each length, and what stands in front of it.
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

/** How many of the ends are lower than a number; they rise. */
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
