import { ApiError } from '../errors.ts';
import type { Guard } from './authenticate.ts';
import { challenge } from './credentials.ts';
import type { Admission, Authenticated, Authorized } from './exchange.ts';
import { toAuthorized } from './widening.ts';

/** One alternative with all of its scopes, within its reach, is enough. */
export function authorize(authenticated: Authenticated, guard: Guard): Authorized {
  const refusals: ApiError[] = [];
  for (const admission of authenticated.admissions) {
    const refusal =
      refuseScope(admission, authenticated, guard) ?? refuseReach(admission, authenticated, guard);
    if (!refusal) {
      const names = admission.credentials.map(({ name }) => name);
      return toAuthorized(authenticated, names);
    }
    refusals.push(refusal);
  }
  throw refusals[0] ?? new ApiError('insufficient-scope', 'No credential was accepted.');
}

function refuseScope(
  admission: Admission,
  request: Authenticated,
  guard: Guard,
): ApiError | undefined {
  if (hasAllScopes(admission)) return undefined;
  const required = admission.requirement.flatMap(({ scopes }) => scopes);
  const missing = admission.requirement.flatMap(({ scopes }, index) => {
    const granted = admission.credentials[index]?.scopes ?? [];
    return scopes.filter((scope) => !granted.includes(scope));
  });
  const names = admission.credentials.map(({ name }) => `"${name}"`).join(', ');
  return new ApiError(
    'insufficient-scope',
    `This operation requires the scope ${quoteAll(required)}; the credential ${names} lacks ${quoteAll(missing)}.`,
    {
      headers: challenge(request.operation, guard.realm, {
        error: 'insufficient_scope',
        scope: required.join(' '),
      }),
    },
  );
}

function hasAllScopes({ requirement, credentials }: Admission): boolean {
  for (const [index, { scopes }] of requirement.entries()) {
    const granted = credentials[index]?.scopes ?? [];
    for (const scope of scopes) if (!granted.includes(scope)) return false;
  }
  return true;
}

function refuseReach(
  admission: Admission,
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

/** A value that can't be decoded reaches nothing here; that it is broken is said further on. */
function decodeLeniently(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function quoteAll(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}
