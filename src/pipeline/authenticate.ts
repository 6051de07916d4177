import type { Scheme } from '../contract/security.ts';
import { ApiError } from '../errors.ts';
import type { Credential, CredentialBook } from '../store/credentials.ts';
import { challenge, describeCarrier, presentedCredential } from './credentials.ts';
import type { Admission, Authenticated, Routed } from './exchange.ts';

/** Who is let in. */
export interface Guard {
  readonly realm: string;
  readonly book: CredentialBook;
  /**
   * `presence`: there is no book to look into, so any credential counts as having every scope.
   * `off`: nobody is asked for one.
   */
  readonly mode: 'strict' | 'presence' | 'off';
  readonly now: () => number;
  /** What else there is to say to whoever isn't let in. */
  readonly advice?: string;
  /** Whether a request needs no credential at all. */
  isOpen(request: Routed): boolean;
}

type Answer =
  | { readonly kind: 'known'; readonly credential: Credential }
  | { readonly kind: 'missing' }
  | { readonly kind: 'rejected'; readonly reason: string };

/** Finds the alternatives that the request's credentials satisfy, scopes aside. */
export function authenticate(routed: Routed, guard: Guard): Authenticated {
  const { operation } = routed;
  if (operation.security.length === 0 || guard.mode === 'off' || guard.isOpen(routed)) {
    return { ...routed, admissions: [{ requirement: [], credentials: [] }] };
  }
  const admissions: Admission[] = [];
  const rejections: string[] = [];
  for (const requirement of operation.security) {
    const credentials: Credential[] = [];
    for (const { scheme, scopes } of requirement) {
      const answer = identify(scheme, scopes, routed, guard);
      if (answer.kind === 'known') credentials.push(answer.credential);
      if (answer.kind === 'rejected') rejections.push(answer.reason);
    }
    if (credentials.length === requirement.length) admissions.push({ requirement, credentials });
  }
  if (admissions.length === 0) throw refuse(routed, guard, rejections);
  return { ...routed, admissions };
}

function identify(scheme: Scheme, scopes: readonly string[], routed: Routed, guard: Guard): Answer {
  const value = presentedCredential(scheme, routed);
  if (value === undefined) return { kind: 'missing' };
  const means = describeCarrier(scheme.carrier);
  if (value === '') return { kind: 'rejected', reason: `${means} holds no credential` };
  if (guard.mode === 'presence')
    return { kind: 'known', credential: anyCredential(scheme, value, scopes) };
  const credential = guard.book.find(scheme.name, value);
  if (!credential) return { kind: 'rejected', reason: `the credential in ${means} is not known` };
  if (credential.expiresAt !== undefined && credential.expiresAt <= guard.now()) {
    const since = new Date(credential.expiresAt).toISOString();
    return { kind: 'rejected', reason: `the credential in ${means} expired at ${since}` };
  }
  return { kind: 'known', credential };
}

function anyCredential(scheme: Scheme, value: string, scopes: readonly string[]): Credential {
  return { name: 'any', scheme: scheme.name, value, scopes, expiresAt: undefined, only: new Map() };
}

function refuse(
  routed: Routed,
  { realm, advice = '' }: Guard,
  rejections: readonly string[],
): ApiError {
  const { operation } = routed;
  const [reason] = rejections;
  if (reason !== undefined) {
    const detail = `${capitalizeFirst(rejections.join('; '))}.`;
    const bearer = { error: 'invalid_token', error_description: reason };
    return new ApiError('invalid-credentials', detail, {
      headers: challenge(operation, realm, bearer),
    });
  }
  const ways = operation.security.map((requirement) =>
    requirement.map(({ scheme }) => describeCarrier(scheme.carrier)).join(' and '),
  );
  return new ApiError('missing-credentials', `Send ${ways.join(', or ')}. ${advice}`.trimEnd(), {
    headers: challenge(operation, realm, {}),
  });
}

function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
