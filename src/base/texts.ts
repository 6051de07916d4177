/** Which texts and numbers can be stored and sent, also in URLs, headers and keys. */

import type { JsonValue } from './json.ts';
import { isJsonObject, stepDown } from './json.ts';

/** A text or number that can't be stored and sent. */
export interface IllFormed {
  readonly pointer: string;
  readonly message: string;
  /** `unicode`: a text that is no Unicode. `number`: a number beyond those of JSON. */
  readonly keyword: 'unicode' | 'number';
}

/**
 * Finds the first text or member name with half of a surrogate pair, or number that is not finite.
 * Half of a pair can not be put into a URL or sent as UTF-8. Parsers read `1e400` as infinite,
 * which JSON would write as null.
 */
export function findIllFormed(value: JsonValue): IllFormed | undefined {
  return listIllFormed(value)[0];
}

export function listIllFormed(value: JsonValue): readonly IllFormed[] {
  return isWellFormed(value) ? none : locateIllFormed(value, '');
}

const none: readonly IllFormed[] = [];

function locateIllFormed(value: JsonValue, pointer: string): readonly IllFormed[] {
  if (typeof value === 'string')
    return value.isWellFormed() ? [] : [{ pointer, message: halfInText, keyword: 'unicode' }];
  if (typeof value === 'number' && !Number.isFinite(value)) {
    const message = Number.isNaN(value) ? noNumber : tooLarge;
    return [{ pointer, message, keyword: 'number' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<JsonValue>(value).flatMap(([name, member]) => {
    const place = stepDown(pointer, name);
    const below = locateIllFormed(member, place);
    return name.isWellFormed()
      ? below
      : [{ pointer: place, message: halfInName, keyword: 'unicode' }, ...below];
  });
}

/** Makes no pointers, which is faster: nearly all values are well-formed. */
function isWellFormed(value: JsonValue): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isJsonObject(value)) return true;
  // A start checks every record: a list of its members would take longer than the check.
  for (const name in value) {
    const member = value[name] ?? null;
    if (!name.isWellFormed() || !isWellFormed(member)) return false;
  }
  return true;
}

const remedy = 'which is no character: write both halves, or leave it out';
const halfInText = `has half of a surrogate pair (U+D800 to U+DFFF), ${remedy}`;
const halfInName = `has half of a surrogate pair (U+D800 to U+DFFF) in its name, ${remedy}`;

const noNumber = 'is no number: write one, or leave it out';
const tooLarge = `is a number beyond ${Number.MAX_VALUE}, which is the largest that can be kept: write a smaller one, or a text`;

/**
 * Whether a text in JSON or YAML may contain half of a surrogate pair, or a number that is not
 * finite. If not, its value needs no check. A text that was read as UTF-8 can have such a half only
 * as an escape. Such a number has an exponent of three digits, hundreds of digits, or a name.
 */
export function mayBeIllFormed(text: string): boolean {
  return largeNumber.test(text) || (text.includes('\\') && halfOfPair.test(text));
}

const halfOfPair = /\\(?:u|U0000)[dD][89a-fA-F]/;
/** The lookbehind counts digits only from their first one, so that a text takes linear time. */
const largeNumber =
  /\d[eE]\+?\d{3}|(?<!\d)\d{200}|0x[\da-fA-F]{200}|\.(?:inf|Inf|INF|nan|NaN|NAN)\b/;

/** A copy with U+FFFD for each half of a pair, and with the nearest finite numbers (NaN: null). */
export function toWellFormedJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return toFinite(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toWellFormedJson);
  return Object.fromEntries(
    Object.entries<JsonValue>(value).map(([name, member]) => [
      name.toWellFormed(),
      toWellFormedJson(member),
    ]),
  );
}

function toFinite(value: number): number | null {
  if (Number.isNaN(value)) return null;
  return Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE));
}

/** Encodes a text as a path segment, or as a name or value of a query. Never throws. */
export function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Escapes all that a URI can't hold (RFC 3986), in a path and what follows it. Never throws. */
export function toUriReference(text: string): string {
  if (plainReference.test(text)) return text;
  return text
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll(/[^\w\-.~!$&'()*+,;=:@/?%]+/g, encodePart)
    .replace(/^\/{2,}/, '/');
}

/** Most paths match this, and need no escapes. */
const plainReference = /^\/(?:[\w\-.~!$&'()*+,;=:@?][\w\-.~!$&'()*+,;=:@/?]*)?$/;

/** Makes a text fit for a header: printable ASCII, at most 1000 characters. */
export function toHeaderText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 1000);
}

/** In bytes of UTF-8. Percent-encoded in `Location`, a key has up to three times as many. */
const longestKey = 1024;

/** Keys of so many characters are short enough: none takes more than three bytes. */
const surelyFits = Math.floor(longestKey / 3);

/** Why a text can't be the key of a record; undefined if it can. */
export function findKeyFault(key: string): string | undefined {
  if (key.length <= surelyFits) return key.isWellFormed() ? undefined : halfInText;
  // With too many characters there is no need to count the bytes.
  const length = key.length > longestKey ? key.length : Buffer.byteLength(key);
  if (length > longestKey) {
    const counted = key.length > longestKey ? `${length} characters` : `${length} bytes`;
    return `is too long for a key: it has ${counted}, and a key has at most ${longestKey} bytes`;
  }
  return key.isWellFormed() ? undefined : halfInText;
}

/** How deep the groups of a pattern may be nested: its parsers are recursive. */
export const mostGroups = 100;

/** How deep the groups of a pattern are nested, also if the pattern is invalid. */
export function depthOfPattern(source: string): number {
  let deepest = 0;
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (isInClass || character === '[') isInClass = character !== ']';
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Copies a text: a substring keeps the whole text in memory, which may be much longer. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** Ends a text with a full stop, unless it is a question. */
export function endSentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`;
}

/** Percent-decodes a text; one that can't be decoded stays as it is. */
export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
