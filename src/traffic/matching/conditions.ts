import { messageOf, refuseInBody } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { isSameJson, stepDown, textOf } from '../../base/json.ts';

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
  judge(
    values: readonly JsonValue[],
    shown: readonly JsonValue[],
    showWanted?: ShowWanted,
  ): string | undefined;
}

/** What is shown of the value or pattern that a condition asks for, which may be a secret. */
export type ShowWanted = (wanted: JsonValue) => JsonValue;

/** A condition as the schemas of the control API allow it: it has one of these members. */
export interface ConditionDocument {
  readonly equals?: JsonValue;
  readonly matches?: string;
  readonly present?: boolean;
}

/** Compiles a condition on texts; a plain value stands for `equals`. */
export function compileTextCondition(
  input: string | number | boolean | ConditionDocument,
  pointer: string,
  compilePattern: CompilePattern,
): ValueCondition {
  if (typeof input !== 'object') return mustBe(String(input));
  const { equals, ...other } = input;
  if (equals !== undefined) return mustBe(textOf(equals));
  return compileCondition(other, pointer, compilePattern);
}

/** Compiles a condition on a JSON value; `equals` compares the whole value. */
export function compileCondition(
  { equals, matches, present }: ConditionDocument,
  pointer: string,
  compilePattern: CompilePattern,
): ValueCondition {
  if (equals !== undefined) return mustBe(equals);
  if (matches !== undefined)
    return mustMatch(matches, stepDown(pointer, 'matches'), compilePattern);
  // A test may pass `equals: undefined`, which no schema sees.
  if (present === undefined) {
    throw refuseInBody(pointer, 'must have one of equals, matches, present', 'oneOf');
  }
  return present ? mustBeThere : mustBeMissing;
}

function mustBe(wanted: JsonValue): ValueCondition {
  const size = textOf(wanted).length;
  return createCondition({
    holds: (values) => values.some((value) => isSameJson(value, wanted)),
    work: (values) => size * values.length,
    complain: (shown, show) => `${describe(shown)}, must be ${quote(show(wanted))}`,
  });
}

interface ConditionRule
  extends Pick<ValueCondition, 'holds'>, Partial<Pick<ValueCondition, 'work' | 'isPattern'>> {
  complain(this: void, shown: readonly JsonValue[], showWanted: ShowWanted): string;
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
    judge: (values, shown, showWanted = asItIs) =>
      holds(values) ? undefined : complain(shown, showWanted),
  };
}

const noWork = (): number => 0;
const asItIs: ShowWanted = (wanted) => wanted;

function mustMatch(
  source: string,
  pointer: string,
  compilePattern: CompilePattern,
): ValueCondition {
  const pattern = compile(source, pointer, compilePattern);
  const isMatch = (value: JsonValue): boolean =>
    value !== null && typeof value !== 'object' && pattern.test(textOf(value));
  return createCondition({
    holds: (values) => values.some(isMatch),
    work: (values) => values.reduce<number>((sum, value) => sum + lengthOf(value), 0),
    isPattern: true,
    complain: (shown, show) => `${describe(shown)}, must match ${textOf(show(source))}`,
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
    throw refuseInBody(pointer, messageOf(error), 'pattern');
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
