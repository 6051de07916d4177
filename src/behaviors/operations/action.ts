import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { plainName, wordsOf } from '../../base/names.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { withFileMembers } from '../files/file-members.ts';
import { requireRecord } from '../records/addressing.ts';
import { createShow } from '../replies/show.ts';
import type { CreateAct, WorldContext } from '../world-context.ts';
import { putChanges } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import type { RecordMaking } from '../writing/new-records.ts';
import { requireCurrent } from '../writing/lock-versions.ts';
import { createMembership } from './membership.ts';
import { settleChange } from './merge.ts';

/**
 * Requires that its record exists, and changes of it what the word of the action says, what tells of a file,
 * and what the body says of a member that the path names.
 */
export const createAction: CreateAct = (target, tools, improvise) => {
  const { collection } = target;
  const show = createShow(target, tools, improvise);
  const drafting = createDrafting(target, tools);
  const changeMembership = createMembership(target, tools);
  const answer = (request: Validated, item: Item, context: WorldContext): Outcome =>
    target.shown ? show(request, item, context) : { ...improvise(request), record: item };
  return (request, context) => {
    const { existing, world } = context;
    const before = requireRecord(existing, target, request);
    const named = isJsonObject(request.body) ? request.body : {};
    requireCurrent(request.operation, drafting.facts, before.body, named);
    const effects = target.effects?.() ?? [];
    const making = { target, tools, drafting, context };
    const client = sentFor(making, request);
    const sent = isEmpty(client) ? before.body : drafting.merge(before.body, client);
    const filed = withFileMembers(sent, making, request, client);
    const next = changeMembership(filed, request, context);
    const isChanged = effects.length > 0 || context.happening || next !== before.body;
    if (!isChanged) return answer(request, before, context);
    const step = { client, next };
    const body = settleChange(making, request.operation, before, step);
    if (body === before.body) return answer(request, before, context);
    const after = { ...before, body };
    const commit = (): ReturnType<typeof world.commit> =>
      world.commit(putChanges(world, collection, before, after));
    return { ...answer(request, after, context), commit };
  };
};

/** Words of requests that change nothing. */
const harmless =
  /^(?:check|preview|simulate|test|try|validate|verify|estimate|calculate|search|export)$/;

/**
 * What the body of an action says of its record: `{"status": "resolved"}` to `/toggle_status`. Evidence is a member
 * of both, which the path names, or which a PUT or PATCH sends.
 */
function sentFor(
  { drafting: { facts }, tools }: RecordMaking,
  { operation: { method, path }, body }: Validated,
): JsonObject {
  const tail = wordsOf(path.slice(path.lastIndexOf('}') + 1)).map((word) => word.toLowerCase());
  const isOpen = facts && isJsonObject(body) && !tail.some((word) => harmless.test(word));
  if (!isOpen || method === 'DELETE') return {};
  const { validators } = tools.contractIndex.contract;
  const plain = new Map([...facts.names].map((name) => [plainName(name), name]));
  const whole = plain.get(tail.join(''));
  const held = whole === undefined ? undefined : facts.member(whole);
  // `POST /users/{id}/policy` sends the member `policy` itself.
  if (whole !== undefined && held && held.names.size > 0 && isLikeMember(body, held)) {
    return validators.check(held.part, 'rest')(body).length === 0 ? { [whole]: body } : {};
  }
  const told = Object.entries(body).flatMap(([sent, value]): readonly [string, JsonValue][] => {
    const name = plain.get(plainName(sent));
    const member = name === undefined ? undefined : facts.member(name);
    const isMeant = method !== 'POST' || isNamedBy(tail, sent);
    if (name === undefined || !member || !isMeant || value === null) return [];
    return validators.check(member.part, 'rest')(value).length === 0 ? [[name, value]] : [];
  });
  return Object.fromEntries(told);
}

/** Whether an object has nothing but members of the other. */
function isLikeMember(sent: JsonObject, { names }: SchemaFacts): boolean {
  const all = Object.keys(sent);
  return all.length > 0 && all.every((name) => names.has(name));
}

/** `toggle_status` names `status`, `assign` names `assignee_id`, and `rename` the name. */
function isNamedBy(tail: readonly string[], member: string): boolean {
  const words = wordsOf(member).map((word) => word.toLowerCase());
  return words.some(
    (word) =>
      word.length > 3 &&
      tail.some((one) => one.endsWith(word) || (one.length > 3 && word.startsWith(one))),
  );
}

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}
