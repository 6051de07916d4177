import { ApiError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, isJsonObject, isSameJson, memberAt } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { BodySpot } from '../../contract/plan/plan.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { withFileMembers } from '../files/file-members.ts';
import { requireRecord } from '../records/addressing.ts';
import { createShow } from '../replies/show.ts';
import { leavesInferred, makeHappen } from '../transitions/applying.ts';
import type { CreateAct } from '../world-context.ts';
import { putChanges } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import { withConsequences } from '../writing/consequences.ts';
import { applyEffects } from '../writing/effects.ts';
import { fixedBy, keepFiling, parentsAfter } from '../writing/filing.ts';
import { patchJson } from '../../base/json-patch/json-patch.ts';
import { isList } from '../../base/json-patch/pointed-changes.ts';
import type { RecordMaking } from '../writing/new-records.ts';
import { requireParentsAfter, requireReferences } from '../writing/required-records.ts';
import { requireSamePlace } from '../writing/same-place.ts';
import { requireCurrent } from '../writing/lock-versions.ts';
import { stamp } from '../writing/timestamps.ts';
import { requireUnique } from '../writing/unique-values.ts';
import { withinMask } from '../writing/update-masks.ts';

/** Merges the body into the record (RFC 7396). A merge that changes nothing stores nothing. */
export const createMerge: CreateAct = (target, tools, improvise) => {
  const { collection, given } = target;
  const show = createShow(target, tools, improvise);
  const drafting = createDrafting(target, tools);
  return (request, context) => {
    const { existing, world } = context;
    const making: RecordMaking = { target, tools, drafting, context };
    const before = requireRecord(existing, target, request);
    const body = isPatch(request)
      ? patchBody(making, request, before)
      : mergeBody(making, request, before, sentIn(request, given));
    if (body === before.body) return show(request, before, context);
    const parents = parentsAfter(target, before, body);
    const after: Item = { key: before.key, parents, body };
    requireParentsAfter(making, before, after);
    const commit = (): ReturnType<typeof world.commit> =>
      world.commit(putChanges(world, collection, before, after));
    return { ...show(request, after, context), commit };
  };
};

/** JSON Patch (RFC 6902): by its Content-Type, or because the body is a list of operations. */
function isPatch({ headers, body }: Validated): boolean {
  const type = headers['content-type'];
  if (isList(body) && body.length > 0 && body.every(isOperation)) return true;
  if (typeof type !== 'string' || !type.includes('+')) return false;
  return /^\s*application\/json-patch\+json\b/i.test(type);
}

function isOperation(one: JsonValue): boolean {
  return isJsonObject(one) && Object.hasOwn(one, 'op') && Object.hasOwn(one, 'path');
}

function sentIn({ body }: Validated, given: BodySpot | undefined): JsonObject {
  const sent = body === undefined ? undefined : memberAt(body, given?.steps ?? []);
  if (sent === undefined && (body === undefined || isJsonObject(body))) return {};
  if (isJsonObject(sent)) return sent;
  throw new ApiError('invalid-request', 'The body of a merge must be an object.');
}

function mergeBody(
  making: RecordMaking,
  request: Validated,
  before: Item,
  sent: JsonObject,
): JsonObject {
  const { target, drafting } = making;
  const fixed = fixedBy(target, before);
  requireSamePlace(target.collection, fixed, sent, target.given?.steps);
  const meant = withinMask(sent, request, {
    mask: target.mask,
    before: before.body,
    facts: drafting.facts,
    key: target.collection.key?.[0],
  });
  const client = drafting.sift(meant, making.context.existing);
  // `sift` may have changed the name of a member to the record's spelling.
  requireSamePlace(target.collection, fixed, client, target.given?.steps);
  requireCurrent(request.operation, drafting.facts, before.body, sent);
  requireReferences(making, request.operation, {
    filing: before,
    sent: meant,
    before: before.body,
  });
  requireUnique(making, request.operation, { filing: before, sent: client, before: before.body });
  const merged = drafting.merge(before.body, client);
  const next = withFileMembers(merged, making, request, client);
  return settleChange(making, request.operation, before, { client, next });
}

function patchBody(making: RecordMaking, { operation, body }: Validated, before: Item): JsonObject {
  const { target, drafting } = making;
  const patched = patchJson(before.body, body ?? null);
  if (!isJsonObject(patched)) {
    throw new ApiError('invalid-request', 'The patch would leave something else than an object.');
  }
  const fixed = fixedBy(target, before);
  requireSamePlace(target.collection, fixed, patched);
  const client = drafting.sift(patched, making.context.existing);
  requireSamePlace(target.collection, fixed, client);
  const next = drafting.keepReadOnly(before.body, client);
  const sent = differingFrom(before.body, client);
  requireReferences(making, operation, { filing: before, sent, before: before.body });
  requireUnique(making, operation, { filing: before, sent, before: before.body });
  return settleChange(making, operation, before, { client: sent, next });
}

/** A member that the patch does not change does not count as sent. */
function differingFrom(before: JsonObject, after: JsonObject): JsonObject {
  const changed = Object.entries(after).filter(([name, value]) => {
    const own = Object.hasOwn(before, name) ? before[name] : undefined;
    return own === undefined || !isSameJson(own, value);
  });
  return Object.fromEntries(changed);
}

interface MergeStep {
  readonly client: JsonObject;
  readonly next: JsonObject;
}

/** The record after a change: dated, and mended where its schema refuses it. */
export function settleChange(
  { target, tools, drafting, context }: RecordMaking,
  operation: Operation,
  before: Item,
  { client, next: changed }: MergeStep,
): JsonObject {
  const { facts } = drafting;
  const { validators } = tools.contractIndex.contract;
  const moment = {
    now: context.now(),
    isNew: false,
    before: before.body,
    sent: client,
    validators,
  };
  const { happening } = context;
  const effects = leavesInferred(happening) ? (target.effects?.() ?? []) : [];
  const inferred = facts ? applyEffects(changed, effects, facts, moment) : changed;
  const told = makeHappen(inferred, happening, before, { facts, moment });
  const followed = facts ? withConsequences(told, facts, moment) : told;
  const next = keepFiling(followed, target.collection, before);
  if (isSameJson(before.body, next)) return before.body;
  const date = (draft: JsonObject): JsonObject => (facts ? stamp(draft, facts, moment) : draft);
  // Nearly every record is valid already. Mending may restore the old record: then nothing changes.
  const dated = date(next);
  if (drafting.isSettled(dated)) return freezeJson(dated);
  const isKnown = context.existing.isKnown(target.collection);
  const settle = (draft: JsonObject): JsonObject =>
    drafting.settle(draft, { operation, key: before.key, client, source: before.body, isKnown });
  const settled = settle(next);
  return isSameJson(before.body, settled) ? before.body : settle(date(settled));
}
