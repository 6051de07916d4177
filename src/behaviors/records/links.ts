import type { JsonObject } from '../../base/json.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item, Parents } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import { hashOf } from '../values/chance.ts';
import type { MadeUpKeys } from './made-up-keys.ts';
import { createMention } from './mentions.ts';

/** A link shows the record of another collection that it leads to. */
export interface Links {
  /** Undefined where the linked record is gone. Returns an item that is no link as it is. */
  resolve(this: void, collection: Collection, item: Item): Item | undefined;
  /** A generated link. Not every record is linked, so only those in `keysOf`. */
  find(collection: Collection, key: string, parents: Parents): Item | undefined;
  /** The keys of the generated links. */
  readonly keysOf: MadeUpKeys;
  /**
   * The records of a view to which nothing is ever added: those below the outermost parent that it
   * shares with them. Undefined for other lists.
   */
  selection(collection: Collection, parents: Parents): readonly Item[] | undefined;
  /**
   * The stored records that were made without this parent, but speak of it: `recipe_id`, where the path
   * has the slug of the recipe.
   */
  speaking(collection: Collection, parents: Parents): readonly Item[];
}

export interface LinkOptions {
  readonly world: World;
  readonly find: (collection: Collection, key: string, parents: Parents) => Item | undefined;
  /** The first keys of the collection, at least `most` where it has so many. */
  readonly firstKeys: (collection: Collection, parents: Parents, most: number) => readonly string[];
  readonly named: (name: string | undefined) => Collection | undefined;
  readonly isMakeable: (collection: Collection) => boolean;
  /** Whether a request made one of these parents. */
  readonly isUnderBorn: (collection: Collection, parents: Parents) => boolean;
  readonly listOf: (collection: Collection, parents: Parents) => readonly Item[];
  /** The record that a link shows whose collection the contract does not have. */
  readonly imagine: (collection: Collection, link: Item) => Item;
  /** Where the contract does not have the linked collection. */
  readonly keysOf: MadeUpKeys;
}

/** Some of the first records have a generated link; a link to a later one needs a request. */
const mostLinked = 12;

export function createLinks(origin: LinkOptions): Links {
  const { named, world, find } = origin;
  const linkedBy = ({ kind, of }: Collection): Collection | undefined => {
    const linked = kind === 'links' ? named(of) : undefined;
    return linked?.kind === 'links' ? undefined : linked;
  };
  const resolve = (collection: Collection, item: Item): Item | undefined => {
    const linked = linkedBy(collection);
    if (!linked) return collection.kind === 'links' ? origin.imagine(collection, item) : item;
    const above = world.parentsIn(linked.name, collection.name, item.parents);
    const record = find(linked, item.key, above);
    return record && { ...item, body: record.body };
  };
  const keysOf: MadeUpKeys = (collection, parents) => {
    const linked = linkedBy(collection);
    if (!linked) return origin.keysOf(collection, parents);
    const above = world.parentsIn(linked.name, collection.name, parents);
    const keys = origin.firstKeys(linked, above, mostLinked).slice(0, mostLinked);
    const place = JSON.stringify([collection.name, ...parents]);
    const chosen = keys.filter((key) => hashOf(place, key) % 2 === 0);
    return chosen.length > 0 ? chosen : keys.slice(0, 1);
  };
  const selection: Links['selection'] = (collection, parents) => {
    const linked = linkedBy(collection);
    if (!linked || origin.isMakeable(collection)) return undefined;
    const above = world.parentsIn(linked.name, collection.name, parents);
    const first = above.findIndex((parent) => parent !== undefined);
    const isNarrower = parents.filter((parent) => parent !== undefined).length > 1;
    const shared = above.map((parent, at) => (at === first ? parent : undefined));
    if (first !== -1 && isNarrower) return origin.listOf(linked, shared);
    const mentioned =
      origin.isUnderBorn(collection, parents) && parentMeant(origin, collection, parents);
    return mentioned
      ? world.list(linked.name, above).filter(({ body }) => mentioned(body))
      : undefined;
  };
  return {
    resolve,
    find(collection, key, parents) {
      const selected = selection(collection, parents);
      if (selected) return selected.find((item) => item.key === key);
      if (!keysOf(collection, parents).includes(key)) return undefined;
      return resolve(collection, { key, parents, body: {} });
    },
    keysOf,
    selection,
    speaking: (collection, parents) => findSpeaking(origin, collection, parents),
  };
}

function findSpeaking(
  origin: LinkOptions,
  collection: Collection,
  parents: Parents,
): readonly Item[] {
  const at = parents.findLastIndex((parent) => parent !== undefined);
  const parent = collection.parents[at];
  if (!parent?.isOptional || parent.member !== undefined) return [];
  const anywhere = parents.map((one, index) => (index === at ? undefined : one));
  const all = origin.world.list(collection.name, anywhere);
  const open = all.filter((item) => item.parents[at] === undefined);
  if (open.length === 0 || all.length > mostSearched) return [];
  const mentioned = parentMeant(origin, collection, parents);
  return mentioned ? open.filter(({ body }) => mentioned(body)) : [];
}

/** In more records the server doesn't look for those that speak of another one. */
export const mostSearched = 2000;

/** Whether a record speaks of the innermost of these parents. */
function parentMeant(
  { named, find, world }: LinkOptions,
  collection: Collection,
  parents: Parents,
): ((body: JsonObject) => boolean) | undefined {
  const at = parents.findLastIndex((parent) => parent !== undefined);
  const above = named(collection.parents[at]?.collection);
  const key = parents[at];
  if (!above || key === undefined) return undefined;
  const item = find(above, key, world.parentsIn(above.name, collection.name, parents));
  return item && createMention(above, item);
}
