import { onceFor } from '../../base/once.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item, Parents } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { ExistingRecords } from './existing-records.ts';
import { unlessImpossible } from './existing-records.ts';
import { isElsewhere } from './unknown-keys.ts';

/** Where lists of a collection show a record that they made up, or that is stored in its place. */
export interface ListedPlace extends Pick<Item, 'key' | 'parents'> {
  /** Undefined: it is made up when it is asked for. */
  readonly stored: Item | undefined;
}

/** What lists of a world show besides its other stored records. */
export interface ListedRecords {
  list(this: void, collection: Collection): readonly ListedPlace[];
  /** The made-up record at such a place; undefined where the schema allows none. */
  make(this: void, collection: Collection, place: ListedPlace): Item | undefined;
}

/** Kept for each world. */
export function createListedRecords(
  collections: readonly Collection[],
  existingIn: (world: World) => ExistingRecords,
): (world: World) => ListedRecords {
  const byName = new Map(collections.map((one) => [one.name, one]));
  const named: ListedSource['named'] = (name) =>
    name === undefined ? undefined : byName.get(name);
  return onceFor((world) => {
    const source = { existing: existingIn(world), world, named };
    return {
      list: createListedPlaces(source),
      make: (collection, place) => makeListed(source, collection, place),
    };
  });
}

interface ListedSource {
  readonly existing: ExistingRecords;
  readonly world: World;
  readonly named: (collection: string | undefined) => Collection | undefined;
}

/** Under how many chains of parents records are looked for. */
const mostChains = 10;
/** In one collection. */
const mostListed = 1000;

/**
 * What lists of a collection show before all other stored records: without parents all of it, else
 * that under the first parents that exist, which may be made up themselves. The same list until the
 * world changes: some contracts have hundreds of collections below others.
 */
function createListedPlaces(
  source: ListedSource,
): (collection: Collection) => readonly ListedPlace[] {
  const lists = new Map<Collection, readonly ListedPlace[]>();
  let version: number | undefined;
  return (collection) => {
    if (version !== source.world.version) lists.clear();
    ({ version } = source.world);
    const list = lists.get(collection) ?? findListed(source, collection);
    lists.set(collection, list);
    return list;
  };
}

function findListed(source: ListedSource, collection: Collection): readonly ListedPlace[] {
  if (source.existing.isKnown(collection)) return [];
  const places = new Map<Item | string, ListedPlace>();
  const keys = new Set<string>();
  // Whole chains first: a list that leaves parents out shows records of these, too.
  const chains = chainsOf(source, collection, new Set()).toSorted(
    (left, right) => gapsIn(left) - gapsIn(right),
  );
  for (const parents of chains) {
    const isVague = gapsIn(parents) > 0;
    const found = keysUnder(source, collection, parents);
    for (const key of found) {
      if (isVague && keys.has(key)) continue;
      if (places.size >= mostListed) return [...places.values()];
      const stored = source.world.find(collection.name, key, parents);
      places.set(stored ?? JSON.stringify([key, ...parents]), { key, parents, stored });
    }
    for (const key of found) keys.add(key);
  }
  return [...places.values()];
}

function makeListed(
  { existing }: Pick<ListedSource, 'existing'>,
  collection: Collection,
  { key, parents }: ListedPlace,
): Item | undefined {
  const [found] = unlessImpossible(() => existing.find(collection, key, parents));
  if (!found || collection.kind !== 'links') return found;
  // A link is a record of its own: key and parents, and not what it leads to.
  return { key, parents, body: collection.of === undefined ? found.body : {} };
}

function gapsIn(parents: Parents): number {
  return parents.filter((parent) => parent === undefined).length;
}

/** The keys of the listed records under these parents. */
function keysUnder(
  { existing, world }: ListedSource,
  collection: Collection,
  parents: Parents,
): readonly string[] {
  const { name, kind } = collection;
  if (kind === 'items') {
    const listed = existing.keys(collection, parents).first(0);
    return listed.filter((key) => !isElsewhere(world, collection, key));
  }
  if (kind === 'links') {
    return existing
      .list(collection, parents)
      .slice(0, mostListed)
      .map(({ key }) => key);
  }
  const isThere = !existing.isClosed(collection, parents) && !world.isGone(name, '', parents);
  return isThere ? [''] : [];
}

