import type { Collection } from '../contract/plan/plan.ts';
import type { Parents } from '../store/record.ts';
import type { World } from '../store/world.ts';
import type { MadeUpKeys } from './made-up-keys.ts';

/**
 * Where made-up records stand when a path leaves parents out: what one path lists under a parent,
 * another has to show under the same.
 */
export interface Whereabouts {
  /** The parents that a record has, as far as they can be told. */
  parentsOf(collection: Collection, key: string, parents: Parents): Parents;
  /** The made-up keys under these parents; where some are left out, those under the first that there are. */
  readonly keysOf: MadeUpKeys;
  /** The keys of the first records that there are under these parents, made-up ones before others. */
  readonly existing: MadeUpKeys;
}

interface Origin {
  readonly collections: readonly Collection[];
  readonly world: World;
  readonly keysUnder: MadeUpKeys;
}

/** Among how many parents a record is looked for, and how many a list without them shows. */
const mostSearched = 8;
const mostListed = 2;
const mostExisting = 16;

export function createWhereabouts({ collections, world, keysUnder }: Origin): Whereabouts {
  const byName = new Map(collections.map((collection) => [collection.name, collection]));
  const targetOf = (name: string | undefined): Collection | undefined => byName.get(name ?? '');
  const existing: MadeUpKeys = (collection, parents) => {
    const { name } = collection;
    const stored = world
      .list(name, parents)
      .slice(0, mostExisting)
      .map(({ key }) => key);
    if (world.isAuthoritative(name)) return stored;
    const madeUp = keysUnder(collection, parents).filter(
      (key) => world.find(name, key, parents) !== undefined || !world.isGone(name, key, parents),
    );
    return [...new Set([...madeUp, ...stored])];
  };
  /** Who names a parent names its parents, too. */
  const complete = (collection: Collection, parents: Parents, seen: Seen): Parents => {
    const index = parents.findLastIndex((parent) => parent !== undefined);
    const target = targetOf(collection.parents[index]?.collection);
    const key = parents[index];
    const isWhole = !parents.slice(0, index).includes(undefined);
    if (!target || key === undefined || isWhole || seen.has(target.name)) return parents;
    const above = world.parentsIn(target.name, collection.name, parents);
    const found =
      world.find(target.name, key, above)?.parents ??
      recover(target, key, above, new Set([...seen, target.name]));
    const shared = world.parentsIn(collection.name, target.name, found);
    return parents.map((parent, at) => parent ?? (at < index ? shared[at] : undefined));
  };
  /** The chains of parents that there are and that agree with this one. */
  const chainsFor = (collection: Collection, parents: Parents, seen: Seen): readonly Parents[] => {
    const leaves = collection.parents.flatMap(({ collection: name, isOptional }, index) => {
      const target = targetOf(name);
      const isFree = isOptional && parents[index] === undefined;
      if (!target || !isFree || seen.has(target.name)) return [];
      const below = collection.parents.slice(index + 1).map((one) => targetOf(one.collection));
      const isAbove = below.some((one) =>
        one?.parents.some((parent) => parent.collection === name),
      );
      return isAbove ? [] : [{ target, index }];
    });
    const chains = leaves.flatMap(({ target, index }) => {
      const above = world.parentsIn(target.name, collection.name, parents);
      const further = chainsFor(target, above, new Set([...seen, target.name]));
      return (further.length > 0 ? further : [above]).flatMap((chain) => {
        const shared = world.parentsIn(collection.name, target.name, chain);
        return existing(target, chain).map((key) =>
          parents.map((parent, at) => (at === index ? key : (parent ?? shared[at]))),
        );
      });
    });
    return chains.slice(0, mostSearched);
  };
  const recover = (collection: Collection, key: string, parents: Parents, seen: Seen): Parents => {
    const whole = complete(collection, parents, seen);
    if (keysUnder(collection, whole).includes(key)) return whole;
    const chains = chainsFor(collection, whole, seen);
    return chains.find((chain) => keysUnder(collection, chain).includes(key)) ?? whole;
  };
  const isVague = (parents: Parents): boolean => parents.includes(undefined);
  return {
    parentsOf: (collection, key, parents) =>
      isVague(parents) ? recover(collection, key, parents, new Set([collection.name])) : parents,
    keysOf(collection, parents) {
      if (!isVague(parents)) return keysUnder(collection, parents);
      const seen = new Set([collection.name]);
      const whole = complete(collection, parents, seen);
      const chains = chainsFor(collection, whole, seen).slice(0, mostListed);
      const under = chains.length > 0 ? chains : [whole];
      return [...new Set(under.flatMap((chain) => keysUnder(collection, chain)))];
    },
    existing,
  };
}

/** Collections on the way, so that none is asked for its own parents without end. */
type Seen = ReadonlySet<string>;
