import type { Reply } from '../../../pipeline/exchange.ts';
import { fitsHeader } from '../../../pipeline/review-answer.ts';
import type { Allowance } from './buckets.ts';

/** How a credential stands with a limit, at a time in milliseconds since the epoch. */
export interface Standing {
  readonly limit: number;
  readonly allowance: Allowance;
  readonly now: number;
}

/**
 * The headers of a reply, with the truth in those by which contracts tell of limits themselves
 * (`X-RateLimit-Remaining` and its like): nobody else knows it, so it was made up.
 */
export function tellInDeclared(reply: Reply, standing: Standing): readonly string[] {
  return reply.headers.map((text, at, all) => {
    const name = at % 2 === 1 ? (all[at - 1] ?? '') : '';
    return listTruths(name, standing).find((truth) => fits(reply, name, truth)) ?? text;
  });
}

/** What a header of that name may say, the likeliest first; empty: it is none of these. */
function listTruths(name: string, standing: Standing): readonly string[] {
  const { limit, allowance } = standing;
  const [, mark = '', what = ''] =
    /^(x-)?rate-?limit-(limit|remaining|reset)$/.exec(name.toLowerCase()) ?? [];
  if (what === 'limit') return [String(limit)];
  if (what === 'remaining') return [String(allowance.remaining)];
  return what === 'reset' ? listResets(mark, standing) : [];
}

/** With an X those that are well known count from the epoch; the draft without it counts from now. */
function listResets(mark: string, { allowance, now }: Standing): readonly string[] {
  const seconds = String(allowance.untilFull);
  const moment = now + allowance.untilFull * 1000;
  const since = String(Math.ceil(moment / 1000));
  const date = new Date(moment).toISOString();
  return mark === '' ? [seconds, since, date] : [since, seconds, date];
}

function fits({ operation, status }: Reply, name: string, text: string): boolean {
  return operation !== undefined && fitsHeader(operation, status, name, text);
}
