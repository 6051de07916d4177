/** Texts that can be sent: well-formed Unicode, and what URLs, headers and keys can hold. */

import type { JsonValue } from './json.ts';
import { isJsonObject, stepDown } from './json.ts';

/** A text of a value that is no Unicode. */
export interface IllFormedText {
  readonly pointer: string;
  readonly message: string;
}

/**
 * The first text of a value, or name of a member, that has half of a surrogate pair. No encoding can hold
 * it: what is made of it can't be put into a URL or sent as UTF-8.
 */
export function findIllFormed(value: JsonValue): IllFormedText | undefined {
  return listIllFormed(value)[0];
}

/** All of them. */
export function listIllFormed(value: JsonValue): readonly IllFormedText[] {
  return isWellFormed(value) ? none : locateIllFormed(value, '');
}

const none: readonly IllFormedText[] = [];

function locateIllFormed(value: JsonValue, pointer: string): readonly IllFormedText[] {
  if (typeof value === 'string')
    return value.isWellFormed() ? [] : [{ pointer, message: halfInText }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<JsonValue>(value).flatMap(([name, member]) => {
    const place = stepDown(pointer, name);
    const below = locateIllFormed(member, place);
    return name.isWellFormed() ? below : [{ pointer: place, message: halfInName }, ...below];
  });
}

/** Told without a pointer, since nearly all values are well-formed. */
function isWellFormed(value: JsonValue): boolean {
  if (typeof value === 'string') return value.isWellFormed();
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

/**
 * Whether a text in JSON or YAML may say half of a surrogate pair. Only an escape can: what is read from
 * bytes as UTF-8 has none. So what has no such escape needs no second look.
 */
export function mayHoldHalves(text: string): boolean {
  return text.includes('\\') && /\\(?:u|U0000)[dD][89a-fA-F]/.test(text);
}

/** The same value with U+FFFD in the place of each half of a pair. */
export function toWellFormedJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toWellFormedJson);
  return Object.fromEntries(
    Object.entries<JsonValue>(value).map(([name, member]) => [
      name.toWellFormed(),
      toWellFormedJson(member),
    ]),
  );
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

/** How long a record's key may be where it is percent-encoded, as in `Location`. */
const longestKey = 1024;

/** So many characters fit in any case: none takes more than nine where it is percent-encoded. */
const surelyFits = Math.floor(longestKey / 9);

/** Why a text is no key of a record; undefined where it is one. */
export function findKeyFault(key: string): string | undefined {
  if (key.length <= surelyFits) return key.isWellFormed() ? undefined : halfInText;
  // A very long key needn't be encoded to be told too long.
  const length = key.length > longestKey ? key.length : encodePart(key).length;
  if (length > longestKey) {
    const counted = key.length > longestKey ? `${length} characters` : `${length} bytes`;
    return `is too long for a key: it has ${counted}, and a key has at most ${longestKey} bytes, counted percent-encoded as in Location`;
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
