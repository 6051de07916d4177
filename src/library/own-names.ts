import type { Violation } from '../base/errors.ts';
import { ApiError, describeViolation } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';

/** The names of members: for each of the library the one that the control API has for it. */
export type OwnNames = ReadonlyMap<string, string>;

/** Does what the control API does, too, and refuses what it refuses in the library's own names. */
export function inOwnNames<T>(names: OwnNames, task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw error instanceof ApiError ? rename(error, names) : error;
  }
}

export function renameMembers(members: JsonObject, names: OwnNames): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [names.get(name) ?? name, value]),
  );
}

function rename(error: ApiError, names: OwnNames): ApiError {
  const violations = error.violations.map((violation) => renameIn(violation, names));
  if (violations.length === 0) return error;
  const detail = `${violations.map(describeViolation).join('; ')}.`;
  return new ApiError(error.code, detail, { violations, cause: error });
}

/** What stands elsewhere speaks of names that the contract or the caller has given. */
function renameIn(violation: Violation, names: OwnNames): Violation {
  if (!/\/(?:fault|times)(?:\/|$)/.test(violation.pointer)) return violation;
  const write = (text: string): string =>
    [...names].reduce((said, [ours, theirs]) => said.replaceAll(theirs, ours), text);
  return { ...violation, pointer: write(violation.pointer), message: write(violation.message) };
}
