import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { stepDown } from '../../../base/json.ts';
import type { Delivery } from '../../../pipeline/exchange.ts';
import type { StatusInput } from '../../../pipeline/review-answer.ts';
import type { Input } from '../../matching/read-members.ts';
import { readFlag, readNumber, readInput, refuseInput } from '../../matching/read-members.ts';
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

const members = [
  'latency',
  'status',
  'rate_limit',
  'reset',
  'hang',
  'truncate',
  'bytes_per_second',
  'effect',
] as const;

/** Does not read `rate_limit`: see `readRateLimit`. */
export function readFault(value: JsonValue, pointer: string): InjectedFault {
  const input = readInput(value, pointer, members);
  const { latency, status, effect } = input.value;
  // A member that is `false` asks for nothing.
  if (Object.values(input.value).every((member) => member === false)) {
    throw refuseInput(pointer, `must ask for one of ${members.join(', ')}`, 'minProperties');
  }
  if (effect !== undefined && effect !== 'kept' && effect !== 'lost') {
    throw refuseInput(stepDown(pointer, 'effect'), 'must be "kept" or "lost"', 'enum');
  }
  return {
    latency: latency === undefined ? undefined : readLatency(latency, stepDown(pointer, 'latency')),
    statuses: status === undefined ? undefined : readStatuses(status, stepDown(pointer, 'status')),
    bytesPerSecond: readNumber(input, 'bytes_per_second', { least: 1, most: mostBytes }),
    end: readEnd(input),
    effect,
  };
}

const mostRequests = 1_000_000;

export function readRateLimit({ rate_limit: given }: JsonObject, pointer: string): RateLimit {
  const place = stepDown(pointer, 'rate_limit');
  const input = readInput(given, place, ['limit', 'window', 'burst']);
  const requests = { least: 1, most: mostRequests, isWhole: true };
  const limit = readNumber(input, 'limit', requests);
  const window = readNumber(input, 'window', { least: 1, most: 86_400 });
  if (limit === undefined || window === undefined) {
    const message = 'must have "limit", a number of requests, and "window", in seconds';
    throw refuseInput(place, message, 'required');
  }
  return { limit, window, burst: readNumber(input, 'burst', requests) ?? limit };
}

function readStatuses(input: JsonValue, pointer: string): StatusInput {
  const message = 'must be a status from 200 to 599, a list of them, "4XX", "5XX" or "any"';
  if (typeof input === 'string') {
    const found = classes.find((one) => one === input);
    if (found) return found;
    throw refuseInput(pointer, message, 'enum');
  }
  const list: readonly JsonValue[] = Array.isArray(input) ? input : [input];
  if (list.length === 0 || list.length > 100) throw refuseInput(pointer, message, 'minItems');
  return list.map((status) => {
    if (typeof status === 'number' && Number.isInteger(status) && status >= 200 && status < 600) {
      return status;
    }
    throw refuseInput(pointer, message, 'range');
  });
}

const classes = ['2XX', '3XX', '4XX', '5XX', 'any'] as const;

function readEnd(input: Input): Delivery['end'] {
  const { truncate = false } = input.value;
  const ends: Delivery['end'][] = [];
  if (readFlag(input, 'reset')) ends.push({ kind: 'reset' });
  if (readFlag(input, 'hang')) ends.push({ kind: 'hang' });
  if (truncate === true) ends.push({ kind: 'cut', after: undefined });
  else if (truncate !== false) {
    const after = readNumber(input, 'truncate', { least: 0, most: mostBytes, isWhole: true });
    ends.push({ kind: 'cut', after });
  }
  const [end = whole, other] = ends;
  if (!other) return end;
  const message = 'a reply ends in one way: leave all but one of reset, hang and truncate out';
  throw refuseInput(input.pointer, message, 'oneOf');
}
