import type { Violation } from '../../base/errors.ts';
import { ApiError, SizeError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { findIllFormed } from '../../base/texts.ts';

/** By which a violation tells that it is about the form of a text, not about what it says. */
export const syntaxKeyword = 'syntax';

/** The refusal of a body that can not be read; the message goes on from "The body". */
export function malformed(message: string): ApiError {
  return new ApiError('malformed-request', `The body ${message}.`, {
    violations: [{ in: 'body', pointer: '', message, keyword: syntaxKeyword }],
  });
}

/** Refuses a body that has a text which is no Unicode, or a number that is too large, and says where. */
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

/** The refusal of a body that is too large in a way that its bytes don't tell. */
export function tooMuch(what: string): ApiError {
  return new ApiError('content-too-large', `The body may have at most ${what}.`);
}

/** Readers of the contract say what they can't read with a SyntaxError. */
export function readOrRefuse<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SizeError) throw tooMuch(error.message);
    if (error instanceof SyntaxError) throw malformed(`${what}: ${error.message}`);
    throw error;
  }
}
