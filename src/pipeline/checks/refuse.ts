import { catalogue } from '../../base/catalogue.ts';
import type { Violation } from '../../base/errors.ts';
import { ApiError, ContractBreach, messageOf } from '../../base/errors.ts';
import { toHeaderText, toUriReference } from '../../base/texts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Received, Reply, ReplyVerdict } from '../exchange.ts';
import type { PreferenceRules } from '../preferences.ts';
import { findPreferences } from '../preferences.ts';
import type { DeclaredShape, ProblemDocument, Refusal, RefusalFiller } from './refusal-shape.ts';
import { findDeclaredShape } from './refusal-shape.ts';

export interface RefusalRules extends PreferenceRules {
  readonly refusalFiller: RefusalFiller;
}

/** Gives the reason where the declared body does not. */
const reasonHeader = 'X-Stuntdouble-Reason';
/** Marks a refusal for which the operation declares no response. */
const undeclaredHeader = 'X-Stuntdouble-Undeclared';

/**
 * Makes the reply for an error on the road. It has the shape that the operation declares; without
 * one, it is a problem document (RFC 9457), marked as undeclared. Errors of the mock server itself
 * are always plain problem documents.
 */
export function refuse(
  thrown: unknown,
  received: Received,
  operation: Operation | undefined,
  rules: RefusalRules,
): Reply {
  const error = toApiError(thrown);
  const { isOurs = false } = catalogue[error.code];
  if (!operation || isOurs) return { ...refusePlainly(thrown, received), operation };
  const problem = describeProblem(error, received);
  const refusal = { error, problem, inputs: findPreferences(received, rules) };
  const shape = takeShape(refusal, operation, rules);
  if (shape) {
    const { status, body } = shape;
    const headers = addReason(shape, error.message);
    return { status, headers, body, verdict: judge(thrown, error), operation };
  }
  const plain = refusePlainly(thrown, received);
  const headers = [...plain.headers, undeclaredHeader, String(error.status)];
  return { ...plain, headers, operation };
}

/** Always writes a problem document, whatever the contract declares. */
export function refusePlainly(thrown: unknown, received: Received): Reply {
  const error = toApiError(thrown);
  return {
    status: error.status,
    headers: ['Content-Type', 'application/problem+json', ...Object.entries(error.headers).flat()],
    body: JSON.stringify(describeProblem(error, received)),
    verdict: judge(thrown, error),
    operation: undefined,
  };
}

function judge(thrown: unknown, error: ApiError): ReplyVerdict {
  if (thrown instanceof ContractBreach) return { kind: 'breach', breach: thrown };
  return { kind: 'refused', error };
}

/** The platform's message for a text of over 512 Mi characters: only replies become so long. */
const textTooLong = 'Invalid string length';
const tooLarge =
  'The reply would have more than 536,870,888 characters, the most that a text can have: ask for fewer records at once, or delete large ones.';

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof ContractBreach) {
    return new ApiError('contract-breach', thrown.message, { cause: thrown });
  }
  if (thrown instanceof RangeError && thrown.message === textTooLong) {
    return new ApiError('reply-too-large', tooLarge, { cause: thrown });
  }
  return new ApiError('internal-error', `${messageOf(thrown)}. Nothing was changed.`, {
    cause: thrown,
  });
}

function describeProblem(error: ApiError, received: Received): ProblemDocument {
  const { violations } = error;
  const problem = {
    type: `urn:problem-type:${error.code}`,
    title: error.title,
    status: error.status,
    // A message quotes the request, and may cut a surrogate pair in half.
    detail: error.message.toWellFormed(),
    instance: toUriReference(received.prefix + received.path),
  };
  return violations.length > 0 ? { ...problem, errors: violations.map(toWellFormed) } : problem;
}

function toWellFormed(violation: Violation): Violation {
  const { pointer, message } = violation;
  if (pointer.isWellFormed() && message.isWellFormed()) return violation;
  return { ...violation, pointer: pointer.toWellFormed(), message: message.toWellFormed() };
}

/** Undefined where the declared shape itself fails: the client then gets a problem document. */
function takeShape(
  refusal: Refusal,
  operation: Operation,
  { refusalFiller }: RefusalRules,
): DeclaredShape | undefined {
  try {
    return findDeclaredShape(refusal, operation, refusalFiller);
  } catch {
    return undefined;
  }
}

function addReason(
  { headers, body = '', isWholeProblem }: DeclaredShape,
  detail: string,
): RefusedHeaders {
  if (isWholeProblem) return headers;
  const text = typeof body === 'string' ? body : Buffer.from(body).toString();
  if (text.includes(detail) || text.includes(JSON.stringify(detail).slice(1, -1))) return headers;
  return [...headers, reasonHeader, toHeaderText(detail)];
}

type RefusedHeaders = Reply['headers'];
