import { refuseInvalid } from '../../base/errors.ts';
import type { ApiError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, stepDown, textOf } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import { compileFilters } from '../../behaviors/lists/filters.ts';

/** Whether a record is wanted. */
export type Fits = (record: JsonObject) => boolean;

/** The steps to a member that a question names. */
export type StepsTo = (member: string) => readonly string[];

type Compile = (steps: readonly string[], value: string) => Fits;

/** What may stand between a member and a value. */
const comparisons: ReadonlyMap<string, Compile> = new Map<string, Compile>([
  ['is', (steps, value) => (record) => isSame(memberAt(record, steps), value)],
  ['not', (steps, value) => (record) => !isSame(memberAt(record, steps), value)],
  [
    'has',
    (steps, value) => {
      const mentions = compileSearch(value);
      return (record) => mentions(memberAt(record, steps));
    },
  ],
  ['above', (steps, value) => compileFilters([{ kind: 'filter', steps, value, compare: 'gt' }])],
  ['below', (steps, value) => compileFilters([{ kind: 'filter', steps, value, compare: 'lt' }])],
]);

/** What may stand behind a member, without a value. */
const states: ReadonlyMap<string, Compile> = new Map<string, Compile>([
  ['empty', (steps) => (record) => isEmpty(memberAt(record, steps))],
  ['set', (steps) => (record) => !isEmpty(memberAt(record, steps))],
]);

/** The members that filters name; throws for a text that is no filter. */
export function readFilters(texts: readonly string[]): readonly RecordFilter[] {
  return texts.map((text, index) => {
    const [, member, word = '', value = ''] = /^(.+?):(is|not|has|above|below):(.*)$/s.exec(text) ??
      /^(.+):(empty|set)$/s.exec(text) ?? [text, undefined];
    const compile = comparisons.get(word) ?? states.get(word);
    if (member === undefined || !compile) throw refuseFilter(text, index);
    return { member, compile: (stepsTo) => compile(stepsTo(member), value) };
  });
}

export interface RecordFilter {
  readonly member: string;
  compile(this: void, stepsTo: StepsTo): Fits;
}

function refuseFilter(text: string, index: number): ApiError {
  const [, word = ''] = /^.+?:([^:]*)/s.exec(text) ?? [];
  const known = [...comparisons.keys(), ...states.keys()];
  const near = word === '' ? '' : `; of "${word.slice(0, 50)}": ${suggestNames(word, known)}`;
  const message = `must be a member, a comparison and a value, such as title:has:tea, price:above:9 or due:empty${near}`;
  return refuseInvalid({
    in: 'query',
    pointer: stepDown('/filter', index),
    message,
    keyword: 'filter',
  });
}

/** As text, or as the same number; of a list, one of its items. */
function isSame(value: JsonValue | undefined, wanted: string): boolean {
  if (value === undefined) return false;
  if (Array.isArray(value)) return value.some((item: JsonValue) => isSame(item, wanted));
  if (typeof value === 'number') return wanted !== '' && Number(wanted) === value;
  return textOf(value) === wanted;
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A limit: the server looks for the text in all values of all records. */
const longestText = 1000;

/** Whether a text is anywhere among the values in a value; case doesn't matter. */
export function compileSearch(text: string): (value: JsonValue | undefined) => boolean {
  // Texts in small letters would be copies of all texts of all records.
  const pattern = new RegExp(escapePattern(text.slice(0, longestText)), 'i');
  const holds = (value: JsonValue | undefined): boolean => {
    if (typeof value === 'string') return pattern.test(value);
    if (Array.isArray(value)) return value.some((item: JsonValue) => holds(item));
    if (isJsonObject(value)) {
      // `Object.values` would make a list for each record.
      for (const name in value) if (holds(value[name])) return true;
      return false;
    }
    return value !== undefined && value !== null && pattern.test(textOf(value));
  };
  return holds;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
