import type { Contract } from '../contract/compile.ts';
import type { Collection } from '../contract/plan/plan.ts';
import type { JsonObject } from '../json.ts';
import { ContractBreach } from '../errors.ts';
import type { Change, Item, Parents } from '../store/record.ts';
import type { World } from '../store/world.ts';
import { createLinks } from './links.ts';
import type { MadeUpItems, Origin } from './made-up-items.ts';
import { createMadeUpItems } from './made-up-items.ts';
import { findOrphans } from './orphans.ts';
import { createRecent } from './recent.ts';
import type { Referrer } from './references.ts';

/**
 * What there is, as the behaviours see it: the records that are stored and, where nobody has said what
 * exists, records that are made up for whoever asks, always the same ones.
 */
export interface Holdings {
  find(collection: Collection, key: string, parents: Parents): Item | undefined;
  /** The records under these parents in their order; a parent that is undefined doesn't matter. */
  list(collection: Collection, parents: Parents): readonly Item[];
  /** The keys of just those; for that no record has to be made up. */
  keys(collection: Collection, parents: Parents): readonly string[];
  /** Whether somebody has said what exists in the collection, so that anything else doesn't. */
  isKnown(collection: Collection): boolean;
  /** What has to change for a record to be gone: it goes, and all that stands under it. */
  removal(collection: Collection, item: Item): readonly Change[];
  /** The body of a new record, its references pointing to records that there are. */
  pointReferences(from: Referrer): JsonObject;
}

interface Listed {
  readonly version: number;
  readonly items: readonly Item[];
}

const mostListsKept = 200;

export function createHoldings(options: Origin): Holdings {
  const { contract, world } = options;
  const madeUp = createMadeUpItems(options);
  const lists = createRecent<Listed>(mostListsKept);
  const isKnown = ({ name }: Collection): boolean => world.isAuthoritative(name);
  const makeable = findMakeable(contract);
  const isClosed = (collection: Collection, parents: Parents): boolean =>
    isKnown(collection) || (makeable.has(collection) && isUnderBorn(world, collection, parents));
  const find = (collection: Collection, key: string, parents: Parents): Item | undefined => {
    const { name, kind } = collection;
    const stored = world.find(name, key, parents);
    if (stored) return links.resolve(collection, stored);
    if (isClosed(collection, parents) || world.isGone(name, key, parents)) return undefined;
    return kind === 'links'
      ? links.find(collection, key, parents)
      : madeUp.item(collection, key, parents);
  };
  const list = (collection: Collection, parents: Parents): readonly Item[] => {
    const { name, kind } = collection;
    if (kind === 'singleton') return [find(collection, '', parents) ?? []].flat();
    if (kind === 'items' && isKnown(collection)) return world.list(name, parents);
    const place = JSON.stringify([name, ...parents]);
    const before = lists.get(place);
    if (before?.version === world.version) return before.items;
    const items = makeList(collection, parents);
    lists.set(place, { version: world.version, items });
    return items;
  };
  /** First what is made up, with what was written of it in its place, then what else was written. */
  const makeList = (collection: Collection, parents: Parents): readonly Item[] => {
    const { name, kind } = collection;
    const keysOf = kind === 'links' ? links.keysOf : madeUp.keysOf;
    const keys = isClosed(collection, parents) ? [] : keysOf(collection, parents);
    const listed = keys.flatMap((key) => unlessImpossible(() => find(collection, key, parents)));
    const inPlace = new Set(keys.map((key) => world.find(name, key, parents)));
    const others = world.list(name, parents).filter((item) => !inPlace.has(item));
    if (kind !== 'links') return [...listed, ...others];
    return [...listed, ...others.flatMap((item) => links.resolve(collection, item) ?? [])];
  };
  const links = createLinks({
    collections: contract.collections,
    world,
    find,
    list,
    keysOf: madeUp.keysOf,
  });
  return {
    find,
    list,
    keys(collection, parents) {
      const isAtHand = collection.kind !== 'items' || isClosed(collection, parents);
      if (isAtHand) return list(collection, parents).map(({ key }) => key);
      return overlayKeys(world, collection, parents, madeUp.keysOf(collection, parents));
    },
    isKnown,
    removal: (collection, item) => planRemoval(options, madeUp, collection, item),
    pointReferences: (from) => madeUp.pointReferences(from),
  };
}

/** Of records for which the schema has no value there are none. */
function unlessImpossible(find: () => Item | undefined): readonly Item[] {
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

function planRemoval(
  { contract, world }: Origin,
  { keysUnder }: MadeUpItems,
  { name }: Collection,
  item: Item,
): readonly Change[] {
  const changes = world.removal(name, item);
  const setting = { collections: contract.collections, world, keysUnder };
  return [...changes, ...changes.flatMap((change) => findOrphans(setting, change, new Set()))];
}

/** What requests can fill: under what was just made there is nothing of it yet. */
function findMakeable({ targets }: Contract): ReadonlySet<Collection> {
  const found = new Set<Collection>();
  for (const target of targets.values()) {
    if (target.role !== 'create' && target.role !== 'link') continue;
    if (target.collection.kind !== 'singleton') found.add(target.collection);
  }
  return found;
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

/** The keys of what is stored behind those of what is made up, without what is gone. */
function overlayKeys(
  world: World,
  { name }: Collection,
  parents: Parents,
  madeUp: readonly string[],
): readonly string[] {
  const inPlace = new Set<Item>();
  const listed = madeUp.filter((key) => {
    const item = world.find(name, key, parents);
    if (item) inPlace.add(item);
    return item !== undefined || !world.isGone(name, key, parents);
  });
  const others = world.list(name, parents).filter((item) => !inPlace.has(item));
  return [...listed, ...others.map(({ key }) => key)];
}
