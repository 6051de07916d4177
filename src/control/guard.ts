import { createHash, timingSafeEqual } from 'node:crypto';

import { hostOf, isLoopbackName } from '../base/addresses.ts';
import { ApiError } from '../base/errors.ts';
import type { Guard } from '../pipeline/credentials/guard.ts';
import type { Received } from '../pipeline/exchange.ts';
import type { CredentialBook } from '../store/credentials/book.ts';
import type { Credential } from '../store/credentials/credential.ts';

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

/** What decides who runs the server. */
interface TrustOptions {
  readonly controlToken: string | undefined;
  /** Whether visitors call: a proxy on this machine may send their requests as if they were its own. */
  readonly visitorWorlds: boolean;
}

/**
 * Tells whether a request may do what only the user who runs the server may do: it shows the control
 * token, or comes from this machine, where that is no visitor.
 */
export function createTrust({
  controlToken,
  visitorWorlds,
}: TrustOptions): (request: Received) => boolean {
  const isToken = createTokenTest(controlToken);
  return (request) => {
    const shown = request.headers[tokenHeader];
    if (typeof shown === 'string' && isToken(shown)) return true;
    return !visitorWorlds && isFromThisMachine(request);
  };
}

/** Tells whether a text is the control token, in a time that reveals nothing of the token. */
export function createTokenTest(token: string | undefined): (text: string) => boolean {
  if (token === undefined) return () => false;
  const wanted = digestOf(token);
  return (text) => timingSafeEqual(digestOf(text), wanted);
}

export const controlRealm = 'Stuntdouble control';

type RequestTest = (request: Received) => boolean;

/**
 * Requires the control token where there is one, or a session that was begun with it. Without a
 * token, the API is open only while the server listens to this machine alone, and only to clients on
 * it: `isLocalClient` tells them by what proxies write.
 */
export function createControlGuard(
  book: CredentialBook,
  isLocalClient: RequestTest,
  hasSession: RequestTest,
): Guard {
  const hasToken = book.entries.length > 0;
  return {
    realm: controlRealm,
    book,
    mode: 'strict',
    now: Date.now,
    advice: adviseOnToken(hasToken),
    isOpen(request) {
      assertOwnOrigin(request);
      if (hasSession(request) && mayActBySession(request)) return true;
      return findAccess(request, hasToken, isLocalClient) === 'open';
    },
  };
}

/** What a client has to do for the control API: nothing, show the token, or it can't get in. */
export type AccessKind = 'open' | 'token' | 'closed';

export function findAccess(
  request: Received,
  hasToken: boolean,
  isLocalClient: RequestTest,
): AccessKind {
  if (hasToken) return 'token';
  return isOnLoopback(request) && isLocalClient(request) ? 'open' : 'closed';
}

export function adviseOnToken(hasToken: boolean): string {
  return hasToken
    ? 'It is the token given with --control-token.'
    : 'This server has no control token: start it with --control-token, or without --visitor-worlds let it listen on 127.0.0.1 and call it there as localhost, through no proxy but those of --trust-proxy.';
}

/** Throws where only the session could admit a write, and the console has not sent it. */
function mayActBySession(request: Received): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || hasOwnOrigin(request)) return true;
  // The token itself may admit it.
  if (request.headers['authorization'] !== undefined) return false;
  return assertConsoleOrigin(request);
}

/**
 * Refuses writes that come by a cookie without the origin of the console: a browser sends cookies to
 * all ports of a machine, also for pages of other ports.
 */
export function assertConsoleOrigin(request: Received): true {
  if (hasOwnOrigin(request)) return true;
  throw new ApiError(
    'foreign-origin',
    'A write by a session needs the Origin of the console, which browsers send. Other clients send the control token as a Bearer token.',
  );
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
export function assertOwnOrigin(request: Received): void {
  const { method, headers } = request;
  const { origin, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = headers;
  if (typeof origin !== 'string') {
    // Browsers send no `Origin` for images, frames and links that the user opens.
    if (site !== 'cross-site' && site !== 'same-site') return;
    if (destination === 'document' && (method === 'GET' || method === 'HEAD')) return;
    throw new ApiError('foreign-origin', 'Pages of other origins may not use the control API.');
  }
  if (hasOwnOrigin(request)) return;
  throw new ApiError('foreign-origin', `Pages of ${origin} may not use the control API.`);
}

/** Whether a page of this server sends the request. */
function hasOwnOrigin({ headers: { origin, host } }: Received): boolean {
  return origin === `http://${String(host)}` || origin === `https://${String(host)}`;
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