/** The collections visited so far: parents may form a cycle. */
type Seen = ReadonlySet<string>;

/** The first chains of existing parents under which lists of a collection are. */
function chainsOf(source: ListedSource, collection: Collection, seen: Seen): readonly Parents[] {
  const { parents } = collection;
  const none: Parents = parents.map(() => undefined);
  const needed = innermost(source, collection, ({ isOptional }) => !isOptional);
  const base = needed.reduce<readonly Parents[]>(
    (chains, index) => combine(chains, chainsBy(source, collection, index, seen)),
    [none],
  );
  const optional = innermost(source, collection, () => true).filter(
    (index) => parents[index]?.isOptional,
  );
  const narrower = optional.flatMap((index) =>
    combine(base, chainsBy(source, collection, index, seen)),
  );
  return [...base, ...narrower]
    .filter((chain) => parents.every(({ isOptional }, at) => isOptional || chain[at] !== undefined))
    .slice(0, mostChains);
}

/** Indexes of the parents that stand above no other: each brings its own parents with it. */
function innermost(
  { named }: ListedSource,
  { parents }: Collection,
  counts: (parent: Collection['parents'][number]) => boolean,
): readonly number[] {
  return parents.flatMap((parent, index) => {
    if (!counts(parent)) return [];
    const below = parents.slice(index + 1).filter(counts);
    const isAbove = below.some(({ collection }) =>
      named(collection)?.parents.some((one) => one.collection === parent.collection),
    );
    return isAbove && parent.collection !== undefined ? [] : [index];
  });
}

/** Chains that each have a record of one parent's collection, with the parents of that record. */
function chainsBy(
  source: ListedSource,
  collection: Collection,
  index: number,
  seen: Seen,
): readonly Parents[] {
  const { world, named } = source;
  const target = named(collection.parents[index]?.collection);
  if (!target) return storedBy(world, collection, index);
  if (seen.has(target.name)) return [];
  return placesOf(source, target, new Set([...seen, collection.name])).map(({ key, parents }) => {
    const shared = world.parentsIn(collection.name, target.name, parents);
    return shared.map((parent, at) => (at === index ? key : parent));
  });
}

/** A parent of which the contract has no collection exists where a stored record names it. */
function storedBy(world: World, { name, parents }: Collection, index: number): readonly Parents[] {
  const stored = world
    .list(
      name,
      parents.map(() => undefined),
    )
    .slice(0, mostListed);
  const keys = new Set(stored.flatMap((item) => item.parents[index] ?? []));
  return [...keys]
    .slice(0, mostChains)
    .map((key) => parents.map((_, at) => (at === index ? key : undefined)));
}

/** The first records of a collection, made up or stored. */
function placesOf(
  source: ListedSource,
  collection: Collection,
  seen: Seen,
): readonly Pick<Item, 'key' | 'parents'>[] {
  const { existing, world } = source;
  const { name, kind } = collection;
  const places: Pick<Item, 'key' | 'parents'>[] = [];
  for (const parents of chainsOf(source, collection, seen)) {
    const keys = kind === 'singleton' ? [''] : existing.keys(collection, parents).first(mostChains);
    for (const key of keys) {
      if (places.length >= mostChains) return places;
      places.push({ key, parents: world.find(name, key, parents)?.parents ?? parents });
    }
  }
  return places;
}

/** The chains that agree with one of each side. */
function combine(left: readonly Parents[], right: readonly Parents[]): readonly Parents[] {
  return left.flatMap((chain) =>
    right.flatMap((other) => {
      const agrees = chain.every((key, at) => isOpen(key, other[at]) || key === other[at]);
      return agrees ? [chain.map((key, at) => key ?? other[at])] : [];
    }),
  );
}

function isOpen(key: string | undefined, other: string | undefined): boolean {
  return key === undefined || other === undefined;
}
