import { refuseInBody } from '../../../base/errors.ts';
import { stepDown } from '../../../base/json.ts';
import type { Delivery } from '../../../pipeline/exchange.ts';
import type { StatusInput } from '../../../pipeline/review-answer.ts';
import type { FaultDocument } from '../../documents.ts';
import type { Latency } from './latency.ts';
import { readLatency } from './latency.ts';

/** What happens to a reply, or to the change that it reports. */
export interface InjectedFault {
  readonly latency: Latency | undefined;
  /** One of these is the status of the reply; undefined: the usual status. */
  readonly statuses: StatusInput | undefined;
  readonly bytesPerSecond: number | undefined;
  readonly end: Delivery['end'];
  /** Undefined: the change takes effect, unless another reply replaces the usual one. */
  readonly effect: 'kept' | 'lost' | undefined;
}

/** How many requests each credential may send. */
export interface RateLimit {
  readonly limit: number;
  /** In seconds. */
  readonly window: number;
  /** How many requests may come at once. */
  readonly burst: number;
}

export const whole: Delivery['end'] = { kind: 'whole' };
export const mostBytes = 1_000_000_000;

/** Does not read `rate_limit`: see `readRateLimit`. */
export function readFault(fault: FaultDocument, pointer: string): InjectedFault {
  const { latency, status, bytes_per_second: bytesPerSecond, effect } = fault;
  // A member that is `false` asks for nothing.
  if (Object.values(fault).every((member) => member === false)) {
    throw refuseInBody(pointer, `must ask for one of ${members.join(', ')}`, 'minProperties');
  }
  return {
    latency: latency === undefined ? undefined : readLatency(latency, stepDown(pointer, 'latency')),
    statuses: typeof status === 'number' ? [status] : status,
    bytesPerSecond,
    end: readEnd(fault, pointer),
    effect,
  };
}

const members: readonly (keyof FaultDocument)[] = [
  'latency',
  'status',
  'rate_limit',
  'reset',
  'hang',
  'truncate',
  'bytes_per_second',
  'effect',
];

export function readRateLimit({
  limit,
  window,
  burst = limit,
}: NonNullable<FaultDocument['rate_limit']>): RateLimit {
  return { limit, window, burst };
}

function readEnd(
  { reset = false, hang = false, truncate = false }: FaultDocument,
  pointer: string,
): Delivery['end'] {
  const ends: Delivery['end'][] = [];
  if (reset) ends.push({ kind: 'reset' });
  if (hang) ends.push({ kind: 'hang' });
  if (truncate !== false)
    ends.push({ kind: 'cut', after: truncate === true ? undefined : truncate });
  const [end = whole, other] = ends;
  if (!other) return end;
  const message = 'a reply ends in one way: leave all but one of reset, hang and truncate out';
  throw refuseInBody(pointer, message, 'oneOf');
}
