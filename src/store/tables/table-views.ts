import type { JsonObject } from '../../base/json.ts';
import { alignParents, mayBeSame } from '../parents.ts';
import type { RecordChange, Item, Parents, CollectionShape } from '../record.ts';
import { flattenItem } from '../record.ts';
import type { StateDraft } from '../state/state.ts';
import type { Table } from './table.ts';
import type { Tables } from './tables.ts';
import { deletionsIn, hasTombstone } from './tombstones.ts';

/** All that can be read of a state. */
export interface StateViews {
  /** An undefined parent, here or in the record, matches any. Without `parents`, any match. */
  find(collection: string, key: string, parents?: Parents): Item | undefined;
  /** The records under these parents, in the order in which they were made; undefined: any. */
  list(collection: string, parents: Parents): readonly Item[];
  /** How many records `list` has. */
  count(collection: string, parents: Parents): number;
  /** The keys of the first records of `list`, without a look at the others. */
  firstKeys(collection: string, parents: Parents, most: number): readonly string[];
  /** The key of a record of `list`, chosen by `lot`, each about equally often; undefined: none. */
  pickKey(collection: string, parents: Parents, lot: number): string | undefined;
  /**
   * The highest whole number that is or was a key: among the records of `list`, and among the
   * deleted records of the whole collection. 0 where there is none.
   */
  highest(collection: string, parents: Parents): number;
  /** How many records were ever deleted from the collection. */
  deletions(collection: string): number;
  /** Whether the server must not generate a record there: it was deleted, or is not served. */
  isGone(collection: string, key: string, parents: Parents): boolean;
  /** Whether a request made the record: then the server generates nothing under it. */
  isBorn(collection: string, key: string, parents: Parents): boolean;
  /** The changes that remove a record, all records under it and all links to it. */
  removal(collection: string, item: Item): readonly RecordChange[];
  /** The same for several records. */
  removalOfAll(collection: string, items: readonly Item[]): readonly RecordChange[];
  /** The records of that key, under any parents. */
  namesakes(collection: string, key: string): readonly Item[];
  items(collection: string): readonly Item[];
  /** Whether the collection is complete: a record that is not in it does not exist. */
  isAuthoritative(collection: string): boolean;
  /** Since when the server makes the keys of the collection (ISO 8601); undefined: it did not yet. */
  knownSince(collection: string): string | undefined;
  /** Every chain of existing parents under which records of the collection may stand. */
  families(collection: string): readonly Parents[];
  /**
   * The parents of a record of `collection`, as a record of `other` names them; undefined where the
   * first has no such parent.
   */
  parentsIn(other: string, collection: string, parents: Parents): Parents;
  /** The records in flat form; undefined where the contract has no collection of that name. */
  show(collection: string): readonly JsonObject[] | undefined;
  showOne(collection: string, key: string): JsonObject | undefined;
  readonly collectionNames: readonly string[];
}

/** Each call of a view reads the state that `now` returns at that moment. */
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
    knownSince: (collection) => now().known.get(collection),
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
    // The records of a later parent name this one, too.
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

/** The changes that remove these records, all records under them and all links to any of these. */
export function planRemoval(
  shapes: readonly CollectionShape[],
  tables: Pick<Tables, 'get'>,
  collection: string,
  items: readonly Item[],
): readonly RecordChange[] {
  // Computed once for each collection, not for each of its records.
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

/** How to find the records of the collection `of` that are removed with a record of another. */
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
