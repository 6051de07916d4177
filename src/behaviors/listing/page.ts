import type { JsonObject, JsonValue } from '../../json.ts';
import type { Item } from '../../store/record.ts';
import type { Rule } from './ordering.ts';
import { compareBy, settleRules, valuesOf } from './ordering.ts';
import { meets, mentions } from './filters.ts';
import type { Wish } from './wish.ts';

/** All records that a request may page through, in their order. */
export interface Sequence {
  readonly entries: readonly Entry[];
  /** By what they are ordered, as one text. */
  readonly order: string;
  /** Where a record stands, whether the filters keep it or not. */
  placeOf(item: Item, index: number): Point;
  /** How many stand before a place, and how many before or at it. */
  locate(point: Point): { readonly before: number; readonly upTo: number };
}

export interface Entry {
  readonly item: Item;
  readonly values: readonly JsonValue[];
  /** Counts all records in the order in which they were made. */
  readonly index: number;
}

/** The records that a reply shows. */
export interface Page {
  readonly entries: readonly Entry[];
  readonly total: number;
  /** How many stand in front of it. */
  readonly start: number;
  /** Undefined: as many as there are. */
  readonly limit: number | undefined;
}

const none: readonly JsonValue[] = [];

/** Filters, searches and orders; nothing else is done for records that aren't on the page. */
export function arrange(
  base: readonly Item[],
  wish: Wish,
  bodyOf: (item: Item) => JsonObject,
): Sequence {
  const { filters, search, terms, isReversed } = wish;
  const kept: Entry[] = [];
  for (const [index, item] of base.entries()) {
    const body = bodyOf(item);
    const fits = filters.every((filter) => meets(body, filter)) && mentions(body, search);
    if (fits) kept.push({ item, index, values: none });
  }
  const rules = settleRules(terms, isReversed, eachBody(base, bodyOf));
  const isTurned = rules.length === 0 && isNewestFirst(wish);
  const compare = createComparison(rules, isTurned);
  const valued = rules.length === 0 ? kept : kept.map((entry) => evaluate(entry, rules, bodyOf));
  const entries = rules.length > 0 || isTurned ? valued.toSorted(compare) : valued;
  return {
    entries,
    order: describeOrder(rules, isTurned),
    placeOf: (item, index) => ({ values: valuesOf(rules, bodyOf(item)), index }),
    locate: (point) => ({
      before: countWhile(entries, (entry) => compare(entry, point) < 0),
      upTo: countWhile(entries, (entry) => compare(entry, point) <= 0),
    }),
  };
}

export function cutPage({ entries }: Sequence, wish: Wish, range: Range): Page {
  const { offset, page, limit } = wish;
  const pages = page !== undefined && limit !== undefined ? page * limit : 0;
  const total = entries.length;
  const end = range.end ?? total;
  const isBackwards = range.end !== undefined && limit !== undefined;
  const start = isBackwards
    ? Math.max(range.start, end - limit)
    : range.start + pages + (offset ?? 0);
  const until = limit === undefined ? end : Math.min(end, start + limit);
  return { entries: entries.slice(start, until), total, start, limit };
}

/** The part of a sequence that cursors leave. */
export interface Range {
  readonly start: number;
  /** Undefined: to the end. */
  readonly end: number | undefined;
}

/** What stands at a place in a sequence, or would. */
export type Point = Pick<Entry, 'values' | 'index'>;

function evaluate(entry: Entry, rules: readonly Rule[], bodyOf: (item: Item) => JsonObject): Entry {
  return { ...entry, values: valuesOf(rules, bodyOf(entry.item)) };
}

/** What is equal stays in the order in which it was made. */
function createComparison(
  rules: readonly Rule[],
  isTurned: boolean,
): (left: Point, right: Point) => number {
  return (left, right) => {
    const order = compareBy(rules, left.values, right.values);
    if (order !== 0) return order;
    return isTurned ? right.index - left.index : left.index - right.index;
  };
}

const newest = /^(newest|latest|recent|most_?recent)$/i;
const creation = /^(created?|creation|created_?at|id|date|time|timestamp|default|insertion)$/i;

/** The order in which records were made has no member of its own. */
function isNewestFirst({ terms, isReversed }: Wish): boolean {
  const [first] = terms;
  if (!first) return isReversed;
  if (newest.test(first.name)) return first.isDescending ?? true;
  return creation.test(first.name) && (first.isDescending ?? isReversed);
}

function describeOrder(rules: readonly Rule[], isTurned: boolean): string {
  const parts = rules.map(
    ({ steps, isDescending }) => `${isDescending ? '-' : ''}${steps.join('.')}`,
  );
  return isTurned ? '-' : parts.join(',');
}

function* eachBody(
  items: readonly Item[],
  bodyOf: (item: Item) => JsonObject,
): Iterable<JsonObject> {
  for (const item of items) yield bodyOf(item);
}

/** How many entries from the first on meet a condition that none meets after one that doesn't. */
function countWhile(entries: readonly Entry[], holds: (entry: Entry) => boolean): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry && holds(entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}
