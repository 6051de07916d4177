import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, textOf } from '../../base/json.ts';
import type { Comparison } from '../../contract/plan/lists/query-filters.ts';
import { momentOf } from '../values/moments.ts';
import type { Filter } from './list-query.ts';
import { compareValues } from './ordering.ts';

/** Whether a record matches all filters, and its texts contain all words. */
export function compileFilters(
  filters: readonly Filter[],
  words: readonly string[],
): (body: JsonObject) => boolean {
  const tests = filters.map(compileFilter);
  const sought = [...new Set(words)].slice(0, mostWords);
  return (body) => tests.every((test) => test(body)) && mentions(body, sought);
}

/** Reads the filter's value once, not for each record. */
function compileFilter({
  steps,
  value,
  compare,
  everything = [],
}: Filter): (body: JsonObject) => boolean {
  if (typeof value === 'string' && everything.includes(value)) return () => true;
  const test = compileTest(value, compare);
  const [name = ''] = steps;
  if (steps.length !== 1) return (body) => test(memberAt(body, steps));
  return (body) => test(Object.hasOwn(body, name) ? body[name] : undefined);
}

type Test = (member: JsonValue | undefined) => boolean;

function compileTest(value: JsonValue, compare: Comparison | undefined): Test {
  if (compare) return compileBound(compare, value);
  if (isJsonObject(value)) return compileRange(value);
  const wanted: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  if (wanted.length === 0) return () => true;
  const choice = choiceOf(wanted);
  return (member) => holds(member, choice);
}

/** The values that a filter accepts, as sets: a lookup does not compare them one by one. */
interface KeyedFilter {
  /** A parameter may hold a text where the record has a number, or a number where it has a text. */
  readonly texts: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** For the items of an array, if other values count there: a text with commas is several. */
  readonly ofItems?: KeyedFilter;
}

function choiceOf(wanted: readonly JsonValue[]): KeyedFilter {
  const parts = wanted.flatMap((one): readonly JsonValue[] =>
    typeof one === 'string' ? one.split(',') : [one],
  );
  const whole = plainChoice(wanted);
  return parts.length === wanted.length ? whole : { ...whole, ofItems: plainChoice(parts) };
}

function plainChoice(wanted: readonly JsonValue[]): KeyedFilter {
  const numbers = wanted.filter((one) => one !== '' && (one === null || typeof one !== 'object'));
  return { texts: new Set(wanted.map(textOf)), numbers: new Set(numbers.map(Number)) };
}

/** A limit, since the server looks for each word in all texts of all records. */
const mostWords = 16;

function mentions(body: JsonObject, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const texts: string[] = [];
  collectTexts(body, texts);
  return words.every((word) => texts.some((text) => text.includes(word)));
}

/** An array matches if one item does; an object matches by a member that identifies it. */
function holds(member: JsonValue | undefined, choice: KeyedFilter): boolean {
  if (Array.isArray(member)) {
    return member.some((item: JsonValue) => holds(item, choice.ofItems ?? choice));
  }
  if (isJsonObject(member)) {
    return identifiers.some((name) => {
      const own = Object.hasOwn(member, name) ? member[name] : undefined;
      return own !== undefined && !isJsonObject(own) && holds(own, choice);
    });
  }
  if (typeof member === 'number') return choice.numbers.has(member);
  return choice.texts.has(textOf(member));
}

const identifiers = ['id', 'uuid', 'slug', 'key', 'name', 'number', 'code'];
const words: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte']);

/** `{gte: 3, lt: 9}`; other members are ignored. */
function compileRange(range: JsonObject): Test {
  const bounds = Object.entries(range).flatMap(([word, bound]) =>
    isComparison(word) ? [compileBound(word, bound)] : [],
  );
  return (member) => bounds.every((isMet) => isMet(member));
}

function isComparison(word: string): word is Comparison {
  return words.has(word);
}

/** A missing or null member never matches. */
function compileBound(compare: Comparison, bound: JsonValue): Test {
  const moment = timeIn(bound);
  return (member) => {
    if (member === undefined || member === null) return false;
    const own = moment === undefined ? undefined : timeIn(member);
    const order =
      own === undefined
        ? compareValues(member, typeof member === 'number' ? Number(bound) : bound)
        : compareValues(own, moment);
    if (compare === 'gt') return order > 0;
    if (compare === 'gte') return order >= 0;
    return compare === 'lt' ? order < 0 : order <= 0;
  };
}

/** As a moment, so that times in different zones can be compared. */
function timeIn(value: JsonValue): number | undefined {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  return isTime ? momentOf(value) : undefined;
}

function collectTexts(value: JsonValue, texts: string[]): void {
  if (typeof value === 'string') texts.push(value.toLowerCase());
  else if (typeof value === 'number') texts.push(String(value).toLowerCase());
  else if (typeof value === 'object' && value !== null) {
    for (const below of Object.values<JsonValue>(value)) collectTexts(below, texts);
  }
}
