import type { Violation } from '../../base/errors.ts';
import { ApiError, describeViolation } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { memberAt, stepDown, textOf } from '../../base/json.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { FiledMember, RecordKeys } from './filing.ts';
import { filingOf } from './filing.ts';

/** Refuses a change of key or parents. `above` are the steps to the record in the body. */
export function requireSamePlace(
  collection: Collection,
  filing: RecordKeys,
  sent: JsonObject,
  above: readonly string[] = [],
): void {
  const isMoved = ([steps, text]: FiledMember): boolean => {
    const wanted = memberAt(sent, steps);
    if (wanted === undefined || text === undefined || textOf(wanted) === text) return false;
    return collection.hasMember(steps[0] ?? '');
  };
  const violations = filingOf(collection, filing)
    .filter(isMoved)
    .map(([steps]): Violation => ({
      in: 'body',
      pointer: [...above, ...steps].reduce(stepDown, ''),
      message: 'tells where the record is filed and can not be changed',
      keyword: 'readOnly',
    }));
  if (violations.length === 0) return;
  throw new ApiError('invalid-request', `${violations.map(describeViolation).join('; ')}.`, {
    violations,
  });
}
