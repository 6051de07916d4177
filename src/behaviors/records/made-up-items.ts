import type { JsonObject } from '../../base/json.ts';
import { isSameJson } from '../../base/json.ts';
import { createRecentlyUsed, weighBody } from '../../base/recently-used.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item, Parents } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { SeedTools } from '../seed-tools.ts';
import { hashBelow } from '../values/chance.ts';
import type { MadeUpKeys } from './made-up-keys.ts';
import { overlayKeys } from './present-keys.ts';
import type { ChooseKey, Referrer } from './references.ts';

export interface MadeUpItems {
  readonly keysOf: MadeUpKeys;
  item(collection: Collection, key: string, parents: Parents): Item;
  /** Whether a list or a reference can show the key, or the contract has it as an example. */
  isShown(collection: Collection, key: string, parents: Parents): boolean;
  /** For a record that is about to be stored. */
  pointReferences(from: Referrer): JsonObject;
}

interface Kept {
  readonly item: Item;
  readonly version: number;
}

const mostKept = 1000;

export function createMadeUpItems(tools: SeedTools, world: World): MadeUpItems {
  const { pointReferences, pointMadeUp } = tools;
  const inventedParents = createInventedParents(tools, world);
  const kept = createRecentlyUsed<Kept>(mostKept, ({ item }) => weighBody(item.body));
  return {
    keysOf: inventedParents.keysOf,
    isShown(collection, key, asked) {
      if (tools.contractIndex.examplesOf(collection).readKey === key) return true;
      const parents = inventedParents.parentsOf(collection, key, asked);
      return inventedParents.keysOf(collection, parents).includes(key);
    },
    item(collection, key, asked) {
      const parents = inventedParents.parentsOf(collection, key, asked);
      const place = JSON.stringify([collection.name, key, ...parents]);
      const before = kept.get(place);
      const { version } = world;
      if (before?.version === version) return before.item;
      const choose = createSteadyChoice(world, inventedParents);
      const made = pointMadeUp({ collection, key, parents }, choose);
      // The same object while its content is the same: caches of representations depend on it.
      const isSame = before !== undefined && isSameJson(before.item.body, made.body);
      const item = isSame ? before.item : made;
      kept.set(place, { item, version });
      return item;
    },
    pointReferences: (from) => pointReferences(from, createEvenChoice(world, inventedParents)),
  };
}

/** How many records are candidates. */
const mostSteady = 16;

/**
 * For records that are not stored: later records must not change their references. So each of the
 * first records in turn has one chance in six.
 */
function createSteadyChoice(world: World, { existing }: InventedParents): ChooseKey {
  return (target, from, lot) => {
    const above = world.parentsIn(target.name, from.collection.name, from.parents);
    const all = existing(target, above).slice(0, mostSteady);
    // What is new has no past: no record that is made up speaks of it.
    const older = all.filter((key) => !world.isBorn(target.name, key, above));
    const keys = older.length > 0 ? older : all;
    return keys.find((key) => hashBelow(lot, key) % 6 === 0) ?? keys[0];
  };
}

/** For records that are about to be stored: chooses each stored record about equally often. */
function createEvenChoice(world: World, { existing }: InventedParents): ChooseKey {
  return (target, from, lot) => {
    const above = world.parentsIn(target.name, from.collection.name, from.parents);
    const stored = world.pickKey(target.name, above, lot);
    if (stored !== undefined) return stored;
    const keys = existing(target, above);
    return keys[lot % keys.length];
  };
}

/** The parents that a path leaves out: two paths must show a record under the same parents. */
interface InventedParents {
  /** The parents of a record, as far as the server can tell. */
  parentsOf(collection: Collection, key: string, parents: Parents): Parents;
  /** The generated keys under these parents; where some are left out, under the first ones. */
  readonly keysOf: MadeUpKeys;
  /** The first keys under these parents, generated ones before others. */
  readonly existing: MadeUpKeys;
}

interface MadeUpItemOptions {
  readonly named: (name: string | undefined) => Collection | undefined;
  readonly world: World;
  readonly keysUnder: MadeUpKeys;
}

/** How many chains of parents a search tries, and how many a list without parents shows. */
const mostSearched = 64;
const mostListed = 2;
const mostExisting = 32;

