import type { Collection } from '../contract/plan/plan.ts';
import type { Violation } from '../errors.ts';
import { ApiError, describeViolation } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { isJsonObject, isSameJson, memberAt, stepDown } from '../json.ts';
import type { Validated } from '../pipeline/exchange.ts';
import type { Item } from '../store/record.ts';
import { requireRecord } from './addressing.ts';
import { putChange } from './changes.ts';
import { createDrafting } from './drafting.ts';
import { filingOf } from './filing.ts';
import type { CreateBehavior } from './means.ts';
import type { Workshop } from './new-records.ts';
import { createShow } from './show.ts';
import { stamp } from './timestamps.ts';

/** Merges the body into the record (RFC 7396). What changes nothing writes nothing. */
export const createMerge: CreateBehavior = (target, means, improvise) => {
  const { collection, given } = target;
  const { holdings, world } = means;
  const show = createShow(target, means, improvise);
  const workshop: Workshop = { target, means, drafting: createDrafting(target, means) };
  return (request) => {
    const before = requireRecord(holdings, target, request);
    const sent = request.body === undefined ? {} : memberAt(request.body, given?.steps ?? []);
    if (sent !== undefined && !isJsonObject(sent)) {
      throw new ApiError('invalid-request', 'The body of a merge must be an object.');
    }
    const body = mergeBody(workshop, request, before, sent ?? {});
    if (body === before.body) return show(request, before);
    const after: Item = { ...before, body };
    const commit = (): ReturnType<typeof world.commit> =>
      world.commit([putChange(world, collection, after)]);
    return { ...show(request, after), commit };
  };
};

function mergeBody(
  { target: { collection }, means, drafting }: Workshop,
  { operation }: Validated,
  before: Item,
  sent: JsonObject,
): JsonObject {
  assertSamePlace(collection, before, sent);
  const client = drafting.sift(sent);
  const merged = drafting.merge(before.body, client);
  if (isSameJson(before.body, merged)) return before.body;
  const settle = (draft: JsonObject): JsonObject =>
    drafting.settle(draft, { operation, key: before.key, client, source: before.body });
  const settled = settle(merged);
  if (!drafting.facts || isSameJson(before.body, settled)) return settled;
  const { validators } = means.contract;
  const moment = { now: means.now(), isNew: false, before: before.body, sent: client, validators };
  return settle(stamp(settled, drafting.facts, moment));
}

/** What files a record, its key and the parents that it shows, is no matter of a merge. */
function assertSamePlace(collection: Collection, before: Item, sent: JsonObject): void {
  const violations = filingOf(collection, before)
    .filter(([steps]) => {
      const filed = memberAt(before.body, steps);
      const wanted = memberAt(sent, steps);
      return filed !== undefined && wanted !== undefined && wanted !== filed;
    })
    .map(([steps]): Violation => ({
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
