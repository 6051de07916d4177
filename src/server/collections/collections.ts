import { onceFor } from '../../base/once.ts';
import { indexContract } from '../../behaviors/contract-index.ts';
import type { ListedRecords } from '../../behaviors/records/listed-records.ts';
import { createListedRecords } from '../../behaviors/records/listed-records.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { CollectionPorts, CollectionSummary } from '../../control/collection-ports.ts';
import { findShape } from '../../store/edits/given-record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { ServerOptions } from '../options/options.ts';
import type { Runtime } from '../runtime.ts';
import { describeShape } from './describe-shape.ts';
import { findRecords } from './record-finder.ts';
import type { SearchedCollection } from './record-search.ts';
import { createRecordSearch } from './record-search.ts';

/** What clients may ask about collections, through the control API or the library. */
export function createCollectionPorts(
  { stateless }: Pick<ServerOptions, 'stateless'>,
  runtime: () => Runtime,
): CollectionPorts {
  const madeUpFor = onceFor(({ blueprint, existingIn }: Runtime) =>
    createListedRecords(blueprint.contract.collections, existingIn),
  );
  const madeUpIn = (world: World): ListedRecords =>
    stateless ? nothing : madeUpFor(runtime())(world);
  const indexOf = onceFor(({ blueprint }: Runtime) => indexContract(blueprint.contract));
  const searchRecords = createRecordSearch();
  const prepare = (world: World, collection: Collection): SearchedCollection => {
    const { list, make } = madeUpIn(world);
    return {
      shape: findShape(world, collection.name),
      world,
      listed: list(collection),
      make: (place) => make(collection, place),
    };
  };
  return {
    names: () => runtime().blueprint.contract.collections.map(({ name }) => name),
    summarise(world, name) {
      const collection = findCollection(runtime(), world, name);
      const listed = madeUpIn(world).list(collection);
      return summarise(world, collection, listed.filter(({ stored }) => !stored).length);
    },
    describe: (world, name) =>
      describeShape(indexOf(runtime()), findCollection(runtime(), world, name)),
    search: (world, name, question) =>
      searchRecords(prepare(world, findCollection(runtime(), world, name)), question),
    find: (world, text, limit) =>
      findRecords(
        runtime().blueprint.contract.collections.map(
          (collection) => () => prepare(world, collection),
        ),
        text,
        limit,
      ),
  };
}

/** Without a state, lists show other records than those that are stored. */
const nothing: ListedRecords = { list: () => [], make: () => undefined };

function findCollection({ blueprint }: Runtime, world: World, name: string): Collection {
  const found = blueprint.contract.collections.find((one) => one.name === name);
  if (found) return found;
  // Throws, with the nearest name.
  throw new Error(`the contract has no collection ${findShape(world, name).name}`);
}

function summarise(
  world: World,
  { name, kind, key, of, parents }: Collection,
  madeUp: number,
): CollectionSummary {
  return {
    name,
    count: world.count(
      name,
      parents.map(() => undefined),
    ),
    madeUp,
    kind,
    key: key?.join('.'),
    isComplete: world.isAuthoritative(name),
    of,
  };
}
