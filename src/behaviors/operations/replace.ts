import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, isSameJson, memberAt } from '../../base/json.ts';
import type { Response } from '../../contract/bodies/bodies.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { withFileMembers } from '../files/file-members.ts';
import type { RecordAddress } from '../records/addressing.ts';
import { addressOf, refuseMissing, requireAncestors } from '../records/addressing.ts';
import type { ExistingRecords } from '../records/existing-records.ts';
import type { Show } from '../replies/show.ts';
import { createShow } from '../replies/show.ts';
import { makeHappen } from '../transitions/applying.ts';
import type { CreateAct } from '../world-context.ts';
import { birthChange, putChanges } from '../writing/changes.ts';
import { withConsequences } from '../writing/consequences.ts';
import { createDrafting } from '../writing/drafting.ts';
import { fixedBy, parentsAfter, withFiling } from '../writing/filing.ts';
import { locate } from '../writing/location.ts';
import type { RecordMaking } from '../writing/new-records.ts';
import { makeRecord } from '../writing/new-records.ts';
import { requireParentsAfter, requireReferences } from '../writing/required-records.ts';
import { requireSamePlace } from '../writing/same-place.ts';
import { requireCurrent } from '../writing/lock-versions.ts';
import { stamp } from '../writing/timestamps.ts';
import { requireUnique } from '../writing/unique-values.ts';

/** Puts the body in the record's place; members that only the server writes stay. */
export const createReplace: CreateAct = (target, tools, improvise) => {
  const { collection, given } = target;
  const show = createShow(target, tools, improvise);
  const drafting = createDrafting(target, tools);
  return (request, context) => {
    const { existing, world } = context;
    const making: RecordMaking = { target, tools, drafting, context };
    requireAncestors(existing, target, request);
    const place = addressOf(request, target);
    const { before, created } = findOrMake(target, existing, request, place);
    const sent = request.body === undefined ? {} : memberAt(request.body, given?.steps ?? []);
    if (!isJsonObject(sent)) return improvise(request);
    requireSamePlace(collection, fixedBy(target, before ?? place), sent, given?.steps);
    const client = drafting.sift(sent, existing);
    if (before) requireCurrent(request.operation, drafting.facts, before.body, sent);
    const saying = { filing: before ?? place, sent, before: before?.body };
    requireReferences(making, request.operation, saying);
    requireUnique(making, request.operation, { ...saying, sent: client });
    if (created) return create(making, { request: created, show, place, client });
    if (!before) throw refuseMissing(existing, target, request);
    const parents = parentsAfter(target, before, client);
    const moved = { ...before, parents };
    const after = { ...moved, body: replaceBody(making, request, moved, client) };
    requireParentsAfter(making, before, after);
    if (isSameJson(before.body, after.body)) return show(request, before, context);
    const commit = (): ReturnType<typeof world.commit> =>
      world.commit(putChanges(world, collection, before, after));
    return { ...show(request, after, context), commit };
  };
};

/** The record to replace, or the request with the reply for one that it makes. */
function findOrMake(
  target: Stateful,
  existing: ExistingRecords,
  request: Validated,
  { key, parents }: RecordAddress,
): { readonly before: Item | undefined; readonly created: Validated | undefined } {
  const { collection, isAnew = false } = target;
  const before = isAnew ? undefined : existing.find(collection, key, parents);
  const isSingle = collection.kind === 'singleton';
  // A record that only this request has heard of is a new one, where the contract tells them apart.
  if (before && (isSingle || existing.isShown(collection, key, parents)))
    return { before, created: undefined };
  const isMaking = !before && (isSingle || target.keyInBody !== undefined);
  const created = forCreation(request, isMaking);
  if (!before && !created) throw refuseMissing(existing, target, request);
  return { before: created ? undefined : before, created };
}

interface Creation {
  readonly request: Validated;
  readonly show: Show;
  readonly place: Pick<Item, 'key' | 'parents'>;
  readonly client: JsonObject;
}

function create(making: RecordMaking, { request, show, place, client }: Creation): Outcome {
  const { target, context } = making;
  const item = makeRecord(making, request, place, client);
  const outcome = show(request, item, context);
  return {
    ...outcome,
    headers: { ...outcome.headers, ...locate(request, target, item) },
    commit: () => context.world.commit([birthChange(target.collection, item)]),
  };
}

/** The request with the reply for a PUT that makes a record; undefined where it must not. */
function forCreation(request: Validated, isAlways: boolean): Validated | undefined {
  const { operation, choice } = request;
  if (choice.status === 201) return request;
  const response = operation.responses.get('201');
  if (!response) return isAlways ? request : undefined;
  return {
    ...request,
    choice: { ...choice, status: 201, response, media: alike(response, choice.media?.type) },
  };
}

function alike(
  { media }: Response,
  type: string | undefined,
): Response['media'][number] | undefined {
  return media.find((one) => one.type === type) ?? media[0];
}

/** A member that the client did not send goes, or gets its default; where nothing else changes the record, it stays. */
function replaceBody(
  { target, tools, drafting, context }: RecordMaking,
  request: Validated,
  before: Item,
  client: JsonObject,
): JsonObject {
  const { facts } = drafting;
  const { operation } = request;
  const whole = target.keepsUnsent ? { ...sendableOf(before.body, drafting), ...client } : client;
  const composed = drafting.compose(whole, {
    value: before.body,
    required: new Set(),
    isBefore: true,
  });
  const told = withFileMembers(composed, { target, tools, drafting }, request, client);
  const { validators } = tools.contractIndex.contract;
  const moment = {
    now: context.now(),
    isNew: false,
    before: before.body,
    sent: client,
    validators,
  };
  const happened = makeHappen(told, context.happening, before, { facts, moment });
  const followed = facts ? withConsequences(happened, facts, moment) : happened;
  const filed = withFiling(followed, target.collection, facts, before);
  const isKnown = context.existing.isKnown(target.collection);
  const settle = (draft: JsonObject): JsonObject =>
    drafting.settle(draft, { operation, key: before.key, client, source: before.body, isKnown });
  const settled = settle(filed);
  if (!facts || isSameJson(settled, before.body)) return settled;
  return settle(stamp(settled, facts, moment));
}

function sendableOf(body: JsonObject, { isSendable }: RecordMaking['drafting']): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => isSendable(name)));
}
