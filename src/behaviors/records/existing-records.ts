import { ContractBreach } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { freezeJson } from '../../base/json.ts';
import { createRecentlyUsed, weighBody } from '../../base/recently-used.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { RecordChange, Item, Parents } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { SeedTools } from '../seed-tools.ts';
import { letGo } from './letting-go.ts';
import type { Links } from './links.ts';
import { createLinks } from './links.ts';
import type { MadeUpItems } from './made-up-items.ts';
import { createMadeUpItems } from './made-up-items.ts';
import type { MadeUpKeys } from './made-up-keys.ts';
import { findOrphans } from './orphans.ts';
import type { PresentKeys } from './present-keys.ts';
import { overlayKeys } from './present-keys.ts';
import type { Referrer } from './references.ts';
import type { UnknownKeyRefusal } from './unknown-keys.ts';
import { createUnknownKeys, isElsewhere } from './unknown-keys.ts';

/** The stored records and, where a collection is not complete, generated ones, always the same. */
export interface ExistingRecords {
  find(collection: Collection, key: string, parents: Parents): Item | undefined;
  /** The records under these parents, in order; an undefined parent matches any. */
  list(collection: Collection, parents: Parents): readonly Item[];
  /** The keys of the same records; except for links, this generates no record. */
  keys(collection: Collection, parents: Parents): PresentKeys;
  /** How long the list under these parents is; except for links, this generates no record. */
  count(collection: Collection, parents: Parents): number;
  /** Whether the collection is complete: a record that is not in it does not exist. */
  isKnown(collection: Collection): boolean;
  /** Whether nothing is made up below these parents: there is only what is stored. */
  isClosed(collection: Collection, parents: Parents): boolean;
  /** Whether the record is there for sure: stored, or shown by a list, a reference or an example. */
  isShown(collection: Collection, key: string, parents: Parents): boolean;
  /** Whether the record was deleted; where all records are stored, nothing tells. */
  isGone(collection: Collection, key: string, parents: Parents): boolean;
  /** Why a key that nothing has shown has no record; undefined where it has one. */
  refusalOf(collection: Collection): UnknownKeyRefusal | undefined;
  /** The changes that remove records, everything under them, and what others say of them. */
  removal(collection: Collection, items: readonly Item[]): readonly RecordChange[];
  /** Of `removal`, what is made up. */
  orphans(removal: readonly RecordChange[]): readonly RecordChange[];
  /** The body of a new record, with its references set to existing records. */
  pointReferences(from: Referrer): JsonObject;
}

