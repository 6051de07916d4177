import { areSame, mayBeSame } from '../parents.ts';
import type { Parents } from '../record.ts';
import type { Ordered, OrderedDraft } from './ordered.ts';
import { orderByNumber, orderByText } from './ordered.ts';
import { numberOf } from './table-index.ts';
import type { TombstoneLine, Tombstone } from './tombstone-lines.ts';
import type { TombstoneSearch } from './tombstone-lines.ts';
import {
  findLine,
  lengthOfStart,
  ownSearchFor,
  readLine,
  searchesFor,
  writeLine,
} from './tombstone-lines.ts';

export type { Tombstone } from './tombstone-lines.ts';

/** How many records were deleted, so that no new record gets a key that was used before. */
export interface Deletions {
  readonly count: number;
  /** The highest whole number among the deleted keys; 0 where there is none. */
  readonly highest: number;
}

/**
 * What was deleted from a world. In a collection without fixtures the server generates a record for
 * any key, so each deleted record leaves a tombstone: its key and its parents. A complete
 * collection needs none: its deletions are only counted. Immutable: a deletion makes a new value,
 * which shares all unchanged parts.
 *
 * A tombstone is a line of text in one of 2,048 buckets, found by the hash of its place and then by
 * its text. As objects in tables, 100,000 of them would take 25 MB; as lines they take 5 MB.
 */
export interface Tombstones {
  /** Beyond this number, the oldest are forgotten. */
  readonly most: number;
  readonly size: number;
  /** How many characters the lines have without their numbers; limited by `mostCharacters`. */
  readonly length: number;
  readonly hasForgotten: boolean;
  /** The lines of each bucket, in the order of the deletions. */
  readonly buckets: Ordered<number, string>;
  /** From the number of the first line of each bucket to the bucket. */
  readonly heads: Ordered<number, number>;
  /** The number of the next line. */
  readonly next: number;
  readonly deletions: Ordered<string, Deletions>;
}

/** How many tombstones a world remembers. */
export const mostTombstones = 100_000;
/**
 * Clients choose the keys, and those of parents, so the text needs a limit, too. It takes effect
 * before the limit of 100,000 where lines have more than 335 characters on average.
 */
export const mostCharacters = 33_554_432;

export function createTombstones(most: number = mostTombstones): Tombstones {
  return {
    most,
    size: 0,
    length: 0,
    hasForgotten: false,
    buckets: orderByNumber(),
    heads: orderByNumber(),
    next: 0,
    deletions: orderByText(),
  };
}

/** An undefined parent, in the place or in the tombstone, matches any. */
export function hasTombstone({ size, buckets }: Tombstones, place: Tombstone): boolean {
  if (size === 0) return false;
  const isMeant = (parents: Parents): boolean => mayBeSame(parents, place.parents);
  return searchesFor(place).some(
    ({ bucket, start }) => findLine(buckets.get(bucket) ?? '', start, isMeant) !== undefined,
  );
}

/** Adds tombstones in this order. In a complete collection a deletion is only counted. */
export function addTombstones(
  before: Tombstones,
  places: readonly Tombstone[],
  complete: ReadonlySet<string>,
): Tombstones {
  const counted = { ...before, deletions: countDeletions(before, places) };
  const lasting = places.filter(({ collection }) => !complete.has(collection));
  return lasting.length === 0 ? counted : withTombstones(counted, lasting);
}

/** For a record that exists again: removes every tombstone that may match its place. */
export function removeTombstones(before: Tombstones, place: Tombstone): Tombstones {
  if (!hasTombstone(before, place)) return before;
  const draft = edit(before);
  for (const search of searchesFor(place))
    removeLines(draft, search, (parents) => mayBeSame(parents, place.parents));
  return draft;
}

/** Removes the tombstones of a collection that is complete from now on. */
export function dropTombstones(before: Tombstones, collection: string): Tombstones {
  if (before.size === 0) return before;
  const draft = edit(before);
  for (const one of listTombstones(before))
    if (one.collection === collection) removeExactly(draft, ownSearchFor(one), one.parents);
  return draft;
}

/** Adds tombstones as the newest, without counting deletions. */
export function withTombstones(before: Tombstones, places: Iterable<Tombstone>): Tombstones {
  const draft = edit(before);
  const buckets = new Map<number, Addition[]>();
  for (const place of places) {
    const { bucket, start } = ownSearchFor(place);
    const { parents, isBorn = false } = place;
    const addition = { start, parents, number: draft.next, isBorn };
    const others = buckets.get(bucket);
    if (others) others.push(addition);
    else buckets.set(bucket, [addition]);
    draft.next += 1;
  }
  for (const [bucket, additions] of buckets) addLines(draft, bucket, additions);
  while (draft.size > draft.most || draft.length > mostCharacters) forgetOldest(draft);
  return draft;
}

