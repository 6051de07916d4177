import type { JsonValue } from '../../../base/json.ts';
import { mayBeIllFormed } from '../../../base/texts.ts';
import { findJsonFault } from '../../../text/source.ts';
import { isCovered } from '../media.ts';
import type { Format } from './format.ts';
import {
  assertWellFormed,
  assertWithinLimits,
  malformed,
  maximumDepth,
  textLimit,
} from './format.ts';

export const jsonFormat: Format = {
  // Also a range that includes JSON.
  matches: (essence) => essence.endsWith('+json') || isCovered(essence, 'application/json'),
  limit: textLimit,
  content: 'members',
  showsRecords: true,
  read: parseJson,
  write: (value) => JSON.stringify(value),
  writeAgain: (value) => JSON.stringify(value),
};

/** Makes the checks of `assertSound` faster, on the text. */
export function parseJson(text: string): JsonValue {
  // A shorter text cannot exceed any of the limits.
  if (text.length > maximumDepth) assertTextWithinLimits(text);
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

const quote = 0x22;
const backslash = 0x5c;

/** Counts brackets and colons outside strings, whether the text is valid JSON or not. */
function assertTextWithinLimits(text: string): void {
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
  assertWithinLimits(deepest, holders, members);
}
