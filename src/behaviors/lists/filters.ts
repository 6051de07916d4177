import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import type { FilterMeaning } from '../../contract/plan/lists/query-filters.ts';
import { momentOf } from '../values/moments.ts';
import { compareValues } from './ordering.ts';
import { longestWord } from './search.ts';

export interface Filter extends FilterMeaning {
  readonly value: JsonValue;
}

/** Whether a record matches all filters. */
export function compileFilters(filters: readonly Filter[]): (body: JsonObject) => boolean {
  const tests = filters.map(compileFilter);
  return (body) => tests.every((test) => test(body));
}

/** Reads the filter's value once, not for each record. */
function compileFilter(filter: Filter): (body: JsonObject) => boolean {
  const { steps, value, everything = [] } = filter;
  if (typeof value === 'string' && everything.includes(value)) return () => true;
  const test = compileTest(filter);
  const [name = ''] = steps;
  if (steps.length !== 1) return (body) => test(valueAt(body, steps));
  return (body) => test(Object.hasOwn(body, name) ? body[name] : undefined);
}

/** The value at these steps; below an array, those of all of its items. */
function valueAt(
  value: JsonValue | undefined,
  [step, ...rest]: readonly string[],
): JsonValue | undefined {
  if (step === undefined || value === undefined) return value;
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue) => valueAt(item, [step, ...rest]) ?? []);
  }
  return isJsonObject(value) && Object.hasOwn(value, step) ? valueAt(value[step], rest) : undefined;
}

type Test = (member: JsonValue | undefined) => boolean;

function compileTest({ value, compare, isOfSeveral }: Filter): Test {
  if (compare === undefined) {
    return compileChoice(isOfSeveral ? splitAtCommas(value) : value);
  }
  switch (compare) {
    case 'present':
    case 'absent': {
      const isWanted = isYes(value) === (compare === 'present');
      return (member) => ((member ?? null) !== null) === isWanted;
    }
    case 'not': {
      // Words without spaces are several: `exclude_status=done,open`.
      const isOfWords = typeof value === 'string' && /^[^\s,]+(,[^\s,]+)+$/.test(value);
      const holdsSame = compileChoice(isOfWords ? splitAtCommas(value) : value);
      return (member) => !holdsSame(member);
    }
    case 'all': {
      const wanted = [...new Set([splitAtCommas(value)].flat().map(textOf))];
      return (member) => holdsAll(member, wanted);
    }
    case 'contains':
    case 'starts':
    case 'ends':
      return compilePart(
        compare,
        textOf(value)
          .slice(0, longestWord)
          .replaceAll(/^[%*]+|[%*]+$/g, '')
          .toLowerCase(),
      );
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compileBound(compare, value);
  }
}

/** Each value once: a request may ask for many in lists that are long. */
function holdsAll(member: JsonValue | undefined, wanted: readonly string[]): boolean {
  const items: readonly JsonValue[] = Array.isArray(member) ? member : [member ?? null];
  if (items.length < wanted.length) return false;
  const isPlain = items.every((one) => typeof one !== 'object');
  const have = new Set(isPlain ? items.map(textOf) : []);
  return wanted.every((one) => (isPlain ? have.has(one) : compileChoice(one)(member)));
}

function splitAtCommas(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.flatMap((one: JsonValue) => splitAtCommas(one));
  return typeof value === 'string' ? value.split(',') : value;
}

function compileChoice(value: JsonValue): Test {
  if (isJsonObject(value)) return compileRange(value);
  const wanted: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  if (wanted.length === 0) return () => true;
  const choice = choiceOf(wanted);
  return (member) => holds(member, choice);
}

