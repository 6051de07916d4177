import type { JsonValue } from '../../base/json.ts';
import { textOf } from '../../base/json.ts';
import { plainName, singular, singulars, wordsOf } from '../../base/names.ts';
import { nameWordsOf } from '../../base/resource-names.ts';
import { once } from '../../base/once.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { SeedTools } from '../seed-tools.ts';
import { events, firstStatus, isStatus } from './initial-status.ts';
import { isMakingName } from './timestamps.ts';
import { emptiesFor, isOfFigures, onlyValueOf, uncounted } from './unsaid.ts';

/** A member of a new record that the client didn't send, and that has no default. */
export interface UnsentMember {
  readonly name: string;
  readonly member: SchemaFacts;
  /** The values that a request may send; empty where its schema lists none. */
  readonly listed: readonly JsonValue[];
  /** The generated value. */
  readonly made: JsonValue | undefined;
  /** Whether a request may send it. */
  readonly isSendable: boolean;
  readonly isRequired: boolean;
  /** Whether the record requires it, or only the server writes it. */
  readonly isNeeded: boolean;
  /** Whether it stands inside another member, which was sent, or in one of several alternatives. */
  readonly isWithin: boolean;
}

/**
 * What is new has no past: no items, no cancellation, and a status that comes first. All else has
 * the contract's example or a generated value, where the record needs it.
 */
export function createBeginnings(
  collection: Collection,
  tools: SeedTools,
): (unsent: UnsentMember) => JsonValue | undefined {
  const { validators } = tools.contractIndex.contract;
  const isAccount = accounts.test(singular(wordsOf(collection.name).at(-1) ?? '').toLowerCase());
  const [filtered, isOfMany] = [filtersOf(collection, tools), nounsOf(collection, tools)];
  return (unsent) => {
    const { member, made, isNeeded, isRequired, isWithin } = unsent;
    const allows = (value: JsonValue): boolean =>
      validators.check(member.part, 'rest')(value).length === 0;
    if (isNeeded || !isWithin) {
      const values = isTally(unsent, isOfMany)
        ? [0, ...leastOf(member)].map((one): Candidate => [one])
        : valuesFor(unsent, isAccount, filtered);
      const first = values?.find((value) => value === 'nothing' || allows(value[0]));
      if (first !== undefined)
        return first === 'nothing' ? (isRequired ? made : undefined) : first[0];
    }
    return untoldValue(unsent, allows);
  };
}

/** Where neither name nor schema says what comes first. */
function untoldValue(
  unsent: UnsentMember,
  allows: (value: JsonValue) => boolean,
): JsonValue | undefined {
  const { made, isNeeded, isRequired, isWithin } = unsent;
  const isOwn = isMadeByServer(unsent);
  const empty = isWithin && !isRequired ? undefined : emptiesFor(unsent).find(allows);
  if (!isNeeded && !isOwn) return empty === undefined && !isWithin ? onlyValueOf(unsent) : empty;
  if (isOfFigures(unsent)) return [uncounted(made)].find(allows) ?? made;
  const example = exampleFor(unsent);
  if (example !== undefined && allows(example)) return example;
  return empty === undefined || isOwn ? made : empty;
}

/** The values that the lists of a collection may be filtered by, for each member. */
function filtersOf(
  collection: Collection,
  { contractIndex: { deedsOf, study } }: SeedTools,
): (name: string) => readonly JsonValue[] {
  return (name) => {
    const queries = deedsOf(collection)
      .filter(({ target: { role } }) => role === 'list')
      .flatMap(({ operation }) => operation.parameters.filter((one) => one.in === 'query'));
    const same = queries.find((one) => plainName(one.name) === plainName(name));
    return same?.schema ? study(same.schema).listed : [];
  };
}

/** By what records and lists are called: `line` for `po-lines`. */
function nounsOf(
  { schema }: Collection,
  { contractIndex: { contract, study } }: SeedTools,
): (word: string) => boolean {
  const known = once(() => {
    const facts = schema && study(schema);
    const lists = [...(facts?.names ?? [])].filter((name) => facts?.member(name)?.items());
    const names = [...contract.collections.map(({ name }) => name), ...lists];
    const words = names.map((name) => wordsOf(name).at(-1)?.toLowerCase() ?? '');
    return new Set(words.flatMap(singulars));
  });
  return (word) => {
    const ones = singulars(word.replace(/^sub(?=.{3})/, ''));
    return singular(word) !== word && ones.some((one) => known().has(one));
  };
}

