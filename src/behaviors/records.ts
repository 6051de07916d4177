import type { Collection } from '../contract/collections.ts';
import type { Operation } from '../contract/operations.ts';
import type { Violation } from '../errors.ts';
import { ApiError, ContractBreach, describeViolation } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { freezeJson, isJsonObject, isSameJson, mergeJson, stepDown } from '../json.ts';
import type { Behavior, Outcome, Validated } from '../pipeline/exchange.ts';
import type { Item } from '../store/record.ts';
import type { World } from '../store/world.ts';

/** Answers with the record that the path names. */
export function createRead(collection: Collection, world: World): Behavior {
  return (request) => toOutcome(request, findItem(collection, world, request));
}

/** Merges the body into the record (RFC 7396). What changes nothing writes nothing. */
export function createMerge(collection: Collection, world: World): Behavior {
  return (request) => {
    const before = findItem(collection, world, request);
    const merged = mergeJson(before.body, request.body ?? {});
    if (!isJsonObject(merged)) {
      throw new ApiError('invalid-request', 'The body of a merge must be an object.');
    }
    if (isSameJson(before.body, merged)) return toOutcome(request, before);
    assertSamePlace(collection, before, merged);
    assertFits(collection, request.operation, before, merged);
    const after: Item = { ...before, body: freezeJson(merged) };
    return {
      ...toOutcome(request, after),
      commit: () => world.commit([{ collection: collection.name, before, after }]),
    };
  };
}

/** Whether the world says what exists in the collection, so that anything else is a 404. */
export function isKnown(collection: Collection, world: World): boolean {
  return world.isAuthoritative(collection.name);
}

/** The status and the content of an operation that succeeds with a record. */
function toOutcome({ choice }: Validated, item: Item): Outcome {
  const { status, media } = choice;
  return media ? { status, item } : { status };
}

function findItem(collection: Collection, world: World, request: Validated): Item {
  const values = request.operation.pathNames.map((name) => request.parameters.path[name] ?? '');
  const parents = values.slice(0, collection.parents.length);
  const key = values.at(-1) ?? '';
  const item = world.find(collection.name, key, parents);
  if (item) return item;
  throw new ApiError('record-not-found', describeMiss(collection, world, parents, key));
}

/** Names the outermost thing of the path that isn't there. */
function describeMiss(
  collection: Collection,
  world: World,
  parents: readonly string[],
  key: string,
): string {
  const under: string[] = [];
  for (const [index, { collection: name, parameter }] of collection.parents.entries()) {
    const value = parents[index] ?? '';
    if (
      name !== undefined &&
      world.isAuthoritative(name) &&
      !world.findAncestor(name, value, parents.slice(0, index))
    ) {
      return `There is no "${value}" in ${name}${placeUnder(under)}.`;
    }
    under.push(`${name ?? parameter} "${value}"`);
  }
  return `There is no "${key}" in ${collection.name}${placeUnder(under)}.`;
}

function placeUnder(parents: readonly string[]): string {
  return parents.length === 0 ? '' : ` of ${parents.join(', ')}`;
}

/** What files a record, its key and the parents that it shows, is no matter of a merge. */
function assertSamePlace(collection: Collection, before: Item, merged: JsonObject): void {
  const filing = [collection.key, ...collection.parents.map(({ parameter }) => parameter)];
  const violations = filing
    .filter((name) => Object.hasOwn(before.body, name) && merged[name] !== before.body[name])
    .map((name): Violation => ({
      in: 'body',
      pointer: stepDown('', name),
      message: 'tells where the record is filed and can not be changed',
      keyword: 'readOnly',
    }));
  if (violations.length === 0) return;
  throw new ApiError('invalid-request', `${violations.map(describeViolation).join('; ')}.`, {
    violations,
  });
}

/** The request fits its schema, but what it would leave behind doesn't: the contract disagrees with itself. */
function assertFits(
  collection: Collection,
  operation: Operation,
  before: Item,
  merged: JsonObject,
): void {
  const faults = collection.check?.(merged) ?? [];
  if (faults.length === 0) return;
  throw new ContractBreach(
    `${operation.id}, the record "${before.key}" of ${collection.name} that this would make`,
    faults.map((fault) => ({ in: 'body', ...fault })),
    `The contract lets the request through and forbids its result: mend the request body of ${operation.id}, or the schema of the record.`,
  );
}
