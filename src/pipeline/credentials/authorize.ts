import { ApiError } from '../../base/errors.ts';
import { decodeLeniently } from '../../base/texts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { AccessGrant, Authenticated, Authorized } from '../exchange.ts';
import { addAdmission } from '../exchange.ts';
import { describeSufficing } from './advice.ts';
import { challenge } from './credentials.ts';
import type { Guard } from './guard.ts';

/** Accepts the first alternative with all scopes and enough reach. */
export function authorize(authenticated: Authenticated, guard: Guard): Authorized {
  let first: ApiError | undefined;
  for (const admission of authenticated.admissions) {
    const refusal =
      refuseScope(admission, authenticated, guard) ?? refuseReach(admission, authenticated, guard);
    if (!refusal) {
      addAdmission(authenticated, admission);
      return authenticated;
    }
    first ??= refusal;
  }
  throw first ?? new ApiError('insufficient-scope', 'No credential was accepted.');
}

function refuseScope(
  admission: AccessGrant,
  { operation }: Authenticated,
  guard: Guard,
): ApiError | undefined {
  if (hasAllScopes(admission)) return undefined;
  const known = lastRefused.get(operation);
  const advice = describeSufficing(operation, guard);
  if (known?.advice === advice && isSameAdmission(known.admission, admission)) return known.refusal;
  const refusal = describeScopes(admission, operation, guard, advice);
  lastRefused.set(operation, { admission, advice, refusal });
  return refusal;
}

/** Caches the last refusal of each operation: a client that lacks a scope gets the same one. */
const lastRefused = new WeakMap<
  Operation,
  { readonly admission: AccessGrant; readonly advice: string; readonly refusal: ApiError }
>();

function isSameAdmission(one: AccessGrant, other: AccessGrant): boolean {
  return (
    one.requirement === other.requirement &&
    one.credentials.every((credential, index) => credential === other.credentials[index])
  );
}

function describeScopes(
  admission: AccessGrant,
  operation: Operation,
  guard: Guard,
  advice: string,
): ApiError {
  const required = admission.requirement.flatMap(({ scopes }) => scopes);
  const missing = admission.requirement.flatMap(({ scopes }, index) => {
    const granted = admission.credentials[index]?.scopes ?? [];
    return scopes.filter((scope) => !granted.includes(scope));
  });
  const names = admission.credentials.map(({ name }) => `"${name}"`).join(', ');
  return new ApiError(
    'insufficient-scope',
    `This operation requires the ${required.length === 1 ? 'scope' : 'scopes'} ${quoteAll(required)}; the credential ${names} lacks ${quoteAll(missing)}.${advice}`,
    {
      headers: challenge(operation, guard.realm, {
        error: 'insufficient_scope',
        scope: required.join(' '),
      }),
    },
  );
}

export function hasAllScopes({ requirement, credentials }: AccessGrant): boolean {
  let index = 0;
  for (const { scopes } of requirement) {
    const granted = credentials[index]?.scopes ?? [];
    for (const scope of scopes) if (!granted.includes(scope)) return false;
    index += 1;
  }
  return true;
}

function refuseReach(
  admission: AccessGrant,
  request: Authenticated,
  guard: Guard,
): ApiError | undefined {
  const { operation, pathValues } = request;
  for (const { name, only } of admission.credentials) {
    for (const [parameter, values] of only) {
      const position = operation.pathNames.indexOf(parameter);
      if (position === -1 || values.includes(decodeLeniently(pathValues[position] ?? ''))) continue;
      return new ApiError(
        'out-of-reach',
        `The credential "${name}" reaches only ${parameter} ${quoteAll(values)}.`,
        { headers: challenge(operation, guard.realm, { error: 'insufficient_scope' }) },
      );
    }
  }
  return undefined;
}

function quoteAll(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}
