import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, isJsonObject, memberAt, withMember } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { KeyOutcomes, MembersChange } from '../../contract/plan/plan.ts';
import { inFormOf } from '../../contract/schema/schema-facts.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { requireRecord } from '../records/addressing.ts';
import { identifierOf } from '../records/identifiers.ts';
import type { SeedTools } from '../seed-tools.ts';
import { leavesInferred } from '../transitions/applying.ts';
import type { CreateAct } from '../world-context.ts';
import { putChanges } from '../writing/changes.ts';
import { createDrafting } from '../writing/drafting.ts';
import { tryGenerate } from '../writing/supply.ts';
import { createAction } from './action.ts';
import { createListChange } from './membership.ts';
import { settleChange } from './merge.ts';

/** What became of a key: a word of failure, or nothing where all went well. */
interface KeyOutcome {
  readonly key: string;
  readonly failure: 'present' | 'missing' | undefined;
}

/** Puts the records that the body names into a list of the record, or takes them out, and tells of each. */
export const createMembers: CreateAct = (target, tools, improvise) => {
  const { collection, members } = target;
  const of = tools.contractIndex.collectionNamed(members?.of);
  if (!members || !of) return improvise;
  const { list, to } = members;
  const holder = list?.isOwn === false ? of : collection;
  const change = list && createListChange(holder, list.member, tools);
  const held = { ...target, collection: holder };
  const drafting = createDrafting(held, tools);
  const tell = createTelling(members, tools);
  const act = createAction(target, tools, improvise);
  return (request, context) => {
    const { existing, world } = context;
    // What the contract declares takes the place of what is inferred.
    if (!leavesInferred(context.happening)) return act(request, context);
    const own = requireRecord(existing, target, request);
    const anywhere = of.parents.map(() => undefined);
    const after = new Map<Item, JsonObject>();
    const outcomes = keysIn(members, request).map((key): KeyOutcome => {
      const named = existing.find(of, key, anywhere);
      if (!named) return { key, failure: 'missing' };
      if (!list || !change) return { key, failure: undefined };
      const [item, other] = list.isOwn ? [own, key] : [named, own.key];
      const before = after.get(item) ?? item.body;
      const next = change(before, { key: other, to }, context);
      after.set(item, next);
      const failure = to === 'with' ? 'present' : 'missing';
      return { key, failure: next === before ? failure : undefined };
    });
    const making = { target: held, tools, drafting, context };
    const changes = [...after].flatMap(([item, next]) => {
      if (!list || next === item.body) return [];
      const client = withMember({}, [list.member], next[list.member] ?? []);
      const body = settleChange(making, request.operation, item, { client, next });
      return putChanges(world, holder, item, { ...item, body });
    });
    const outcome = { ...improvise(request), record: own, isExample: false, isLasting: false };
    const body = tell(outcome.body, outcomes, request);
    return { ...outcome, body, ...(changes.length > 0 && { commit: () => world.commit(changes) }) };
  };
};

/** The keys, each as often as it was sent. */
function keysIn({ sent }: MembersChange, { body }: Validated): readonly string[] {
  const value = body === undefined ? undefined : memberAt(body, sent);
  const all: readonly JsonValue[] = Array.isArray(value) ? value : [];
  return all.flatMap((one) => identifierOf(one) ?? []);
}

const failures = {
  present: [/duplicate/, /exist|already|present|conflict/],
  missing: [/notfound|missing/, /unknown|invalid/],
};

type TellOutcomes = (
  around: JsonValue | undefined,
  outcomes: readonly KeyOutcome[],
  request: Validated,
) => JsonValue;

/** Writes an outcome for each key, with the least that the schema asks for besides. */
function createTelling({ outcomes: form }: MembersChange, tools: SeedTools): TellOutcomes {
  const facts = tools.contractIndex.study(form.items);
  const wordOf = (failure: 'present' | 'missing'): JsonValue | undefined => {
    const listed = (form.error === undefined ? undefined : facts.member(form.error))?.listed ?? [];
    const find = (rule: RegExp): JsonValue | undefined =>
      listed.find((one) => typeof one === 'string' && rule.test(plainName(one)));
    return failures[failure].map(find).find((one) => one !== undefined);
  };
  return (around, outcomes, { operation }) => {
    const made = tryGenerate(tools.generate, form.items, `${operation.id} outcome`);
    const rest = Object.entries(isJsonObject(made) ? made : {}).filter(
      ([name]) => facts.required.has(name) && name !== form.error,
    );
    const told = outcomes.map(({ key, failure }): JsonObject => {
      const word = failure && wordOf(failure);
      return {
        ...Object.fromEntries(rest),
        [form.key]: inFormOf(facts.member(form.key), key),
        [form.success]: failure === undefined,
        ...(form.error !== undefined && word !== undefined && { [form.error]: word }),
      };
    });
    return freezeJson(withOutcomes(around, form, told));
  };
}

function withOutcomes(
  around: JsonValue | undefined,
  { steps }: KeyOutcomes,
  told: readonly JsonObject[],
): JsonValue {
  return steps.length === 0 ? told : withMember(isJsonObject(around) ? around : {}, steps, told);
}
