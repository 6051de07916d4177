import type { ProblemCode } from '../../base/catalogue.ts';
import { catalogue } from '../../base/catalogue.ts';
import type { ApiError } from '../../base/errors.ts';
import { hasAllScopes } from '../../pipeline/credentials/authorize.ts';
import { presentedCredential } from '../../pipeline/credentials/credentials.ts';
import type { Parameters, Passage, Reached } from '../../pipeline/exchange.ts';
import type { PointMap } from './points.ts';
import { nameMissing } from './points.ts';
import type { Column, Counts } from './value-points.ts';
import { countValues, count, createCounts, forced, genuine } from './value-points.ts';

/** What requests covered of one operation. */
export interface OperationTally {
  readonly map: PointMap;
  readonly counts: Counts;
  requests: number;
  forced: number;
  /** The point of each status that was answered; undefined where the contract declares none. */
  readonly answered: Map<number, number | undefined>;
}

export function createTally(map: PointMap): OperationTally {
  const counts = createCounts(map.points.length);
  return { map, counts, requests: 0, forced: 0, answered: new Map() };
}

/** Counts the points that a request covers, as far as it got on the road. */
export function countPassage(tally: OperationTally, { reached, reply }: Passage): void {
  const { parameters } = reached;
  const isForced = reply.forced !== undefined || reached.preferences !== undefined;
  const column = isForced ? forced : genuine;
  if (isForced) tally.forced += 1;
  else tally.requests += 1;
  countLetIn(tally, reached, column);
  if (parameters) countValid(tally, reached, parameters, column);
  const { verdict } = reply;
  if (verdict.kind === 'served') countStatus(tally, reply.status, column);
  else if (verdict.kind === 'breach') countFailure(tally, reply.status, column);
  else if (!isOfServer(verdict.error.code)) {
    countStatus(tally, reply.status, column);
    countRefusal(tally, reached, verdict.error, column);
  }
}

/** Whether only a mock server gives this refusal, whatever its status. */
function isOfServer(code: ProblemCode): boolean {
  return catalogue[code].isOurs === true || code === 'internal-error' || code === 'shutting-down';
}

function countValid(
  { map, counts }: OperationTally,
  { content }: Reached,
  parameters: Parameters,
  column: Column,
): void {
  count(counts, map.called, column);
  const { assumed } = parameters;
  for (const { parameter, present, absent, values } of map.parameters) {
    const { name, in: where } = parameter;
    const among = parameters[where];
    // The server assumes a default for a parameter that was not sent. A default covers nothing.
    const isSent = Object.hasOwn(among, name) && !assumed?.includes(parameter);
    if (isSent) {
      count(counts, present, column);
      if (values) countValues(among[name] ?? null, values, counts, column);
    } else if (absent !== undefined) count(counts, absent, column);
  }
  const body = content && map.media.get(content.media);
  if (!content || !body) return;
  count(counts, body.sent, column);
  if (body.values) countValues(content.value, body.values, counts, column);
}

function countStatus(tally: OperationTally, status: number, column: Column): void {
  const { answered, counts } = tally;
  if (!answered.has(status)) answered.set(status, findStatus(tally.map, status));
  const index = answered.get(status);
  if (index !== undefined) count(counts, index, column);
}

/** A breach covers a declared status only as a server error: that is how a service fails. */
function countFailure(tally: OperationTally, status: number, column: Column): void {
  if (status >= 500) countStatus(tally, status, column);
}

/** The same order as for replies: the exact status, then its range, then `default`. */
function findStatus({ statuses }: PointMap, status: number): number | undefined {
  return (
    statuses.get(String(status)) ??
    statuses.get(`${Math.floor(status / 100)}XX`) ??
    statuses.get('default')
  );
}

const none: readonly never[] = [];

function countLetIn(
  { map, counts }: OperationTally,
  { admission, admissions = none }: Reached,
  column: Column,
): void {
  if (!admission) return;
  const [only] = admissions;
  if (only && admissions.length === 1) {
    const index = map.admitted.get(only.requirement);
    if (index !== undefined) count(counts, index, column);
    return;
  }
  for (const one of admissions) {
    const index = map.admitted.get(one.requirement);
    // A request with credentials does not cover the alternative that needs none.
    if (index === undefined || one.requirement.length === 0) continue;
    if (one === admission || hasAllScopes(one)) count(counts, index, column);
  }
}

const lockingOut: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'missing-credentials',
  'invalid-credentials',
  'insufficient-scope',
  'out-of-reach',
]);

function countRefusal(
  tally: OperationTally,
  reached: Reached,
  { code, violations }: ApiError,
  column: Column,
): void {
  if (lockingOut.has(code)) countLockedOut(tally, reached, column);
  if (code !== 'invalid-request') return;
  for (const { in: where, pointer, keyword } of violations) {
    const index =
      keyword === 'required' ? tally.map.missing.get(nameMissing(where, pointer)) : undefined;
    if (index !== undefined) count(tally.counts, index, column);
  }
}

/** Counts each alternative for which the request shows a credential, or that it shows none. */
function countLockedOut({ map, counts }: OperationTally, reached: Reached, column: Column): void {
  let isAnyShown = false;
  for (const [requirement, index] of map.refused) {
    const isShown = requirement.some(
      ({ scheme }) => presentedCredential(scheme, reached) !== undefined,
    );
    isAnyShown ||= isShown;
    if (isShown) count(counts, index, column);
  }
  if (!isAnyShown && map.unknown !== undefined) count(counts, map.unknown, column);
}
