import { messageOf } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, isSameJson, stepDown, textOf } from '../../base/json.ts';
import { readInput, refuseInput } from './read-members.ts';

/** Compiles a pattern of a client so that no text makes it run too long; throws if it cannot. */
export type CompilePattern = (source: string) => { test(text: string): boolean };

/** A condition on the values at one place of a request. */
export interface ValueCondition {
  holds(this: void, values: readonly JsonValue[]): boolean;
  /** About how many characters `holds` examines. */
  work(this: void, values: readonly JsonValue[]): number;
  /** Patterns cost more than the other conditions. */
  readonly isPattern: boolean;
  /** Tells why the condition does not hold, quoting only `shown`; undefined if it holds. */
  judge(values: readonly JsonValue[], shown: readonly JsonValue[]): string | undefined;
}

/** Longer patterns are slow to compile, and hard to read. */
const longestPattern = 500;
const kinds = ['equals', 'matches', 'present'] as const;

/** Reads a condition on texts; a plain value stands for `equals`. */
export function readTextCondition(
  input: JsonValue,
  pointer: string,
  compilePattern: CompilePattern,
): ValueCondition {
  if (!isJsonObject(input)) return mustBe(readScalar(input, pointer));
  const { equals } = readInput(input, pointer, kinds).value;
  assertOneKind(input, pointer);
  if (equals !== undefined) return mustBe(readScalar(equals, stepDown(pointer, 'equals')));
  return readOther(input, pointer, compilePattern);
}

/** Reads a condition on a JSON value; `equals` compares the whole value. */
export function readValueCondition(
  input: JsonObject,
  pointer: string,
  compilePattern: CompilePattern,
): ValueCondition {
  assertOneKind(input, pointer);
  const { equals } = input;
  return equals === undefined ? readOther(input, pointer, compilePattern) : mustBe(equals);
}

function assertOneKind(input: JsonObject, pointer: string): void {
  const given = kinds.filter((kind) => input[kind] !== undefined);
  if (given.length === 1) return;
  throw refuseInput(pointer, `must have one of ${kinds.join(', ')}`, 'oneOf');
}

/** Input from the library may also be undefined. */
function readScalar(value: JsonValue | undefined, pointer: string): string {
  if (value !== undefined && value !== null && typeof value !== 'object') return String(value);
  throw refuseInput(pointer, 'must be a text, a number or a boolean', 'type');
}

function readOther(
  { matches, present }: JsonObject,
  pointer: string,
  compilePattern: CompilePattern,
): ValueCondition {
  if (matches !== undefined) {
    return mustMatch(matches, stepDown(pointer, 'matches'), compilePattern);
  }
  if (typeof present === 'boolean') return present ? mustBeThere : mustBeMissing;
  throw refuseInput(stepDown(pointer, 'present'), 'must be true or false', 'type');
}

function mustBe(wanted: JsonValue): ValueCondition {
  const size = textOf(wanted).length;
  return createCondition({
    holds: (values) => values.some((value) => isSameJson(value, wanted)),
    work: (values) => size * values.length,
    complain: (shown) => `${describe(shown)}, must be ${quote(wanted)}`,
  });
}

interface ConditionRule
  extends Pick<ValueCondition, 'holds'>, Partial<Pick<ValueCondition, 'work' | 'isPattern'>> {
  complain(this: void, shown: readonly JsonValue[]): string;
}

function createCondition({
  holds,
  work = noWork,
  isPattern = false,
  complain,
}: ConditionRule): ValueCondition {
  return {
    holds,
    work,
    isPattern,
    judge: (values, shown) => (holds(values) ? undefined : complain(shown)),
  };
}

const noWork = (): number => 0;

function mustMatch(
  source: JsonValue,
  pointer: string,
  compilePattern: CompilePattern,
): ValueCondition {
  if (typeof source !== 'string') throw refuseInput(pointer, 'must be a text', 'type');
  if (source.length > longestPattern) {
    throw refuseInput(pointer, `must have at most ${longestPattern} characters`, 'maxLength');
  }
  const pattern = compile(source, pointer, compilePattern);
  const isMatch = (value: JsonValue): boolean =>
    value !== null && typeof value !== 'object' && pattern.test(textOf(value));
  return createCondition({
    holds: (values) => values.some(isMatch),
    work: (values) => values.reduce<number>((sum, value) => sum + lengthOf(value), 0),
    isPattern: true,
    complain: (shown) => `${describe(shown)}, must match ${source}`,
  });
}

function compile(
  source: string,
  pointer: string,
  compilePattern: CompilePattern,
): ReturnType<CompilePattern> {
  try {
    return compilePattern(source);
  } catch (error) {
    throw refuseInput(pointer, messageOf(error), 'pattern');
  }
}

function lengthOf(value: JsonValue): number {
  return typeof value === 'string' ? value.length : 0;
}

const mustBeThere = createCondition({
  holds: (values) => values.length > 0,
  complain: () => 'is missing, must be there',
});

const mustBeMissing = createCondition({
  holds: (values) => values.length === 0,
  complain: (shown) => `${describe(shown)}, must be missing`,
});

function describe(values: readonly JsonValue[]): string {
  return values.length === 0 ? 'is missing' : `is ${values.map(quote).join(' and ')}`;
}

/** Shortens the value to 120 characters. */
function quote(value: JsonValue): string {
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 120) : value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
