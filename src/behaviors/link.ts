import { ApiError } from '../errors.ts';
import { placeOf, requireAncestors } from './addressing.ts';
import { putChange } from './writing/changes.ts';
import type { CreateBehavior, StateMeans } from './means.ts';
import { createShow } from './showing/show.ts';
import type { Collection } from '../contract/plan/plan.ts';
import type { JsonObject } from '../json.ts';

const nothing: JsonObject = Object.freeze({});

/** Says that a record belongs to the parents of the path. To say it twice changes nothing. */
export const createLink: CreateBehavior = (target, means, improvise) => {
  const { collection, key: index } = target;
  const { holdings, world } = means;
  const show = createShow(target, means, improvise);
  return (request) => {
    requireAncestors(holdings, target, request);
    if (index === undefined) return improvise(request);
    const { key, parents } = placeOf(request, target);
    requireLinked(means, collection, key);
    const linked = holdings.find(collection, key, parents);
    if (linked) return show(request, linked);
    const link = { key, parents, body: nothing };
    const commit = (): ReturnType<typeof world.commit> =>
      world.commit([putChange(world, collection, link)]);
    return { ...show(request, { ...link, body: bodyOf(means, collection, key) }), commit };
  };
};

function requireLinked(means: StateMeans, collection: Collection, key: string): void {
  const of = findLinked(means, collection);
  if (!of || means.holdings.find(of, key, unknownParents(of))) return;
  throw new ApiError('record-not-found', `There is no "${key}" in ${of.name}.`);
}

/** A link shows the record that it leads to. */
function bodyOf(means: StateMeans, collection: Collection, key: string): JsonObject {
  const of = findLinked(means, collection);
  return (of && means.holdings.find(of, key, unknownParents(of))?.body) ?? nothing;
}

function findLinked({ contract }: StateMeans, { of }: Collection): Collection | undefined {
  return contract.collections.find(({ name }) => name === of);
}

function unknownParents({ parents }: Collection): readonly undefined[] {
  return parents.map(() => undefined);
}
