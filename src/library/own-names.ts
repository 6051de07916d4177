import type { Violation } from '../base/errors.ts';
import { ApiError, endSentence } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { WireNames } from '../traffic/documents.ts';

/** Members of these have other names in the control API; all other names are of the contract. */
const renamed = new Set(['fault', 'times']);

const wireNames: WireNames = {
  rateLimit: 'rate_limit',
  bytesPerSecond: 'bytes_per_second',
  logNormal: 'log_normal',
  atLeast: 'at_least',
  atMost: 'at_most',
};
const toWire = new Map<string, string>(Object.entries(wireNames));
const fromWire = new Map([...toWire].map(([ours, theirs]) => [theirs, ours]));

/** The document that the control API takes. */
export function writeDocument(document: JsonObject): JsonObject {
  return renameIn(document, toWire);
}

export function readDocument(document: JsonObject): JsonObject {
  return renameIn(document, fromWire);
}

function renameIn(document: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return mapMembers(document, (name, value) => {
    if (renamed.has(name)) return [name, renameAll(value, names)];
    if (name !== 'sequence' || !Array.isArray(value)) return [name, value];
    const steps: readonly JsonValue[] = value;
    return [name, steps.map((step) => (isJsonObject(step) ? renameIn(step, names) : step))];
  });
}

function renameAll(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (!isJsonObject(value)) return value;
  return mapMembers(value, (name, member) => [names.get(name) ?? name, renameAll(member, names)]);
}

function mapMembers(
  members: JsonObject,
  map: (name: string, value: JsonValue) => readonly [string, JsonValue],
): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => map(name, value)));
}

/**
 * Runs the task of a call, and tells its refusals as the library does: by the name of the call and
 * its own names of members. `names`: further pairs of names, of the control API and of the library.
 */
export function inOwnNames<T>(
  call: string,
  task: () => T,
  names: readonly (readonly [string, string])[] = [],
): T {
  try {
    return task();
  } catch (error) {
    if (!(error instanceof ApiError) || error.violations.length === 0) throw error;
    const told = error.violations.map((violation) => {
      const { pointer, message } = renameViolation(violation, names);
      return pointer === '' ? message : `${pointer}: ${message}`;
    });
    const refusal = new TypeError(endSentence(`${call}: ${told.join('; ')}`));
    // Without a cause: it would say the same again, with members that only a reply needs.
    throw refusal;
  }
}

/** Leaves other places alone: their names come from the contract or the test. */
function renameViolation(
  violation: Violation,
  names: readonly (readonly [string, string])[],
): Violation {
  const isOurs = /\/(?:fault|times)(?:\/|$)/.test(violation.pointer);
  const pairs = isOurs ? [...fromWire, ...names] : names;
  const { pointer, message } = violation;
  return { ...violation, pointer: inOwnText(pointer, pairs), message: inOwnText(message, pairs) };
}

function inOwnText(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((said, [theirs, ours]) => said.replaceAll(theirs, ours), text);
}