function compilePart(compare: 'contains' | 'starts' | 'ends', part: string): Test {
  const fits = (text: string): boolean => {
    if (compare === 'contains') return text.includes(part);
    return compare === 'starts' ? text.startsWith(part) : text.endsWith(part);
  };
  const test: Test = (member) => {
    if (Array.isArray(member)) return member.some((item: JsonValue) => test(item));
    if (isJsonObject(member)) return identifiers.some((name) => test(member[name]));
    return (member ?? null) !== null && fits(textOf(member).toLowerCase());
  };
  return test;
}

function isYes(value: JsonValue): boolean {
  return /^(true|1|yes|on)$/i.test(textOf(value));
}

/** The values that a filter accepts, as sets: a lookup does not compare them one by one. */
interface KeyedFilter {
  /** A parameter may hold a text where the record has a number, or a number where it has a text. */
  readonly texts: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** For booleans, which parameters write in several ways. */
  readonly flags: readonly boolean[];
  /** Days, if all values are: a time on one of them counts. */
  readonly days: ReadonlySet<string>;
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
  const texts = wanted.map(textOf);
  return {
    texts: new Set(texts),
    numbers: new Set(numbers.map(Number)),
    flags: texts.flatMap((text) => (flagWords.test(text) ? [isYes(text)] : [])),
    days: new Set(texts.filter((text) => isDay(text))),
  };
}

const flagWords = /^(true|false|1|0|yes|no|on|off)$/i;

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
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
  // Other values than yes and no ask for something else, such as all of them.
  if (typeof member === 'boolean')
    return choice.flags.length === 0 || choice.flags.includes(member);
  const text = textOf(member);
  if (choice.texts.has(text)) return true;
  return choice.days.size > 0 && /^.{10}[T ]/.test(text) && choice.days.has(text.slice(0, 10));
}

const identifiers =
  'id uuid pk slug key value name login username user_name userName handle email number code'.split(
    ' ',
  );

type Bound = 'gt' | 'gte' | 'lt' | 'lte';

const bounds = new Map<string, Bound>([
  ['gt', 'gt'],
  ['gte', 'gte'],
  ['ge', 'gte'],
  ['from', 'gte'],
  ['min', 'gte'],
  ['after', 'gt'],
  ['lt', 'lt'],
  ['lte', 'lte'],
  ['le', 'lte'],
  ['to', 'lte'],
  ['max', 'lte'],
  ['before', 'lt'],
]);

/** `{gte: 3, lt: 9}`; members with other names are ignored. */
function compileRange(range: JsonObject): Test {
  const tests = Object.entries(range).flatMap(([word, bound]) => {
    const compare = bounds.get(word.toLowerCase());
    return compare ? [compileBound(compare, bound)] : [];
  });
  return (member) => tests.every((isMet) => isMet(member));
}

/** A missing or null member never matches. */
function compileBound(compare: Bound, bound: JsonValue): Test {
  // A day as the last one has all of its hours.
  const isWholeDay = compare === 'lte' && isDay(textOf(bound));
  const moment = timeIn(isWholeDay ? `${textOf(bound)}T23:59:59.999Z` : bound);
  return (member) => {
    if (member === undefined || member === null) return false;
    const own = moment === undefined ? undefined : timeIn(member);
    const order = own === undefined ? compareAmounts(member, bound) : compareValues(own, moment);
    if (compare === 'gt') return order > 0;
    if (compare === 'gte') return order >= 0;
    return compare === 'lt' ? order < 0 : order <= 0;
  };
}

/** A price may be a number here, and a text there. */
function compareAmounts(member: JsonValue, bound: JsonValue): number {
  const isOfNumbers = [member, bound].every((one) => decimal.test(textOf(one)));
  return isOfNumbers
    ? compareValues(Number(member), Number(bound))
    : compareValues(member, typeof member === 'number' ? Number(bound) : bound);
}

const decimal = /^-?\d+(\.\d+)?$/;

/** As a moment, so that times in different zones can be compared. */
function timeIn(value: JsonValue): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\d/.test(value)) return momentOf(value);
  return /^[A-Z][a-z]{2}, \d/.test(value) ? Date.parse(value) : undefined;
}
