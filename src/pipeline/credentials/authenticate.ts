import { ApiError } from '../../base/errors.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Carrier, Scheme } from '../../contract/security.ts';
import type { Credential, CredentialBook } from '../../store/credentials/credentials.ts';
import type { AccessGrant, Authenticated, Routed } from '../exchange.ts';
import { addAdmissions } from '../exchange.ts';
import { findFormFault, findKnown } from './credential-forms.ts';
import { challenge, describeCarrier, presentedCredential } from './credentials.ts';

/** The rules for who may use the operations. */
export interface Guard {
  readonly realm: string;
  readonly book: CredentialBook;
  /**
   * `presence`: a well-formed credential counts as known, with every scope; the book is not used.
   * `off`: no request needs a credential.
   */
  readonly mode: 'strict' | 'presence' | 'off';
  readonly now: () => number;
  /** Further help for a client that sends no credential. */
  readonly advice?: string;
  /** Whether a credential is a token that a log-in gave; undefined: it is none. */
  readonly sessionOf?: (credential: string) => 'valid' | 'ended' | 'wrong' | undefined;
  /** Whether a request needs no credential at all; may throw a refusal. */
  isOpen(request: Routed): boolean;
}

/** Tells the user at start what they may not expect about the checks of credentials. */
export function describeGuard(
  { operations }: Pick<Contract, 'operations'>,
  { mode, book }: Pick<Guard, 'mode' | 'book'>,
  credentialsFile: string | undefined,
): readonly string[] {
  const schemes = operations.flatMap(({ security }) => security.flat()).map(({ scheme }) => scheme);
  const isAsking = schemes.some(({ carrier }) => carrier.kind !== 'connection');
  if (mode === 'off') return [];
  const notices: string[] = [];
  if (isAsking && mode === 'strict' && book.entries.length === 0) {
    const reason =
      credentialsFile === undefined
        ? 'there is no credentials.json among the fixtures'
        : `there is no credential in ${credentialsFile}`;
    notices.push(
      `nobody can get in where a credential is asked for: --auth is strict, and ${reason}. Add some, or start with --auth presence`,
    );
  }
  if (isAsking && mode === 'presence' && credentialsFile !== undefined) {
    notices.push(
      `${credentialsFile} is not used to tell who may get in: with --auth presence any well-formed credential is taken, with every scope`,
    );
  }
  const unseen = new Set(
    schemes.filter(({ carrier }) => carrier.kind === 'connection').map(({ name }) => name),
  );
  for (const name of unseen) {
    notices.push(
      `the security scheme "${name}" (mutualTLS) can not be seen from here: its certificate counts as shown, with every scope`,
    );
  }
  return notices;
}

type Answer =
  | { readonly kind: 'known'; readonly credential: Credential }
  | { readonly kind: 'missing' }
  | Rejection;

interface Rejection {
  readonly kind: 'rejected';
  readonly scheme: Scheme;
  readonly reason: string;
}

const anybody: readonly AccessGrant[] = [{ requirement: [], credentials: [] }];

/** Finds the security alternatives that the request's credentials satisfy, whatever the scopes. */
export function authenticate(routed: Routed, guard: Guard): Authenticated {
  const { operation } = routed;
  if (operation.security.length === 0 || guard.mode === 'off' || guard.isOpen(routed)) {
    addAdmissions(routed, anybody);
    return routed;
  }
  const admissions: AccessGrant[] = [];
  const rejections: Rejection[] = [];
  for (const requirement of operation.security) {
    const credentials: Credential[] = [];
    for (const { scheme, scopes } of requirement) {
      const answer = identify(scheme, scopes, routed, guard);
      if (answer.kind === 'known') credentials.push(answer.credential);
      if (answer.kind === 'rejected') rejections.push(answer);
    }
    if (credentials.length === requirement.length) admissions.push({ requirement, credentials });
  }
  if (admissions.length === 0) throw refuseCredential(routed, guard, rejections);
  addAdmissions(routed, admissions);
  return routed;
}

function identify(scheme: Scheme, scopes: readonly string[], routed: Routed, guard: Guard): Answer {
  const { carrier } = scheme;
  // The server cannot see a client certificate, so it takes one as shown.
  if (carrier.kind === 'connection')
    return { kind: 'known', credential: anyCredential(scheme, '', scopes) };
  const value = presentedCredential(scheme, routed);
  if (value === undefined) return { kind: 'missing' };
  const reject = (why: string): Answer => ({ kind: 'rejected', scheme, reason: why });
  const means = (): string => describeCarrier(carrier);
  if (value === '') return reject(`${means()} holds no credential`);
  const session = guard.sessionOf?.(value);
  if (session === 'valid')
    return { kind: 'known', credential: anyCredential(scheme, value, scopes) };
  if (session === 'ended')
    return reject(`the token in ${means()} has ended: its user logged out, or is gone`);
  if (session === 'wrong') return reject(`the password in ${means()} is not that of its user`);
  if (guard.mode === 'presence') {
    const fault = findFormFault(carrier, value);
    return fault === undefined
      ? { kind: 'known', credential: anyCredential(scheme, value, scopes) }
      : reject(`the credential in ${means()} ${fault}`);
  }
  const credential = findKnown(guard.book, scheme, value, routed.method);
  if (!credential) {
    return reject(
      `the credential in ${means()} ${findFormFault(carrier, value) ?? 'is not known'}`,
    );
  }
  if (credential.expiresAt !== undefined && credential.expiresAt <= guard.now()) {
    const since = new Date(credential.expiresAt).toISOString();
    return reject(`the credential in ${means()} expired at ${since}`);
  }
  return { kind: 'known', credential };
}

function anyCredential(scheme: Scheme, value: string, scopes: readonly string[]): Credential {
  return { name: 'any', scheme: scheme.name, value, scopes, expiresAt: undefined, only: new Map() };
}

function refuseCredential(
  routed: Routed,
  { realm, advice = '' }: Guard,
  rejections: readonly Rejection[],
): ApiError {
  const { operation } = routed;
  const reasons = [...new Set(rejections.map(({ reason }) => reason))];
  if (reasons.length > 0) {
    // Only a client that sent a bearer token gets `invalid_token` (RFC 6750, section 3).
    const token = rejections.find(({ scheme: { carrier } }) => isBearer(carrier));
    const bearer = token && { error: 'invalid_token', error_description: token.reason };
    return new ApiError('invalid-credentials', `${capitalizeFirst(reasons.join('; '))}.`, {
      headers: challenge(operation, realm, bearer ?? {}),
    });
  }
  const known = lastMissing.get(operation);
  if (known?.realm === realm && known.advice === advice) return known.refusal;
  const detail = `Send ${describeWays(operation)}. ${advice}`.trimEnd();
  const refusal = new ApiError('missing-credentials', detail, {
    headers: challenge(operation, realm, {}),
  });
  lastMissing.set(operation, { realm, advice, refusal });
  return refusal;
}

/** Caches the last refusal of each operation: clients without a credential get the same one. */
const lastMissing = new WeakMap<
  Operation,
  { readonly realm: string; readonly advice: string; readonly refusal: ApiError }
>();

function describeWays(operation: Operation): string {
  const ways = operation.security.map((requirement) =>
    requirement.map(({ scheme }) => describeCarrier(scheme.carrier)).join(' and '),
  );
  return ways.join(', or ');
}

function isBearer(carrier: Carrier): boolean {
  return carrier.kind === 'authorization' && carrier.scheme === 'bearer';
}

function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
