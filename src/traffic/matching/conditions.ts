import { messageOf } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject, isSameJson, stepDown, textOf } from '../../json.ts';
import { readWish, refuseWish } from './wishes.ts';

/** Compiles a pattern that somebody sent, so that no text can make it run away; throws where it can't. */
export type CompilePattern = (source: string) => { test(text: string): boolean };

/** What a place of a request must hold. */
export interface Condition {
  /** What is wrong with the values there, of which one has to do, told by what may be shown of them; undefined: nothing. */
  judge(values: readonly JsonValue[], shown: readonly JsonValue[]): string | undefined;
}

/** Longer patterns than this take long to understand, for people too. */
const longestPattern = 500;
const kinds = ['equals', 'matches', 'present'] as const;

/** A condition, or a text alone, which the value must be. Everything that is sent there is a text. */
export function readTextCondition(
  wish: JsonValue,
  pointer: string,
  compilePattern: CompilePattern,
): Condition {
  if (!isJsonObject(wish)) return mustBe(readScalar(wish, pointer));
  const { equals } = readWish(wish, pointer, kinds).value;
  assertOneKind(wish, pointer);
  if (equals !== undefined) return mustBe(readScalar(equals, stepDown(pointer, 'equals')));
  return readOther(wish, pointer, compilePattern);
}

/** A condition on a value of JSON, which is compared with all that is in it. */
export function readValueCondition(
  wish: JsonObject,
  pointer: string,
  compilePattern: CompilePattern,
): Condition {
  assertOneKind(wish, pointer);
  const { equals } = wish;
  return equals === undefined ? readOther(wish, pointer, compilePattern) : mustBe(equals);
}

function assertOneKind(wish: JsonObject, pointer: string): void {
  const given = kinds.filter((kind) => wish[kind] !== undefined);
  if (given.length === 1) return;
  throw refuseWish(pointer, `must have one of ${kinds.join(', ')}`, 'oneOf');
}

/** What comes from the library may also be undefined. */
function readScalar(value: JsonValue | undefined, pointer: string): string {
  if (value !== undefined && value !== null && typeof value !== 'object') return String(value);
  throw refuseWish(pointer, 'must be a text, a number or a boolean', 'type');
}

function readOther(
  { matches, present }: JsonObject,
  pointer: string,
  compilePattern: CompilePattern,
): Condition {
  if (matches !== undefined) {
    return mustMatch(matches, stepDown(pointer, 'matches'), compilePattern);
  }
  if (typeof present === 'boolean') return present ? mustBeThere : mustBeMissing;
  throw refuseWish(stepDown(pointer, 'present'), 'must be true or false', 'type');
}

function mustBe(wanted: JsonValue): Condition {
  return {
    judge: (values, shown) =>
      values.some((value) => isSameJson(value, wanted))
        ? undefined
        : `${describe(shown)}, must be ${quote(wanted)}`,
  };
}

function mustMatch(source: JsonValue, pointer: string, compilePattern: CompilePattern): Condition {
  if (typeof source !== 'string') throw refuseWish(pointer, 'must be a text', 'type');
  if (source.length > longestPattern) {
    throw refuseWish(pointer, `must have at most ${longestPattern} characters`, 'maxLength');
  }
  const pattern = compile(source, pointer, compilePattern);
  const isMatch = (value: JsonValue): boolean =>
    value !== null && typeof value !== 'object' && pattern.test(textOf(value));
  return {
    judge: (values, shown) =>
      values.some(isMatch) ? undefined : `${describe(shown)}, must match ${source}`,
  };
}

function compile(
  source: string,
  pointer: string,
  compilePattern: CompilePattern,
): ReturnType<CompilePattern> {
  try {
    return compilePattern(source);
  } catch (error) {
    throw refuseWish(pointer, messageOf(error), 'pattern');
  }
}

const mustBeThere: Condition = {
  judge: (values) => (values.length > 0 ? undefined : 'is missing, must be there'),
};

const mustBeMissing: Condition = {
  judge: (values, shown) =>
    values.length === 0 ? undefined : `${describe(shown)}, must be missing`,
};

function describe(values: readonly JsonValue[]): string {
  return values.length === 0 ? 'is missing' : `is ${values.map(quote).join(' and ')}`;
}

/** Enough of a value to tell it from others. */
function quote(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