export function createExistingRecords(tools: SeedTools, world: World): ExistingRecords {
  const madeUp = createMadeUpItems(tools, world);
  const isKnown = ({ name }: Collection): boolean => world.isAuthoritative(name);
  const isClosed = createClosing(tools, world);
  const refusalOf = createUnknownKeys(tools, world);
  const seek = (collection: Collection, key: string, parents: Parents): Item | undefined => {
    const { name, kind } = collection;
    const stored = world.find(name, key, parents);
    if (stored) return links.resolve(collection, stored);
    if (isClosed(collection, parents) || world.isGone(name, key, parents)) return undefined;
    if (kind === 'items' && isElsewhere(world, collection, key)) return undefined;
    if (refusalOf(collection) && !madeUp.isShown(collection, key, parents)) return undefined;
    return kind === 'links'
      ? links.find(collection, key, parents)
      : madeUp.item(collection, key, parents);
  };
  const find = keepFound(world, seek);
  const madeUpKeys = (collection: Collection, parents: Parents): readonly string[] => {
    const keysOf = collection.kind === 'links' ? links.keysOf : madeUp.keysOf;
    return isClosed(collection, parents) ? [] : keysOf(collection, parents);
  };
  const links = createLinks({
    named: tools.contractIndex.collectionNamed,
    world,
    find,
    isMakeable: tools.contractIndex.isMakeable,
    listOf: (...place) => listRecords(...place),
    imagine: createImagining(madeUp),
    isUnderBorn: (...place) => isUnderBorn(world, ...place),
    firstKeys: (...place) => firstKeys({ find, world, madeUpKeys }, ...place),
    keysOf: madeUp.keysOf,
  });
  const keep = createListCache(world);
  const search = { find, world, madeUpKeys, links };
  const listRecords = (collection: Collection, parents: Parents): readonly Item[] => {
    const { name, kind } = collection;
    if (kind === 'singleton') return [find(collection, '', parents) ?? []].flat();
    if (kind === 'items' && isKnown(collection)) return world.list(name, parents);
    const make = (): readonly Item[] =>
      links.selection(collection, parents) ?? makeList(search, collection, parents);
    return keep(JSON.stringify([name, ...parents]), make);
  };
  return {
    find,
    list: listRecords,
    keys: (collection, parents) => presentKeys(world, madeUpKeys, collection, parents),
    count: (collection, parents) =>
      presentKeys(world, madeUpKeys, collection, parents).count() +
      (collection.kind === 'items' ? links.speaking(collection, parents).length : 0),
    isKnown,
    isClosed,
    isShown: (...place) => isShown({ world, find, madeUp }, ...place),
    isGone: ({ name }, key, parents) => world.isGone(name, key, parents),
    refusalOf,
    orphans: (removal) => findOrphans(tools, world, removal),
    removal: (collection, items) => planRemoval(tools, world, collection, items),
    pointReferences: (from) => madeUp.pointReferences(from),
  };
}

/** Below what a request made, only requests make records. */
function createClosing({ contractIndex }: SeedTools, world: World): ExistingRecords['isClosed'] {
  return (collection, parents) =>
    world.isAuthoritative(collection.name) ||
    (contractIndex.isMakeable(collection) && isUnderBorn(world, collection, parents));
}

/** What a request stored with a link comes before what is made up. */
function createImagining(
  madeUp: ReturnType<typeof createMadeUpItems>,
): (collection: Collection, link: Item) => Item {
  return (collection, link) => {
    const { body } = madeUp.item(collection, link.key, link.parents);
    const isBare = Object.keys(link.body).length === 0;
    return { ...link, body: isBare ? body : freezeJson({ ...body, ...link.body }) };
  };
}

function presentKeys(
  world: World,
  madeUpKeys: MadeUpKeys,
  collection: Collection,
  parents: Parents,
): PresentKeys {
  const place = { collection: collection.name, parents };
  return overlayKeys(world, place, () => madeUpKeys(collection, parents));
}

const mostFoundKept = 1000;

/**
 * Caches a found record until something changes, since it may be gone then. A complete collection
 * answers at once; elsewhere it takes several steps to see that a record is not stored.
 */
function keepFound(world: World, seek: ExistingRecords['find']): ExistingRecords['find'] {
  const known = createRecentlyUsed<Item>(mostFoundKept, ({ body }) => weighBody(body));
  let version = world.version;
  return (collection, key, parents) => {
    if (world.isAuthoritative(collection.name)) return seek(collection, key, parents);
    if (version !== world.version) {
      known.clear();
      ({ version } = world);
    }
    const place = JSON.stringify([collection.name, key, ...parents]);
    const before = known.get(place);
    if (before) return before;
    const item = seek(collection, key, parents);
    if (item) known.set(place, item);
    return item;
  };
}

interface ListedRecords {
  readonly version: number;
  /** Weak, so that old lists do not keep deleted records in memory. */
  readonly items: WeakRef<readonly Item[]>;
}

const mostListsKept = 200;

/** A list is the same object until something changes, and then while its records are the same. */
function createListCache(
  world: World,
): (place: string, make: () => readonly Item[]) => readonly Item[] {
  const lists = createRecentlyUsed<ListedRecords>(mostListsKept, () => 0);
  return (place, make) => {
    const before = lists.get(place);
    const known = before?.items.deref();
    if (known && before?.version === world.version) return known;
    const made = make();
    const { version } = world;
    const isSame =
      known?.length === made.length && made.every((item, index) => item === known[index]);
    if (before && isSame) {
      lists.set(place, { version, items: before.items });
      return known;
    }
    lists.set(place, { version, items: new WeakRef(made) });
    return made;
  };
}

