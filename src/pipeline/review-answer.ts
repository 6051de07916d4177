import { isJsonObject, stepDown } from '../base/json.ts';
import { suggestNames } from '../base/nearest.ts';
import type { Response } from '../contract/bodies/bodies.ts';
import type { Operation } from '../contract/operations.ts';
import { findResponse } from '../contract/operations.ts';
import { findHeaderFaults } from './checks/validate-response.ts';
import type { ForcedAnswer } from './intervention.ts';

/** One way in which a forced answer would break the contract. */
export interface AnswerFault {
  /** Where in the answer: `/status`, `/body/name`. */
  readonly pointer: string;
  readonly message: string;
  readonly keyword: string;
}

const none: readonly never[] = [];

/** Finds what is wrong with a forced answer; one that is meant to break the contract passes. */
export function reviewAnswer(operation: Operation, answer: ForcedAnswer): readonly AnswerFault[] {
  if (answer.isBreach) return none;
  const { status } = answer;
  const response = status === undefined ? operation.success : findResponse(operation, status);
  if (!response) {
    const message = `${operation.id} declares no response for the status ${String(status)}; it declares ${listStatuses(operation)}. "breach": true sends it all the same`;
    return [{ pointer: '/status', message, keyword: 'responses' }];
  }
  return [
    ...reviewExample(response, answer),
    ...reviewHeaders(response, answer),
    ...reviewBody(response, answer),
    ...reviewPatch(response, answer),
  ];
}

/** The statuses that an operation declares, as the contract writes them. */
export function listStatuses({ responses }: Operation): string {
  return [...responses.keys()].join(', ') || 'none';
}

/** Statuses to draw from: a list, a class such as `5XX`, or `any` for every 4XX and 5XX. */
export type StatusInput = readonly number[] | '2XX' | '3XX' | '4XX' | '5XX' | 'any';

/**
 * The statuses of the input that an operation declares. A class means its exact statuses; without
 * any, the first status of its range, or that of `default`.
 */
export function findStatuses(operation: Operation, input: StatusInput): readonly number[] {
  if (typeof input !== 'string') return input.filter((status) => findResponse(operation, status));
  const classes = input === 'any' ? ['4', '5'] : [input.charAt(0)];
  const found = classes.flatMap((first): readonly number[] => {
    const exact = [...operation.responses.keys()].filter(
      (key) => key.length === 3 && key.startsWith(first) && !key.endsWith('XX'),
    );
    if (exact.length > 0) return exact.map(Number);
    return operation.responses.has(`${first}XX`) ? [Number(`${first}00`)] : none;
  });
  if (found.length > 0 || !operation.responses.has('default')) return found;
  return [input === 'any' ? 500 : Number(`${input.charAt(0)}00`)];
}

/** Whether the declared response for a status allows that text in a header. */
export function fitsHeader(
  operation: Operation,
  status: number,
  name: string,
  text: string,
): boolean {
  const response = findResponse(operation, status);
  const wanted = stepDown('', name).toLowerCase();
  const faults = response ? findHeaderFaults(response, { [name]: text }) : none;
  return faults.every(({ pointer }) => !pointer.toLowerCase().startsWith(wanted));
}

function reviewExample(
  { media, status }: Response,
  { example }: ForcedAnswer,
): readonly AnswerFault[] {
  if (example === undefined) return none;
  const names = media.flatMap(({ examples }) => examples.flatMap(({ name }) => name ?? []));
  if (names.includes(example)) return none;
  const known = names.length === 0 ? 'none has a name' : suggestNames(example, names);
  const message = `the ${status} response has no example "${example}": ${known}`;
  return [{ pointer: '/example', message, keyword: 'examples' }];
}

/** Checks only the headers that the answer has: the server generates missing ones when it sends. */
function reviewHeaders(response: Response, { headers }: ForcedAnswer): readonly AnswerFault[] {
  const given = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
  return findHeaderFaults(response, headers).flatMap(({ pointer, message, keyword }) => {
    const [, declared = ''] = pointer.split('/');
    const name = given.get(declared.toLowerCase());
    return name === undefined ? [] : [{ pointer: stepDown('/headers', name), message, keyword }];
  });
}

/** At least one declared media type must accept the body; the request decides which one it gets. */
function reviewBody({ media, status }: Response, { body }: ForcedAnswer): readonly AnswerFault[] {
  if (body === undefined) return none;
  if (media.length === 0) {
    const message = `the ${status} response has no body in the contract`;
    return [{ pointer: '/body', message, keyword: 'content' }];
  }
  const faults = media.map(({ renderer }) => renderer.render(body).faults);
  const [first = none] = faults;
  if (faults.some((list) => list.length === 0)) return none;
  return first.map(({ pointer, message, keyword }) => ({
    pointer: `/body${pointer}`,
    message,
    keyword,
  }));
}

/** At least one declared JSON must accept the members. Of a list, nothing is known before it meets a body. */
function reviewPatch({ media, status }: Response, { patch }: ForcedAnswer): readonly AnswerFault[] {
  if (patch === undefined) return none;
  const able = media.filter(({ isJson }) => isJson);
  if (able.length === 0) {
    const message = `the ${status} response has no JSON in the contract, which a patch could change`;
    return [{ pointer: '/patch', message, keyword: 'content' }];
  }
  if (!isJsonObject(patch)) return none;
  const faults = able.map(({ reviewMembers }) => reviewMembers(patch));
  if (faults.some((list) => list.length === 0)) return none;
  const [first = none] = faults;
  return first.map((fault) => ({ ...fault, pointer: `/patch${fault.pointer}` }));
}
