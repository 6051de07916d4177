import type { Tables } from './tables.ts';
import { alignParents, mayBeSame } from '../parents.ts';
import type { Change, Item, Shape } from '../record.ts';
import type { Table } from './table.ts';

/** Records to be taken away, all records that stand under them, and all that link one of them. */
export function planRemoval(
  shapes: readonly Shape[],
  tables: Pick<Tables, 'get'>,
  collection: string,
  items: readonly Item[],
): readonly Change[] {
  // Found out once for each collection, not for each of its records.
  const searches = new Map<string, readonly Search[]>();
  const searchesFor = (name: string): readonly Search[] => {
    const found = searches.get(name) ?? findSearches(shapes, tables, name);
    searches.set(name, found);
    return found;
  };
  const doomed = new Set<Item>();
  const changes: Change[] = [];
  const visit = (name: string, lost: Item): void => {
    if (doomed.has(lost)) return;
    doomed.add(lost);
    changes.push({ collection: name, before: lost, after: undefined });
    for (const { of, find } of searchesFor(name)) for (const other of find(lost)) visit(of, other);
  };
  for (const item of items) visit(collection, item);
  return changes;
}

/** How to find records of one collection that go along with a record of another. */
interface Search {
  readonly of: string;
  find(this: void, lost: Item): readonly Item[];
}

function findSearches(
  shapes: readonly Shape[],
  tables: Pick<Tables, 'get'>,
  name: string,
): readonly Search[] {
  const shape = shapes.find((one) => one.name === name);
  if (!shape) return [];
  return shapes.flatMap((other): readonly Search[] => {
    const table = tables.get(other.name);
    if (!table) return [];
    const below = other.parents.flatMap(({ collection }, index): Search['find'][] => {
      if (collection !== name) return [];
      const above = { parents: other.parents.slice(0, index) };
      return [({ key, parents }) => table.below([...alignParents(shape, parents, above), key])];
    });
    const links = (lost: Item): readonly Item[] => findLinks(other, table, shape, lost);
    return [...below, ...(other.of === name ? [links] : [])].map((find) => ({
      of: other.name,
      find,
    }));
  });
}

function findLinks(
  links: Shape,
  table: Table,
  shape: Shape,
  { key, parents }: Item,
): readonly Item[] {
  return table
    .namesakes(key)
    .filter((link) => mayBeSame(alignParents(links, link.parents, shape), parents));
}
