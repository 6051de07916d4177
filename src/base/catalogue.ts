/** The catalogue of all refusals. Imports nothing. */

export type ProblemCode =
  | 'unknown-path'
  | 'method-not-allowed'
  | 'missing-credentials'
  | 'invalid-credentials'
  | 'insufficient-scope'
  | 'out-of-reach'
  | 'foreign-origin'
  | 'origin-not-allowed'
  | 'foreign-host'
  | 'unsupported-media-type'
  | 'content-too-large'
  | 'too-many-bytes'
  | 'malformed-request'
  | 'request-timeout'
  | 'head-too-large'
  | 'expectation-failed'
  | 'invalid-request'
  | 'not-acceptable'
  | 'invalid-preference'
  | 'no-such-response'
  | 'no-such-example'
  | 'record-not-found'
  | 'record-exists'
  | 'ambiguous-record'
  | 'precondition-failed'
  | 'idempotency-conflict'
  | 'patch-conflict'
  | 'transition-refused'
  | 'invalid-world'
  | 'conflicting-worlds'
  | 'unknown-world'
  | 'too-many-worlds'
  | 'visitor-reads-only'
  | 'too-many-records'
  | 'unknown-snapshot'
  | 'too-many-snapshots'
  | 'unknown-scenario'
  | 'scenario-exists'
  | 'scenario-refused'
  | 'too-many-credentials'
  | 'journal-off'
  | 'not-repeatable'
  | 'too-many-listeners'
  | 'rate-limited'
  | 'invalid-fault'
  | 'fault-not-allowed'
  | 'unknown-override'
  | 'too-many-overrides'
  | 'not-counted'
  | 'no-sample'
  | 'contract-breach'
  | 'handler-failed'
  | 'reply-too-large'
  | 'internal-error'
  | 'storage-failed'
  | 'not-writable'
  | 'forward-failed'
  | 'loaded-again'
  | 'store-unreachable'
  | 'no-owner'
  | 'shutting-down';

export interface Problem {
  readonly status: number;
  readonly title: string;
  /**
   * Statuses with nearly the same meaning, best first, for contracts that don't declare this one.
   * If the list contains this status, those in front of it are preferred to it.
   */
  readonly nearest: readonly number[];
  /** Whether it is about the mock server, not about the service: no contract declares it. */
  readonly isOurs?: true;
}

