import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import { addressOf, requireAncestors } from '../records/addressing.ts';
import { createShow } from '../replies/show.ts';
import type { CreateAct, WorldContext } from '../world-context.ts';
import { putChanges } from '../writing/changes.ts';

const nothing: JsonObject = Object.freeze({});

/** Links a record to the parents of the path. The second time, this changes nothing. */
export const createLink: CreateAct = (target, tools, improvise) => {
  const { collection, key: index } = target;
  const of = tools.contractIndex.collectionNamed(collection.of);
  const show = createShow(target, tools, improvise);
  return (request, context) => {
    const { existing, world } = context;
    requireAncestors(existing, target, request);
    if (index === undefined && !target.keyInBody) return improvise(request);
    const { key, parents } = addressOf(request, target);
    const body = of ? requireLinked(context, of, key) : nothing;
    const linked = existing.find(collection, key, parents);
    if (linked) return show(request, linked, context);
    const link = { key, parents, body: nothing };
    const commit = (): ReturnType<typeof world.commit> =>
      world.commit(putChanges(world, collection, link, link));
    return { ...show(request, { ...link, body }, context), commit };
  };
};

/** A link shows the record that it leads to. */
function requireLinked({ existing }: WorldContext, of: Collection, key: string): JsonObject {
  const unknown = of.parents.map(() => undefined);
  const found = existing.find(of, key, unknown);
  if (found) return found.body;
  throw new ApiError('record-not-found', `There is no "${key}" in ${of.name}.`);
}
