import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';

/** A saved state may have 500 levels; root, `collections` and a list stand around a record. */
const mostLevels = 497;
/**
 * Twice the largest body that the server reads (16 MiB). Requests may add to a record, and each
 * reply that shows it, each line of the journal and each list repeats all of it.
 */
const mostCharacters = 33_554_432;

/** Why a record is too deep or too large for any collection; undefined where it is not. */
export function findExcess(body: JsonObject): string | undefined {
  // The rough count comes first; most records need no other.
  const rough = measure(body, mostLevels, roughly);
  if (rough === Infinity) return 'is nested too deeply to be kept';
  const mayBeTooLarge = rough * longestEscape > mostCharacters;
  if (!mayBeTooLarge || measure(body, mostLevels, exactly) <= mostCharacters) return undefined;
  const most = mostCharacters.toLocaleString('en-US');
  return `has more than ${most} characters as JSON, which is too large to be kept: take something out of it, or divide it`;
}

/** How the characters of texts and numbers are counted. */
interface Count {
  text(text: string): number;
  number(number: number): number;
}

/** JSON writes a control character as a backslash and five more characters. */
const longestEscape = 6;

/**
 * Every write counts so, without converting anything. Times `longestEscape` it is more than what
 * JSON has, which writes a number in 25 characters at most.
 */
const roughly: Count = { text: (text) => text.length, number: () => 5 };

const exactly: Count = { text: lengthAsJson, number: (number) => String(number).length };

/** How many characters a value has as JSON, or Infinity where it is nested too deeply. */
function measure(value: JsonValue, levels: number, count: Count): number {
  if (typeof value === 'string') return count.text(value) + around;
  if (typeof value === 'number') return count.number(value);
  if (typeof value !== 'object' || value === null) return value === false ? 5 : 4;
  if (levels === 0) return Infinity;
  return isJsonObject(value)
    ? measureMembers(value, levels - 1, count)
    : measureItems(value, levels - 1, count);
}

const [space, quote, backslash] = [0x20, 0x22, 0x5c];
const shortEscapes = new Set(Buffer.from('\b\t\n\f\r'));

function lengthAsJson(text: string): number {
  let { length } = text;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < space) length += shortEscapes.has(code) ? 1 : longestEscape - 1;
    else if (code === quote || code === backslash) length += 1;
  }
  return length;
}

/** The quotes or brackets around a value. */
const around = 2;

function measureMembers(members: JsonObject, levels: number, count: Count): number {
  let size = around;
  // `Object.keys` would take longer than all the rest.
  for (const name in members)
    size += count.text(name) + 4 + measure(members[name] ?? null, levels, count);
  return size;
}

function measureItems(items: readonly JsonValue[], levels: number, count: Count): number {
  let size = around;
  for (const one of items) size += 1 + measure(one, levels, count);
  return size;
}
