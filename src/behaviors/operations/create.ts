import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, memberAt } from '../../base/json.ts';
import { findKeyFault } from '../../base/texts.ts';
import type { Collection, Stateful } from '../../contract/plan/plan.ts';
import type { Behavior, Outcome, ReplyHeaders, Validated } from '../../pipeline/exchange.ts';
import type { Item, Parents, RecordChange } from '../../store/record.ts';
import { addressOf, refuseKey, requireAncestors } from '../records/addressing.ts';
import type { Show } from '../replies/show.ts';
import { createShow } from '../replies/show.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { CreateAct, WorldContext } from '../world-context.ts';
import { birthChange, putChanges } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import type { RecordKeys } from '../writing/filing.ts';
import { parentsNamed } from '../writing/filing.ts';
import { chosenKey } from '../writing/keys/chosen-keys.ts';
import type { KeyMaker } from '../writing/keys/new-keys.ts';
import { createKeyMaker } from '../writing/keys/new-keys.ts';
import { nameWanted, withNameMember } from '../writing/keys/resource-names.ts';
import { withLinking, withRecordAbove } from '../writing/linked-records.ts';
import { locate } from '../writing/location.ts';
import type { RecordMaking } from '../writing/new-records.ts';
import { makeRecord } from '../writing/new-records.ts';
import { requireNamedParents, requireReferences } from '../writing/required-records.ts';
import { createListReply } from './list.ts';
import { settleChange } from './merge.ts';
import { requireUnique } from '../writing/unique-values.ts';

/** Makes a record from the body, under the parents that the path names. */
export const createCreate: CreateAct = (target, tools, improvise) => {
  const create = createCreating(target, tools, improvise);
  return (request, context) => create(request, context, (sent) => sent);
};

/** Adds to what a request sends what the server knows besides. */
export type TellMore = (sent: JsonObject) => JsonObject;

type CreatingAct = (request: Validated, context: WorldContext, tellMore: TellMore) => Outcome;

/** The same, with members that the request does not send. */
export function createCreating(
  target: Stateful,
  tools: SeedTools,
  improvise: Behavior,
): CreatingAct {
  const { collection, given, list } = target;
  const showOne = createShow(target, tools, improvise);
  const showList = list && createListReply(target, tools, improvise);
  const show: Show = (request, item, context) =>
    showList
      ? { ...showList(request, context, () => [item]), record: item }
      : showOne(request, item, context);
  const keysIn = createKeyMaker(collection, tools);
  const drafting = createDrafting(target, tools);
  return (request, context, tellMore) => {
    const { existing, world } = context;
    const making: RecordMaking = { target, tools, drafting, context };
    requireAncestors(existing, target, request);
    const sent = request.body === undefined ? {} : memberAt(request.body, given?.steps ?? []);
    if (sent !== undefined && !isJsonObject(sent)) return improvise(request);
    const sifted = tellMore(drafting.sift(sent ?? {}, existing));
    const { parents: named } = addressOf(request, target);
    const parents = parentsMeant(making, named, parentsNamed(collection, named, sifted));
    const keys = keysIn(context);
    assertParentsFit(target, parents, named);
    const sentKey = collection.nameForm
      ? nameWanted(target, request, sifted, parents)
      : (keySent(target, keys, sifted) ??
        chosenKey(target, keys, sent ?? {}, tools.contractIndex.study));
    const filing = { key: sentKey ?? keys.makeKey(parents, sifted), parents };
    const told = withNameMember(sifted, collection, filing.key);
    const client = withRecordAbove(told, target, drafting.facts, request);
    requireNamedParents(making, filing, named);
    const before =
      target.isUpsert && sentKey !== undefined ? findTaken(making, keys, filing) : undefined;
    requireReferences(making, request.operation, {
      filing,
      sent: sent ?? {},
      before: before?.body,
    });
    if (before) {
      requireUnique(making, request.operation, { filing, sent: client, before: before.body });
      const after = change(making, request, before, client);
      const commit = (): Commit => world.commit(putChanges(world, collection, before, after));
      return { ...show(request, after, context), commit };
    }
    refuseTaken(target, keys, filing);
    requireUnique(making, request.operation, { filing, sent: client });
    const item = makeRecord(making, request, filing, client);
    const isKeyMade = sentKey === undefined;
    const made = { request, context, item, isKeyMade };
    const outcome = answerNew(target, show(request, item, context), made);
    return withLinking(outcome, target, request, context);
  };
}

