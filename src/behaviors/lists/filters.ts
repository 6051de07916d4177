import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, textOf } from '../../base/json.ts';
import type { Comparison } from '../../contract/plan/lists/list-meanings.ts';
import { momentOf } from '../values/moments.ts';
import type { Filter } from './list-query.ts';
import { compareValues } from './ordering.ts';

/** Whether a record meets all filters, and all words occur in its texts. */
export function compileFilters(
  filters: readonly Filter[],
  words: readonly string[],
): (body: JsonObject) => boolean {
  const tests = filters.map(compileFilter);
  const sought = [...new Set(words)].slice(0, mostWords);
  return (body) => tests.every((test) => test(body)) && mentions(body, sought);
}

/** What a filter asks for is read once, and not for each of many records. */
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

/** Values of which a member is to be one, found without a look at each. */
interface KeyedFilter {
  /** A parameter may call a text what is a number in the record, and the other way round. */
  readonly texts: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** What an item of a list is to be one of. */
  readonly ofItems: KeyedFilter;
}

function choiceOf(wanted: readonly JsonValue[]): KeyedFilter {
  const parts = wanted.flatMap((one): readonly JsonValue[] =>
    typeof one === 'string' ? one.split(',') : [one],
  );
  const ofItems: KeyedFilter = {
    ...plainChoice(parts),
    get ofItems() {
      return ofItems;
    },
  };
  return parts.length === wanted.length ? ofItems : { ...plainChoice(wanted), ofItems };
}

function plainChoice(wanted: readonly JsonValue[]): Omit<KeyedFilter, 'ofItems'> {
  const numbers = wanted.filter((one) => one !== '' && (one === null || typeof one !== 'object'));
  return { texts: new Set(wanted.map(textOf)), numbers: new Set(numbers.map(Number)) };
}

/** So many words are looked for: each of them in all texts of all records. */
const mostWords = 16;

/** Whether all words occur in the texts of a record. */
function mentions(body: JsonObject, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const texts: string[] = [];
  collectTexts(body, texts);
  return words.every((word) => texts.some((text) => text.includes(word)));
}

/** An array holds what one of its items is; an object is called by what identifies it. */
function holds(member: JsonValue | undefined, choice: KeyedFilter): boolean {
  if (Array.isArray(member)) {
    return member.some((item: JsonValue) => holds(item, choice.ofItems));
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

/** `{gte: 3, lt: 9}`; an object that says anything else is no filter that we know. */
function compileRange(range: JsonObject): Test {
  const bounds = Object.entries(range).flatMap(([word, bound]) =>
    isComparison(word) ? [compileBound(word, bound)] : [],
  );
  return (member) => bounds.every((isMet) => isMet(member));
}

function isComparison(word: string): word is Comparison {
  return words.has(word);
}

/** What isn't there is on neither side of a bound. */
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

/** Times in different zones can be compared by the moments that they name. */
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
