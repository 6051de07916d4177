import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { PagedList } from '../../contract/plan/lists/conventions/convention.ts';
import type { Item } from '../../store/record.ts';
import { indexOfNumber, readCursor, writeCursor } from './cursors.ts';
import { compileFilters } from './filters.ts';
import type { ListQuery } from './list-query.ts';
import type { OrderRule } from './ordering.ts';
import { compareBy, settleRules, sortPlaces, valuesOf } from './ordering.ts';
import type { IsReference } from './search.ts';
import { compileSearch } from './search.ts';

/** All records that a request may page through, in order. */
export interface ListSequence extends PagedList {
  /** What the list is ordered by, as one text. */
  readonly order: string;
  slice(start: number, end: number): readonly ListEntry[];
}

export interface ListEntry {
  readonly item: Item;
  readonly values: readonly JsonValue[];
  /** The index among all records, in the order of their creation. */
  readonly index: number;
}

/** A position in a sequence; the record there may be gone. */
export type ListPoint = Pick<ListEntry, 'values' | 'index'>;

/** All records of a list, and the bodies that filters and orders read. */
export interface ListBase {
  readonly items: readonly Item[];
  readonly bodyOf: (item: Item) => JsonObject;
  /** Members whose texts a search skips; default: all that are named like keys. */
  readonly isReference?: IsReference;
}

/** Which records a sequence has, and in which order. */
export interface Arrangement {
  readonly fits: (body: JsonObject) => boolean;
  readonly rules: readonly OrderRule[];
  /** Whether the newest record comes first. */
  readonly isTurned: boolean;
}

/** The indexes in the base of the records that a query keeps, in order. */
export type Positions = Uint32Array;

/** What a query means for these records: which members its terms name. */
export function planArrangement(
  { items, bodyOf, isReference }: ListBase,
  listQuery: ListQuery,
): Arrangement {
  const { filters, search, terms, isReversed } = listQuery;
  const rules = settleRules(terms, isReversed, eachBody(items, bodyOf));
  const matches = compileFilters(filters);
  const mentions = compileSearch(search, isReference);
  return {
    fits: (body) => matches(body) && mentions(body),
    rules,
    isTurned: rules.length === 0 && isNewestFirst(listQuery),
  };
}

/** Filters, searches and orders: all other work is done only for the records of the page. */
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
  const { items } = base;
  const { rules, isTurned } = arrangement;
  const order = describeOrder(rules, isTurned);
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
    order,
    slice: (start, end) =>
      Array.from(positions.slice(start, end)).flatMap(
        (index) => entryAt(base, arrangement, index) ?? [],
      ),
    keyAt: (place) => at(place)?.item.key,
    cursorAt: (place, isBefore) => {
      const entry = at(place);
      return entry && writeCursor({ ...entry, isBefore, order }, items);
    },
    find: (text) => {
      // Tried first: it needs no search through all records, and no key has this form.
      const cursor = readCursor(text, items);
      if (cursor && cursor.order !== order) return 'other-order';
      const point = cursor ?? pointOf(base, arrangement, text);
      return (
        point && {
          before: countWhile((entry) => compare(entry, point) < 0),
          upTo: countWhile((entry) => compare(entry, point) <= 0),
          isBefore: cursor?.isBefore === true ? true : undefined,
        }
      );
    },
  };
}

/** Where the record with a key stands, even if the filters drop it. */
function pointOf(
  { items, bodyOf }: ListBase,
  { rules, isTurned }: Arrangement,
  key: string,
): ListPoint | undefined {
  const at = items.findIndex((item) => item.key === key);
  const item = items[at];
  if (item) return { values: valuesOf(rules, bodyOf(item)), index: at };
  const between = rules.length === 0 && !isTurned ? indexOfNumber(items, key) : undefined;
  return between === undefined ? undefined : { values: none, index: between };
}

const none: readonly JsonValue[] = [];

/** Equal records stay in the order of their creation. */
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

/** The first number for which `holds` is true, else the bound. From there on it must stay true. */
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

/** The order of creation has no member of its own, so some names of terms mean it. */
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
