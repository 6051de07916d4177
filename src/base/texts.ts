/** What can be kept and sent: texts that are Unicode, numbers that JSON can hold, and what URLs, headers and keys can. */

import type { JsonValue } from './json.ts';
import { isJsonObject, stepDown } from './json.ts';

/** What of a value can't be written. */
export interface IllFormed {
  readonly pointer: string;
  readonly message: string;
  /** What it is: a text that is no Unicode, or a number beyond those of JSON. */
  readonly keyword: 'unicode' | 'number';
}

/**
 * The first text of a value, or name of a member, that has half of a surrogate pair, or number that isn't finite.
 * No encoding can hold the one: what is made of it can't be put into a URL or sent as UTF-8. Of the other, which
 * parsers make of `1e400`, JSON makes null.
 */
export function findIllFormed(value: JsonValue): IllFormed | undefined {
  return listIllFormed(value)[0];
}

/** All of them. */
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

/** Told without a pointer, since nearly all values are well-formed. */
function isWellFormed(value: JsonValue): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isJsonObject(value)) return true;
  // A start asks this of every record: a list of its members would take longer than the look at them.
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
 * Whether a text in JSON or YAML may say half of a surrogate pair, or a number that isn't finite. Only an escape can
 * say the one: what is read from bytes as UTF-8 has none. The other has an exponent of three digits, hundreds of
 * digits, or a name. So what has none of them needs no second look.
 */
export function mayBeIllFormed(text: string): boolean {
  return largeNumber.test(text) || (text.includes('\\') && halfOfPair.test(text));
}

const halfOfPair = /\\(?:u|U0000)[dD][89a-fA-F]/;
/** Digits are counted where they begin, so that a text takes linear time. */
const largeNumber =
  /\d[eE]\+?\d{3}|(?<!\d)\d{200}|0x[\da-fA-F]{200}|\.(?:inf|Inf|INF|nan|NaN|NAN)\b/;

/** The same value with U+FFFD in the place of each half of a pair, and the number next to one that is too large. */
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

/** A text as one segment of a path, or as a name or value of a query. It never throws. */
export function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A path, and what may follow it, with escapes for all that a URI can't hold (RFC 3986). It never throws. */
export function toUriReference(text: string): string {
  if (plainReference.test(text)) return text;
  return text
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll(/[^\w\-.~!$&'()*+,;=:@/?%]+/g, encodePart)
    .replace(/^\/{2,}/, '/');
}

/** What most are, which need no escapes. */
const plainReference = /^\/(?:[\w\-.~!$&'()*+,;=:@?][\w\-.~!$&'()*+,;=:@/?]*)?$/;

/** A text as a header can hold it: visible ASCII, not too much of it. */
export function toHeaderText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 1000);
}

/** How many bytes of UTF-8 a record's key may have: three times as many fit `Location`, percent-encoded. */
const longestKey = 1024;

/** So many characters fit in any case: none takes more than three bytes. */
const surelyFits = Math.floor(longestKey / 3);

/** Why a text is no key of a record; undefined where it is one. */
export function findKeyFault(key: string): string | undefined {
  if (key.length <= surelyFits) return key.isWellFormed() ? undefined : halfInText;
  // A very long key needn't be looked through to be told too long.
  const length = key.length > longestKey ? key.length : Buffer.byteLength(key);
  if (length > longestKey) {
    const counted = key.length > longestKey ? `${length} characters` : `${length} bytes`;
    return `is too long for a key: it has ${counted}, and a key has at most ${longestKey} bytes`;
  }
  return key.isWellFormed() ? undefined : halfInText;
}

/** How many groups of a pattern may stand in each other: what reads it goes down step by step. */
export const mostGroups = 100;

/** How many groups stand in each other in a pattern, or would if it could be read. */
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

/** A piece of a text keeps the whole in memory, which may be much longer. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
