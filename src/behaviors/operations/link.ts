import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import { placeOf, requireAncestors } from '../records/addressing.ts';
import { createShow } from '../replies/show.ts';
import type { CreateAct, Scene } from '../world-view.ts';
import { putChange } from '../writing/changes.ts';

const nothing: JsonObject = Object.freeze({});

/** Says that a record belongs to the parents of the path. To say it twice changes nothing. */
export const createLink: CreateAct = (target, craft, improvise) => {
  const { collection, key: index } = target;
  const of = craft.knowledge.collectionNamed(collection.of);
  const show = createShow(target, craft, improvise);
  return (request, scene) => {
    const { holdings, world } = scene;
    requireAncestors(holdings, target, request);
    if (index === undefined) return improvise(request);
    const { key, parents } = placeOf(request, target);
    const body = of ? requireLinked(scene, of, key) : nothing;
    const linked = holdings.find(collection, key, parents);
    if (linked) return show(request, linked, scene);
    const link = { key, parents, body: nothing };
    const commit = (): ReturnType<typeof world.commit> =>
      world.commit([putChange(world, collection, link)]);
    return { ...show(request, { ...link, body }, scene), commit };
  };
};

/** A link shows the record that it leads to. */
function requireLinked({ holdings }: Scene, of: Collection, key: string): JsonObject {
  const unknown = of.parents.map(() => undefined);
  const found = holdings.find(of, key, unknown);
  if (found) return found.body;
  throw new ApiError('record-not-found', `There is no "${key}" in ${of.name}.`);
}
