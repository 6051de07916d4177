import type { Operation } from '../contract/operations.ts';
import type { Collection } from '../contract/plan/plan.ts';
import type { Violation } from '../errors.ts';
import { ApiError, ContractBreach, describeViolation } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { freezeJson, isJsonObject, isSameJson, memberAt, mergeJson, stepDown } from '../json.ts';
import type { Item } from '../store/record.ts';
import { requireRecord } from './addressing.ts';
import type { CreateBehavior } from './means.ts';
import { toOutcome } from './read.ts';

/** Merges the body into the record (RFC 7396). What changes nothing writes nothing. */
export const createMerge: CreateBehavior =
  (target, { holdings, world }) =>
  (request) => {
    const { collection } = target;
    const before = requireRecord(holdings, target, request);
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

/** What files a record, its key and the parents that it shows, is no matter of a merge. */
function assertSamePlace(collection: Collection, before: Item, merged: JsonObject): void {
  const parents = collection.parents.map(({ parameter }) => [parameter]);
  const filing = [...(collection.key ? [collection.key] : []), ...parents];
  const violations = filing
    .filter((steps) => {
      const filed = memberAt(before.body, steps);
      return filed !== undefined && memberAt(merged, steps) !== filed;
    })
    .map((steps): Violation => ({
      in: 'body',
      pointer: steps.reduce(stepDown, ''),
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
