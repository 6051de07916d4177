import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { RequestPorts } from '../control/ports.ts';
import type { Verification } from '../traffic/expectations/verify.ts';
import type { RequestEntry } from '../traffic/journal/entry.ts';
import type { RequestFilter } from '../traffic/journal/filter.ts';
import type { MockMatch } from './overrides.ts';
import type { OwnNames } from './own-names.ts';
import { inOwnNames, renameMembers } from './own-names.ts';

/** The requests that came in: looking at them, and holding them to what was expected. */
export interface MockRequests<Filter, Input> {
  /** Those that are still kept and wanted, oldest first, without their secrets. */
  requests(filter?: Filter): readonly MockRequest[];
  /** Throws an `UnmetExpectation`, which names the calls that come nearest, unless it is met. */
  verify(expectation: Input): MockVerification;
  /** Forgets them. */
  clearRequests(): void;
}

/** Whether what was expected is what happened, and the calls that come nearest. */
export type MockVerification = Verification;

/** A request with its reply. */
export type MockRequest = RequestEntry;

/** Which requests are wanted; what is left out is not asked for. */
export interface MockRequestFilter extends RequestFilter {
  /** At most so many, the newest. */
  readonly limit?: number;
}

/** What an operation is expected to have been called with, and how often; without a number, at least once. */
export interface MockExpectation {
  /** The id of an operation. */
  readonly operation: string;
  /** What the calls must be like: their path parameters, query, headers and body. */
  readonly match?: MockMatch;
  /** Default: whichever. */
  readonly world?: string;
  /** Calls after a request, by its id, or since a moment. */
  readonly since?: number | Date;
  readonly times?: number | { readonly atLeast?: number; readonly atMost?: number };
  readonly never?: boolean;
}

/** What happened is not what was expected, or can't be told any more. */
export class UnmetExpectation extends Error {
  override readonly name = 'UnmetExpectation';
  readonly verification: Verification;

  constructor(verification: Verification) {
    super(describeVerification(verification));
    this.verification = verification;
  }
}

export function createMockRequests(
  ports: RequestPorts,
  world?: string,
): MockRequests<MockRequestFilter, MockExpectation> {
  return {
    requests({ limit, ...filter } = {}) {
      if (filter.operation !== undefined) ports.assertOperation(filter.operation, 'query');
      if (filter.since !== undefined) assertSince(filter.since);
      const own = world === undefined ? filter : { ...filter, world };
      return ports.journal().list(own, limit).entries;
    },
    verify(expectation) {
      if (expectation.since !== undefined) assertSince(expectation.since);
      const own = world === undefined ? expectation : { ...expectation, world };
      const verification = inOwnNames(toWire, () => ports.verify(writeInput(own)));
      // Of what is not kept any more nobody can say that it never was.
      const isSure = verification.isComplete || verification.wanted.atMost === undefined;
      if (!verification.isMet || !isSure) throw new UnmetExpectation(verification);
      return verification;
    },
    clearRequests: () => ports.journal().clear(world),
  };
}

/** As the control API takes it. */
function writeInput({ times, since, ...rest }: MockExpectation): JsonObject {
  const { operation, match, world, never, ...more } = rest;
  return {
    ...more,
    operation,
    // A trust edge: whoever reads it refuses what is no JSON.
    ...(match === undefined ? {} : { match: match as unknown as JsonObject }),
    ...(world === undefined ? {} : { world }),
    ...(never === undefined ? {} : { never }),
    ...(since === undefined ? {} : { since: since instanceof Date ? since.toISOString() : since }),
    ...(times === undefined ? {} : { times: writeTimes(times) }),
  };
}

/** Whoever reads it knows what is no number. */
function writeTimes(times: unknown): JsonValue {
  return isJsonObject(times) ? renameMembers(times, toWire) : (times as JsonValue);
}

/** Names that the control API writes in its own way. */
const toWire: OwnNames = new Map([
  ['atLeast', 'at_least'],
  ['atMost', 'at_most'],
]);

function assertSince(since: number | Date): void {
  const number = since instanceof Date ? since.getTime() : since;
  if (typeof number === 'number' && !Number.isNaN(number)) return;
  throw new TypeError(`since must be the id of a request or a Date, not ${String(since)}`);
}

function describeVerification({ message, nearest }: Verification): string {
  if (nearest.length === 0) return message;
  const calls = nearest.map(({ id, method, path, status, differences }) => {
    const words = differences.length === 0 ? ['as described'] : differences;
    return `\n  #${id} ${method} ${path} ${status}: ${words.join('; ')}`;
  });
  return `${message}\nThe nearest calls:${calls.join('')}`;
}
