import { refuseInBody } from '../../base/errors.ts';
import type { ExpectationDocument } from '../documents.ts';
import type { NamedOperation } from '../journal/explanation/nearest-operations.ts';
import type { CompilePattern, DescribedOperation, Matcher } from '../matching/matcher.ts';
import { compileMatch } from '../matching/matcher.ts';

/** Which calls of an operation a test expects, and how often. */
export interface Expectation {
  readonly operation: Called;
  /** Undefined: any call counts. */
  readonly matcher: Matcher | undefined;
  readonly world: string | undefined;
  /** Only calls after the request with this id, or since this moment. */
  readonly since: number | Date | undefined;
  readonly wanted: WantedCount;
}

export interface WantedCount {
  readonly atLeast: number;
  /** Undefined: no limit. */
  readonly atMost: number | undefined;
}

export type Called = NamedOperation & DescribedOperation;

export interface ExpectationRules {
  /** Throws if the contract has no operation with this id. */
  findOperation(this: void, id: string): Called;
  readonly compilePattern: CompilePattern;
}

/** Holds an expectation to the contract; the schemas of the control API have checked its form. */
export function readExpectation(
  { operation: id, match, world, since, never = false, times }: ExpectationDocument,
  { findOperation, compilePattern }: ExpectationRules,
): Expectation {
  const operation = findOperation(id);
  return {
    operation,
    matcher: match && compileMatch(match, operation, compilePattern),
    world,
    since: readSince(since),
    wanted: never ? readNever(times) : readTimes(times),
  };
}

function readSince(since: ExpectationDocument['since']): number | Date | undefined {
  if (typeof since !== 'string') return since;
  const moment = new Date(since);
  if (!Number.isNaN(moment.getTime())) return moment;
  const message = 'must be the id of a request or a moment, such as 2030-01-01T00:00:00Z';
  throw refuseInBody('/since', message, 'format');
}

function readNever(times: ExpectationDocument['times']): WantedCount {
  if (times === undefined) return { atLeast: 0, atMost: 0 };
  throw refuseInBody('/never', 'does not go with times: leave one of the two out', 'not');
}

function readTimes(times: ExpectationDocument['times']): WantedCount {
  if (times === undefined) return { atLeast: 1, atMost: undefined };
  if (typeof times === 'number') return { atLeast: times, atMost: times };
  const { at_least: atLeast = 0, at_most: atMost } = times;
  if (atMost === undefined || atMost >= atLeast) return { atLeast, atMost };
  throw refuseInBody('/times/at_most', `must not be less than at_least, ${atLeast}`, 'minimum');
}
