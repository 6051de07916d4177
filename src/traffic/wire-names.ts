import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { WireNames } from './documents.ts';

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

/** The names of the control API, and those of the library. */
export const fromWire: ReadonlyMap<string, string> = new Map(
  [...toWire].map(([ours, theirs]) => [theirs, ours]),
);

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