interface NewRecord {
  readonly request: Validated;
  readonly context: WorldContext;
  readonly item: Item;
  /** Whether the server made the key. */
  readonly isKeyMade: boolean;
}

/** Answers with a new record and its place, and stores it when the reply has passed its check. */
export function answerNew(
  target: Stateful,
  outcome: Outcome,
  { request, context, item, isKeyMade }: NewRecord,
): Outcome {
  const { collection } = target;
  const headers = { ...outcome.headers, ...locate(request, target, item) };
  const told = { item, headers };
  const birth = isKeyMade ? birthOf(collection, told, context) : birthChange(collection, item);
  return { ...outcome, headers, commit: () => context.world.commit([birth]) };
}

type Commit = ReturnType<WorldContext['world']['commit']>;

function findTaken(
  { target: { collection }, context: { existing } }: RecordMaking,
  keys: KeyMaker,
  { key, parents }: RecordKeys,
): Item | undefined {
  return keys.isTaken(key, parents) ? existing.find(collection, key, parents) : undefined;
}

/** What was sent changes the record that has this key; all else of it stays. */
function change(
  making: RecordMaking,
  { operation }: Validated,
  before: Item,
  client: JsonObject,
): Item {
  const next = making.drafting.merge(before.body, client);
  return { ...before, body: settleChange(making, operation, before, { client, next }) };
}

/**
 * A body may call a record as paths call a parent, such as `username` below people: where there is no
 * such parent, it is the record's own name.
 */
function parentsMeant(
  { target: { collection }, tools: { contractIndex }, context: { existing } }: RecordMaking,
  named: Parents,
  parents: Parents,
): Parents {
  return parents.map((key, at) => {
    const { member = '', collection: name } = collection.parents[at] ?? {};
    const isSure = key === undefined || named[at] !== undefined || !/name$|login$/i.test(member);
    const above = isSure ? undefined : contractIndex.collectionNamed(name);
    if (!above || key === undefined) return key;
    const anywhere = above.parents.map(() => undefined);
    return existing.find(above, key, anywhere) ? key : undefined;
  });
}

/** The key from the body where the client may send one; undefined where the server makes it. */
export function keySent(
  { collection: { key: steps }, given }: Stateful,
  keys: KeyMaker,
  client: JsonObject,
): string | undefined {
  if (!steps) return '';
  const sent = given && memberAt(client, steps);
  if (typeof sent !== 'string' && typeof sent !== 'number') return undefined;
  const key = String(sent);
  const fault = findKeyFault(key);
  if (fault !== undefined) throw refuseKey('body', [...(given?.steps ?? []), ...steps], fault);
  return keys.isReadable(key) && !keys.isBlank(sent) ? key : undefined;
}

/** Whether records show their key: a client that was never told one can only ask for its own. */
export function isKeyShown(collection: Collection): boolean {
  return collection.hasMember(collection.key?.[0] ?? '');
}

interface ToldRecord {
  readonly item: Item;
  readonly headers: ReplyHeaders;
}

/** Adds a record whose key the server has made: if the reply tells the key, keys are known since. */
function birthOf(
  collection: Collection,
  { item, headers }: ToldRecord,
  context: WorldContext,
): RecordChange {
  const isTold = isKeyShown(collection) || Object.keys(headers).length > 0;
  return birthChange(collection, item, isTold ? sinceNow(collection, context) : undefined);
}

/** From the first key that the server makes, other keys than those are known not to exist. */
export function sinceNow(collection: Collection, context: WorldContext): string | undefined {
  const { existing, world, now } = context;
  const isNews = !existing.isKnown(collection) && world.knownSince(collection.name) === undefined;
  return isNews ? new Date(now()).toISOString() : undefined;
}

/** Checks the parents that the body names; `addressOf` has checked those of the path. */
function assertParentsFit({ collection, given }: Stateful, parents: Parents, named: Parents): void {
  for (const [index, { parameter, member = parameter }] of collection.parents.entries()) {
    const key = parents[index];
    const fault = key === undefined || named[index] !== undefined ? undefined : findKeyFault(key);
    if (fault !== undefined) throw refuseKey('body', [...(given?.steps ?? []), member], fault);
  }
}

export function refuseTaken(
  { collection }: Stateful,
  keys: KeyMaker,
  { key, parents }: RecordKeys,
): void {
  if (!keys.isTaken(key, parents)) return;
  const what = collection.key ? `already a "${key}" in` : 'already a record in';
  throw new ApiError('record-exists', `There is ${what} ${collection.name}.`);
}