export function deletionsIn({ deletions }: Tombstones, collection: string): Deletions {
  return deletions.get(collection) ?? none;
}

/** All tombstones, the oldest first. */
export function* listTombstones({ buckets, heads }: Tombstones): Generator<Tombstone> {
  const ahead = heads.clone();
  const positions = new Map<number, number>();
  for (let number = ahead.minKey(); number !== undefined; number = ahead.minKey()) {
    const bucket = ahead.get(number) ?? 0;
    const lines = buckets.get(bucket) ?? '';
    const line = readLine(lines, positions.get(bucket) ?? 0);
    ahead.delete(number);
    if (line.end < lines.length) ahead.set(readLine(lines, line.end).number, bucket);
    positions.set(bucket, line.end);
    yield line;
  }
}

const none: Deletions = { count: 0, highest: 0 };

/** A copy to change, which no other code has yet. */
interface TombstoneDraft extends Tombstones {
  size: number;
  length: number;
  hasForgotten: boolean;
  readonly buckets: OrderedDraft<number, string>;
  readonly heads: OrderedDraft<number, number>;
  next: number;
}

function edit(before: Tombstones): TombstoneDraft {
  return { ...before, buckets: before.buckets.clone(), heads: before.heads.clone() };
}

function countDeletions(before: Tombstones, places: readonly Tombstone[]): Tombstones['deletions'] {
  const counts = new Map<string, { count: number; highest: number }>();
  for (const { collection, key } of places) {
    const told = counts.get(collection) ?? { ...deletionsIn(before, collection) };
    told.count += 1;
    told.highest = Math.max(told.highest, numberOf(key));
    counts.set(collection, told);
  }
  const deletions = before.deletions.clone();
  for (const [collection, told] of counts) deletions.set(collection, told);
  return deletions;
}

interface Addition {
  readonly start: string;
  readonly parents: Parents;
  readonly number: number;
  readonly isBorn: boolean;
}

/** Adds lines as the newest of a bucket. An earlier line of the same place is removed. */
function addLines(draft: TombstoneDraft, bucket: number, additions: readonly Addition[]): void {
  const newest = new Map<string, Addition>();
  for (const one of additions) {
    newest.delete(one.start);
    newest.set(one.start, one);
  }
  for (const { start, parents } of newest.values())
    removeExactly(draft, { bucket, start }, parents);
  const lines = [draft.buckets.get(bucket) ?? ''];
  const [first] = newest.values();
  if (lines[0] === '' && first) draft.heads.set(first.number, bucket);
  for (const { start, number, isBorn } of newest.values()) {
    lines.push(writeLine(start, number, isBorn));
    draft.length += start.length;
  }
  // `join` makes one flat text; after `+`, the engine would keep all the parts until the next read.
  draft.buckets.set(bucket, lines.join(''));
  draft.size += newest.size;
}

function forgetOldest(draft: TombstoneDraft): void {
  const bucket = draft.heads.get(draft.heads.minKey() ?? 0) ?? 0;
  const lines = draft.buckets.get(bucket) ?? '';
  cut(draft, bucket, { at: 0, end: readLine(lines, 0).end });
  draft.hasForgotten = true;
}

function removeExactly(draft: TombstoneDraft, own: TombstoneSearch, parents: Parents): void {
  removeLines(draft, own, (others) => areSame(others, parents));
}

function removeLines(
  draft: TombstoneDraft,
  { bucket, start }: TombstoneSearch,
  isMeant: (parents: Parents) => boolean,
): void {
  const find = (): TombstoneLine | undefined =>
    findLine(draft.buckets.get(bucket) ?? '', start, isMeant);
  for (let line = find(); line; line = find()) cut(draft, bucket, line);
}

function cut(
  draft: TombstoneDraft,
  bucket: number,
  { at, end }: Pick<TombstoneLine, 'at' | 'end'>,
): void {
  const lines = draft.buckets.get(bucket) ?? '';
  const rest = lines.slice(0, at) + lines.slice(end);
  if (at === 0) {
    draft.heads.delete(readLine(lines, 0).number);
    if (rest !== '') draft.heads.set(readLine(rest, 0).number, bucket);
  }
  if (rest === '') draft.buckets.delete(bucket);
  else draft.buckets.set(bucket, rest);
  draft.size -= 1;
  draft.length -= lengthOfStart(lines, { at, end });
}
