import { areSame, mayBeSame, textOfParents } from '../parents.ts';
import type { Item, Parents } from '../record.ts';
import type { HashTrie } from './hash-trie.ts';
import { createHashTrie, hashText } from './hash-trie.ts';
import type { OrderedDraft } from './ordered.ts';
import { orderByNumber, orderByText } from './ordered.ts';

/**
 * Where the records of a table stand: by rank, by key and by parents. A copy takes no time, since
 * copies share all unchanged parts. A copy changes a part in place if it made that part itself (the
 * part has its `owner`), and copies it first if it is shared. So to replace one record again and
 * again costs one look-up each time, however many records there are, as long as no copy is made in
 * between.
 */
export interface TableIndex {
  readonly owner: object;
  /** By rank: in the order in which the records were made. */
  readonly rows: OrderedDraft<number, Row>;
  /** By the hash of the key. */
  readonly places: HashTrie<Row | Namesakes>;
  readonly families: OrderedDraft<string, Family>;
  nextRank: number;
}

/** A record and its rank: its place in the order. */
export interface Row {
  readonly owner: object;
  readonly rank: number;
  item: Item;
}

/** Records of one key under different parents; rarely also of other keys with the same hash. */
interface Namesakes {
  readonly owner: object;
  readonly item?: undefined;
  readonly rows: OrderedDraft<string, Row>;
  /** How many of them have an undefined parent. */
  vague: number;
}

/** The records under one chain of parents: keys are unique among siblings only. */
export interface Family {
  readonly owner: object;
  readonly parents: Parents;
  readonly rows: OrderedDraft<number, Row>;
  /** The highest whole number that was a key here since there are records; 0 where none was. */
  highest: number;
}

export function createTableIndex(): TableIndex {
  return {
    owner: {},
    rows: orderByNumber(),
    places: createHashTrie(),
    families: orderByText(),
    nextRank: 0,
  };
}

/** After this, change only the copy: the original would change shared parts in place. */
export function copyTableIndex({ rows, places, families, nextRank }: TableIndex): TableIndex {
  return {
    owner: {},
    rows: rows.clone(),
    places: places.clone(),
    families: families.clone(),
    nextRank,
  };
}

/** An undefined parent, here or in the record, matches any. Returns the first match. */
export function findRow(tableIndex: TableIndex, key: string, parents?: Parents): Row | undefined {
  const place = tableIndex.places.get(hashText(key));
  if (!place) return undefined;
  if (place.item) {
    const isMeant = place.item.key === key && (!parents || mayBeSame(place.item.parents, parents));
    return isMeant ? place : undefined;
  }
  if (parents && !parents.includes(undefined)) {
    const exact = place.rows.get(placeKeyOf(key, parents));
    if (exact || place.vague === 0) return exact;
  }
  return rowsOf(place, key).find(({ item }) => !parents || mayBeSame(item.parents, parents));
}

/** The record of that key and exactly these parents; undefined matches only undefined. */
export function findExactRow(
  tableIndex: TableIndex,
  key: string,
  parents: Parents,
): Row | undefined {
  const place = tableIndex.places.get(hashText(key));
  if (!place?.item) return place?.rows.get(placeKeyOf(key, parents));
  return place.item.key === key && areSame(place.item.parents, parents) ? place : undefined;
}

/** All records of that key, in the order of the table. */
export function namesakesIn(tableIndex: TableIndex, key: string): readonly Item[] {
  const place = tableIndex.places.get(hashText(key));
  if (!place) return [];
  if (place.item) return place.item.key === key ? [place.item] : [];
  return rowsOf(place, key).map(({ item }) => item);
}

/** Adds a record; there must be none of the same key and parents. */
export function attach(tableIndex: TableIndex, rank: number, item: Item): void {
  const row = { owner: tableIndex.owner, rank, item };
  tableIndex.rows.set(rank, row);
  tableIndex.nextRank = Math.max(tableIndex.nextRank, rank + 1);
  addToIndex(tableIndex, row);
  const family = openFamily(tableIndex, item.parents);
  family.rows.set(rank, row);
  family.highest = Math.max(family.highest, numberOf(item.key));
}

