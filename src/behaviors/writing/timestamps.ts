import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Validators } from '../../contract/checks/validators.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { momentOf } from '../values/moments.ts';
import { spellWords } from '../values/vocabulary/words.ts';
import { countVersion } from './lock-versions.ts';

/** When a record is made or changed, and what the new times depend on. */
export interface ChangeMoment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isNew: boolean;
  readonly before: JsonObject | undefined;
  /** What the client sent is not overwritten. */
  readonly sent: JsonObject;
  /** The generated values of a new record: what is begun or due gets better ones. */
  readonly made?: JsonObject | undefined;
  readonly validators: Pick<Validators, 'check'>;
}

const madeNames =
  /^(?:created?|creation|inserted|added|registered|registration|joined|uploaded|posted|submitted|placed)(?:at|on|time|date|datetime|timestamp|timeutc|utc)?$|^(?:date|time|datetime|timestamp)(?:of)?(?:created|creation|added|registered|joined|uploaded|posted|submitted)$/;
const changedNames =
  /^(?:last)?(?:updated?|modified|modification|changed?|edited)(?:at|on|time|date|datetime|timestamp|timeutc|utc)?$|^(?:date|time|datetime|timestamp)(?:of)?(?:last)?(?:updated?|modified|modification|changed?)$/;

const timeEnding = '(?: (?:at|on|date|time|datetime|timestamp))';
/** What the creation itself does, in records that a client makes. */
const deedNames = 'lent|borrowed|loaned|rented|issued';
const deedsOfMaking = new RegExp(`^(${deedNames})${timeEnding}$`);
const begunNames = new RegExp(
  `^(?:${deedNames}|started|starts?|begins?|began|valid from)${timeEnding}?$`,
);
const termNames = new RegExp(
  `\\b(?:due|deadline|expir(?:es|y|ation)|valid (?:until|to))${timeEnding}?$|^(?:ends?|until)${timeEnding}?$`,
);
/** How long the terms of new records are. */
const term = 14 * 86_400_000;

/** Sets the times of creation and change, and counts the version: names and formats tell which members these are. */
export function stamp(record: JsonObject, facts: SchemaFacts, moment: ChangeMoment): JsonObject {
  return countVersion(stampTimes(record, facts, moment), facts, moment);
}

function stampTimes(record: JsonObject, facts: SchemaFacts, moment: ChangeMoment): JsonObject {
  const stamps: [string, JsonValue][] = [];
  for (const named of membersOf(facts.of(record))) {
    const { name, member, isChange, delay } = named;
    const own = Object.hasOwn(record, name) ? record[name] : undefined;
    if (!isTold(named, own, moment) && !isJsonObject(own)) continue;
    const sent = Object.hasOwn(moment.sent, name) ? moment.sent[name] : undefined;
    if (isJsonObject(own)) {
      const next = stampTimes(own, member, momentBelow(moment, name, sent));
      if (next !== own) stamps.push([name, next]);
    } else if (sent === undefined) {
      const value = stampFor(name, member, later(moment, delay), isChange);
      if (value !== undefined) stamps.push([name, value]);
    }
  }
  return stamps.length === 0 ? record : { ...record, ...Object.fromEntries(stamps) };
}

/** What begins or is due has another time only where that was generated: not sent, and not set by a transition. */
function isTold(
  { name, isChange, isMaking, isDeed, delay }: NamedMember,
  own: JsonValue | undefined,
  { isNew, made }: ChangeMoment,
): boolean {
  const isPlanned = own === undefined ? isDeed : delay !== undefined && own === made?.[name];
  return isChange || (isNew && (isMaking || (isPlanned && own !== null)));
}

interface NamedMember {
  readonly name: string;
  readonly member: SchemaFacts;
  readonly isChange: boolean;
  readonly isMaking: boolean;
  /** Whether the creation does it, so that each record has its time. */
  readonly isDeed: boolean;
  /** How long after the making this is, where a time must be made up. */
  readonly delay: number | undefined;
}

const namedMembers = new WeakMap<SchemaFacts, readonly NamedMember[]>();

function membersOf(facts: SchemaFacts): readonly NamedMember[] {
  const known = namedMembers.get(facts);
  if (known) return known;
  const members = [...facts.names].flatMap((name): readonly NamedMember[] => {
    const member = facts.member(name);
    return member
      ? [
          {
            name,
            member,
            isChange: isChangeName(name),
            isMaking: isMakingName(name) || member.schemas.some(saysMaking),
            isDeed: isDeedOfMaking(name, member, facts),
            delay: delayOf(name, member),
          },
        ]
      : [];
  });
  namedMembers.set(facts, members);
  return members;
}

/** The present and a delay; a term that follows what was sent for its beginning comes after that. */
function later(moment: ChangeMoment, delay: number | undefined): ChangeMoment {
  if (delay === undefined) return moment;
  const begun = Object.entries(moment.sent).flatMap(([name, value]) =>
    delay > 0 && begunNames.test(spellWords(name)) ? (timeOf(value) ?? []) : [],
  );
  return { ...moment, now: Math.max(moment.now, ...begun) + delay };
}

/** Where it may be null, or a status comes before it, a record may be made before that is done. */
function isDeedOfMaking(name: string, { isNullable }: SchemaFacts, facts: SchemaFacts): boolean {
  const [, deed] = deedsOfMaking.exec(spellWords(name)) ?? [];
  if (isNullable || deed === undefined) return false;
  return ![...facts.names].some((one) =>
    facts.member(one)?.listed.some((word) => word === deed || word === 'draft'),
  );
}

