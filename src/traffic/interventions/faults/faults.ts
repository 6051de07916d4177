import { refuseInBody } from '../../../base/errors.ts';
import { stepDown } from '../../../base/json.ts';
import type { Delivery } from '../../../pipeline/exchange.ts';
import type { StatusInput } from '../../../pipeline/review-answer.ts';
import type { FaultDocument } from '../../documents.ts';
import type { DrawChance } from '../draws.ts';

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

/** Returns the delay of a reply, in milliseconds. */
export type Latency = (draw: DrawChance) => number;

/** How many requests each credential may send. */
export interface RateLimit {
  readonly limit: number;
  /** In seconds. */
  readonly window: number;
  /** How many requests may come at once. */
  readonly burst: number;
}

const whole: Delivery['end'] = { kind: 'whole' };
export const mostBytes = 1_000_000_000;

/** Does not read `rate_limit`, which is no fault of one reply. */
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
  'expired',
  'reset',
  'hang',
  'truncate',
  'bytes_per_second',
  'effect',
];

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

/** One hour. */
const longestDelay = 3_600_000;

export function readLatency(
  input: NonNullable<FaultDocument['latency']>,
  pointer: string,
): Latency {
  if (typeof input !== 'object') return alwaysAfter(readDuration(input, pointer));
  if ('fixed' in input) return alwaysAfter(readDuration(input.fixed, stepDown(pointer, 'fixed')));
  return 'uniform' in input
    ? readUniform(input.uniform, stepDown(pointer, 'uniform'))
    : readLogNormal(input.log_normal, stepDown(pointer, 'log_normal'));
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds from a text such as `800` or `2s`; undefined if it is invalid or above one hour. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = 'ms'] = /^(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)?$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (units[unit] ?? Number.NaN);
  return milliseconds <= longestDelay ? milliseconds : undefined;
}

function alwaysAfter(delay: number): Latency {
  return () => delay;
}

type Duration = number | string;

function readDuration(input: Duration, pointer: string): number {
  const duration = typeof input === 'number' ? input : parseDuration(input);
  if (duration !== undefined) return duration;
  const message = 'must be milliseconds, or a duration such as 800ms or 2s, of an hour at most';
  throw refuseInBody(pointer, message, 'duration');
}

function readUniform([first, last]: readonly [Duration, Duration], pointer: string): Latency {
  const from = readDuration(first, stepDown(pointer, 0));
  const to = readDuration(last, stepDown(pointer, 1));
  if (from > to) {
    throw refuseInBody(pointer, 'must be two durations, the shorter one first', 'range');
  }
  return (draw) => from + (to - from) * draw('latency');
}

interface LogNormal {
  readonly median: Duration;
  readonly sigma?: number;
  readonly most?: Duration;
}

function readLogNormal(input: LogNormal, pointer: string): Latency {
  const { sigma = 0.5 } = input;
  const median = readDuration(input.median, stepDown(pointer, 'median'));
  const most = readDuration(input.most ?? longestDelay, stepDown(pointer, 'most'));
  return (draw) => {
    // Box-Muller transform: two uniform draws make one normal value.
    const radius = Math.sqrt(-2 * Math.log(1 - draw('latency')));
    const normal = radius * Math.cos(2 * Math.PI * draw('latency angle'));
    return Math.min(most, median * Math.exp(sigma * normal));
  };
}
