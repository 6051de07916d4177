import { endSentence } from './errors.ts';
import { suggestNames } from './nearest.ts';

/** The members that a call takes, and the types of their values; `any`: checked elsewhere. */
export type GivenMembers<T> = {
  readonly [Name in keyof Required<T>]: 'any' | 'string' | 'number' | 'boolean';
};

/**
 * Throws a TypeError for what a call of the library can not take: JavaScript has no types, and a
 * misspelt member would have no effect. `hints` says of a member that it belongs elsewhere.
 */
export function assertGiven(
  call: string,
  given: unknown,
  members: Readonly<Record<string, string>>,
  hints: Readonly<Record<string, string>> = {},
): void {
  if (given === undefined) return;
  assertObject(call, given);
  for (const [name, value] of Object.entries(given)) {
    const type = Object.hasOwn(members, name) ? members[name] : undefined;
    if (type === undefined) throw refuseMember(call, name, Object.keys(members), hints);
    const isRight = type === 'any' || value === undefined || typeof value === type;
    if (isRight) continue;
    const wanted = type === 'string' ? 'a text' : type === 'boolean' ? 'true or false' : 'a number';
    throw new TypeError(`${call}: "${name}" must be ${wanted}, not ${describeValue(value)}.`);
  }
}

export function assertObject(
  call: string,
  given: unknown,
  what = 'an object',
): asserts given is object {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return;
  throw new TypeError(`${call} takes ${what}, not ${describeValue(given)}.`);
}

/** Throws a TypeError for what is no list of records. */
export function assertRecords(call: string, given: unknown): void {
  if (!Array.isArray(given))
    throw new TypeError(`${call} takes a list of records, not ${describeValue(given)}.`);
}

/** Throws a TypeError for what is no text, such as a name that was left out. */
export function assertText(call: string, what: string, given: unknown): void {
  if (typeof given !== 'string')
    throw new TypeError(`${call} takes ${what}, not ${describeValue(given)}.`);
}

function refuseMember(
  call: string,
  name: string,
  known: readonly string[],
  hints: Readonly<Record<string, string>>,
): TypeError {
  const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
  const instead = hint ?? suggestNames(name, known);
  return new TypeError(endSentence(`${call} has no option "${name}": ${instead}`));
}

/** A value in a message, short, and without what is in an object. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === undefined
    ? 'undefined'
    : `a${typeof value === 'object' ? 'n' : ''} ${typeof value}`;
}
