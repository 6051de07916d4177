import { plainName } from '../../../base/names.ts';
import type { Operation } from '../../operations.ts';
import type { Stateful } from '../plan.ts';
import { bodyOf } from '../views/record-spots.ts';
import type { Records, RecordSpot } from '../views/records.ts';

const masks: ReadonlySet<string> = new Set(['updatemask', 'fieldmask']);

/** What says which members of its body a request changes: in the query, or beside the record. */
export function maskOf(
  records: Records,
  operation: Operation,
  given: RecordSpot | undefined,
): Stateful['mask'] {
  const asked = operation.parameters.find(
    (one) => one.in === 'query' && masks.has(plainName(one.name)),
  );
  if (asked) return { in: 'query', name: asked.name };
  const body = bodyOf(operation);
  if (!body || !given || given.steps.length !== 1) return undefined;
  const name = [...records.members(body).keys()].find((one) => masks.has(plainName(one)));
  return name === undefined ? undefined : { in: 'body', name };
}
