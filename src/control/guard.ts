import { createHash, timingSafeEqual } from 'node:crypto';

import { hostOf, isLoopbackName } from '../base/addresses.ts';
import { ApiError } from '../base/errors.ts';
import type { Guard } from '../pipeline/credentials/authenticate.ts';
import type { Received } from '../pipeline/exchange.ts';
import type { Credential, CredentialBook } from '../store/credentials/credentials.ts';

const scheme = 'controlToken';

/** The one credential that the control document's scheme knows, where there is a token. */
export function controlCredentials(token: string | undefined): readonly Credential[] {
  if (token === undefined) return [];
  const value = token;
  return [
    { name: 'control token', scheme, value, scopes: [], expiresAt: undefined, only: new Map() },
  ];
}

/** What ordinary requests show the token in. */
export const tokenHeader = 'x-stuntdouble-token';

/**
 * Whether a request may do what is for whoever runs the stand-in: it comes from this machine, or shows
 * the token.
 */
export function createTrust(token: string | undefined): (request: Received) => boolean {
  const isToken = createTokenTest(token);
  return (request) => {
    const shown = request.headers[tokenHeader];
    return (typeof shown === 'string' && isToken(shown)) || isFromThisMachine(request);
  };
}

/** Tells whether a text is the token, where there is one. How long it takes tells nothing of the token. */
export function createTokenTest(token: string | undefined): (text: string) => boolean {
  if (token === undefined) return () => false;
  const wanted = digestOf(token);
  return (text) => timingSafeEqual(digestOf(text), wanted);
}

/**
 * Asks for the token wherever there is one. Without one the API is open to this machine where only this
 * machine can call, as far as `isLocalClient` can tell from what proxies say, and closed to all others.
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
 * Whether a request comes from this machine, and was not made by a page of another site: such a page
 * could fill the memory. Pages that this machine serves to itself may be of any port.
 */
export function isFromThisMachine(request: Received): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (!isOnLoopback(request)) return false;
  // What a page embeds, such as an image, comes without an origin.
  return typeof origin === 'string' ? isLocalOrigin(origin) : site !== 'cross-site';
}

/** A page of another origin must not use the API from the developer's browser. */
function assertOwnOrigin({ method, headers }: Received): void {
  const { origin, host, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = headers;
  if (typeof origin !== 'string') {
    // A browser sends no origin for what a page embeds (an image, a frame), and for a link that the user opens.
    if (site !== 'cross-site' && site !== 'same-site') return;
    if (destination === 'document' && (method === 'GET' || method === 'HEAD')) return;
    throw new ApiError('foreign-origin', 'Pages of other origins may not use the control API.');
  }
  if (origin === `http://${String(host)}` || origin === `https://${String(host)}`) return;
  throw new ApiError('foreign-origin', `Pages of ${origin} may not use the control API.`);
}

/** A foreign name that was made to point at this machine is still foreign. */
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
