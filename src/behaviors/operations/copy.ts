import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import { requireRecord } from '../records/addressing.ts';
import { createShow } from '../replies/show.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { CreateAct, WorldContext } from '../world-context.ts';
import { isGivenName } from '../writing/beginning.ts';
import type { Drafting } from '../writing/drafting.ts';
import { createDrafting } from '../writing/drafting.ts';
import { parentsAfter } from '../writing/filing.ts';
import { createKeyMaker } from '../writing/keys/new-keys.ts';
import { makeRecord } from '../writing/new-records.ts';
import { requireParentsAfter, requireReferences } from '../writing/required-records.ts';
import { isChangeName, isMakingName } from '../writing/timestamps.ts';
import { answerNew, keySent, refuseTaken } from './create.ts';
import { requireUnique } from '../writing/unique-values.ts';

/** Makes a record of the one that the path names, with another key and with what the body sends. */
export const createCopy: CreateAct = (target, tools, improvise) => {
  const { collection } = target;
  const show = createShow(target, tools, improvise);
  const keysIn = createKeyMaker(collection, tools);
  const drafting = createDrafting(target, tools);
  const isSendable = sendableIn(collection, tools);
  return (request, context) => {
    const { existing } = context;
    const original = requireRecord(existing, target, request);
    const sent = sentFor(drafting, request, existing);
    const copied = copiedFrom(original.body, collection, isSendable);
    const own = Object.entries(copied).filter(([name]) => isSendable(name));
    const client = { ...Object.fromEntries(own), ...sent };
    const sources: Drafting['sources'] = (...about) =>
      drafting.sources(...about).map((one) => ({ ...one, value: { ...one.value, ...copied } }));
    const making = { target, tools, drafting: { ...drafting, sources }, context };
    const parents = parentsAfter(target, original, { ...original.body, ...sent });
    const keys = keysIn(context);
    const wanted = keySent(target, keys, sent);
    // Who sends the whole original with its id does not ask for a second record of that id.
    const isOne = collection.isKeyUnique || target.keyInBody !== undefined;
    const sentKey = isOne && wanted === original.key ? undefined : wanted;
    const filing = { key: sentKey ?? keys.makeKey(parents, client), parents };
    refuseTaken(target, keys, filing);
    requireParentsAfter(making, original, { ...filing, body: client });
    requireReferences(making, request.operation, { filing, sent, before: original.body });
    requireUnique(making, request.operation, { filing, sent });
    const item = makeRecord(making, request, filing, client);
    const isKeyMade = sentKey === undefined;
    return answerNew(target, show(request, item, context), { request, context, item, isKeyMade });
  };
};

/** What the body says of members that records have. */
function sentFor(
  drafting: Drafting,
  { body }: Validated,
  existing: WorldContext['existing'],
): JsonObject {
  const sent = isJsonObject(body) ? drafting.sift(body, existing) : {};
  const known = drafting.facts?.names ?? new Set();
  return Object.fromEntries(Object.entries(sent).filter(([name]) => known.has(name)));
}

/** Without what each record has of its own: keys, numbers, addresses, times of creation and change. */
function copiedFrom(
  body: JsonObject,
  { key }: Collection,
  isSendable: (name: string) => boolean,
): JsonObject {
  const isOwn = (name: string): boolean =>
    name === key?.[0] ||
    isMakingName(name) ||
    isChangeName(name) ||
    /^(?:id|uuid|guid|slug)$/i.test(name) ||
    (isGivenName(name) && !isSendable(name));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isOwn(name)));
}

/** Whether some request may send a member when it makes or changes such a record. */
function sendableIn(
  collection: Collection,
  { contractIndex: { deedsOf, study } }: SeedTools,
): (name: string) => boolean {
  const given = deedsOf(collection).flatMap(({ target: { role, given: spot } }) =>
    ['create', 'replace', 'merge'].includes(role) && spot?.schema ? study(spot.schema) : [],
  );
  return (name) => given.some((facts) => facts.member(name)?.isReadOnly === false);
}