/** A number of records that only the server writes, and whose name says no more than what they are: `line_items`. */
function isTally(
  { name, member, isSendable, isWithin }: UnsentMember,
  isOfMany: (word: string) => boolean,
): boolean {
  const { types, formats, listed } = member;
  if (isSendable || isWithin || !types.has('integer') || formats.has('date-time')) return false;
  const last = wordsOf(name).at(-1)?.toLowerCase() ?? '';
  return !types.has('string') && listed.length === 0 && isOfMany(last);
}

const accounts =
  /^(?:user|account|member|customer|client|employee|person|contact|patient|student|agent|profile)$/;

/** A value, or none. */
type Candidate = readonly [JsonValue] | 'nothing';

/** What to begin with, best first; undefined where name and schema don't tell. */
function valuesFor(
  { name, member, listed, made, isSendable, isNeeded }: UnsentMember,
  isAccount: boolean,
  filtered: (name: string) => readonly JsonValue[],
): readonly Candidate[] | undefined {
  const { types } = member;
  const isServers = isNeeded || !isSendable;
  if (types.has('array') && !types.has('string')) return [[[]]];
  const words = wordsOf(name).map((word) => word.toLowerCase());
  if (types.has('boolean')) return flagsFor(words, member);
  const zeros = isServers || isProgress(words) ? zerosFor(words, member, made) : undefined;
  if (zeros) return zeros;
  const isUnset = isReference(words) && member.isNullable;
  if (isUnset || (!isSendable && namesParent(words, member)) || isLater(name, words, member))
    return noneYet(member);
  if (!isStatus(words)) return undefined;
  const lists = [listed, member.listed, types.has('string') ? filtered(name) : []];
  return firstStatus(lists.find((one) => one.length > 0) ?? [], member, isAccount);
}

/** The time of what has not happened, or the key of what isn't there. */
function noneYet({ types, isNullTolerated }: SchemaFacts): readonly Candidate[] {
  const isTime = types.has('integer') && !types.has('null');
  return [
    ...(isNullTolerated ? [] : [[null] as const]),
    ...(isTime ? [[0] as const] : []),
    'nothing',
  ];
}

/** A new record is in use, and nothing that can be switched on was. */
function flagsFor(
  words: readonly string[],
  { example, isNullable }: SchemaFacts,
): readonly Candidate[] | undefined {
  if (isEvent(words)) return [[false]];
  if (typeof example === 'boolean') return [[example]];
  const rest = words.filter((word) => !/^(?:is|currently)$/.test(word));
  if (rest.length === 1 && inUse.test(rest[0] ?? '')) return [[true]];
  return isNullable || words.some((word) => permitting.test(word)) ? undefined : [[false]];
}

const inUse = /^(?:active|enabled|available|visible)$/;
const permitting =
  /^(?:allow|allows|allowed|can|may|enable|enables|active|enabled|available|visible)$/;

/** The contract's example, if the next record may have the same. */
function exampleFor({ name, member }: UnsentMember): JsonValue | undefined {
  const last = wordsOf(name).at(-1)?.toLowerCase() ?? '';
  const isTime = member.formats.has('date-time') || member.formats.has('date');
  return isTime || ownWords.has(last) ? undefined : member.example;
}

/** Addresses, numbers and tokens that no request can send: a service gives them to each record. */
function isMadeByServer({ name, member, isSendable, isWithin }: UnsentMember): boolean {
  if (isSendable || isWithin || !isScalar(member) || member.listed.length > 0) return false;
  return name === 'id' || isGivenName(name);
}

/** Whether a name means what a service gives to each record, and to no two the same. */
export function isGivenName(name: string): boolean {
  return givenWords.has(wordsOf(name).at(-1)?.toLowerCase() ?? '');
}

const givenWords = new Set(
  'uuid guid key code number no iid slug token secret url uri href permalink hash checksum sha sha1 sha256 fingerprint'.split(
    ' ',
  ),
);

/** The last words of members that differ from record to record. */
const ownWords = new Set(
  'id ids uuid guid uid key keys code number no slug name title email login username token secret url uri href link links path hash checksum at on date time timestamp'.split(
    ' ',
  ),
);