/** Replaces the record of a row with one of the same key and parents. */
export function exchange(tableIndex: TableIndex, row: Row, item: Item): void {
  if (row.owner === tableIndex.owner) {
    row.item = item;
    return;
  }
  const next = { owner: tableIndex.owner, rank: row.rank, item };
  tableIndex.rows.set(row.rank, next);
  addToIndex(tableIndex, next);
  openFamily(tableIndex, item.parents).rows.set(row.rank, next);
}

export function detach(tableIndex: TableIndex, { rank, item }: Row): void {
  tableIndex.rows.delete(rank);
  removeFromIndex(tableIndex, item);
  const family = openFamily(tableIndex, item.parents);
  family.rows.delete(rank);
  if (family.rows.size === 0) tableIndex.families.delete(textOfParents(item.parents));
}

export function highestUnder(tableIndex: TableIndex, parents: Parents): number {
  return tableIndex.families.get(textOfParents(parents))?.highest ?? 0;
}

/** Does nothing where no record stands under these parents. */
export function setHighest(tableIndex: TableIndex, parents: Parents, highest: number): void {
  if (tableIndex.families.get(textOfParents(parents)))
    openFamily(tableIndex, parents).highest = highest;
}

/** Whether two records would stand in the same place. */
export function isSamePlace(left: Item, right: Item): boolean {
  return left.key === right.key && areSame(left.parents, right.parents);
}

export function openFamily(tableIndex: TableIndex, parents: Parents): Family {
  const { owner, families } = tableIndex;
  const place = textOfParents(parents);
  const before = families.get(place);
  if (before?.owner === owner) return before;
  const rows = before?.rows.clone() ?? orderByNumber<Row>();
  const family = { owner, parents, rows, highest: before?.highest ?? 0 };
  families.set(place, family);
  return family;
}

function addToIndex({ owner, places }: TableIndex, row: Row): void {
  const hash = hashText(row.item.key);
  const place = places.get(hash);
  if (!place || (place.item && isSamePlace(place.item, row.item))) {
    places.set(hash, row);
    return;
  }
  const namesakes = openNamesakes(place, owner);
  if (namesakes !== place) places.set(hash, namesakes);
  addNamesake(namesakes, row);
}

/** Removes a record from the index by key. */
export function removeFromIndex({ owner, places }: TableIndex, item: Item): void {
  const hash = hashText(item.key);
  const place = places.get(hash);
  if (!place) return;
  if (place.item) {
    places.delete(hash);
    return;
  }
  const namesakes = openNamesakes(place, owner);
  namesakes.rows.delete(placeKeyOf(item.key, item.parents));
  if (item.parents.includes(undefined)) namesakes.vague -= 1;
  const [only] = namesakes.rows.size === 1 ? namesakes.rows.values() : [];
  if (only) places.set(hash, only);
  else if (namesakes !== place) places.set(hash, namesakes);
}

function openNamesakes(place: Row | Namesakes, owner: object): Namesakes {
  if (!place.item) {
    if (place.owner === owner) return place;
    return { owner, rows: place.rows.clone(), vague: place.vague };
  }
  const namesakes: Namesakes = { owner, rows: orderByText<Row>(), vague: 0 };
  addNamesake(namesakes, place);
  return namesakes;
}

function addNamesake(namesakes: Namesakes, row: Row): void {
  const { key, parents } = row.item;
  const before = namesakes.rows.size;
  namesakes.rows.set(placeKeyOf(key, parents), row);
  if (namesakes.rows.size > before && parents.includes(undefined)) namesakes.vague += 1;
}

/** In the order of the table. */
function rowsOf({ rows }: Namesakes, key: string): readonly Row[] {
  return [...rows.values()]
    .filter(({ item }) => item.key === key)
    .toSorted((left, right) => left.rank - right.rank);
}

/** Separates key and parents. It is doubled within a key, so that each place has its own text. */
const mark = '\0';

function placeKeyOf(key: string, parents: Parents): string {
  const name = key.includes(mark) ? key.replaceAll(mark, mark + mark) : key;
  return name + mark + textOfParents(parents);
}

/** A key as a positive whole number; 0 where it is none. */
export function numberOf(key: string): number {
  const number = Number(key);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
