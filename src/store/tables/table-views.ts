import type { JsonObject } from '../../base/json.ts';
import { alignParents, mayBeSame } from '../parents.ts';
import type { RecordChange, Item, Parents, CollectionShape } from '../record.ts';
import { flattenItem } from '../record.ts';
import type { StateDraft } from '../state/state.ts';
import type { Table } from './table.ts';
import type { Tables } from './tables.ts';
import { deletionsIn, hasTombstone } from './tombstones.ts';

/** What is to be seen of a state. */
export interface StateViews {
  /** A parent that is undefined, here or there, may be any. Without parents: whoever they are. */
  find(collection: string, key: string, parents?: Parents): Item | undefined;
  /** The records under these parents, in the order in which they were made; undefined: any. */
  list(collection: string, parents: Parents): readonly Item[];
  /** How many they are. */
  count(collection: string, parents: Parents): number;
  /** The keys of the first so many of them, without a look at the others. */
  firstKeys(collection: string, parents: Parents, most: number): readonly string[];
  /** The key of one of them, each in about equal parts; undefined where there is none. */
  pickKey(collection: string, parents: Parents, lot: number): string | undefined;
  /** The highest whole number that is a key of one of them, or was one in the collection; 0 where none was. */
  highest(collection: string, parents: Parents): number;
  /** How many records were ever deleted from it. */
  deletions(collection: string): number;
  /** Whether nothing may be made up there: a record was deleted, or is kept and not served. */
  isGone(collection: string, key: string, parents: Parents): boolean;
  /** Whether a request has made it: nobody but requests puts anything under it. */
  isBorn(collection: string, key: string, parents: Parents): boolean;
  /** What has to change for a record to be gone: it goes, and all that stands under it. */
  removal(collection: string, item: Item): readonly RecordChange[];
  /** The same of several. */
  removalOfAll(collection: string, items: readonly Item[]): readonly RecordChange[];
  /** The records of that key, whatever their parents. */
  namesakes(collection: string, key: string): readonly Item[];
  items(collection: string): readonly Item[];
  /** Whether a record that isn't in the collection doesn't exist. */
  isAuthoritative(collection: string): boolean;
  /** Every chain of parents that there are and that records of the collection may stand under. */
  families(collection: string): readonly Parents[];
  /** The parents of a record, as far as the records of another collection have them, too. */
  parentsIn(other: string, collection: string, parents: Parents): Parents;
  /** A collection as people see it; undefined where the contract has none of that name. */
  show(collection: string): readonly JsonObject[] | undefined;
  showOne(collection: string, key: string): JsonObject | undefined;
  readonly collectionNames: readonly string[];
}

/** What is to be seen of a state, whichever it is at the time. */
export function createViews(
  shapeOf: ReadonlyMap<string, CollectionShape>,
  now: () => StateDraft,
): StateViews {
  const shapes = [...shapeOf.values()];
  const tableOf = (collection: string): Table | undefined => now().tables.get(collection);
  return {
    find: (collection, key, parents) => tableOf(collection)?.find(key, parents),
    list: (collection, parents) => tableOf(collection)?.list(parents) ?? [],
    count: (collection, parents) => tableOf(collection)?.count(parents) ?? 0,
    firstKeys: (collection, parents, most) =>
      (tableOf(collection)?.first(parents, most) ?? []).map(({ key }) => key),
    pickKey: (collection, parents, lot) => tableOf(collection)?.pick(parents, lot)?.key,
    highest: (collection, parents) =>
      Math.max(
        tableOf(collection)?.highest(parents) ?? 0,
        deletionsIn(now().tombstones, collection).highest,
      ),
    deletions: (collection) => deletionsIn(now().tombstones, collection).count,
    isGone(collection, key, parents) {
      const { tombstones, hidden } = now();
      return (
        hasTombstone(tombstones, { collection, key, parents }) ||
        hidden.get(collection)?.find(key, parents) !== undefined
      );
    },
    isBorn: (collection, key, parents) =>
      now().born.get(collection)?.find(key, parents) !== undefined,
    removal: (collection, item) => planRemoval(shapes, now().tables, collection, [item]),
    removalOfAll: (collection, items) => planRemoval(shapes, now().tables, collection, items),
    namesakes: (collection, key) => tableOf(collection)?.namesakes(key) ?? [],
    items: (collection) => tableOf(collection)?.items() ?? [],
    isAuthoritative: (collection) => now().authoritative.has(collection),
    families(collection) {
      const shape = shapeOf.get(collection);
      return shape ? listFamilies(shape, shapes, now().tables) : [];
    },
    parentsIn(other, collection, parents) {
      const [from, to] = [shapeOf.get(collection), shapeOf.get(other)];
      return from && to ? alignParents(from, parents, to) : [];
    },
    show(collection) {
      const shape = shapeOf.get(collection);
      const items = tableOf(collection)?.items();
      return shape && items?.map((item) => flattenItem(item, shape));
    },
    showOne(collection, key) {
      const shape = shapeOf.get(collection);
      const item = tableOf(collection)?.find(key);
      return shape && item && flattenItem(item, shape);
    },
    collectionNames: [...shapeOf.keys()],
  };
}

