import { createHash, timingSafeEqual } from 'node:crypto';

import { hostOf, isLoopbackName } from '../base/addresses.ts';
import { ApiError } from '../base/errors.ts';
import type { Guard } from '../pipeline/credentials/guard.ts';
import type { Received } from '../pipeline/exchange.ts';
import type { Credential, CredentialBook } from '../store/credentials/credentials.ts';

const scheme = 'controlToken';

/** The credential for the scheme of the control API; none where there is no control token. */
export function controlCredentials(token: string | undefined): readonly Credential[] {
  if (token === undefined) return [];
  const value = token;
  return [
    { name: 'control token', scheme, value, scopes: [], expiresAt: undefined, only: new Map() },
  ];
}

/** The header in which requests outside the control API show the control token. */
export const tokenHeader = 'x-stuntdouble-token';

/**
 * Tells whether a request may do what only the user who runs the server may do: it comes from this
 * machine, or shows the control token.
 */
export function createTrust(token: string | undefined): (request: Received) => boolean {
  const isToken = createTokenTest(token);
  return (request) => {
    const shown = request.headers[tokenHeader];
    return (typeof shown === 'string' && isToken(shown)) || isFromThisMachine(request);
  };
}

/** Tells whether a text is the control token, in a time that reveals nothing of the token. */
export function createTokenTest(token: string | undefined): (text: string) => boolean {
  if (token === undefined) return () => false;
  const wanted = digestOf(token);
  return (text) => timingSafeEqual(digestOf(text), wanted);
}

/**
 * Requires the control token where there is one. Without one, the API is open only while the server
 * listens to this machine alone, and only to clients on it: `isLocalClient` tells them by what
 * proxies write.
 */
export function createControlGuard(
  book: CredentialBook,
  isLocalClient: (request: Received) => boolean,
): Guard {
  const hasToken = book.entries.length > 0;
  return {
    realm: 'Stuntdouble control',
    book,
    mode: 'strict',
    now: Date.now,
    advice: hasToken
      ? 'It is the token given with --control-token.'
      : 'This server has no control token: start it with --control-token, or let it listen on 127.0.0.1 and call it there as localhost, through no proxy but those of --trust-proxy.',
    isOpen(request) {
      assertOwnOrigin(request);
      return !hasToken && isOnLoopback(request) && isLocalClient(request);
    },
  };
}

/**
 * Whether a request comes from this machine, and not from a page of another site: such a page could
 * fill the memory. Pages that this machine serves may come from any port.
 */
export function isFromThisMachine(request: Received): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (!isOnLoopback(request)) return false;
  // Requests for embedded resources, such as images, have no `Origin`.
  return typeof origin === 'string' ? isLocalOrigin(origin) : site !== 'cross-site';
}

/** Refuses pages of other origins, which could use the API from the developer's browser. */
function assertOwnOrigin({ method, headers }: Received): void {
  const { origin, host, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = headers;
  if (typeof origin !== 'string') {
    // Browsers send no `Origin` for images, frames and links that the user opens.
    if (site !== 'cross-site' && site !== 'same-site') return;
    if (destination === 'document' && (method === 'GET' || method === 'HEAD')) return;
    throw new ApiError('foreign-origin', 'Pages of other origins may not use the control API.');
  }
  if (origin === `http://${String(host)}` || origin === `https://${String(host)}`) return;
  throw new ApiError('foreign-origin', `Pages of ${origin} may not use the control API.`);
}

/** A foreign host name that resolves to this machine is still foreign (DNS rebinding). */
function isOnLoopback({ isLocal, headers }: Received): boolean {
  return isLocal && isLoopbackName(hostOf(String(headers['host'] ?? '')));
}

function isLocalOrigin(origin: string): boolean {
  const [, authority] = /^https?:\/\/(.+)$/.exec(origin) ?? [];
  return authority !== undefined && isLoopbackName(hostOf(authority));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
