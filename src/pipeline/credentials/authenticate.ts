import { ApiError } from '../../base/errors.ts';
import { capitalizeFirst } from '../../base/texts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Carrier, Scheme } from '../../contract/security.ts';
import type { Credential } from '../../store/credentials/credential.ts';
import type { AccessGrant, Authenticated, Routed } from '../exchange.ts';
import { addAdmissions } from '../exchange.ts';
import { adviseOn, describeOtherScheme, describeWays } from './advice.ts';
import { findFormFault, findKnown } from './credential-forms.ts';
import { challenge, describeCarrier, presentedCredential } from './credentials.ts';
import type { Guard } from './guard.ts';

type Answer =
  | { readonly kind: 'known'; readonly credential: Credential }
  | { readonly kind: 'missing' }
  | Rejection;

interface Rejection {
  readonly kind: 'rejected';
  readonly scheme: Scheme;
  readonly reason: string;
  /** What the client can do, where another credential is not what it needs. */
  readonly advice?: string;
}

/** Leaves out the alternatives with a credential that counts as expired; `expired`: its schemes. */
export type Expire = (
  this: void,
  admissions: readonly AccessGrant[],
) => {
  readonly left: readonly AccessGrant[];
  readonly expired: readonly Scheme[];
};

const anybody: readonly AccessGrant[] = [{ requirement: [], credentials: [] }];

/**
 * Finds the security alternatives that the request's credentials satisfy, whatever the scopes.
 * `expire`: leaves out those with credentials that a test lets count as expired.
 */
export function authenticate(routed: Routed, guard: Guard, expire?: Expire): Authenticated {
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
  const { left, expired } = expire?.(admissions) ?? { left: admissions, expired: [] };
  if (left.length === 0) throw refuseCredential(routed, guard, expired.map(rejectExpired));
  addAdmissions(routed, left);
  return routed;
}

function rejectExpired(scheme: Scheme): Rejection {
  const reason = `the credential in ${describeCarrier(scheme.carrier)} has expired`;
  const advice =
    ' An override with "expired" says so of all credentials from before it: get a new one, by a log-in, a refresh or POST /credentials of the control API.';
  return { kind: 'rejected', scheme, reason, advice };
}

function identify(scheme: Scheme, scopes: readonly string[], routed: Routed, guard: Guard): Answer {
  const { carrier } = scheme;
  // The server cannot see a client certificate, so it takes one as shown.
  if (carrier.kind === 'connection')
    return { kind: 'known', credential: anyCredential(scheme, '', scopes) };
  const value = presentedCredential(scheme, routed);
  if (value === undefined) return { kind: 'missing' };
  const reject = (why: string, advice?: string): Answer => ({
    kind: 'rejected',
    scheme,
    reason: why,
    ...(advice !== undefined && { advice }),
  });
  const means = (): string => describeCarrier(carrier);
  if (value === '') return reject(`${means()} holds no credential`);
  const session = guard.sessionOf?.(value);
  if (session === 'valid')
    return { kind: 'known', credential: anyCredential(scheme, value, scopes) };
  if (session === 'ended')
    return reject(
      `the token in ${means()} has ended: its user logged out, or is gone`,
      ' Log in again for a new one.',
    );
  if (session === 'wrong')
    return reject(
      `the password in ${means()} is not that of its user`,
      ' Send the password that the user signed up with.',
    );
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
  guard: Guard,
  rejections: readonly Rejection[],
): ApiError {
  const { operation } = routed;
  const { realm } = guard;
  const reasons = [...new Set(rejections.map(({ reason }) => reason))];
  if (reasons.length > 0) {
    // Only a client that sent a bearer token gets `invalid_token` (RFC 6750, section 3).
    const token = rejections.find(({ scheme: { carrier } }) => isBearer(carrier));
    const bearer = token && { error: 'invalid_token', error_description: token.reason };
    const advice = rejections.find((one) => one.advice !== undefined)?.advice;
    const detail = `${capitalizeFirst(reasons.join('; '))}.${advice ?? adviseOn(operation, guard)}`;
    const headers = challenge(operation, realm, bearer ?? {});
    return new ApiError('invalid-credentials', detail, { headers });
  }
  const other = describeOtherScheme(routed);
  const detail = `Send ${describeWays(operation)}.${other}${adviseOn(operation, guard)}`;
  const known = lastMissing.get(operation);
  if (known?.realm === realm && known.refusal.message === detail) return known.refusal;
  const refusal = new ApiError('missing-credentials', detail, {
    headers: challenge(operation, realm, {}),
  });
  lastMissing.set(operation, { realm, refusal });
  return refusal;
}

/** Caches the last refusal of each operation: clients without a credential get the same one. */
const lastMissing = new WeakMap<
  Operation,
  { readonly realm: string; readonly refusal: ApiError }
>();

function isBearer(carrier: Carrier): boolean {
  return carrier.kind === 'authorization' && carrier.scheme === 'bearer';
}
