import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { stepDown } from '../../../base/json.ts';
import type { Delivery } from '../../../pipeline/exchange.ts';
import type { StatusWish } from '../../../pipeline/review-answer.ts';
import type { Wish } from '../../matching/read-members.ts';
import { readFlag, readNumber, readWish, refuseWish } from '../../matching/read-members.ts';
import type { Latency } from './latency.ts';
import { readLatency } from './latency.ts';

/** What is done to a reply, or to what it tells of. */
export interface Fault {
  readonly latency: Latency | undefined;
  /** What is answered; undefined: what would be anyway. */
  readonly statuses: StatusWish | undefined;
  readonly bytesPerSecond: number | undefined;
  readonly end: Delivery['end'];
  /** Undefined: kept, unless another status takes the place of the reply. */
  readonly effect: 'kept' | 'lost' | undefined;
}

/** How often a credential may ask. */
export interface RateLimit {
  readonly limit: number;
  /** In seconds. */
  readonly window: number;
  /** How many may come at once. */
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

/** Its rate limit is another matter: see `readRateLimit`. */
export function readFault(value: JsonValue, pointer: string): Fault {
  const wish = readWish(value, pointer, members);
  const { latency, status, effect } = wish.value;
  // `false` asks for nothing, either.
  if (Object.values(wish.value).every((member) => member === false)) {
    throw refuseWish(pointer, `must ask for one of ${members.join(', ')}`, 'minProperties');
  }
  if (effect !== undefined && effect !== 'kept' && effect !== 'lost') {
    throw refuseWish(stepDown(pointer, 'effect'), 'must be "kept" or "lost"', 'enum');
  }
  return {
    latency: latency === undefined ? undefined : readLatency(latency, stepDown(pointer, 'latency')),
    statuses: status === undefined ? undefined : readStatuses(status, stepDown(pointer, 'status')),
    bytesPerSecond: readNumber(wish, 'bytes_per_second', { least: 1, most: mostBytes }),
    end: readEnd(wish),
    effect,
  };
}

const mostRequests = 1_000_000;

export function readRateLimit({ rate_limit: given }: JsonObject, pointer: string): RateLimit {
  const place = stepDown(pointer, 'rate_limit');
  const wish = readWish(given, place, ['limit', 'window', 'burst']);
  const requests = { least: 1, most: mostRequests, isWhole: true };
  const limit = readNumber(wish, 'limit', requests);
  const window = readNumber(wish, 'window', { least: 1, most: 86_400 });
  if (limit === undefined || window === undefined) {
    const message = 'must have "limit", a number of requests, and "window", in seconds';
    throw refuseWish(place, message, 'required');
  }
  return { limit, window, burst: readNumber(wish, 'burst', requests) ?? limit };
}

function readStatuses(wish: JsonValue, pointer: string): StatusWish {
  const message = 'must be a status from 200 to 599, a list of them, "4XX", "5XX" or "any"';
  if (typeof wish === 'string') {
    const found = classes.find((one) => one === wish);
    if (found) return found;
    throw refuseWish(pointer, message, 'enum');
  }
  const list: readonly JsonValue[] = Array.isArray(wish) ? wish : [wish];
  if (list.length === 0 || list.length > 100) throw refuseWish(pointer, message, 'minItems');
  return list.map((status) => {
    if (typeof status === 'number' && Number.isInteger(status) && status >= 200 && status < 600) {
      return status;
    }
    throw refuseWish(pointer, message, 'range');
  });
}

const classes = ['2XX', '3XX', '4XX', '5XX', 'any'] as const;

function readEnd(wish: Wish): Delivery['end'] {
  const { truncate = false } = wish.value;
  const ends: Delivery['end'][] = [];
  if (readFlag(wish, 'reset')) ends.push({ kind: 'reset' });
  if (readFlag(wish, 'hang')) ends.push({ kind: 'hang' });
  if (truncate === true) ends.push({ kind: 'cut', after: undefined });
  else if (truncate !== false) {
    const after = readNumber(wish, 'truncate', { least: 0, most: mostBytes, isWhole: true });
    ends.push({ kind: 'cut', after });
  }
  const [end = whole, other] = ends;
  if (!other) return end;
  const message = 'a reply ends in one way: leave all but one of reset, hang and truncate out';
  throw refuseWish(wish.pointer, message, 'oneOf');
}
