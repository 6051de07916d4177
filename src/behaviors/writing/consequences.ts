import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, isSameJson } from '../../base/json.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { countsOf } from '../values/agreement.ts';
import { calledBy, displaysIn } from '../values/labels.ts';
import { addUp, isTotal } from '../values/totals.ts';
import { momentOf } from '../values/moments.ts';
import { labelledBy, spellWords } from '../values/vocabulary/words.ts';
import type { ChangeMoment } from './timestamps.ts';
import { timesFor } from './timestamps.ts';

/**
 * What follows from the members that a request sends for those that it doesn't: the time at which
 * something was done, how long it took, what lines add up to, and a person's whole name. The same
 * object if nothing does.
 */
export function withConsequences(
  record: JsonObject,
  facts: SchemaFacts,
  moment: ChangeMoment,
): JsonObject {
  const rules = [dateDeeds, measureTime, totalLines, countSent, showName, joinNames, tellLabels];
  const told = rules.flatMap((rule) => rule(record, facts, moment));
  const open = told.filter(
    ([name, value]) =>
      // Of a list that was sent, only totals inside change.
      (!Object.hasOwn(moment.sent, name) || Array.isArray(value)) &&
      !isSameJson(record[name] ?? null, value) &&
      isAllowed(facts, name, value, moment),
  );
  // What may not be null is left out.
  const gone = told.filter(
    ([name, value]) => value === null && record[name] !== null && !facts.required.has(name),
  );
  if (open.length + gone.length === 0) return record;
  const left = Object.entries(record).filter(([name]) => !gone.some(([one]) => one === name));
  return Object.fromEntries([...left, ...open]);
}

type Told = readonly (readonly [string, JsonValue])[];

function isAllowed(
  facts: SchemaFacts,
  name: string,
  value: JsonValue,
  { validators }: ChangeMoment,
): boolean {
  const part = facts.member(name)?.part;
  return part !== undefined && validators.check(part, 'rest')(value).length === 0;
}

/** `done: true` dates `done_at`, `"state": "closed"` dates `closed_at`; what is undone has no time. */
function dateDeeds(record: JsonObject, facts: SchemaFacts, moment: ChangeMoment): Told {
  const { sent, before } = moment;
  const deeds = Object.entries(sent).flatMap(([name, value]): (readonly [string, boolean])[] => {
    const last = before?.[name];
    if (isSameJson(value, last ?? null)) return [];
    if (typeof value === 'boolean') return [[spellWords(name).replace(/^is /, ''), value]];
    const word = isState(name) ? wordOf(facts, name, value) : undefined;
    if (word === undefined) return [];
    const undone = last === undefined ? undefined : wordOf(facts, name, last);
    return [...(undone === undefined ? [] : [[undone, false] as const]), [word, true]];
  });
  if (deeds.length === 0) return [];
  const isDone = new Map(deeds);
  return [...facts.names].flatMap((name): Told => {
    const [, deed = ''] = /^(.+?) (?:at|on|date|time|timestamp)$/.exec(spellWords(name)) ?? [];
    const member = facts.member(name);
    const done = alike(deed)
      .map((word) => isDone.get(word))
      .find((one) => one !== undefined);
    if (!member || done === undefined) return [];
    if (!done) return record[name] === undefined ? [] : [[name, null]];
    const times = timesFor(name, member, moment);
    const time = times.find((one) => isAllowed(facts, name, one, moment));
    return time === undefined ? [] : [[name, time]];
  });
}

const sameDeeds: readonly (readonly string[])[] = [
  ['done', 'completed', 'complete', 'finished'],
  ['cancelled', 'canceled'],
];

/** The deed itself, and others that mean the same. */
function alike(deed: string): readonly string[] {
  return [deed, ...(sameDeeds.find((words) => words.includes(deed)) ?? [])];
}

/** What a value of a state says, itself or by its label. */
function wordOf(facts: SchemaFacts, name: string, value: JsonValue): string | undefined {
  const word = facts.member(name)?.labels.get(value) ?? value;
  return typeof word === 'string' ? spellWords(word) : undefined;
}

/** `status_text` beside a `status` of numbers says in words what that is. */
function tellLabels(record: JsonObject, facts: SchemaFacts): Told {
  return [...facts.names].flatMap((name): Told => {
    const coded = labelledBy(name, facts.names);
    const value = coded === undefined ? undefined : record[coded];
    if (coded === undefined || value === undefined) return [];
    const label = facts.member(coded)?.labels.get(value);
    return label === undefined ? [] : [[name, label]];
  });
}

function isState(name: string): boolean {
  return /\b(?:status|state|stage)$/.test(spellWords(name));
}

