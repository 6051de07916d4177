import type { JsonObject, JsonValue } from '../../base/json.ts';
import { defineMember, freezeJson, isJsonObject, mergeJson } from '../../base/json.ts';
import type { Collection, Stateful } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { labelledIn } from '../../contract/schema/labelled-values.ts';
import type { ExistingRecords } from '../records/existing-records.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { DraftKind, Settlement } from './settlement.ts';
import { mendRecord } from './settlement.ts';
import type { UnsentMember } from './beginning.ts';
import { convertSent } from './converting.ts';
import { createBeginnings } from './beginning.ts';
import { embedKeys } from './sent-keys.ts';
import { createNaming } from './named-records.ts';
import { reshape } from './reshaping.ts';
import type { RecordPart } from './sources.ts';
import { makeSources } from './sources.ts';
import type { Spelling } from './spelling.ts';
import { createLooseSpelling, createSpelling } from './spelling.ts';

/** Makes records of what requests send, by the rules of the contract. */
export interface Drafting {
  /** The record's schema; undefined where the contract has none. */
  readonly facts: SchemaFacts | undefined;
  /** Drops read-only and unknown members, spells the others as the record does, and shows whom they name. */
  sift(client: JsonObject, existing: ExistingRecords): JsonObject;
  /** A record from what was sent and from defaults; the source gives what the server makes. */
  compose(client: JsonObject, source: RecordPart): JsonObject;
  merge(before: JsonObject, client: JsonObject): JsonObject;
  /** What was sent, with the read-only members that the record had before. */
  keepReadOnly(before: JsonObject, client: JsonObject): JsonObject;
  /** Whether a draft matches the record's schema. */
  isSettled(this: void, draft: JsonObject): boolean;
  /** Mends a draft until it matches the record's schema; throws a breach where that fails. */
  settle(draft: JsonObject, settlement: Settlement): JsonObject;
  /** Whether a request may send the member. */
  isSendable(this: void, name: string): boolean;
  /** Generated values, one for each alternative of the record's schema. */
  sources(place: string, client: JsonObject): readonly RecordPart[];
}

const deepestComposed = 5;

export function createDrafting(target: Stateful, tools: SeedTools): Drafting {
  const { collection, given: spot } = target;
  const { study } = tools.contractIndex;
  const facts = collection.schema && study(collection.schema);
  const given = spot?.schema && study(spot.schema);
  const seen = viewsOf(collection, tools.contractIndex).map(study);
  const views = [...(facts ? [facts] : []), ...seen];
  const known = new Set(views.flatMap(({ names }) => [...names]));
  const required = new Set(views.flatMap((view) => [...view.required]));
  const rules: DraftRules = {
    given,
    spell: createLooseSpelling(known, given?.names ?? new Set(), collection.name),
    isKnown: (name) => facts?.isOpen !== false || known.has(name),
    isNulled: (name) => required.has(name),
  };
  const { name, check } = collection;
  const kind: DraftKind | undefined = facts &&
    check && { name, check, facts, generate: tools.generate };
  const isSettled = (draft: JsonObject): boolean => !kind || kind.check(draft).length === 0;
  const showNamed = createNaming(collection, tools);
  const begin = createBeginnings(collection, tools);
  return {
    facts,
    sift(client, existing) {
      const shaped = reshape(withoutKey(client, collection, given), facts, given);
      return showNamed(siftMembers(embedKeys(shaped, facts), facts, rules), existing);
    },
    compose: (client, source) =>
      facts ? composeRecord(client, source, { facts, given, begin }) : client,
    merge: (before, client) => mergeMembers(before, client, facts, rules),
    keepReadOnly: (before, client) => (facts ? keepMarked(before, client, facts) : client),
    isSettled,
    settle: (draft, settlement) =>
      kind && !isSettled(draft) ? mendRecord(draft, kind, settlement) : freezeJson(draft),
    isSendable: (member) => given?.member(member)?.isReadOnly === false,
    sources: (place, client) => makeSources(tools, facts?.of(client), place, client),
  };
}

interface DraftRules {
  readonly given: SchemaFacts | undefined;
  /** Finds the record's name for a member that was sent. */
  readonly spell: Spelling;
  /** Whether any reply may show the member. */
  readonly isKnown: (name: string) => boolean;
  /** Whether a reply requires the member: then a null stays. */
  readonly isNulled: (name: string) => boolean;
}

function viewsOf(
  collection: Collection,
  { deedsOf }: SeedTools['contractIndex'],
): readonly NonNullable<Collection['schema']>[] {
  return deedsOf(collection).flatMap(({ target }) => target.shown?.schema ?? []);
}

/** The server makes the key, unless requests have it. */
function withoutKey(
  client: JsonObject,
  { key: [name, ...deeper] = [] }: Collection,
  given: SchemaFacts | undefined,
): JsonObject {
  const isDeep = name === undefined || deeper.length > 0;
  const mayBeSent = isDeep || !given || given.isOpen || given.names.has(name);
  if (mayBeSent || !Object.hasOwn(client, name)) return client;
  return Object.fromEntries(Object.entries(client).filter(([member]) => member !== name));
}

function siftMembers(
  client: JsonObject,
  facts: SchemaFacts | undefined,
  { given, spell, isKnown }: DraftRules,
): JsonObject {
  const kept: [string, JsonValue][] = [];
  let isAsSent = true;
  for (const [sent, plain] of Object.entries(client)) {
    const meant = spell(sent);
    const name = Object.hasOwn(client, meant) ? sent : meant;
    const own = facts?.member(name);
    const wanted = given?.member(sent);
    const isPassedOver = (wanted ?? own)?.isReadOnly === true || !isKnown(name);
    const value = isPassedOver || !own ? plain : siftInside(plain, own, wanted);
    isAsSent &&= !isPassedOver && name === sent && value === plain;
    if (!isPassedOver) kept.push([name, value]);
  }
  return isAsSent ? client : Object.fromEntries(kept);
}

