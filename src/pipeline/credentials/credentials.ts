import { createHash } from 'node:crypto';

import { splitCookies } from '../../base/cookies.ts';
import { capitalizeFirst } from '../../base/texts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Carrier, Scheme } from '../../contract/security.ts';
import type { Received } from '../exchange.ts';
import { headerOf } from '../exchange.ts';

/** The credential that a request shows for a scheme; undefined where it shows none. */
export function presentedCredential({ carrier }: Scheme, request: Received): string | undefined {
  switch (carrier.kind) {
    case 'header':
      return headerOf(request, carrier.field)?.trim();
    case 'query':
      return new URLSearchParams(request.query).get(carrier.name) ?? undefined;
    case 'cookie':
      return splitCookies(headerOf(request, 'cookie') ?? '').findLast(
        ({ name, value }) => name === carrier.name && value !== undefined,
      )?.value;
    case 'authorization':
      return readAuthorization(headerOf(request, 'authorization'), carrier.scheme);
    case 'connection':
      return undefined;
  }
}

/** Further parameters of a Bearer challenge, such as `error` (RFC 6750, section 3). */
type BearerWords = Readonly<Record<string, string>>;

/** The headers of a 401 or 403: one challenge for each scheme (RFC 9110, section 11.6.1). */
export function challenge(
  operation: Operation,
  realm: string,
  bearer: BearerWords,
): Readonly<Record<string, string>> {
  const words = Object.values(bearer).join('\n');
  const known = lastChallenges.get(operation);
  if (known?.realm === realm && known.words === words) return known.headers;
  const headers = writeChallenges(operation, realm, bearer);
  lastChallenges.set(operation, { realm, words, headers });
  return headers;
}

/** Caches the last headers of each operation: most clients get the same ones. */
const lastChallenges = new WeakMap<
  Operation,
  {
    readonly realm: string;
    readonly words: string;
    readonly headers: Readonly<Record<string, string>>;
  }
>();

function writeChallenges(
  operation: Operation,
  realm: string,
  bearer: BearerWords,
): Readonly<Record<string, string>> {
  const carriers = new Map(
    operation.security.flatMap((requirement) =>
      requirement.map(({ scheme }): [string, Carrier] => [scheme.name, scheme.carrier]),
    ),
  );
  const challenges = [...carriers.values()].flatMap((carrier) =>
    carrier.kind === 'connection' ? [] : [challengeFor(carrier, realm, bearer)],
  );
  // Two schemes may have the same challenge.
  return { 'WWW-Authenticate': [...new Set(challenges)].join(', ') };
}

/** Says in words where a request shows a credential. */
export function describeCarrier(carrier: Carrier): string {
  switch (carrier.kind) {
    case 'header':
      return `the header ${carrier.name}`;
    case 'query':
      return `the query parameter ${carrier.name}`;
    case 'cookie':
      return `the cookie ${carrier.name}`;
    case 'authorization':
      return `the header Authorization with a ${capitalizeFirst(carrier.scheme)} credential`;
    case 'connection':
      return 'a certificate of the client';
  }
}

/** The name of the scheme matches in any case (RFC 9110, section 11.1). */
function readAuthorization(header: string | undefined, scheme: string): string | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const space = text.indexOf(' ');
  const name = space === -1 ? text : text.slice(0, space);
  if (name.toLowerCase() !== scheme) return undefined;
  return space === -1 ? '' : text.slice(space + 1).trim();
}

function challengeFor(
  carrier: Exclude<Carrier, { kind: 'connection' }>,
  realm: string,
  bearer: BearerWords,
): string {
  if (carrier.kind !== 'authorization') {
    // No scheme is registered for API keys; most services send this name.
    return `ApiKey ${quotePairs({ realm, in: carrier.kind, name: carrier.name })}`;
  }
  const scheme = capitalizeFirst(carrier.scheme);
  if (carrier.scheme === 'bearer') return `${scheme} ${quotePairs({ realm, ...bearer })}`;
  if (carrier.scheme !== 'digest') return `${scheme} ${quotePairs({ realm })}`;
  return `${scheme} ${quotePairs({ realm, nonce: nonceOf(realm), qop: 'auth' })}, algorithm=SHA-256`;
}

/** A nonce never expires here, and is the same in every run. */
function nonceOf(realm: string): string {
  return createHash('sha256').update(realm).digest('base64url').slice(0, 22);
}

function quotePairs(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}="${quotable(value)}"`)
    .join(', ');
}

/** Replaces characters that a quoted string in a header cannot hold. */
function quotable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, "'");
}
