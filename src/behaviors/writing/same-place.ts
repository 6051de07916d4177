import type { Collection } from '../../contract/plan/plan.ts';
import type { Violation } from '../../errors.ts';
import { ApiError, describeViolation } from '../../errors.ts';
import type { JsonObject } from '../../json.ts';
import { memberAt, stepDown, textOf } from '../../json.ts';
import type { Filing } from './filing.ts';
import { filingOf } from './filing.ts';

/**
 * What files a record, its key and the parents that it shows, is for no change to say anew. `above`
 * are the steps to the record in the body.
 */
export function requireSamePlace(
  collection: Collection,
  filing: Filing,
  sent: JsonObject,
  above: readonly string[] = [],
): void {
  const violations = filingOf(collection, filing)
    .filter(([steps, text]) => {
      const wanted = memberAt(sent, steps);
      const isShown = collection.hasMember(steps[0] ?? '');
      return isShown && text !== undefined && wanted !== undefined && textOf(wanted) !== text;
    })
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