function delayOf(name: string, { formats, fallback }: SchemaFacts): number | undefined {
  const words = spellWords(name);
  // Without a format or a word for times, a number may be an amount or a place.
  const isTime = formats.has('date-time') || formats.has('date') || endsAsTime.test(words);
  if (!isTime || fallback !== undefined) return undefined;
  if (termNames.test(words)) return term;
  return begunNames.test(words) ? 0 : undefined;
}

const endsAsTime = new RegExp(`${timeEnding}$`);

function momentBelow(
  moment: ChangeMoment,
  name: string,
  sent: JsonValue | undefined,
): ChangeMoment {
  const [before, made] = [moment.before?.[name], moment.made?.[name]];
  return {
    ...moment,
    made: isJsonObject(made) ? made : undefined,
    sent: isJsonObject(sent) ? sent : {},
    before: isJsonObject(before) ? before : undefined,
  };
}

/** The time of the last change, else of the creation, in milliseconds since the epoch. */
export function changeTimeOf(record: JsonObject): number | undefined {
  const names = Object.keys(record);
  const name = names.find((one) => isChangeName(one)) ?? names.find((one) => isMakingName(one));
  return name === undefined ? undefined : timeOf(record[name]);
}

function stampFor(
  name: string,
  member: SchemaFacts,
  moment: ChangeMoment,
  isChange: boolean,
): JsonValue | undefined {
  const before = isChange ? moment.before?.[name] : undefined;
  const check = moment.validators.check(member.part, 'response');
  return writeTime(name, member, moment.now, before).find((value) => check(value).length === 0);
}

/** The present in the forms that the member may have, best first. */
export function timesFor(
  name: string,
  member: SchemaFacts,
  { now, before }: Pick<ChangeMoment, 'now' | 'before'>,
): readonly JsonValue[] {
  return writeTime(name, member, now, before?.[name]);
}

/** Forms of the time that may fit, best first; never earlier than the member's last time. */
function writeTime(
  name: string,
  { types, formats, schemas }: SchemaFacts,
  now: number,
  before: JsonValue | undefined,
): readonly JsonValue[] {
  const last = timeOf(before);
  const after = (step: number): number => (last === undefined ? now : Math.max(now, last + step));
  if (types.has('integer') || types.has('number')) {
    const inMillis = [JSON.stringify(schemas), name].some((text) => /milli|_ms\b|Ms$/i.test(text));
    const isLong = inMillis || (typeof before === 'number' && before > longestSeconds);
    return isLong ? [after(1)] : [Math.floor(after(1000) / 1000)];
  }
  if (isDay(formats, schemas)) return [isoTime(after(0)).slice(0, 10)];
  const isTime = formats.has('date-time') || formats.has('datetime') || formats.has('timestamp');
  // A text without a format is a time only where its name or description can mean nothing else.
  const isCalled = plainTime.test(name) || schemas.some(saysTime);
  const isPlain = types.has('string') && formats.size === 0 && isCalled;
  const isRfc = formats.has('date-time-rfc-2822') || formats.has('rfc2822');
  if (isRfc) return [new Date(after(1000)).toUTCString().replace('GMT', '+0000')];
  if (!isTime && !isPlain) return [];
  return [isoTime(after(1)), `${isoTime(after(1000)).slice(0, 19)}Z`];
}

function isDay(formats: ReadonlySet<string>, schemas: readonly JsonObject[]): boolean {
  return formats.has('date') || (formats.size === 0 && schemas.some(saysDay));
}

/** "In `YYYY-MM-DD` format", and no hours after that. */
function saysDay({ description }: JsonObject): boolean {
  return typeof description === 'string' && /\bYYYY-MM-DD\b(?![ T]{0,2}'?[Th])/i.test(description);
}

/** `date` is the time of making where its description says so. */
function saysMaking({ description, format }: JsonObject): boolean {
  const isTime = format === 'date-time' || format === 'date';
  return isTime && typeof description === 'string' && making.test(description);
}

const making =
  /\b(date|time|moment|when)\b[^.]{0,40}\b(was|is|were|has been) (created|made|sent|posted|uploaded|added|registered|submitted)\b|\bcreation (date|time)\b/i;

function saysTime({ description }: JsonObject): boolean {
  return typeof description === 'string' && /\b(timestamp|date|time|when)\b/i.test(description);
}

const plainTime = /(?:(?:^|_)(?:at|on|time|date)|At|On|Time|Date)$/;

/** As seconds this is the year 5138, so a larger number is milliseconds. */
const longestSeconds = 100_000_000_000;

function timeOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value > longestSeconds ? value : value * 1000;
  return typeof value === 'string' ? momentOf(value) : undefined;
}

function isoTime(time: number): string {
  // A record may hold a time after the year 9999, which has no ISO form with four digits.
  return new Date(Math.min(time, 253_402_300_799_999)).toISOString();
}

/** Whether a name means the time at which a record was made. */
export function isMakingName(name: string): boolean {
  return madeNames.test(plain(name));
}

/** Whether a name means the time of the last change. */
export function isChangeName(name: string): boolean {
  return changedNames.test(plain(name));
}

function plain(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase();
}