type RecordSearch = Pick<ExistingRecords, 'find'> & {
  readonly world: World;
  readonly madeUpKeys: MadeUpKeys;
};

/** First the generated records, or what is stored in their places, then all other stored ones. */
function makeList(
  { find, world, madeUpKeys, links }: RecordSearch & { readonly links: Links },
  collection: Collection,
  parents: Parents,
): readonly Item[] {
  const { name, kind } = collection;
  const keys = madeUpKeys(collection, parents);
  const listed = keys.flatMap((key) => unlessImpossible(() => find(collection, key, parents)));
  const inPlace = new Set(keys.map((key) => world.find(name, key, parents)));
  const others = world.list(name, parents).filter((item) => !inPlace.has(item));
  if (kind !== 'links') return [...listed, ...others, ...links.speaking(collection, parents)];
  return [...listed, ...others.flatMap((item) => links.resolve(collection, item) ?? [])];
}

/** The first keys of a list: those of its generated records, then up to `most` stored ones. */
function firstKeys(
  { find, world, madeUpKeys }: RecordSearch,
  collection: Collection,
  parents: Parents,
  most: number,
): readonly string[] {
  const isSingle = collection.kind === 'singleton';
  const listed = (isSingle ? [''] : madeUpKeys(collection, parents)).filter(
    (key) => unlessImpossible(() => find(collection, key, parents)).length > 0,
  );
  return [...new Set([...listed, ...world.firstKeys(collection.name, parents, most)])];
}

/** A record for which the schema allows no value does not exist. */
export function unlessImpossible(find: () => Item | undefined): readonly Item[] {
  try {
    const found = find();
    return found ? [found] : [];
  } catch (error) {
    const isImpossible =
      error instanceof ContractBreach &&
      error.violations.some(({ keyword }) => keyword === 'unsatisfiable');
    if (isImpossible) return [];
    throw error;
  }
}

/** The cheap questions come first: to find a record may make it. */
function isShown(
  { world, find, madeUp }: Pick<RecordSearch, 'world' | 'find'> & { readonly madeUp: MadeUpItems },
  ...place: Parameters<ExistingRecords['isShown']>
): boolean {
  const [collection, key, parents] = place;
  if (world.find(collection.name, key, parents)) return true;
  if (world.isAuthoritative(collection.name) || !madeUp.isShown(...place)) return false;
  return find(...place) !== undefined;
}

/** The record that clients meet without asking for its key; they meet all singletons and links. */
export function findShown(
  existing: ExistingRecords,
  collection: Collection,
  key: string,
  parents: Parents,
): Item | undefined {
  const [item] = unlessImpossible(() =>
    collection.kind !== 'items' || existing.isShown(collection, key, parents)
      ? existing.find(collection, key, parents)
      : undefined,
  );
  // A link is a record of its own, and not what it leads to.
  return item && collection.of !== undefined ? { ...item, body: {} } : item;
}

function planRemoval(
  tools: SeedTools,
  world: World,
  { name }: Collection,
  items: readonly Item[],
): readonly RecordChange[] {
  const changes = items.flatMap((item) => world.removal(name, item));
  const orphans = findOrphans(tools, world, changes);
  return [...changes, ...orphans, ...letGo(tools, world, changes)];
}

function isUnderBorn(
  world: World,
  { name, parents: kinds }: Collection,
  parents: Parents,
): boolean {
  return kinds.some(({ collection: kind }, index) => {
    const key = parents[index];
    if (kind === undefined || key === undefined) return false;
    return world.isBorn(kind, key, world.parentsIn(kind, name, parents));
  });
}
