import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Item } from '../../store/record.ts';
import { compileFilters } from './filters.ts';
import type { ListQuery } from './list-query.ts';
import type { OrderRule } from './ordering.ts';
import { compareBy, settleRules, sortPlaces, valuesOf } from './ordering.ts';

/** All records that a request may page through, in their order. */
export interface ListSequence {
  readonly total: number;
  /** By what they are ordered, as one text. */
  readonly order: string;
  at(place: number): ListEntry | undefined;
  slice(start: number, end: number): readonly ListEntry[];
  /** Where a record stands, whether the filters keep it or not. */
  placeOf(item: Item, index: number): ListPoint;
  /** How many stand before a place, and how many before or at it. */
  locate(point: ListPoint): { readonly before: number; readonly upTo: number };
}

export interface ListEntry {
  readonly item: Item;
  readonly values: readonly JsonValue[];
  /** Counts all records in the order in which they were made. */
  readonly index: number;
}

/** What stands at a place in a sequence, or would. */
export type ListPoint = Pick<ListEntry, 'values' | 'index'>;

/** What all records of a list are, and what filters and orders look at. */
export interface ListBase {
  readonly items: readonly Item[];
  readonly bodyOf: (item: Item) => JsonObject;
}

/** How the records of a sequence come about: what is kept of them, and in which order. */
export interface Arrangement {
  readonly fits: (body: JsonObject) => boolean;
  readonly rules: readonly OrderRule[];
  /** Whether what was made last comes first. */
  readonly isTurned: boolean;
}

/** The records of a base that a wish keeps, by their index there, in their order. */
export type Positions = Uint32Array;

/** What a wish means for the records that there are. */
export function planArrangement({ items, bodyOf }: ListBase, listQuery: ListQuery): Arrangement {
  const { filters, search, terms, isReversed } = listQuery;
  const rules = settleRules(terms, isReversed, eachBody(items, bodyOf));
  return {
    fits: compileFilters(filters, search),
    rules,
    isTurned: rules.length === 0 && isNewestFirst(listQuery),
  };
}

/** Filters, searches and orders: nothing else is done for records that aren't on the page. */
export function arrange({ items, bodyOf }: ListBase, arrangement: Arrangement): Positions {
  const { fits, rules, isTurned } = arrangement;
  const kept: number[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item && fits(bodyOf(item))) kept.push(index);
  }
  if (isTurned) kept.reverse();
  if (rules.length === 0) return Uint32Array.from(kept);
  return sortPlaces(rules, kept, (index) => {
    const item = items[index];
    return item ? valuesOf(rules, bodyOf(item)) : none;
  });
}

export function entryAt(
  { items, bodyOf }: ListBase,
  { rules }: Arrangement,
  index: number,
): ListEntry | undefined {
  const item = items[index];
  return item && { item, values: rules.length === 0 ? none : valuesOf(rules, bodyOf(item)), index };
}

export function openSequence(
  base: ListBase,
  arrangement: Arrangement,
  positions: Positions,
): ListSequence {
  const { rules, isTurned } = arrangement;
  const compare = createComparison(arrangement);
  const at = (place: number): ListEntry | undefined => {
    const index = positions[place];
    return index === undefined ? undefined : entryAt(base, arrangement, index);
  };
  const countWhile = (holds: (entry: ListEntry) => boolean): number =>
    searchFirst(positions.length, (place) => {
      const entry = at(place);
      return entry === undefined || !holds(entry);
    });
  return {
    total: positions.length,
    order: describeOrder(rules, isTurned),
    at,
    slice: (start, end) =>
      Array.from(positions.slice(start, end)).flatMap(
        (index) => entryAt(base, arrangement, index) ?? [],
      ),
    placeOf: (item, index) => ({ values: valuesOf(rules, base.bodyOf(item)), index }),
    locate: (point) => ({
      before: countWhile((entry) => compare(entry, point) < 0),
      upTo: countWhile((entry) => compare(entry, point) <= 0),
    }),
  };
}

const none: readonly JsonValue[] = [];

/** What is equal stays in the order in which it was made. */
export function createComparison({
  rules,
  isTurned,
}: Arrangement): (left: ListPoint, right: ListPoint) => number {
  return (left, right) => {
    const order = compareBy(rules, left.values, right.values);
    if (order !== 0) return order;
    return isTurned ? right.index - left.index : left.index - right.index;
  };
}

/** The first number below a bound for which something holds that holds for all after it; else the bound. */
export function searchFirst(bound: number, holds: (number: number) => boolean): number {
  let [low, high] = [0, bound];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const newest = /^(newest|latest|recent|most_?recent)$/i;
const creation = /^(created?|creation|created_?at|id|date|time|timestamp|default|insertion)$/i;

/** The order in which records were made has no member of its own. */
function isNewestFirst({ terms, isReversed }: ListQuery): boolean {
  const [first] = terms;
  if (!first) return isReversed;
  if (newest.test(first.name)) return first.isDescending ?? true;
  return creation.test(first.name) && (first.isDescending ?? isReversed);
}

function describeOrder(rules: readonly OrderRule[], isTurned: boolean): string {
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

/** The records that a reply shows. */
export interface Page {
  readonly entries: readonly ListEntry[];
  readonly total: number;
  /** How many stand in front of it. */
  readonly start: number;
  /** Undefined: as many as there are. */
  readonly limit: number | undefined;
}

export function cutPage(sequence: ListSequence, listQuery: ListQuery, range: PageRange): Page {
  const { offset, page, limit } = listQuery;
  const pages = page !== undefined && limit !== undefined ? page * limit : 0;
  const { total } = sequence;
  const end = range.end ?? total;
  const isBackwards = range.end !== undefined && limit !== undefined;
  const start = isBackwards
    ? Math.max(range.start, end - limit)
    : range.start + pages + (offset ?? 0);
  const until = limit === undefined ? end : Math.min(end, start + limit);
  return { entries: sequence.slice(start, until), total, start, limit };
}

/** The part of a sequence that cursors leave. */
export interface PageRange {
  readonly start: number;
  /** Undefined: to the end. */
  readonly end: number | undefined;
}