function isCounter(words: readonly string[]): boolean {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.length === 1) return /^(?!(?:ac|dis|re)counts?$).*counts?$/.test(first);
  if (/^(?:counts?|counter)$/.test(last)) return true;
  if (last === 'total' && (words.at(-2) ?? '').endsWith('s')) return true;
  return /^(?:num|nb|count)$/.test(first) && last.endsWith('s');
}

/** An account to which nothing was added, and from which nothing was taken yet. */
function isBalance(words: readonly string[]): boolean {
  const last =
    words
      .join(' ')
      .replace(/ to date$/, '')
      .split(' ')
      .at(-1) ?? '';
  return /^(?:balance|spent|consumed|refunded|paid|used|redeemed)$/.test(last) && words.length <= 4;
}

/** What is made below another record is told its name; nothing else has one above it. */
function namesParent([first]: readonly string[], { schemas }: SchemaFacts): boolean {
  return first === 'parent' && nameWordsOf(schemas).length > 0;
}

function isReference(words: readonly string[]): boolean {
  return words.length > 1 && /^(?:id|uuid)$/.test(words.at(-1) ?? '');
}

/** What counts from zero: a number, or a text with as many decimals as a generated one. */
function zerosFor(
  words: readonly string[],
  member: SchemaFacts,
  made: JsonValue | undefined,
): readonly Candidate[] | undefined {
  const { types } = member;
  const isNumber = types.has('integer') || types.has('number');
  if (isNumber && isCounter(words)) return [0, ...leastOf(member)].map((one) => [one]);
  if (isNumber && (isProgress(words) || isBalance(words))) return [[0]];
  if (!isBalance(words)) return undefined;
  const sample = [made, member.example].find((one) => typeof one === 'string' && decimal.test(one));
  const [, decimals = ''] = decimal.exec(textOf(sample)) ?? [];
  return sample === undefined ? undefined : [[(0).toFixed(decimals.length)]];
}

const decimal = /^-?\d+(?:\.(\d+))?$/;

/** How far something is done. */
function isProgress(words: readonly string[]): boolean {
  return words.some((word) => /^(?:percent|percentage|progress)$/.test(word)) && words.length <= 2;
}

function leastOf({ schemas }: SchemaFacts): readonly number[] {
  return schemas.flatMap(({ minimum }) => (typeof minimum === 'number' ? [minimum] : []));
}

/** Words of times that are planned, and may be known from the beginning. */
const planned =
  /^(?:expires?|expiry|expiration|due|start|starts|end|ends|begins?|scheduled?|planned|next|valid|until|from|renews?|deadline)$/;
const timeWords = /^(?:at|on|date|time|datetime|timestamp|ts|utc)$/;

function isEvent(words: readonly string[]): boolean {
  const rest = words.filter((word) => !/^(?:is|has|was|been|by|me|user|current)$/.test(word));
  return rest.length === 1 && events.has(rest[0] ?? '');
}

/** A time of what has not happened yet, or who did it: `cancelled_at`, `lastLogin`, `closed_by`. */
function isLater(name: string, words: readonly string[], member: SchemaFacts): boolean {
  if (isMakingName(name)) return false;
  if (words.length > 1 && words.at(-1) === 'by') return events.has(words.at(-2) ?? '');
  const isTime = ['date-time', 'date', 'timestamp'].some((format) => member.formats.has(format));
  if (isTime && member.isNullable) return true;
  const rest = words.filter((word) => !timeWords.test(word));
  const isTimeName = isTime || (rest.length < words.length && isScalar(member));
  if (!isTimeName || rest.some((word) => planned.test(word))) return false;
  const last = rest.at(-1) ?? '';
  return (rest[0] === 'last' && rest.length > 1) || isEventWord(last) || laterDeeds.test(last);
}

const laterDeeds = /^(?:delete|remove|archive|cancel|edit)$/;

function isScalar({ types }: SchemaFacts): boolean {
  return types.has('string') || types.has('integer') || types.has('number');
}

function isEventWord(word: string | undefined): boolean {
  return word !== undefined && (events.has(word) || happened.test(word));
}

/** Participles of other events; those of making and of changing are told before. */
const happened =
  /^(?!created|updated|modified|changed|edited|inserted|added|registered|joined|issued|uploaded|needed|based|red|bed).*[^e]ed$/;