export const catalogue: Readonly<Record<ProblemCode, Problem>> = {
  'unknown-path': { status: 404, title: 'There is no such path', nearest: [] },
  'method-not-allowed': { status: 405, title: 'The path has no such method', nearest: [] },
  'missing-credentials': { status: 401, title: 'Credentials are missing', nearest: [403] },
  'invalid-credentials': { status: 401, title: 'The credentials are not valid', nearest: [403] },
  'insufficient-scope': { status: 403, title: 'The credential lacks a scope', nearest: [401] },
  'out-of-reach': { status: 403, title: 'The credential does not reach here', nearest: [401] },
  'foreign-origin': { status: 403, title: 'The origin is not allowed', nearest: [] },
  'origin-not-allowed': {
    status: 403,
    title: 'Pages of this origin may not write',
    nearest: [],
    isOurs: true,
  },
  'foreign-host': { status: 421, title: 'The host is not this server', nearest: [], isOurs: true },
  'unsupported-media-type': {
    status: 415,
    title: 'The media type is not supported',
    nearest: [422, 400],
  },
  'content-too-large': {
    status: 413,
    title: 'The request body is too large',
    nearest: [400, 422],
  },
  'too-many-bytes': {
    status: 503,
    title: 'Too many bytes are in flight',
    nearest: [429],
  },
  'malformed-request': { status: 400, title: 'The request can not be read', nearest: [422] },
  'request-timeout': { status: 408, title: 'The request did not arrive', nearest: [400] },
  'head-too-large': { status: 431, title: 'The request head is too large', nearest: [] },
  'expectation-failed': { status: 417, title: 'The expectation is not met', nearest: [] },
  'invalid-request': { status: 400, title: 'The request breaks the contract', nearest: [422, 400] },
  'not-acceptable': { status: 406, title: 'No acceptable media type', nearest: [] },
  'invalid-preference': {
    status: 400,
    title: 'The preference can not be read',
    nearest: [],
    isOurs: true,
  },
  'no-such-response': {
    status: 404,
    title: 'No such response is declared',
    nearest: [],
    isOurs: true,
  },
  'no-such-example': {
    status: 404,
    title: 'No such example is declared',
    nearest: [],
    isOurs: true,
  },
  'record-not-found': { status: 404, title: 'There is no such record', nearest: [410] },
  'record-exists': { status: 409, title: 'There is such a record already', nearest: [422, 400] },
  'ambiguous-record': {
    status: 409,
    title: 'Several records may be meant',
    nearest: [],
    isOurs: true,
  },
  'precondition-failed': { status: 412, title: 'The precondition is not met', nearest: [409] },
  'idempotency-conflict': {
    status: 422,
    title: 'The idempotency key was used for another request',
    nearest: [422, 409, 400],
  },
  'patch-conflict': { status: 409, title: 'The patch does not apply', nearest: [422, 400] },
  'transition-refused': {
    status: 409,
    title: 'The record is not in the state for that',
    nearest: [409, 422, 400],
  },
  'invalid-world': {
    status: 400,
    title: 'No private world can have that name',
    nearest: [],
    isOurs: true,
  },
  'conflicting-worlds': {
    status: 400,
    title: 'The request names several worlds',
    nearest: [],
    isOurs: true,
  },
  'unknown-world': { status: 404, title: 'There is no such world', nearest: [], isOurs: true },
  'too-many-worlds': { status: 503, title: 'There are too many worlds', nearest: [], isOurs: true },
  'visitor-reads-only': {
    status: 403,
    title: 'The visitor can only read yet',
    nearest: [],
    isOurs: true,
  },
  'too-many-records': {
    status: 507,
    title: 'The visitor has too many records',
    nearest: [],
    isOurs: true,
  },
  'unknown-snapshot': {
    status: 404,
    title: 'There is no such snapshot',
    nearest: [],
    isOurs: true,
  },
  'too-many-snapshots': {
    status: 503,
    title: 'There are too many snapshots',
    nearest: [],
    isOurs: true,
  },
  'unknown-scenario': {
    status: 404,
    title: 'There is no such scenario',
    nearest: [],
    isOurs: true,
  },
  'scenario-exists': {
    status: 409,
    title: 'The scenario is beside the contract',
    nearest: [],
    isOurs: true,
  },
  'scenario-refused': {
    status: 409,
    title: 'No scenario can say what the world is',
    nearest: [],
    isOurs: true,
  },
  'too-many-credentials': {
    status: 503,
    title: 'There are too many credentials',
    nearest: [],
    isOurs: true,
  },
  'journal-off': { status: 409, title: 'No requests are kept', nearest: [], isOurs: true },
  'not-repeatable': {
    status: 409,
    title: 'The request can not be repeated',
    nearest: [],
    isOurs: true,
  },
  'too-many-listeners': {
    status: 503,
    title: 'There are too many listeners',
    nearest: [],
    isOurs: true,
  },
  'rate-limited': { status: 429, title: 'There were too many requests', nearest: [] },
  'invalid-fault': {
    status: 400,
    title: 'The fault can not be read',
    nearest: [],
    isOurs: true,
  },
  'fault-not-allowed': {
    status: 403,
    title: 'The request may not ask for a fault',
    nearest: [],
    isOurs: true,
  },
  'unknown-override': {
    status: 404,
    title: 'There is no such override',
    nearest: [],
    isOurs: true,
  },
  'too-many-overrides': {
    status: 503,
    title: 'There are too many overrides',
    nearest: [],
    isOurs: true,
  },
  'not-counted': { status: 404, title: 'Coverage is off', nearest: [], isOurs: true },
  'no-sample': { status: 409, title: 'No such request is known', nearest: [], isOurs: true },
  'contract-breach': {
    status: 500,
    title: 'The reply would have broken the contract',
    nearest: [],
  },
  'handler-failed': { status: 500, title: 'The handler of the operation failed', nearest: [] },
  'reply-too-large': { status: 507, title: 'The reply is too large', nearest: [], isOurs: true },
  'internal-error': { status: 500, title: 'The mock server failed', nearest: [] },
  'storage-failed': {
    status: 507,
    title: 'The change can not be stored',
    nearest: [],
    isOurs: true,
  },
  'not-writable': {
    status: 503,
    title: 'Changes can not be stored',
    nearest: [],
    isOurs: true,
  },
  'forward-failed': {
    status: 502,
    title: 'The server behind the mock server failed',
    nearest: [],
    isOurs: true,
  },
  'loaded-again': {
    status: 503,
    title: 'The mock server was loaded again',
    nearest: [],
    isOurs: true,
  },
  'store-unreachable': {
    status: 503,
    title: 'The shared store can not be reached',
    nearest: [],
    isOurs: true,
  },
  'no-owner': { status: 503, title: 'No replica answers now', nearest: [], isOurs: true },
  'shutting-down': { status: 503, title: 'The mock server is stopping', nearest: [] },
};
