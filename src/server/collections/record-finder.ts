import type { JsonObject } from '../../base/json.ts';
import type { FoundInCollection } from '../../control/collection-ports.ts';
import { compileSearch } from './conditions.ts';
import type { Row, SearchedCollection } from './record-search.ts';
import { describeRow, isItem, listRows } from './record-search.ts';
import type { Turns } from './turns.ts';
import { createTurns } from './turns.ts';

interface Chosen {
  readonly row: Row;
  readonly collection: SearchedCollection;
}

/**
 * The records that fit a text best: by their keys first, then by the values in them. `all` has one
 * function for each collection.
 */
export async function findRecords(
  all: readonly (() => SearchedCollection)[],
  text: string,
  limit: number,
): Promise<readonly FoundInCollection[]> {
  const turns = createTurns();
  const collections: SearchedCollection[] = [];
  for (const prepare of all) {
    // The keys of made-up records are made here, too.
    collections.push(prepare());
    await turns.rest();
  }
  const [same, begun] = await findByKey(collections, text, turns);
  const byKey = [...same, ...begun].slice(0, limit);
  const chosen = new Set(byKey.map(({ row }) => row));
  const found = [...byKey];
  if (found.length < limit) {
    const mentions = compileSearch(text);
    for (const collection of collections) {
      for (const row of listRows(collection, true)) {
        if (found.length >= limit) break;
        await turns.rest();
        const body = chosen.has(row) ? undefined : bodyOf(row, collection);
        if (body && mentions(body)) found.push({ row, collection });
      }
    }
  }
  return found.flatMap(({ row, collection }) =>
    describeRow(row, collection).map((one) => ({ collection: collection.shape.name, ...one })),
  );
}

/** Keys that are the text, and keys that begin with it. */
async function findByKey(
  collections: readonly SearchedCollection[],
  text: string,
  turns: Turns,
): Promise<readonly [readonly Chosen[], readonly Chosen[]]> {
  const wanted = text.toLowerCase();
  const [same, begun]: [Chosen[], Chosen[]] = [[], []];
  for (const collection of collections) {
    for (const row of listRows(collection, true)) {
      const key = row.key.toLowerCase();
      if (key === wanted) same.push({ row, collection });
      else if (key.startsWith(wanted)) begun.push({ row, collection });
    }
    await turns.rest();
  }
  return [same, begun];
}

function bodyOf(row: Row, { make }: SearchedCollection): JsonObject | undefined {
  return (isItem(row) ? row : make(row))?.body;
}
