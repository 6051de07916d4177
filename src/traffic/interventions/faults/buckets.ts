import { createHash } from 'node:crypto';

import type { Authenticated } from '../../../pipeline/exchange.ts';
import type { RateLimit } from './faults.ts';

/** What is left of a rate limit, for one who asks. */
export interface Allowance {
  readonly isExceeded: boolean;
  /** How many more requests may come now. */
  readonly remaining: number;
  /** Seconds until as many may come as at first. */
  readonly untilFull: number;
  /** Seconds until one more may come. */
  readonly untilNext: number;
}

/** Buckets of tokens: each request takes one, and time puts them back. */
export interface Buckets {
  /** What would be left if the request took one. */
  look(key: string, limit: RateLimit, now: number): Allowance;
  /** Takes one. */
  take(key: string, limit: RateLimit, now: number): Allowance;
  /** Forgets those whose key begins so. */
  drop(start: string): void;
}

interface Bucket {
  readonly tokens: number;
  /** Milliseconds since the epoch, by the clock of its world. */
  readonly at: number;
}

/** More than these are not kept: whoever hasn't asked for longest has a full one again. */
const mostBuckets = 10_000;

export function createBuckets(most: number = mostBuckets): Buckets {
  const buckets = new Map<string, Bucket>();
  const fill = (key: string, { limit, window, burst }: RateLimit, now: number): number => {
    const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: now };
    // A clock may be put back.
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

/** Whose bucket it is: that of the credentials that were shown, or that of all who show none. */
export function identify({ admissions: [first] }: Authenticated): string {
  const credentials = first?.credentials ?? [];
  if (credentials.length === 0) return 'nobody';
  const secrets = credentials.map(({ name, value }) => [name, value]);
  return createHash('sha256').update(JSON.stringify(secrets)).digest('base64');
}

/** Fractions of a token come from the clock, and are not exact. */
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
