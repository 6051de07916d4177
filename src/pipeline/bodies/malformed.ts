import type { Violation } from '../../base/errors.ts';
import { ApiError, SizeError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { findIllFormed } from '../../base/texts.ts';

/** The keyword of a violation that is about the syntax of a text, not its content. */
export const syntaxKeyword = 'syntax';

/** The refusal of a body that cannot be read; the message continues after "The body". */
export function malformed(message: string): ApiError {
  return new ApiError('malformed-request', `The body ${message}.`, {
    violations: [{ in: 'body', pointer: '', message, keyword: syntaxKeyword }],
  });
}

/** Refuses a text that is not valid Unicode and a number that is too large, and says where. */
export function assertWellFormed(value: JsonValue): JsonValue {
  const found = findIllFormed(value);
  if (found) throw refuseIllFormed(found);
  return value;
}

export function refuseIllFormed(found: Omit<Violation, 'in'>): ApiError {
  const { pointer, message } = found;
  const place = pointer === '' ? 'The body' : `The body at ${pointer}`;
  return new ApiError('malformed-request', `${place} ${message}.`, {
    violations: [{ ...found, in: 'body' }],
  });
}

/** The refusal of a body that exceeds another limit than that of its total bytes. */
export function tooMuch(what: string): ApiError {
  return new ApiError('content-too-large', `The body may have at most ${what}.`);
}

/** Turns a SyntaxError, which the body readers of `contract/` throw, into a refusal. */
export function readOrRefuse<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SizeError) throw tooMuch(error.message);
    if (error instanceof SyntaxError) throw malformed(`${what}: ${error.message}`);
    throw error;
  }
}