function createInventedParents(
  { keysUnder, contractIndex }: Pick<SeedTools, 'keysUnder' | 'contractIndex'>,
  world: World,
): InventedParents {
  const origin = { named: contractIndex.collectionNamed, world, keysUnder };
  const search = createSearch(origin);
  return {
    parentsOf: (collection, key, parents) =>
      isVague(parents) ? search.parentsOf(collection, key, parents, new Set()) : parents,
    keysOf(collection, parents) {
      if (!isVague(parents)) return keysUnder(collection, parents);
      const whole = search.complete(collection, parents, new Set());
      const chains = search.chainsFor(collection, whole, new Set()).slice(0, mostListed);
      const under = chains.length > 0 ? chains : [whole];
      return [...new Set(under.flatMap((chain) => keysUnder(collection, chain)))];
    },
    existing: (collection, parents) => findExisting(origin, collection, parents),
  };
}

/** The collections visited so far: parents may form a cycle. */
type Seen = ReadonlySet<string>;

interface ParentSearch {
  /** Adds the parents of the innermost parent that is given. */
  complete(collection: Collection, parents: Parents, seen: Seen): Parents;
  /** The chains of existing parents that agree with the given ones. */
  chainsFor(collection: Collection, parents: Parents, seen: Seen): readonly Parents[];
  parentsOf(collection: Collection, key: string, parents: Parents, seen: Seen): Parents;
}

function createSearch(origin: MadeUpItemOptions): ParentSearch {
  const { world, keysUnder, named } = origin;
  const search: ParentSearch = {
    complete(collection, parents, seen) {
      const index = parents.findLastIndex((parent) => parent !== undefined);
      const target = named(collection.parents[index]?.collection);
      const key = parents[index];
      const isWhole = !isVague(parents.slice(0, Math.max(index, 0)));
      if (!target || key === undefined || isWhole || seen.has(target.name)) return parents;
      const above = world.parentsIn(target.name, collection.name, parents);
      const found =
        world.find(target.name, key, above)?.parents ??
        search.parentsOf(target, key, above, new Set([...seen, collection.name]));
      const shared = world.parentsIn(collection.name, target.name, found);
      return parents.map((parent, at) => parent ?? (at < index ? shared[at] : undefined));
    },
    chainsFor(collection, parents, seen) {
      const further = new Set([...seen, collection.name]);
      const chains = findLeaves(named, collection, parents).flatMap(({ target, index }) => {
        if (further.has(target.name)) return [];
        const above = world.parentsIn(target.name, collection.name, parents);
        const chainsAbove = search.chainsFor(target, above, further);
        return (chainsAbove.length > 0 ? chainsAbove : [above]).flatMap((chain) => {
          const shared = world.parentsIn(collection.name, target.name, chain);
          return findExisting(origin, target, chain).map((key) =>
            parents.map((parent, at) => (at === index ? key : (parent ?? shared[at]))),
          );
        });
      });
      return chains.slice(0, mostSearched);
    },
    parentsOf(collection, key, parents, seen) {
      const whole = search.complete(collection, parents, seen);
      if (keysUnder(collection, whole).includes(key)) return whole;
      const chains = search.chainsFor(collection, whole, seen);
      return chains.find((chain) => keysUnder(collection, chain).includes(key)) ?? whole;
    },
  };
  return search;
}

interface Leaf {
  readonly target: Collection;
  /** Index into the parents. */
  readonly index: number;
}

/** The parents that are left out and stand above no other; each brings its own parents with it. */
function findLeaves(
  named: MadeUpItemOptions['named'],
  { parents: declared }: Collection,
  parents: Parents,
): readonly Leaf[] {
  return declared.flatMap(({ collection: name, isOptional }, index) => {
    const target = named(name);
    if (!target || !isOptional || parents[index] !== undefined) return [];
    const below = declared.slice(index + 1).map((one) => named(one.collection));
    const isAbove = below.some((one) => one?.parents.some((parent) => parent.collection === name));
    return isAbove ? [] : [{ target, index }];
  });
}

function findExisting(
  { world, keysUnder }: MadeUpItemOptions,
  collection: Collection,
  parents: Parents,
): readonly string[] {
  const { name } = collection;
  const madeUp = (): readonly string[] =>
    world.isAuthoritative(name) ? [] : keysUnder(collection, parents);
  return overlayKeys(world, { collection: name, parents }, madeUp).first(mostExisting);
}

function isVague(parents: Parents): boolean {
  return parents.includes(undefined);
}