/** The value of a member in the form in which the record shows it: beside its label, say. */
function siftInside(
  plain: JsonValue,
  own: SchemaFacts,
  wanted: SchemaFacts | undefined,
): JsonValue {
  const items = Array.isArray(plain) ? own.items() : undefined;
  if (items && Array.isArray(plain)) {
    const labelled = labelledIn(items, wanted?.items());
    return labelled ? plain.map((one: JsonValue) => labelled.show(one)) : plain;
  }
  const value = labelledIn(own, wanted)?.show(plain) ?? convertSent(plain, own, wanted);
  if (!isJsonObject(value) || own.names.size === 0) return value;
  return siftMembers(value, own, rulesBelow(own, wanted));
}

function rulesBelow({ names }: SchemaFacts, given: SchemaFacts | undefined): DraftRules {
  return { given, spell: createSpelling(names), isKnown: () => true, isNulled: () => true };
}

interface DraftPlan {
  readonly facts: SchemaFacts;
  readonly given: SchemaFacts | undefined;
  /** The value of a new record's member that was not sent and has no default. */
  readonly begin: (unsent: UnsentMember) => JsonValue | undefined;
}

function composeRecord(
  client: JsonObject,
  source: RecordPart,
  whole: DraftPlan,
  depth = 0,
): JsonObject {
  const { begin } = whole;
  const plan = { facts: whole.facts.of(client), given: whole.given?.of(client), begin };
  const { facts, given } = plan;
  const composed: Record<string, JsonValue> = {};
  for (const name of facts.names) {
    const member = facts.member(name);
    const sent = ownOf(client, name);
    if (!member) continue;
    if (sent === undefined) {
      // Of several alternatives, the record may be one that doesn't have the member.
      const isWithin = depth > 0 || facts.alternatives.length > 0;
      const value = fallbackFor(name, { ...plan, member }, source, isWithin);
      if (value !== undefined) defineMember(composed, name, value);
      continue;
    }
    const isWhole = !isJsonObject(sent) || member.names.size === 0 || depth >= deepestComposed;
    const made = ownOf(source.value, name);
    const below = { ...source, value: isJsonObject(made) ? made : {}, required: none };
    const parts = { facts: member, given: given?.member(name), begin };
    defineMember(composed, name, isWhole ? sent : composeRecord(sent, below, parts, depth + 1));
  }
  for (const name of Object.keys(client)) {
    if (!facts.names.has(name)) defineMember(composed, name, client[name] ?? null);
  }
  return composed;
}

const none: ReadonlySet<string> = new Set();
const unsendable: Pick<SchemaFacts, 'listed' | 'isReadOnly'> = { listed: [], isReadOnly: true };

/** The value of a member that was not sent: its default, else the server's, if it is required. */
function fallbackFor(
  name: string,
  plan: DraftPlan & { readonly member: SchemaFacts },
  source: RecordPart,
  isWithin: boolean,
): JsonValue | undefined {
  const made = ownOf(source.value, name);
  const labelled = labelledIn(plan.member, plan.given?.member(name));
  const { isReadOnly } = plan.member;
  const inner = labelled && { ...plan, member: { ...labelled.facts, isReadOnly }, made: undefined };
  const isNew = inner !== undefined && !source.isBefore;
  const told = isNew ? plainFallback(name, inner, source, isWithin) : undefined;
  const value = told ?? plainFallback(name, { ...plan, made }, source, isWithin);
  return value === undefined || isJsonObject(value) ? value : (labelled?.show(value) ?? value);
}

interface UnsentPlan extends DraftPlan {
  readonly member: SchemaFacts;
  readonly made: JsonValue | undefined;
}

function plainFallback(
  name: string,
  { facts, given, member, made, begin }: UnsentPlan,
  { required, isBefore }: RecordPart,
  isWithin: boolean,
): JsonValue | undefined {
  const wanted = given?.member(name);
  const isOwn = member.isReadOnly || (isBefore && given !== undefined && !wanted);
  if (isBefore && isOwn) return made;
  const fallback = wanted?.fallback ?? member.fallback;
  if (fallback !== undefined) return fallback;
  const isDemanded = facts.required.has(name) || required.has(name);
  const isNeeded = isOwn || isDemanded;
  if (isBefore) return isNeeded ? made : undefined;
  const { listed, isReadOnly } = wanted ?? unsendable;
  const unsent = { name, member, made, listed, isSendable: !isReadOnly };
  return begin({ ...unsent, isRequired: isDemanded, isNeeded, isWithin });
}

/** RFC 7396, but a null stays where a reply requires the member. */
function mergeMembers(
  before: JsonObject,
  client: JsonObject,
  facts: SchemaFacts | undefined,
  { isNulled }: DraftRules,
): JsonObject {
  const merged = mergeJson(before, client);
  if (!isJsonObject(merged)) return before;
  const nulls = Object.keys(client).filter(
    (name) => client[name] === null && isNulled(name) && facts?.member(name)?.isNullable === true,
  );
  if (nulls.length === 0) return merged;
  return { ...merged, ...Object.fromEntries(nulls.map((name) => [name, null])) };
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

function ownOf(holder: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
