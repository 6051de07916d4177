import { stepDown } from '../base/json.ts';
import type { Response } from '../contract/bodies/bodies.ts';
import type { Operation } from '../contract/operations.ts';
import { findResponse } from '../contract/operations.ts';
import { findHeaderFaults } from './checks/validate-response.ts';
import type { ForcedAnswer } from './intervene.ts';

/** What an answer that somebody wants to be given would break. */
export interface AnswerFault {
  /** Where in the answer: `/status`, `/body/name`. */
  readonly pointer: string;
  readonly message: string;
  readonly keyword: string;
}

const none: readonly never[] = [];

/** What is wrong with an answer for an operation, unless it is meant to be wrong; empty: nothing. */
export function reviewAnswer(operation: Operation, answer: ForcedAnswer): readonly AnswerFault[] {
  if (answer.isBreach) return none;
  const { status } = answer;
  const response = status === undefined ? operation.success : findResponse(operation, status);
  if (!response) {
    const message = `${operation.id} declares no response for the status ${String(status)}; it declares ${listStatuses(operation)}`;
    return [{ pointer: '/status', message, keyword: 'responses' }];
  }
  return [
    ...reviewExample(response, answer),
    ...reviewHeaders(response, answer),
    ...reviewBody(response, answer),
  ];
}

/** The statuses that an operation declares, as the contract writes them. */
export function listStatuses({ responses }: Operation): string {
  return [...responses.keys()].join(', ') || 'none';
}

/** Statuses to draw from: these, those of a class such as `5XX`, or those of any failure. */
export type StatusInput = readonly number[] | '2XX' | '3XX' | '4XX' | '5XX' | 'any';

/** Those of the wished statuses that an operation declares; a range or `default` has its first one. */
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

/** Whether a header of a reply may say that. */
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
  const known = names.map((name) => `"${name}"`).join(', ') || 'none with a name';
  const message = `the ${status} response has no example "${example}"; there is ${known}`;
  return [{ pointer: '/example', message, keyword: 'examples' }];
}

/** Those that it lacks are made up when it is sent. */
function reviewHeaders(response: Response, { headers }: ForcedAnswer): readonly AnswerFault[] {
  const given = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
  return findHeaderFaults(response, headers).flatMap(({ pointer, message, keyword }) => {
    const [, declared = ''] = pointer.split('/');
    const name = given.get(declared.toLowerCase());
    return name === undefined ? [] : [{ pointer: stepDown('/headers', name), message, keyword }];
  });
}

/** One of the declared media types has to take it: which, the request decides. */
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
