import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { NamedOperation } from '../journal/explanation/nearest-operations.ts';
import type { CompilePattern, Matcher } from '../matching/matcher.ts';
import type { DescribedOperation } from '../matching/read-match.ts';
import { readMatch } from '../matching/read-match.ts';
import { readFlag, readText, readInput, refuseInput } from '../matching/read-members.ts';

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

/** Reads an expectation in the form that the control API takes. */
export function readExpectation(
  input: JsonObject,
  { findOperation, compilePattern }: ExpectationRules,
): Expectation {
  // Refuses unknown members: without a misspelled one, an expectation could be met by chance.
  const { operation: id, match, since } = readInput(input, '', members).value;
  if (typeof id !== 'string') {
    throw refuseInput('/operation', 'must be the id of an operation', 'type');
  }
  const operation = findOperation(id);
  return {
    operation,
    matcher: match === undefined ? undefined : readMatch(match, operation, compilePattern),
    world: readText({ value: input, pointer: '' }, 'world', 64),
    since: readSince(since),
    wanted: readWanted(input),
  };
}

const members = ['operation', 'match', 'world', 'since', 'times', 'never'] as const;

function readSince(since: JsonValue | undefined): number | Date | undefined {
  if (typeof since === 'number' || since === undefined) return since;
  const moment = typeof since === 'string' ? new Date(since) : undefined;
  if (moment && !Number.isNaN(moment.getTime())) return moment;
  const message = 'must be the id of a request or a moment, such as 2030-01-01T00:00:00Z';
  throw refuseInput('/since', message, 'format');
}

const most = 1_000_000_000;

function readWanted(input: JsonObject): WantedCount {
  const { times } = input;
  if (readFlag({ value: input, pointer: '' }, 'never')) {
    if (times === undefined) return { atLeast: 0, atMost: 0 };
    throw refuseInput('/never', 'does not go with times: leave one of the two out', 'not');
  }
  if (times === undefined) return { atLeast: 1, atMost: undefined };
  if (typeof times === 'number') {
    const exact = readCount(times, '/times');
    return { atLeast: exact, atMost: exact };
  }
  if (!isJsonObject(times)) throw refuseInput('/times', 'must be a number or an object', 'type');
  const { at_least: least, at_most: highest } = readInput(times, '/times', [
    'at_least',
    'at_most',
  ]).value;
  if (least === undefined && highest === undefined) {
    throw refuseInput('/times', 'must have at_least or at_most', 'minProperties');
  }
  const atLeast = least === undefined ? 0 : readCount(least, '/times/at_least');
  const atMost = highest === undefined ? undefined : readCount(highest, '/times/at_most');
  if (atMost === undefined || atMost >= atLeast) return { atLeast, atMost };
  throw refuseInput('/times/at_most', `must not be less than at_least, ${atLeast}`, 'minimum');
}

function readCount(value: JsonValue, pointer: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most)
    return value;
  throw refuseInput(pointer, `must be a whole number from 0 to ${most}`, 'type');
}
