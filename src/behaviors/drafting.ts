import type { Operation } from '../contract/operations.ts';
import type { Collection, Stateful } from '../contract/plan/plan.ts';
import { ContractBreach } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { freezeJson, isJsonObject, mergeJson, valueAt } from '../json.ts';
import type { StateMeans } from './means.ts';
import { mend } from './mend.ts';
import type { SchemaFacts } from './schema-facts.ts';
import { createStudy } from './schema-facts.ts';
import { createSupply, tryGenerate } from './supply.ts';

/** What a request wants of a record, held against what the contract says of it. */
export interface Drafting {
  /** The record's schema; undefined where the contract says nothing of it. */
  readonly facts: SchemaFacts | undefined;
  /** The members that a request may write: what is read-only, or nobody knows, is passed over. */
  sift(client: JsonObject): JsonObject;
  /** A record of what was sent, of defaults, and of what the service makes itself, out of a source. */
  compose(client: JsonObject, source: JsonObject, isReplaced: boolean): JsonObject;
  /** The record with what was sent merged into it. */
  merge(before: JsonObject, client: JsonObject): JsonObject;
  /** The record with the read-only members that it had before. */
  keepReadOnly(before: JsonObject, client: JsonObject): JsonObject;
  /** A draft as the record's schema wants it, or a breach that tells why it can't be. */
  settle(draft: JsonObject, settlement: Settlement): JsonObject;
  /** Values as the service makes them, one for each alternative that the record's schema offers. */
  sources(place: string): readonly JsonObject[];
}

export interface Settlement {
  readonly operation: Operation;
  readonly key: string;
  /** What was sent, sifted. */
  readonly client: JsonObject;
  /** What stands in for members that are missing, or were sent in a form that the record hasn't. */
  readonly source: JsonObject;
}

/** How deep records are put together of members; below that they are taken whole. */
const depthLimit = 5;

export function createDrafting(target: Stateful, means: StateMeans): Drafting {
  const { collection, given: spot } = target;
  const study = createStudy(means.contract.documents);
  const facts = collection.schema && study(collection.schema);
  const given = spot?.schema && study(spot.schema);
  const seen = viewsOf(target, means).map(study);
  const rules: Rules = {
    given,
    isKnown: (name) =>
      facts?.isOpen !== false || [facts, ...seen].some(({ names }) => names.has(name)),
    isNulled: (name) => [...(facts ? [facts] : []), ...seen].some((one) => one.required.has(name)),
  };
  return {
    facts,
    sift: (client) => siftMembers(client, facts, rules),
    compose: (client, source, isReplaced) =>
      facts ? composeRecord({ client, source }, { facts, given, isReplaced }) : client,
    merge: (before, client) => mergeMembers(before, client, facts, rules),
    keepReadOnly: (before, client) => (facts ? keepMarked(before, client, facts) : client),
    settle: (draft, settlement) => settleRecord(draft, { collection, facts, means }, settlement),
    sources: (place) => makeSources(means, facts, place),
  };
}

interface Rules {
  readonly given: SchemaFacts | undefined;
  /** Whether any reply may show the member. */
  readonly isKnown: (name: string) => boolean;
  /** Whether a reply demands the member, so that it can't go. */
  readonly isNulled: (name: string) => boolean;
}

/** All schemas through which replies show records of the collection. */
function viewsOf(
  { collection }: Stateful,
  { contract }: StateMeans,
): readonly NonNullable<Collection['schema']>[] {
  return [...contract.targets.values()].flatMap((other) =>
    other.role !== 'improvised' && other.collection === collection && other.shown?.schema
      ? [other.shown.schema]
      : [],
  );
}

function siftMembers(
  client: JsonObject,
  facts: SchemaFacts | undefined,
  { given, isKnown }: Rules,
): JsonObject {
  const kept = Object.entries(client).flatMap(([name, value]): readonly [string, JsonValue][] => {
    const own = facts?.member(name);
    const wanted = given?.member(name);
    if ((wanted ?? own)?.isReadOnly === true || !isKnown(name)) return [];
    if (!isJsonObject(value) || !own || own.names.size === 0) return [[name, value]];
    return [
      [name, siftMembers(value, own, { given: wanted, isKnown: anything, isNulled: anything })],
    ];
  });
  return Object.fromEntries(kept);
}

function anything(): boolean {
  return true;
}

interface Sources {
  /** What was sent, sifted. */
  readonly client: JsonObject;
  readonly source: JsonObject;
}

interface Plan {
  readonly facts: SchemaFacts;
  readonly given: SchemaFacts | undefined;
  /** Whether the source is the record that was there before. */
  readonly isReplaced: boolean;
}

