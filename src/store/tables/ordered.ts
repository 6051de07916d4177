import { createRequire } from 'node:module';

import type btree from 'sorted-btree';
import type diff from 'sorted-btree/extended/diffAgainst.js';

/**
 * A map with its entries in the order of their keys. A copy takes no time, whatever its size:
 * copies share all parts that neither has changed since. This is the only file that uses
 * sorted-btree.
 */
export interface Ordered<K, V> {
  readonly size: number;
  get(key: K): V | undefined;
  minKey(): K | undefined;
  maxKey(): K | undefined;
  /** The entry of a key, or the next entry behind it. */
  getPairOrNextHigher(key: K): [K, V] | undefined;
  /** The entries from this key on, or from the first. */
  entries(from?: K): IterableIterator<[K, V]>;
  values(from?: K): IterableIterator<V>;
  clone(): OrderedDraft<K, V>;
}

/** A map that the code that made it may still change. */
export interface OrderedDraft<K, V> extends Ordered<K, V> {
  set(key: K, value: V): unknown;
  delete(key: K): unknown;
  deleteRange(low: K, high: K, includeHigh: boolean): unknown;
  clear(): void;
}

// Loaders differ in what `import` returns for the default export of such a CommonJS module.
const require = createRequire(import.meta.url);
const { default: Tree }: typeof btree = require('sorted-btree');
const { default: findDifferences }: typeof diff = require('sorted-btree/extended/diffAgainst.js');

export function orderByText<V>(): OrderedDraft<string, V> {
  return new Tree<string, V>(undefined, compareTexts);
}

export function orderByNumber<V>(): OrderedDraft<number, V> {
  return new Tree<number, V>(undefined, compareNumbers);
}

/** The value of a key before and after a change; at least one of them is defined. */
export interface OrderedDifference<K, V> {
  readonly key: K;
  readonly before: V | undefined;
  readonly after: V | undefined;
}

/**
 * Looks only at the parts that the maps do not share, where one is a changed copy of the other.
 */
export function compareOrdered<K, V>(
  before: Ordered<K, V>,
  after: Ordered<K, V>,
): readonly OrderedDifference<K, V>[] {
  const found: OrderedDifference<K, V>[] = [];
  if (!(before instanceof Tree && after instanceof Tree)) throw new TypeError('not made here');
  findDifferences<K, V, never>(
    before,
    after,
    (key, value) => void found.push({ key, before: value, after: undefined }),
    (key, value) => void found.push({ key, before: undefined, after: value }),
    (key, left, right) => void found.push({ key, before: left, after: right }),
  );
  return found;
}

/** The numbers are whole and ascending. Deletes runs as ranges, which takes less time. */
export function deleteNumbers(
  from: OrderedDraft<number, unknown>,
  numbers: readonly number[],
): void {
  let [low] = numbers;
  for (const [at, high] of numbers.entries()) {
    if (numbers[at + 1] === high + 1) continue;
    from.deleteRange(low ?? high, high, true);
    low = numbers[at + 1];
  }
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function compareNumbers(left: number, right: number): number {
  return left - right;
}
