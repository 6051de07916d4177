import type { Tables } from './tables.ts';
import { alignParents, mayBeSame } from './parents.ts';
import type { Change, Item, Shape } from './record.ts';
import type { Table } from './table.ts';

/** Records to be taken away, all records that stand under them, and all that link one of them. */
export function planRemoval(
  shapes: readonly Shape[],
  tables: Pick<Tables, 'get'>,
  collection: string,
  items: readonly Item[],
): readonly Change[] {
  const shapeOf = new Map(shapes.map((shape) => [shape.name, shape]));
  const doomed = new Map<Item, Change>();
  const visit = (name: string, lost: Item): void => {
    if (doomed.has(lost)) return;
    doomed.set(lost, { collection: name, before: lost, after: undefined });
    const shape = shapeOf.get(name);
    if (!shape) return;
    for (const other of shapes) {
      const table = tables.get(other.name);
      const under = other.parents.flatMap((parent, index) => {
        if (parent.collection !== name) return [];
        const above = { parents: other.parents.slice(0, index) };
        const wanted = alignParents(shape, lost.parents, above);
        return table?.below([...wanted, lost.key]);
      });
      const links = other.of === name ? findLinks(other, table, shape, lost) : [];
      for (const child of [...under, ...links]) if (child) visit(other.name, child);
    }
  };
  for (const item of items) visit(collection, item);
  return [...doomed.values()];
}

function findLinks(
  links: Shape,
  table: Table | undefined,
  shape: Shape,
  { key, parents }: Item,
): readonly Item[] {
  const found = table?.namesakes(key) ?? [];
  return found.filter((link) => mayBeSame(alignParents(links, link.parents, shape), parents));
}
