import type { JsonValue } from '../../base/json.ts';
import type { Coerce } from './coercion.ts';
import { isJsonType, parseMediaType } from '../bodies/media.ts';
import { findIllFormed } from '../../base/texts.ts';
import { UnreadableText } from '../routing/percent.ts';

/** Deeper values than this could exhaust the stack of whatever goes through them. */
const depthLimit = 100;

/** The value of a text that has a media type: JSON is parsed, and anything else is a text. */
export function readContent(text: JsonValue, mediaType: string, coerce: Coerce): JsonValue {
  if (typeof text !== 'string' || !isJson(mediaType)) return coerce(text);
  const value = mediaType.includes('*') ? (tryJson(text) ?? coerce(text)) : parseJson(text);
  if (isDeeperThan(value, depthLimit)) {
    throw new UnreadableText(`is nested deeper than ${depthLimit} levels`);
  }
  const found = findIllFormed(value);
  if (found) throw new UnreadableText(`${found.message}${placeIn(found.pointer)}`);
  return value;
}

function placeIn(pointer: string): string {
  return pointer === '' ? '' : ` (at ${pointer})`;
}

/** The text of a value, without characters that a header can't hold. */
export function writeJson(value: JsonValue): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function isJson(mediaType: string): boolean {
  return isJsonType(parseMediaType(mediaType)?.essence ?? '');
}

function parseJson(text: string): JsonValue {
  const value = tryJson(text);
  if (value === undefined) throw new UnreadableText('must be JSON, and can not be parsed');
  return value;
}

/** Where any type goes, a text that isn't JSON is a text. */
function tryJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeeperThan(root: JsonValue, limit: number): boolean {
  let level: readonly JsonValue[] = [root];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
