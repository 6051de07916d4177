import type { JsonValue } from '../../base/json.ts';
import { mayBeIllFormed } from '../../base/texts.ts';
import { findJsonFault } from '../../text/source.ts';
import { assertWellFormed, malformed, tooMuch } from './malformed.ts';

/** How deep arrays and objects may be nested: later steps recurse into them. */
const maximumDepth = 500;
/**
 * How many objects and arrays a body may have, and how many members of objects: each costs far more
 * in parsing, checking and storing than its bytes.
 */
const maximumHolders = 50_000;
const maximumMembers = 100_000;
const tooMany = '50,000 objects and arrays, and 100,000 members of objects';

export function parseJson(text: string): JsonValue {
  // A shorter text cannot exceed any of the limits.
  if (text.length > maximumDepth) {
    const { depth, holders, members } = survey(text);
    if (depth > maximumDepth) throw tooDeep();
    assertFew(holders, members);
  }
  const value = parse(text);
  return mayBeIllFormed(text) ? assertWellFormed(value) : value;
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

/** Applies the same limits to values that another parser has read, or that came in parts. */
export function assertShallow(value: JsonValue): JsonValue {
  let level: readonly JsonValue[] = [value];
  let holders = 0;
  let members = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumDepth) throw tooDeep();
    level = level.flatMap((item): readonly JsonValue[] => {
      if (typeof item !== 'object' || item === null) return [];
      const inside: readonly JsonValue[] = Object.values(item);
      holders += 1;
      if (!Array.isArray(item)) members += inside.length;
      return inside;
    });
    assertFew(holders, members);
  }
  return value;
}

function assertFew(holders: number, members: number): void {
  if (holders > maximumHolders || members > maximumMembers) throw tooMuch(tooMany);
}

function tooDeep(): Error {
  return malformed(`is nested too deeply: more than ${maximumDepth} levels`);
}

const quote = 0x22;
const backslash = 0x5c;

interface Survey {
  readonly depth: number;
  /** How many objects and arrays there are. */
  readonly holders: number;
  /** How many members the objects have together. */
  readonly members: number;
}

/** Counts brackets and colons outside strings, whether the text is valid JSON or not. */
function survey(text: string): Survey {
  let holders = 0;
  let members = 0;
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
      holders += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === 0x3a) members += 1;
  }
  return { depth: deepest, holders, members };
}
