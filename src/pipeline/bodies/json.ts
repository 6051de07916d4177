import type { JsonValue } from '../../json.ts';
import { findJsonFault } from '../../source.ts';
import { mayHoldHalves } from '../../texts.ts';
import { assertWellFormed, malformed } from './malformed.ts';

/** How deep arrays and objects may stand in each other: what looks at them goes down step by step. */
const maximumDepth = 500;

export function parseJson(text: string): JsonValue {
  // Whoever opens that many brackets needs at least as many characters.
  if (text.length > maximumDepth && depthOf(text) > maximumDepth) throw tooDeep();
  const value = parse(text);
  return mayHoldHalves(text) ? assertWellFormed(value) : value;
}

function parse(text: string): JsonValue {
  try {
    // A trust edge: JSON.parse returns any.
    return JSON.parse(text) as JsonValue;
  } catch {
    const { reason, offset } = findJsonFault(text);
    throw malformed(`is not valid JSON: ${reason} at character ${offset + 1}`);
  }
}

/** The same limit for what somebody else has parsed. */
export function assertShallow(value: JsonValue): JsonValue {
  let level: readonly JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumDepth) throw tooDeep();
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return value;
}

function tooDeep(): Error {
  return malformed(`is nested too deeply: more than ${maximumDepth} levels`);
}

const quote = 0x22;
const backslash = 0x5c;

/** How deep a text goes, whether it is JSON or not: brackets outside of strings are counted. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === backslash) at += 1;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return deepest;
}
