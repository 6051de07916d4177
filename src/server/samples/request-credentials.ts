import { capitalizeFirst, encodePart } from '../../base/texts.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Carrier, Requirement } from '../../contract/security.ts';
import type { Guard } from '../../pipeline/credentials/guard.ts';
import type { CarriedCredential } from '../../store/credentials/carried-credential.ts';
import type { Credential } from '../../store/credentials/credential.ts';

/** Who is let in, and by which credentials; in the mode `strict` only by these. */
export interface SampleGuard {
  readonly auth: Guard['mode'];
  readonly credentials: readonly Credential[];
  readonly now: () => number;
}

/** What a request shows of its client. Cookies and queries are written as they are sent. */
export interface RequestCredentials {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly string[];
  readonly query: readonly string[];
}

/** A request that shows no credential. */
export const nothing: RequestCredentials = { headers: [], cookies: [], query: [] };

/** Credentials that suffice for an operation and its path; undefined where none are known. */
export function findRequestCredentials(
  guard: SampleGuard,
  { security, pathNames }: Pick<Operation, 'security' | 'pathNames'>,
  values: readonly string[],
): RequestCredentials | undefined {
  if (guard.auth === 'off' || isOpen(security)) return nothing;
  for (const requirement of security) {
    const found = findFor(guard, requirement, pathNames, values);
    if (found) return found;
  }
  return undefined;
}

/** Credentials that satisfy one alternative, whether or not others would do. */
export function findFor(
  guard: SampleGuard,
  requirement: Requirement,
  pathNames: Operation['pathNames'],
  values: readonly string[],
): RequestCredentials | undefined {
  const reaches = ({ only }: Credential): boolean =>
    [...only].every(([name, reach]) => reach.includes(values[pathNames.indexOf(name)] ?? ''));
  const shown = requirement.map((part) => showFor(guard, part, reaches));
  return shown.every((one) => one !== undefined) ? joinCredentials(shown) : undefined;
}

/** Credentials that the server knows, and that may lack a scope or the reach for an alternative. */
export function* listInsufficient(
  { credentials, now }: SampleGuard,
  requirement: Requirement,
): Generator<RequestCredentials, void, void> {
  const [part, ...others] = requirement;
  if (!part || others.length > 0) return;
  const { scheme, scopes } = part;
  const isLacking = ({ scopes: own, only }: Credential): boolean =>
    only.size > 0 || !scopes.every((scope) => own.includes(scope));
  for (const { value, ...credential } of credentials) {
    const { scheme: name, expiresAt } = credential;
    const isValid = expiresAt === undefined || expiresAt > now();
    if (name !== scheme.name || !isValid || isDigest(scheme.carrier)) continue;
    if (isLacking({ ...credential, value })) yield carry(scheme.carrier, value);
  }
}

/** Credentials that no server takes: an unknown one of the first scheme, or an empty one. */
export function listWrong(requirement: Requirement): readonly RequestCredentials[] {
  const { carrier } = requirement.find(({ scheme }) => scheme.carrier.kind !== 'connection')
    ?.scheme ?? { carrier: undefined };
  if (!carrier) return [];
  const unknown = carrier.kind === 'authorization' && carrier.scheme === 'basic' ? 'unknown:' : '';
  return [carry(carrier, `${unknown}not-a-known-credential`), carry(carrier, '')];
}

/** An empty alternative makes credentials optional. */
export function isOpen(security: Operation['security']): boolean {
  return security.length === 0 || security.some((requirement) => requirement.length === 0);
}

function showFor(
  { auth, credentials, now }: SampleGuard,
  { scheme: { name, carrier }, scopes }: Requirement[number],
  reaches: (credential: Credential) => boolean,
): RequestCredentials | undefined {
  // A digest is another one for each request, and a certificate is no part of one.
  if (carrier.kind === 'connection' || isDigest(carrier)) return undefined;
  const known = credentials.find(
    (credential) =>
      credential.scheme === name &&
      (credential.expiresAt === undefined || credential.expiresAt > now()) &&
      scopes.every((scope) => credential.scopes.includes(scope)) &&
      reaches(credential),
  );
  const value = known?.value ?? (auth === 'presence' ? sampleFor(carrier) : undefined);
  return value === undefined ? undefined : carry(carrier, value);
}

/** How a request carries a credential; undefined where no request can carry it by itself. */
export function carryCredential(
  { scheme, value }: Credential,
  schemes: Contract['schemes'],
): CarriedCredential | undefined {
  const carrier = schemes.get(scheme)?.carrier;
  if (!carrier || carrier.kind === 'connection' || isDigest(carrier)) return undefined;
  const headers = Object.fromEntries(carry(carrier, value).headers);
  return {
    headers,
    query: carrier.kind === 'query' ? { [carrier.name]: value } : {},
    cookies: carrier.kind === 'cookie' ? { [carrier.name]: encodePart(value) } : {},
  };
}

function isDigest(carrier: Carrier): boolean {
  return carrier.kind === 'authorization' && carrier.scheme === 'digest';
}

function sampleFor(carrier: Carrier): string {
  const isBasic = carrier.kind === 'authorization' && carrier.scheme === 'basic';
  return isBasic ? 'user:password' : 'anything';
}

function carry(carrier: Carrier, value: string): RequestCredentials {
  switch (carrier.kind) {
    case 'header':
      return { ...nothing, headers: [[carrier.name, value]] };
    case 'authorization':
      return { ...nothing, headers: [['Authorization', inScheme(carrier.scheme, value)]] };
    case 'cookie':
      return { ...nothing, cookies: [`${carrier.name}=${encodePart(value)}`] };
    case 'query':
      return { ...nothing, query: [`${encodePart(carrier.name)}=${encodePart(value)}`] };
    case 'connection':
      return nothing;
  }
}

function joinCredentials(all: readonly RequestCredentials[]): RequestCredentials {
  return {
    headers: all.flatMap(({ headers }) => headers),
    cookies: all.flatMap(({ cookies }) => cookies),
    query: all.flatMap(({ query }) => query),
  };
}

/** A credential as a request has it, for a person to read. */
export function describeCarried(carrier: Carrier, value: string): string {
  if (carrier.kind === 'connection') return 'a certificate of the client';
  const { headers, cookies, query } = carry(carrier, value);
  const [[name, text] = ['Cookie', cookies.join('; ')]] = headers;
  return query.length > 0 ? `?${query.join('&')}` : `${name}: ${text}`;
}

/** Clients send `user:password` in Base64. */
function inScheme(scheme: string, value: string): string {
  const isPlain = scheme === 'basic' && value.includes(':');
  const sent = isPlain ? Buffer.from(value).toString('base64') : value;
  return `${capitalizeFirst(scheme)} ${sent}`;
}