function composeRecord({ client, source }: Sources, plan: Plan, depth = 0): JsonObject {
  const { facts } = plan;
  const entries = [...facts.names].flatMap((name): readonly [string, JsonValue][] => {
    const member = facts.member(name);
    const sent = ownOf(client, name);
    const made = ownOf(source, name);
    if (!member) return [];
    if (sent === undefined) {
      const value = fallbackFor(name, { ...plan, member }, made);
      return value === undefined ? [] : [[name, value]];
    }
    const isWhole = !isJsonObject(sent) || member.names.size === 0 || depth >= depthLimit;
    if (isWhole) return [[name, sent]];
    const below = { facts: member, given: plan.given?.member(name), isReplaced: plan.isReplaced };
    const parts = { client: sent, source: isJsonObject(made) ? made : {} };
    return [[name, composeRecord(parts, below, depth + 1)]];
  });
  const others = Object.entries(client).filter(([name]) => !facts.names.has(name));
  return Object.fromEntries([...entries, ...others]);
}

/** What stands where nothing was sent: the default, else what the service makes itself, if it has to. */
function fallbackFor(
  name: string,
  { facts, given, member, isReplaced }: Plan & { readonly member: SchemaFacts },
  made: JsonValue | undefined,
): JsonValue | undefined {
  const wanted = given?.member(name);
  const isOwn = member.isReadOnly || (isReplaced && given !== undefined && !wanted);
  if (isReplaced && isOwn) return made;
  const fallback = wanted?.fallback ?? member.fallback;
  if (fallback !== undefined) return fallback;
  if (!isOwn && !facts.required.has(name)) return undefined;
  // What ends a record's life, or was not given, has no time yet.
  const isTime = member.formats.has('date-time') || member.formats.has('date');
  return !isReplaced && isTime && member.isNullable ? null : made;
}

/** RFC 7396; a null stays where the member has to be there. */
function mergeMembers(
  before: JsonObject,
  client: JsonObject,
  facts: SchemaFacts | undefined,
  { isNulled }: Rules,
): JsonObject {
  const merged = mergeJson(before, client);
  const nulls = Object.keys(client).filter(
    (name) => client[name] === null && isNulled(name) && facts?.member(name)?.isNullable === true,
  );
  const kept = nulls.map((name): [string, JsonValue] => [name, null]);
  return isJsonObject(merged) ? { ...merged, ...Object.fromEntries(kept) } : before;
}

function keepMarked(before: JsonObject, client: JsonObject, facts: SchemaFacts): JsonObject {
  const kept = [...facts.names].flatMap((name): readonly [string, JsonValue][] => {
    const member = facts.member(name);
    const own = ownOf(before, name);
    const sent = ownOf(client, name);
    if (member?.isReadOnly === true) return own === undefined ? [] : [[name, own]];
    if (!member || !isJsonObject(own) || !isJsonObject(sent)) return [];
    return [[name, keepMarked(own, sent, member)]];
  });
  return Object.fromEntries([...Object.entries(client), ...kept]);
}

interface Kind {
  readonly collection: Collection;
  readonly facts: SchemaFacts | undefined;
  readonly means: StateMeans;
}

/** The same thing in another form: a key where the record has an object, a text where it has a list. */
const ofForm = new Set(['type', 'oneOf', 'anyOf']);

function settleRecord(
  draft: JsonObject,
  { collection, facts, means }: Kind,
  { operation, key, client, source }: Settlement,
): JsonObject {
  const { check, name } = collection;
  if (!check || !facts) return freezeJson(draft);
  const { value, faults } = mend(draft, {
    check,
    supply: createSupply(means.generate, facts, `${name}/${key}`, () => source),
    // What the service makes itself is as good as what stands in for it.
    isReplaceable: ({ pointer, keyword }) =>
      pointer !== '' && (ofForm.has(keyword) || valueAt(client, pointer) === undefined),
  });
  if (faults.length === 0 && isJsonObject(value)) return freezeJson(value);
  throw new ContractBreach(
    `${operation.id}, the record "${key}" of ${name} that this would make`,
    faults.map((fault) => ({ in: 'body', ...fault })),
    `The contract lets the request through and forbids its result: mend the request body of ${operation.id}, or the schema of the record.`,
  );
}

function makeSources(
  { generate }: StateMeans,
  facts: SchemaFacts | undefined,
  place: string,
): readonly JsonObject[] {
  if (!facts) return [{}];
  const schemas = [facts.part, ...facts.alternatives];
  const made = schemas.map((schema) =>
    tryGenerate(generate, schema, place, { direction: 'rest', examples: 'last' }),
  );
  const objects = made.filter(isJsonObject);
  return objects.length > 0 ? objects : [{}];
}

function ownOf(holder: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
