import { createHash } from 'node:crypto';

import type { Authenticated } from '../../../pipeline/exchange.ts';
import type { RateLimit } from './faults.ts';

/** What a rate limit still allows one client. */
export interface Allowance {
  readonly isExceeded: boolean;
  /** How many more requests are allowed now. */
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly untilFull: number;
  /** Seconds until one more request is allowed. */
  readonly untilNext: number;
}

/** Token buckets: each request takes a token, and time refills them. */
export interface Buckets {
  /** What `take` would return, without taking a token. */
  look(key: string, limit: RateLimit, now: number): Allowance;
  /** Takes a token if there is one. */
  take(key: string, limit: RateLimit, now: number): Allowance;
  /** Removes the buckets whose keys begin with this text. */
  drop(start: string): void;
}

interface Bucket {
  readonly tokens: number;
  /** In milliseconds since the epoch, by the clock of the world. */
  readonly at: number;
}

/** Above this number, the bucket that was unused longest is removed, which makes it full again. */
const mostBuckets = 10_000;

export function createBuckets(most: number = mostBuckets): Buckets {
  const buckets = new Map<string, Bucket>();
  const fill = (key: string, { limit, window, burst }: RateLimit, now: number): number => {
    const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: now };
    // Tests may set the clock of a world back.
    return Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * (limit / window));
  };
  return {
    look: (key, limit, now) => describe(fill(key, limit, now), limit),
    take(key, limit, now) {
      const tokens = fill(key, limit, now);
      const allowance = describe(tokens, limit);
      buckets.delete(key);
      buckets.set(key, { tokens: tokens - (allowance.isExceeded ? 0 : 1), at: now });
      const [oldest] = buckets.size > most ? buckets.keys() : [];
      if (oldest !== undefined) buckets.delete(oldest);
      return allowance;
    },
    drop(start) {
      for (const key of buckets.keys()) if (key.startsWith(start)) buckets.delete(key);
    },
  };
}

/** Identifies the bucket's owner by its credentials; all requests without credentials share one. */
export function identify({ admissions: [first] }: Authenticated): string {
  const credentials = first?.credentials ?? [];
  if (credentials.length === 0) return 'nobody';
  const secrets = credentials.map(({ name, value }) => [name, value]);
  return createHash('sha256').update(JSON.stringify(secrets)).digest('base64');
}

/** Refills are fractions of a token, and their sums are not exact. */
const precision = 1e-6;

function describe(tokens: number, { limit, window, burst }: RateLimit): Allowance {
  const isExceeded = tokens < 1 - precision;
  const left = isExceeded ? tokens : tokens - 1;
  const secondsFor = (count: number): number =>
    Math.max(0, Math.ceil((count * window) / limit - precision));
  return {
    isExceeded,
    remaining: Math.max(0, Math.floor(left + precision)),
    untilFull: secondsFor(burst - left),
    untilNext: Math.max(1, secondsFor(1 - tokens)),
  };
}
