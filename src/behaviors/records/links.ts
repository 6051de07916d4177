import type { Collection } from '../../contract/plan/plan.ts';
import type { Item, Parents } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import { hashOf } from '../values/chance.ts';
import type { MadeUpKeys } from './made-up-keys.ts';

/** Records that belong to others: what they say is said by the record that is linked. */
export interface Links {
  /** What a stored link shows; undefined where the linked record is no more. What is no link is itself. */
  resolve(collection: Collection, item: Item): Item | undefined;
  /** A link that nobody has made. Not every record is linked, so only those that the list shows. */
  find(collection: Collection, key: string, parents: Parents): Item | undefined;
  /** The records that are linked where nobody has said which. */
  readonly keysOf: MadeUpKeys;
}

interface Origin {
  readonly world: World;
  readonly find: (collection: Collection, key: string, parents: Parents) => Item | undefined;
  /** The keys of the first records in order, at least so many. */
  readonly firstKeys: (collection: Collection, parents: Parents, most: number) => readonly string[];
  readonly named: (name: string | undefined) => Collection | undefined;
  /** Where the contract doesn't have the linked records. */
  readonly keysOf: MadeUpKeys;
}

/** Of the first few records some are linked; what is made later is not, until somebody links it. */
const mostLinked = 3;

export function createLinks(origin: Origin): Links {
  const { named, world, find, firstKeys } = origin;
  const linkedBy = ({ kind, of }: Collection): Collection | undefined => {
    const linked = kind === 'links' ? named(of) : undefined;
    return linked?.kind === 'links' ? undefined : linked;
  };
  const resolve = (collection: Collection, item: Item): Item | undefined => {
    const linked = linkedBy(collection);
    if (!linked) return item;
    const above = world.parentsIn(linked.name, collection.name, item.parents);
    const record = find(linked, item.key, above);
    return record && { ...item, body: record.body };
  };
  const keysOf: MadeUpKeys = (collection, parents) => {
    const linked = linkedBy(collection);
    if (!linked) return origin.keysOf(collection, parents);
    const above = world.parentsIn(linked.name, collection.name, parents);
    const keys = firstKeys(linked, above, mostLinked).slice(0, mostLinked);
    const place = JSON.stringify([collection.name, ...parents]);
    const chosen = keys.filter((key) => hashOf(place, key) % 2 === 0);
    return chosen.length > 0 ? chosen : keys.slice(0, 1);
  };
  return {
    resolve,
    find(collection, key, parents) {
      if (!keysOf(collection, parents).includes(key)) return undefined;
      return resolve(collection, { key, parents, body: {} });
    },
    keysOf,
  };
}
