import type { Violation } from '../base/errors.ts';
import { ApiError, endSentence, inOneLine } from '../base/errors.ts';
import { fromWire } from '../traffic/wire-names.ts';

/**
 * Runs the task of a call, and tells its refusals as the library does: by the name of the call and
 * its own names of members. `names`: further pairs of names, of the control API and of the library.
 */
export function inOwnNames<T>(
  call: string,
  task: () => T,
  names: readonly (readonly [string, string])[] = [],
): T {
  try {
    return task();
  } catch (error) {
    if (!(error instanceof ApiError) || error.violations.length === 0) throw error;
    const told = error.violations.map((violation) => {
      const { pointer, message } = renameViolation(violation, names);
      return pointer === '' ? message : `${pointer}: ${message}`;
    });
    const refusal = new TypeError(inOneLine(endSentence(`${call}: ${told.join('; ')}`)));
    // Without a cause: it would say the same again, with members that only a reply needs.
    throw refusal;
  }
}

/** Leaves other places alone: their names come from the contract or the test. */
function renameViolation(
  violation: Violation,
  names: readonly (readonly [string, string])[],
): Violation {
  const isOurs = /\/(?:fault|times)(?:\/|$)/.test(violation.pointer);
  const pairs = isOurs ? [...fromWire, ...names] : names;
  const { pointer, message } = violation;
  return { ...violation, pointer: inOwnText(pointer, pairs), message: inOwnText(message, pairs) };
}

function inOwnText(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((said, [theirs, ours]) => said.replaceAll(theirs, ours), text);
}
