import type { Violation } from '../../base/errors.ts';
import { ApiError, describeViolation } from '../../base/errors.ts';
import { encodePart } from '../../base/texts.ts';
import type { Parents, CollectionShape } from '../record.ts';

/** A violation in the sent body. */
export function complain(pointer: string, message: string, keyword = 'record'): Violation {
  return { in: 'body', pointer, message, keyword };
}

/** A refusal lists at most this many violations. */
const mostShown = 100;

/** Where the check was on, the detail says how to switch it off. */
export function refuseFaults(faults: readonly Violation[], isChecked: boolean): ApiError {
  const shown = faults.slice(0, mostShown);
  const rest = faults.length - shown.length;
  const more = rest === 0 ? '' : `; and ${rest} more`;
  const way = isChecked
    ? '; ?check=false (in the library { check: false }) takes what breaks the schema, too'
    : '';
  const detail = `${shown.map(describeViolation).join('; ')}${more}. Nothing was changed${way}.`;
  return new ApiError('invalid-request', detail, { violations: shown });
}

export function refuseCollection(known: readonly string[], name: string): ApiError {
  const detail = `There is no collection "${name}". There is: ${known.join(', ') || 'none'}.`;
  return new ApiError('record-not-found', detail);
}

export function refuseKey({ name, key: own, parents }: CollectionShape, key: string): ApiError {
  if (own) return new ApiError('record-not-found', `There is no "${key}" in ${name}.`);
  const where =
    parents.length === 0 ? 'There is only one' : 'There is one under each of its parents';
  const hint = key === '' ? '' : ` ${where}: its key is written "-".`;
  return new ApiError('record-not-found', `There is no such record in ${name}.${hint}`);
}

/** Several records have the key, and the request does not say under which parents. */
export function refuseChoice(
  shape: CollectionShape,
  key: string,
  found: readonly Parents[],
): ApiError {
  const shown = found.slice(0, 10).map((parents) => `?${toQuery(shape, parents)}`);
  const rest = found.length - shown.length;
  const more = rest === 0 ? '' : ` and ${rest} more`;
  const what = shape.kind === 'singleton' ? 'the one record' : `"${key}"`;
  const detail = `In ${shape.name} there are ${found.length} of ${what}, under several parents. Say which in the query: ${shown.join(' or ')}${more}.`;
  return new ApiError('ambiguous-record', detail);
}

function toQuery({ parents: declared }: CollectionShape, parents: Parents): string {
  return declared
    .flatMap(({ parameter }, index) => {
      const parent = parents[index];
      if (parent === undefined) return [];
      return [`${encodePart(parameter)}=${encodePart(parent)}`];
    })
    .join('&');
}