const begins = /^(?:begin|start|started|from)(?: (?:at|time|date|datetime))?$/;
const ends = /^(?:end|stop|finish|ended|finished|to|until)(?: (?:at|time|date|datetime))?$/;

/** `duration` is the time from `begin` to `end`: seconds, unless name or description say otherwise. */
function measureTime(record: JsonObject, facts: SchemaFacts, { sent }: ChangeMoment): Told {
  const rules = [begins, ends, /^duration\b/];
  const [begin, end, span] = rules.map((rule) => findName(rule, facts.names));
  if (begin === undefined || end === undefined || span === undefined) return [];
  const isTold = [begin, end].some((name) => Object.hasOwn(sent, name));
  const [from, to] = [begin, end].map((name) => timeIn(record[name]));
  if (!isTold || from === undefined || to === undefined || to < from) return [];
  const amount = (to - from) / unitOf(span, facts);
  const { types } = facts.member(span) ?? facts;
  if (types.has('integer')) return [[span, Math.round(amount)]];
  return types.has('number') ? [[span, amount]] : [];
}

function timeIn(value: JsonValue | undefined): number | undefined {
  return typeof value === 'string' ? momentOf(value) : undefined;
}

function unitOf(name: string, facts: SchemaFacts): number {
  const descriptions = facts
    .member(name)
    ?.schemas.flatMap(({ description }) => (typeof description === 'string' ? description : []));
  const told = [spellWords(name), ...(descriptions ?? [])].join(' ');
  if (/\bms\b|milli/i.test(told)) return 1;
  if (/\bmin(?:ute)?s?\b/i.test(told)) return 60_000;
  return /\bhours?\b/i.test(told) ? 3_600_000 : 1000;
}

function findName(rule: RegExp, names: Iterable<string>): string | undefined {
  return [...names].find((name) => rule.test(spellWords(name)));
}

/** A read-only `display` is the name. */
function showName(record: JsonObject, facts: SchemaFacts, { sent, isNew }: ChangeMoment): Told {
  const isNamed = calledBy.some((name) => Object.hasOwn(sent, name));
  return isNew || isNamed ? displaysIn(record, facts) : [];
}

/** `full_name` has the first and the last name. */
function joinNames(record: JsonObject, facts: SchemaFacts, { sent }: ChangeMoment): Told {
  const isTold = findName(/^(?:first|last|given|family) name$/, Object.keys(sent)) !== undefined;
  const whole = findName(/^(?:full|display|complete) name$/, facts.names);
  if (!isTold || whole === undefined) return [];
  const parts = [/^(?:first|given) name$/, /^(?:last|family) name$/].flatMap((rule) => {
    const name = findName(rule, Object.keys(record));
    const part = name === undefined ? undefined : record[name];
    return typeof part === 'string' && part !== '' ? [part] : [];
  });
  return parts.length === 0 ? [] : [[whole, parts.join(' ')]];
}

/** A line is its price by its quantity, and the record's total is their sum. */
function totalLines(record: JsonObject, facts: SchemaFacts, { sent }: ChangeMoment): Told {
  const lists = Object.keys(sent).filter((name) => Array.isArray(record[name]));
  const lines = lists.flatMap((name): Told => {
    const item = facts.member(name)?.items();
    const before = record[name];
    if (!item || !Array.isArray(before)) return [];
    const after = before.map((line: JsonValue) =>
      isJsonObject(line) ? { ...line, ...Object.fromEntries(totalsOf(line, item, line)) } : line,
    );
    return isSameJson(after, before) ? [] : [[name, after]];
  });
  if (lists.length === 0) return [];
  return [...lines, ...totalsOf({ ...record, ...Object.fromEntries(lines) }, facts, sent)];
}

/** A count that was not sent follows the list that was: `step_count` beside `steps`. */
function countSent(record: JsonObject, _: SchemaFacts, { sent }: ChangeMoment): Told {
  return countsOf(record, Object.keys(sent));
}

/** The totals that were not sent; a zero stands for each until the sum is known. */
function totalsOf(body: JsonObject, facts: SchemaFacts, sent: JsonObject): Told {
  const names = [...facts.names].filter((name) => {
    const types = facts.member(name)?.types;
    const isNumber = types?.has('number') === true || types?.has('integer') === true;
    return isTotal(name) && isNumber && !Object.hasOwn(sent, name);
  });
  if (names.length === 0) return [];
  const added = addUp({ ...body, ...Object.fromEntries(names.map((name) => [name, 0])) });
  return names.flatMap((name): Told => {
    const sum = added[name];
    return sum === undefined || sum === 0 ? [] : [[name, sum]];
  });
}