/** Every chain of parents that there are and that records of a collection may stand under. */
function listFamilies(
  shape: CollectionShape,
  shapes: readonly CollectionShape[],
  tables: Pick<Tables, 'get'>,
): readonly Parents[] {
  const shapeOf = (name: string | undefined): CollectionShape | undefined =>
    shapes.find((other) => other.name === name);
  const isAbove = (index: number): boolean => {
    const { collection } = shape.parents[index] ?? {};
    const below = shape.parents.slice(index + 1).map((parent) => shapeOf(parent.collection));
    return below.some((other) => other?.parents.some((parent) => parent.collection === collection));
  };
  const families = shape.parents.flatMap(({ collection }, index): readonly Parents[] => {
    const parent = shapeOf(collection);
    // Whoever stands above another parent comes with it.
    if (!parent || collection === undefined || isAbove(index)) return [];
    const above = { parents: shape.parents.slice(0, index) };
    return (tables.get(collection)?.items() ?? []).map(({ key, parents }) => {
      const chain = [...alignParents(parent, parents, above), key];
      return shape.parents.map((_, at) => chain[at]);
    });
  });
  const whole = families.filter((family) =>
    shape.parents.every(({ isOptional }, index) => isOptional || family[index] !== undefined),
  );
  const needsNone = shape.parents.every(({ isOptional }) => isOptional);
  return whole.length === 0 && needsNone ? [shape.parents.map(() => undefined)] : whole;
}

/** Records to be taken away, all records that stand under them, and all that link one of them. */
export function planRemoval(
  shapes: readonly CollectionShape[],
  tables: Pick<Tables, 'get'>,
  collection: string,
  items: readonly Item[],
): readonly RecordChange[] {
  // Found out once for each collection, not for each of its records.
  const searches = new Map<string, readonly RelatedSearch[]>();
  const searchesFor = (name: string): readonly RelatedSearch[] => {
    const found = searches.get(name) ?? findSearches(shapes, tables, name);
    searches.set(name, found);
    return found;
  };
  const doomed = new Set<Item>();
  const changes: RecordChange[] = [];
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
interface RelatedSearch {
  readonly of: string;
  find(this: void, lost: Item): readonly Item[];
}

function findSearches(
  shapes: readonly CollectionShape[],
  tables: Pick<Tables, 'get'>,
  name: string,
): readonly RelatedSearch[] {
  const shape = shapes.find((one) => one.name === name);
  if (!shape) return [];
  return shapes.flatMap((other): readonly RelatedSearch[] => {
    const table = tables.get(other.name);
    if (!table) return [];
    const below = other.parents.flatMap(({ collection }, index): RelatedSearch['find'][] => {
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
  links: CollectionShape,
  table: Table,
  shape: CollectionShape,
  { key, parents }: Item,
): readonly Item[] {
  return table
    .namesakes(key)
    .filter((link) => mayBeSame(alignParents(links, link.parents, shape), parents));
}
