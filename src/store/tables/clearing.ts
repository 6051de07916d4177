import { areSame, textOfParents } from '../parents.ts';
import type { Item, Parents } from '../record.ts';
import { hashText } from './hash-trie.ts';
import { findAlike } from './kinship.ts';
import { deleteNumbers } from './ordered.ts';
import type { Family, Row, TableIndex } from './table-index.ts';
import { findExactRow, openFamily, removeFromIndex } from './table-index.ts';

/**
 * Removes many records. The result is the same as with `detach` for each of them, but this walks
 * through each tree only once, and drops an emptied tree as a whole.
 */
export function clearAway(tableIndex: TableIndex, items: readonly TreePlace[]): void {
  const { rows, places, families } = tableIndex;
  const groups = groupSiblings(items).map((siblings) => findRows(tableIndex, siblings));
  const lost = groups.flat();
  if (lost.length === rows.size) {
    rows.clear();
    places.clear();
    families.clear();
    return;
  }
  for (const group of groups) clearFamily(tableIndex, group);
  deleteNumbers(rows, ranksOf(lost.toSorted(byRank)));
  const numbers = lost.map(({ item }) => hashText(item.key));
  const shared = places.deleteAll(numbers, ({ item }) => item === undefined);
  if (shared.size === 0) return;
  for (const { item } of lost)
    if (shared.has(hashText(item.key))) removeFromIndex(tableIndex, item);
}

/** Every record that has the key of one of these, and parents that may be the same. */
export function findAllAlike(tableIndex: TableIndex, items: readonly TreePlace[]): readonly Item[] {
  return groupSiblings(items).flatMap((siblings) =>
    findAlike(tableIndex.families, siblings.parents).flatMap(({ parents }) =>
      findRows(tableIndex, { parents, items: siblings.items }).map(({ item }) => item),
    ),
  );
}

function clearFamily(tableIndex: TableIndex, rows: readonly Row[]): void {
  const { parents } = rows[0]?.item ?? {};
  if (!parents) return;
  const place = textOfParents(parents);
  if (tableIndex.families.get(place)?.rows.size === rows.length) tableIndex.families.delete(place);
  else deleteNumbers(openFamily(tableIndex, parents).rows, ranksOf(rows));
}

type TreePlace = Pick<Item, 'key' | 'parents'>;

interface Siblings {
  readonly parents: Parents;
  readonly items: TreePlace[];
}

function groupSiblings(items: readonly TreePlace[]): readonly Siblings[] {
  const groups = new Map<string, Siblings>();
  let latest: Siblings | undefined;
  for (const item of items) {
    // Records of the same parents mostly follow each other.
    if (!latest || !areSame(latest.parents, item.parents)) {
      const place = textOfParents(item.parents);
      latest = groups.get(place) ?? { parents: item.parents, items: [] };
      groups.set(place, latest);
    }
    latest.items.push(item);
  }
  return [...groups.values()];
}

/** The rows of these records, each once, in the order of the table. */
function findRows(tableIndex: TableIndex, { parents, items }: Siblings): readonly Row[] {
  const rows = follow(tableIndex.families.get(textOfParents(parents)), items);
  if (rows.length === items.length) return rows;
  for (const { key } of items.slice(rows.length)) {
    const row = findExactRow(tableIndex, key, parents);
    if (row) rows.push(row);
  }
  const sorted = rows.toSorted(byRank);
  return sorted.filter(({ rank }, at) => rank !== sorted[at - 1]?.rank);
}

/** To walk past this many rows takes less time than to look for one record by its key. */
const mostPassed = 8;

/**
 * Finds rows in one walk through a family, as long as the items are in the order of the family. It
 * may find only the first ones, and none where the family is much larger than the list.
 */
function follow(family: Family | undefined, items: readonly TreePlace[]): Row[] {
  const rows: Row[] = [];
  if (!family || family.rows.size > mostPassed * items.length) return rows;
  for (const row of family.rows.values()) {
    if (row.item.key === items[rows.length]?.key) rows.push(row);
    if (rows.length === items.length) break;
  }
  return rows;
}

function ranksOf(rows: readonly Row[]): readonly number[] {
  return rows.map(({ rank }) => rank);
}

function byRank(left: Row, right: Row): number {
  return left.rank - right.rank;
}
