import type { RequestDocument, Violation } from '../api/documents.ts';
import { memberOf } from '../parts/member-of.ts';

export function targetOf({ request: { path, query } }: RequestDocument): string {
  return query === '' ? path : `${path}?${query}`;
}

/** A request in one sentence, such as `POST /orders, 422, quantity must be >= 1`. */
export function tellRequest(entry: RequestDocument): string {
  const target = [entry.request.method, targetOf(entry)].filter(Boolean).join(' ');
  const parts = [target || 'could not be read', entry.reply.status, tellWhy(entry)];
  return parts.filter((part) => part !== '').join(', ');
}

/** Why a request was refused or got no reply, in about five words; empty for one that was served. */
export function tellWhy({ verdict, problem, violations, delivery }: RequestDocument): string {
  if (verdict === 'served') return delivery ? tellUnsent(delivery) : '';
  const [first] = violations;
  if (first) {
    const more = violations.length > 1 ? ` (+${violations.length - 1})` : '';
    return `${verdict === 'breach' ? 'reply: ' : ''}${tellViolation(first)}${more}`;
  }
  if (!problem) return verdict === 'unmatched' ? 'no such operation' : '';
  return memberOf(words, problem.code) ?? problem.code.replaceAll('-', ' ');
}

/** One that the server repeated has a delivery, too, that no client waited for. */
function tellUnsent({ sent, state, end }: NonNullable<RequestDocument['delivery']>): string {
  if (sent !== 'nothing' || state === 'none') return '';
  return state === 'waiting' && end.kind !== 'hang' ? 'no reply yet' : 'nothing was sent';
}

/** Such as `quantity must be >= 1`; a place in the body says so by its slashes. */
function tellViolation({ in: where, pointer, message }: Violation): string {
  const place = pointer.replace(/^\//, '');
  if (place === '') return `${where} ${message}`;
  return where === 'body' ? `${place} ${message}` : `${where} ${place} ${message}`;
}

/** For the codes that a user meets most; the others are readable with blanks. */
const words: Readonly<Record<string, string>> = {
  'unknown-path': 'no such path',
  'method-not-allowed': 'no such method here',
  'missing-credentials': 'no credentials were sent',
  'invalid-credentials': 'credentials are unknown or expired',
  'insufficient-scope': 'a scope is missing',
  'out-of-reach': 'not within this credential’s reach',
  'origin-not-allowed': 'origin may not write',
  'foreign-host': 'host is not this server',
  'unsupported-media-type': 'media type is not read',
  'content-too-large': 'body is too large',
  'malformed-request': 'request can not be read',
  'invalid-request': 'breaks the contract',
  'not-acceptable': 'no acceptable media type',
  'record-not-found': 'no such record',
  'record-exists': 'record exists already',
  'precondition-failed': 'record has another version',
  'idempotency-conflict': 'idempotency key used before',
  'transition-refused': 'state does not allow it',
  'rate-limited': 'too many requests',
  'no-such-response': 'response is not declared',
  'no-such-example': 'example is not declared',
  'handler-failed': 'its handler failed',
};
