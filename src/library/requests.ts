import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { RequestPorts } from '../control/ports.ts';
import type { Verification } from '../traffic/expectations/verify.ts';
import type { RequestEntry } from '../traffic/journal/entry.ts';
import type { RequestFilter } from '../traffic/journal/filter.ts';
import type { MockMatch } from './overrides.ts';
import type { OwnNames } from './own-names.ts';
import { inOwnNames, renameMembers } from './own-names.ts';

/** Reads the requests that came in, and compares them with expectations. */
export interface MockRequests<Filter, Input> {
  /** The kept requests that match the filter, oldest first, with their secrets hidden. */
  requests(filter?: Filter): readonly MockRequest[];
  /** Throws an `UnmetExpectation`, which names the nearest calls, unless the expectation is met. */
  verify(expectation: Input): MockVerification;
  /** Removes the kept requests. */
  clearRequests(): void;
}

/** Whether an expectation is met, and the nearest calls. */
export type MockVerification = Verification;

/** A request with its reply. */
export type MockRequest = RequestEntry;

/** Which requests to return. An absent member accepts all. */
export interface MockRequestFilter extends RequestFilter {
  /** Returns at most so many, the newest. */
  readonly limit?: number;
}

/** Which calls of an operation are expected, and how often. Default: at least once. */
export interface MockExpectation {
  /** The id of an operation. */
  readonly operation: string;
  /** Conditions on the path parameters, query, headers and body of the calls. */
  readonly match?: MockMatch;
  /** Default: any world. */
  readonly world?: string;
  /** Counts only calls after a request, by its id, or since a moment. */
  readonly since?: number | Date;
  readonly times?: number | { readonly atLeast?: number; readonly atMost?: number };
  readonly never?: boolean;
}

/** The requests do not meet an expectation, or the journal no longer has enough to know it. */
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
      // When the journal has dropped requests, it can not prove an upper limit.
      const isSure = verification.isComplete || verification.wanted.atMost === undefined;
      if (!verification.isMet || !isSure) throw new UnmetExpectation(verification);
      return verification;
    },
    clearRequests: () => ports.journal().clear(world),
  };
}

/** The form that the control API takes. */
function writeInput({ times, since, ...rest }: MockExpectation): JsonObject {
  const { operation, match, world, never, ...more } = rest;
  return {
    ...more,
    operation,
    // A trust edge: `readExpectation` refuses all that is not JSON.
    ...(match === undefined ? {} : { match: match as unknown as JsonObject }),
    ...(world === undefined ? {} : { world }),
    ...(never === undefined ? {} : { never }),
    ...(since === undefined ? {} : { since: since instanceof Date ? since.toISOString() : since }),
    ...(times === undefined ? {} : { times: writeTimes(times) }),
  };
}

/** `readExpectation` refuses all that is no number. */
function writeTimes(times: unknown): JsonValue {
  return isJsonObject(times) ? renameMembers(times, toWire) : (times as JsonValue);
}

/** The member names that differ in the control API. */
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
