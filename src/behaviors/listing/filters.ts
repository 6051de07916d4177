import type { Comparison } from '../../contract/plan/list-meanings.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject, memberAt, textOf } from '../../json.ts';
import { momentOf } from '../moments.ts';
import { compareValues } from './ordering.ts';
import type { Filter } from './wish.ts';

/** Whether a record meets a filter. */
export function meets(body: JsonObject, filter: Filter): boolean {
  const { steps, value, compare, everything = [] } = filter;
  if (typeof value === 'string' && everything.includes(value)) return true;
  const member = memberAt(body, steps);
  if (compare) return isWithin(member, compare, value);
  if (isJsonObject(value)) return isInRange(member, value);
  const wanted: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  if (wanted.length === 0) return true;
  return wanted.some((one) => holds(member, one));
}

/** Whether all words occur in the texts of a record. */
export function mentions(body: JsonValue, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = textsIn(body).join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** An array holds what one of its items is; an object is called by what identifies it. */
function holds(member: JsonValue | undefined, wanted: JsonValue): boolean {
  if (Array.isArray(member)) {
    const parts: readonly JsonValue[] = typeof wanted === 'string' ? wanted.split(',') : [wanted];
    return member.some((item: JsonValue) => parts.some((part) => holds(item, part)));
  }
  if (isJsonObject(member)) {
    return identifiers.some((name) => {
      const own = Object.hasOwn(member, name) ? member[name] : undefined;
      return own !== undefined && !isJsonObject(own) && holds(own, wanted);
    });
  }
  if (member === undefined || member === null) return wanted === null || wanted === 'null';
  if (typeof member === typeof wanted) return member === wanted;
  // A parameter may call a text what is a number in the record, and the other way round.
  if (typeof member === 'number') return Number(wanted) === member && wanted !== '';
  return textOf(member) === textOf(wanted);
}

const identifiers = ['id', 'uuid', 'slug', 'key', 'name', 'number', 'code'];
const words: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte']);

/** `{gte: 3, lt: 9}`; an object that says anything else is no filter that we know. */
function isInRange(member: JsonValue | undefined, range: JsonObject): boolean {
  return Object.entries(range).every(
    ([word, bound]) => !isComparison(word) || isWithin(member, word, bound),
  );
}

function isComparison(word: string): word is Comparison {
  return words.has(word);
}

/** What isn't there is on neither side of a bound. */
function isWithin(member: JsonValue | undefined, compare: Comparison, bound: JsonValue): boolean {
  if (member === undefined || member === null) return false;
  const sides = [member, bound].map(timeIn);
  const isTime = sides.every((side) => side !== undefined);
  const order = isTime
    ? compareValues(sides[0], sides[1])
    : compareValues(member, typeof member === 'number' ? Number(bound) : bound);
  if (compare === 'gt') return order > 0;
  if (compare === 'gte') return order >= 0;
  return compare === 'lt' ? order < 0 : order <= 0;
}

/** Times in different zones can be compared by the moments that they name. */
function timeIn(value: JsonValue): number | undefined {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  return isTime ? momentOf(value) : undefined;
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
