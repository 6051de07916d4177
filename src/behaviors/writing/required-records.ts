import { ApiError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { stepDown, textOf } from '../../base/json.ts';
import { plainName, wordsOf } from '../../base/names.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Item } from '../../store/record.ts';
import type { ContractIndex } from '../contract-index.ts';
import { explainUnknown } from '../records/addressing.ts';
import { isElsewhere } from '../records/unknown-keys.ts';
import { placingMembers, referredBy } from '../records/reference-members.ts';
import { declaresOneOf } from './declared-refusals.ts';
import type { RecordKeys } from './filing.ts';
import type { RecordMaking } from './new-records.ts';

/** A record that a body names by its key. */
interface NamedRecord {
  readonly of: Collection;
  readonly key: string;
  /** The steps from the record that the body has to the key. */
  readonly steps: readonly (string | number)[];
}

/** A parent that the body names must exist, like those of the path. */
export function requireNamedParents(
  making: RecordMaking,
  { parents }: RecordKeys,
  named: readonly (string | undefined)[],
): void {
  const { target, tools, context } = making;
  const { collection } = target;
  for (const [index, parent] of collection.parents.entries()) {
    const key = parents[index];
    const of = tools.contractIndex.collectionNamed(parent.collection);
    if (key === undefined || named[index] !== undefined || !of) continue;
    const others = of.parents.map(({ parameter }) => {
      const at = collection.parents.findIndex((one) => one.parameter === parameter);
      return at === -1 ? undefined : parents[at];
    });
    if (context.existing.find(of, key, others)) continue;
    const steps = [parent.member ?? parent.parameter];
    throw refuseUnknown(making, { of, key, steps });
  }
}

/** The parents to which a change moves a record must exist. */
export function requireParentsAfter(making: RecordMaking, before: Item, after: Item): void {
  if (before.parents === after.parents) return;
  const kept = after.parents.map((parent, at) =>
    parent === before.parents[at] ? parent : undefined,
  );
  requireNamedParents(making, after, kept);
}

/** What a request says of a record. */
export interface Saying {
  readonly filing: RecordKeys;
  readonly sent: JsonObject;
  /** The record before a change: what it says already is no news. */
  readonly before?: JsonObject | undefined;
}

/** Where the contract has a status for it, a body can't name records of which the server knows that they don't exist. */
export function requireReferences(
  making: RecordMaking,
  operation: Operation,
  saying: Saying,
): void {
  if (!declaresOneOf(operation, [422, 400, 404, 409])) return;
  const isThere = createFinding(making, saying);
  const missing = namedBy(making, saying).find((one) => !isThere(one));
  if (!missing) return;
  const isInvalid = declaresOneOf(operation, [422, 400]);
  throw refuseUnknown(making, missing, isInvalid ? undefined : elsewise(operation));
}

function elsewise({ responses }: Operation): number {
  return responses.has('404') ? 404 : 409;
}

function refuseUnknown(
  { target: { given }, context: { existing, world } }: RecordMaking,
  { of, key, steps }: NamedRecord,
  status?: number,
): ApiError {
  const message = `names no record of ${of.name}: there is no "${key}"`;
  const pointer = [...(given?.steps ?? []), ...steps].reduce(stepDown, '');
  const violation = { in: 'body', pointer, message, keyword: 'reference' } as const;
  const anywhere = of.parents.map(() => undefined);
  const why = existing.isKnown(of)
    ? ' The collection is complete: it has what fixtures and requests put there.'
    : world.isGone(of.name, key, anywhere)
      ? ' It was deleted.'
      : explainUnknown(existing.refusalOf(of), of.name);
  const options = { violations: [violation], ...(status === undefined ? {} : { status }) };
  return new ApiError('invalid-request', `body ${pointer}: ${message}.${why}`, options);
}

/** Whether a record is there, or may be: where nothing tells its parents, one may be below any. */
function createFinding(
  { target: { collection }, context: { existing, world } }: RecordMaking,
  { filing }: Saying,
): (named: NamedRecord) => boolean {
  return ({ of, key }) => {
    const anywhere = of.parents.map(() => undefined);
    const isMadeUp = !existing.isKnown(of) && existing.refusalOf(of) === undefined;
    // Then every key has a record: to make each up would take long, as a body may name thousands.
    if (isMadeUp && !world.isGone(of.name, key, anywhere) && !isElsewhere(world, of, key))
      return true;
    if (existing.find(of, key, anywhere)) return true;
    if (existing.isKnown(of) || of.parents.every(({ isOptional }) => isOptional)) return false;
    const shared = world.parentsIn(of.name, collection.name, filing.parents);
    const isTold = of.parents.every((one, at) => one.isOptional || shared[at] !== undefined);
    return !isTold || existing.find(of, key, shared) !== undefined;
  };
}

/** The records that a body names by keys which the service makes. */
function namedBy(
  { target: { collection, given }, tools: { contractIndex } }: RecordMaking,
  { filing, sent, before }: Saying,
): readonly NamedRecord[] {
  const schema = given?.schema ?? collection.schema;
  const facts = schema && contractIndex.study(schema);
  const placing = new Set([...placingMembers(collection)].map((name) => plainName(name ?? '')));
  return Object.entries(sent).flatMap(([name, value]): readonly NamedRecord[] => {
    const member = placing.has(plainName(name)) ? undefined : facts?.member(name);
    const of = member && referredBy(contractIndex, collection, name);
    const one = member && (Array.isArray(value) ? member.items() : member);
    const isKey = of && one && keyReader(contractIndex, { collection, of, name }, one);
    if (!isKey) return [];
    const known = new Set(keysIn(before?.[name]).map(textOf));
    const own = of === collection ? filing.key : undefined;
    return keysIn(value).flatMap((each, at): readonly NamedRecord[] => {
      const key = textOf(each);
      const isNews = isKey(key) && key !== own && !known.has(key);
      return isNews ? [{ of, key, steps: Array.isArray(value) ? [name, at] : [name] }] : [];
    });
  });
}

function keysIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

interface NamingMember {
  readonly collection: Collection;
  readonly of: Collection;
  readonly name: string;
}

/**
 * Tells keys from other values of a member; undefined where clients choose keys, as slugs and codes, or
 * where the member may be something else: a word, or a number that the record has of its own.
 */
function keyReader(
  { keyFormsOf, embeddedIn }: Pick<ContractIndex, 'keyFormsOf' | 'embeddedIn'>,
  { collection, of, name }: NamingMember,
  facts: SchemaFacts,
): ((key: string) => boolean) | undefined {
  const { counted, facts: key } = keyFormsOf(of);
  const form = counted ? numbers : key?.formats.has('uuid') === true ? uuids : undefined;
  if (!form || facts.listed.length > 0) return undefined;
  const isOwn = of === collection || (form === numbers && isNamedAfter(collection, of));
  if (isOwn && !embeddedIn(collection).has(name)) return undefined;
  const isNaming = form.isSure(facts) || (form.isAble(facts) && hasKeyName(name, of));
  return isNaming ? (text) => form.pattern.test(text) : undefined;
}

/** What keys look like that the service makes, and which members hold them. */
interface MadeKeys {
  readonly pattern: RegExp;
  /** Whether a member holds such keys, whatever it is called. */
  readonly isSure: (facts: SchemaFacts) => boolean;
  /** Whether it may hold some. */
  readonly isAble: (facts: SchemaFacts) => boolean;
}

const numbers: MadeKeys = {
  // Clients send 0 or -1 for none.
  pattern: /^[1-9]\d*$/,
  isSure: ({ types }) => types.has('integer') && !types.has('string'),
  isAble: ({ types }) => types.size === 0 || types.has('integer') || types.has('number'),
};

const uuids: MadeKeys = {
  pattern: /^(?=.*[1-9a-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  isSure: ({ formats }) => formats.has('uuid'),
  isAble: ({ types }) => types.size === 0 || types.has('string'),
};

/** The `group_id` of a `host-group` may be its own number. */
function isNamedAfter(own: Collection, { name }: Collection): boolean {
  return plainName(own.name).endsWith(plainName(name.split(/[/.\s]/).at(-1) ?? ''));
}

/** Whether a member is called as the key, behind what the record is called: `label_ids`. */
function hasKeyName(name: string, { key }: Collection): boolean {
  const plain = plainName(name).replace(/s$/, '');
  const end = plainName(key?.at(-1) ?? '');
  return plain === end || (wordsOf(name).length > 1 && plain.endsWith(end));
}
