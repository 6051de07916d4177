import type { Violation } from '../base/errors.ts';
import { ApiError, describeViolation } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';

/** Member names: from those of the library to those of the control API. */
export type OwnNames = ReadonlyMap<string, string>;

/** Runs a task, and rethrows refusals of the control API with the library's member names. */
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

/** Leaves other places alone: their names come from the contract or the test. */
function renameIn(violation: Violation, names: OwnNames): Violation {
  if (!/\/(?:fault|times)(?:\/|$)/.test(violation.pointer)) return violation;
  const write = (text: string): string =>
    [...names].reduce((said, [ours, theirs]) => said.replaceAll(theirs, ours), text);
  return { ...violation, pointer: write(violation.pointer), message: write(violation.message) };
}
