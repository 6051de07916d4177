import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { areSame, mayBeSame } from '../parents.ts';
import type { Item, Parents, CollectionShape } from '../record.ts';
import type { World } from '../worlds/world.ts';
import { refuseChoice, refuseCollection, refuseKey } from './refusals.ts';

/** How a request names a record: by collection, key, and parents with their names in fixtures. */
export interface PlaceInput {
  readonly collection: string;
  /** `-` where the collection has no keys. */
  readonly key: string;
  readonly parents: JsonObject;
}

/** A place in an existing collection. */
export interface EditedPlace {
  readonly shape: CollectionShape;
  readonly key: string;
  /** Undefined where the request does not name the parent. */
  readonly parents: Parents;
}

export function findShape(world: World, collection: string): CollectionShape {
  const shape = world.base.madeFor.shapes.find(({ name }) => name === collection);
  if (shape) return shape;
  throw refuseCollection(world.collectionNames, collection);
}

/** The named parents, in the order of the collection; throws for a name that it does not have. */
export function readParents(shape: CollectionShape, named: JsonObject): Parents {
  const known = shape.parents.map(({ parameter }) => parameter);
  const violations = Object.keys(named)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      in: 'query' as const,
      pointer: `/${name}`,
      message: `is no parent of "${shape.name}" (it has: ${known.join(', ') || 'none'})`,
      keyword: 'parents',
    }));
  if (violations.length > 0) {
    const said = violations.map(({ pointer, message }) => `query ${pointer}: ${message}`);
    throw new ApiError('invalid-request', `${said.join('; ')}.`, { violations });
  }
  return known.map((name) => {
    const value = Object.hasOwn(named, name) ? named[name] : undefined;
    return typeof value === 'string' ? value : undefined;
  });
}

export function readPlace(world: World, { collection, key, parents }: PlaceInput): EditedPlace {
  const shape = findShape(world, collection);
  if (!shape.key && key !== '-') throw refuseKey(shape, key);
  return { shape, key: shape.key ? key : '', parents: readParents(shape, parents) };
}

/** The record at a place; undefined where there is none. Throws where several match. */
export function findAt(world: World, { shape, key, parents }: EditedPlace): Item | undefined {
  const found = world.namesakes(shape.name, key).filter((item) => mayBeSame(item.parents, parents));
  const exact = found.find((item) => areSame(item.parents, parents));
  if (exact) return exact;
  if (found.length > 1) {
    const chains = found.map((item) => item.parents);
    throw refuseChoice(shape, key, chains);
  }
  return found[0];
}
