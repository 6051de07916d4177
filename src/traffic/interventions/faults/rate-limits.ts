import { ApiError } from '../../../base/errors.ts';
import type { Authenticated, Forced, Reply } from '../../../pipeline/exchange.ts';
import { markForced } from '../../../pipeline/intervene.ts';
import { fitsHeader } from '../../../pipeline/review-answer.ts';
import type { HeldOverride } from '../override-list.ts';
import { tallyIn } from '../override-list.ts';
import type { Allowance, Buckets } from './buckets.ts';
import { identify } from './buckets.ts';
import type { RateLimit } from './faults.ts';

/** Counts one request against its rate limits. */
export interface Meter {
  /** Refuses a request that exceeds a limit. */
  count(authenticated: Authenticated): void;
  /** Adds headers that tell what is left, if the request was counted. */
  mark(reply: Reply): Reply;
}

interface LimitedWorld {
  readonly name: string;
  readonly clock: { now(): number };
}

interface Counted {
  readonly held: HeldOverride;
  readonly limit: RateLimit;
  readonly allowance: Allowance;
}

export function createMeter(
  limits: readonly HeldOverride[],
  world: LimitedWorld,
  buckets: Buckets,
): Meter {
  let counted: readonly Counted[] = [];
  let exceeded: Counted | undefined;
  let now = 0;
  return {
    count(authenticated) {
      now = world.clock.now();
      const whose = identify(authenticated);
      const countBy = (how: 'look' | 'take'): readonly Counted[] =>
        limits.flatMap((held) => {
          const { limit, serial } = held;
          if (!limit) return [];
          const key = `${serial} ${world.name} ${whose}`;
          return [{ held, limit, allowance: buckets[how](key, limit, now) }];
        });
      // Looks first: a request that one limit refuses takes no token from the others.
      counted = countBy('look');
      exceeded = counted.find(({ allowance }) => allowance.isExceeded);
      if (exceeded) {
        tallyIn(exceeded.held, world.name).hits += 1;
        throw refuseOverLimit(exceeded);
      }
      counted = countBy('take');
    },
    mark(reply) {
      const scarcest = exceeded ?? findScarcest(counted);
      if (!scarcest) return reply;
      const { limit, allowance } = scarcest;
      const headers = tellInDeclared(reply, {
        limit: Math.max(limit.limit, limit.burst),
        allowance,
        now,
      });
      const own = ['RateLimit-Policy', listPolicies(counted), 'RateLimit', listLeft(counted)];
      const told = { ...reply, headers: [...withoutHeaders(headers), ...own] };
      return exceeded ? markForced(told, toForced(exceeded)) : told;
    },
  };
}

/** The limit with the fewest requests left. */
function findScarcest(counted: readonly Counted[]): Counted | undefined {
  const [first, ...others] = counted;
  return others.reduce(
    (scarcest, one) =>
      scarcest && scarcest.allowance.remaining <= one.allowance.remaining ? scarcest : one,
    first,
  );
}

function refuseOverLimit({ limit, allowance }: Counted): ApiError {
  const { untilNext } = allowance;
  const many = limit.limit === 1 ? 'one request' : `${limit.limit} requests`;
  const detail = `A credential may send ${many} in ${limit.window} s: wait ${untilNext} s.`;
  return new ApiError('rate-limited', detail, { headers: { 'Retry-After': String(untilNext) } });
}

function toForced({ held }: Counted): Forced {
  return { by: 'fault', id: held.id, what: 'rate limit' };
}

/** In the form of draft-ietf-httpapi-ratelimit-headers: quota, and window in seconds. */
function listPolicies(counted: readonly Counted[]): string {
  return counted
    .map(({ held, limit }) => `"${held.id}";q=${limit.limit};w=${Math.ceil(limit.window)}`)
    .join(', ');
}

function listLeft(counted: readonly Counted[]): string {
  return counted
    .map(({ held, allowance }) => `"${held.id}";r=${allowance.remaining};t=${allowance.untilFull}`)
    .join(', ');
}

/** Removes generated values: the contract may declare these headers, too. */
function withoutHeaders(headers: readonly string[]): readonly string[] {
  return headers.filter((_, at) => {
    const name = headers[at - (at % 2)]?.toLowerCase();
    return name !== 'ratelimit' && name !== 'ratelimit-policy';
  });
}

/** What a limit allows a client at `now`, in milliseconds since the epoch. */
interface LimitStanding {
  readonly limit: number;
  readonly allowance: Allowance;
  readonly now: number;
}

/** Replaces generated values of headers such as `X-RateLimit-Remaining` with real ones. */
function tellInDeclared(reply: Reply, standing: LimitStanding): readonly string[] {
  return reply.headers.map((text, at, all) => {
    const name = at % 2 === 1 ? (all[at - 1] ?? '') : '';
    return listTruths(name, standing).find((truth) => fits(reply, name, truth)) ?? text;
  });
}

/** The possible values of a limit header, the most likely first; empty for other headers. */
function listTruths(name: string, standing: LimitStanding): readonly string[] {
  const { limit, allowance } = standing;
  const [, mark = '', what = ''] =
    /^(x-)?rate-?limit-(limit|remaining|reset)$/.exec(name.toLowerCase()) ?? [];
  if (what === 'limit') return [String(limit)];
  if (what === 'remaining') return [String(allowance.remaining)];
  return what === 'reset' ? listResets(mark, standing) : [];
}

/** `X-RateLimit-Reset` usually counts from the epoch, the draft's header without `X-` from now. */
function listResets(mark: string, { allowance, now }: LimitStanding): readonly string[] {
  const seconds = String(allowance.untilFull);
  const moment = now + allowance.untilFull * 1000;
  const since = String(Math.ceil(moment / 1000));
  const date = new Date(moment).toISOString();
  return mark === '' ? [seconds, since, date] : [since, seconds, date];
}

function fits({ operation, status }: Reply, name: string, text: string): boolean {
  return operation !== undefined && fitsHeader(operation, status, name, text);
}
