import type { JsonObject } from '../../base/json.ts';
import { areSame, nameParents, readNamedParents } from '../parents.ts';
import { orderByText } from './ordered.ts';
import type { Deletions, Tombstone, Tombstones } from './tombstones.ts';
import { createTombstones, listTombstones, mostTombstones, withTombstones } from './tombstones.ts';

/** The names that a collection gives to its parents. */
export interface ParentNaming {
  readonly name: string;
  readonly parents: readonly { readonly parameter: string }[];
}

/** What `db.json` has of deleted records. */
export interface SavedDeletions {
  /** Deleted records, which the server must not improvise again, the oldest first. */
  readonly tombstones: readonly SavedTombstones[];
  /** How many records were deleted, by collection. */
  readonly deletions: Readonly<Record<string, Deletions>>;
}

/** Deleted records of one collection that had the same parents. */
export interface SavedTombstones {
  readonly collection: string;
  /** By the names of the path parameters; absent where no parent is known. */
  readonly parents?: JsonObject;
  readonly keys: readonly string[];
  /** Requests had made them; absent: the server had. */
  readonly born?: true;
}

/** Ignores tombstones of collections that are complete, or no longer in the contract. */
export function readTombstones(
  namings: readonly ParentNaming[],
  saved: SavedDeletions,
  complete: ReadonlySet<string>,
  most: number = mostTombstones,
): Tombstones {
  const namingOf = new Map(namings.map((naming) => [naming.name, naming]));
  const deletions = orderByText<Deletions>();
  for (const [name, told] of Object.entries(saved.deletions))
    if (namingOf.has(name)) deletions.set(name, told);
  const places = saved.tombstones.flatMap(({ collection, keys, parents = {}, born = false }) => {
    const naming = namingOf.get(collection);
    if (!naming || complete.has(collection)) return [];
    const chain = readNamedParents(namesOf(naming), parents);
    return keys.map((key) => ({ collection, key, parents: chain, isBorn: born }));
  });
  return withTombstones({ ...createTombstones(most), deletions }, places);
}

/** Keeps the order of the deletions, and groups neighbours of the same collection and parents. */
export function* writeTombstones(
  tombstones: Tombstones,
  namings: readonly ParentNaming[],
): Generator<SavedTombstones> {
  const namingOf = new Map(namings.map((naming) => [naming.name, naming]));
  let group: { readonly first: Tombstone; readonly keys: string[] } | undefined;
  for (const one of listTombstones(tombstones)) {
    if (group && isNeighbour(group.first, one) && group.keys.length < mostKeys) {
      group.keys.push(one.key);
      continue;
    }
    if (group) yield writeGroup(group.first, group.keys, namingOf);
    group = { first: one, keys: [one.key] };
  }
  if (group) yield writeGroup(group.first, group.keys, namingOf);
}

export function writeDeletions({ deletions }: Tombstones): SavedDeletions['deletions'] {
  return Object.fromEntries(deletions.entries());
}

/** The most keys in one group: a file is written piece by piece, and no piece may take long. */
const mostKeys = 500;

function isNeighbour(first: Tombstone, other: Tombstone): boolean {
  return (
    first.collection === other.collection &&
    areSame(first.parents, other.parents) &&
    first.isBorn === other.isBorn
  );
}

function namesOf({ parents }: ParentNaming): readonly string[] {
  return parents.map(({ parameter }) => parameter);
}

function writeGroup(
  { collection, parents, isBorn }: Tombstone,
  keys: readonly string[],
  namingOf: ReadonlyMap<string, ParentNaming>,
): SavedTombstones {
  const naming = namingOf.get(collection);
  const named = naming ? nameParents(namesOf(naming), parents) : {};
  return {
    collection,
    ...(Object.keys(named).length === 0 ? {} : { parents: named }),
    keys,
    ...(isBorn === true ? { born: true } : {}),
  };
}
