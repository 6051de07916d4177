import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

import { hostOf, isLoopbackName, isLoopbackAddress } from '../base/addresses.ts';
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

type Headers = Received['headers'];
type AddressCheck = (address: string) => boolean;

/**
 * Tells whether the client of a request is on this machine, by what proxies have written into it. Without
 * such headers it is: the connection says nothing else. With them it is only where a trusted proxy sent
 * the request, and where all of them name a local client.
 */
export function createClientCheck(isTrustedProxy: AddressCheck): (request: Received) => boolean {
  return ({ headers, findPeer }) => {
    if (!Object.keys(headers).some(isForwardingHeader)) return true;
    const peer = findPeer();
    return peer !== undefined && isTrustedProxy(peer) && namesLocalClient(headers, isTrustedProxy);
  };
}

function isForwardingHeader(name: string): boolean {
  return name === 'via' || name.includes('forwarded') || isClientHeader(name);
}

/** `X-Forwarded-For`, `X-Real-IP`, `True-Client-IP`, `CF-Connecting-IP`, and what else proxies name their client in. */
function isClientHeader(name: string): boolean {
  return /(?:^|-)(?:forwarded-for|ip|ipv6|(?:real|client|socket|user)ip|remote-addr(?:ess)?|(?:viewer|external)-address)$/.test(
    name,
  );
}

/** A proxy may write one header and hand on another as the client sent it, so each of them counts. */
function namesLocalClient(headers: Headers, isTrustedProxy: AddressCheck): boolean {
  const forwarded = ['forwarded', 'x-forwarded'].flatMap((name) =>
    readForwarded(textOf(headers, name)),
  );
  const chains = [
    ...Object.keys(headers)
      .filter(isClientHeader)
      .map((name) => listIn(headers, name)),
    forwarded.map((hop) => hop.get('for')),
  ].filter((chain) => chain.length > 0);
  // A page whose name was made to point to this machine has a local client, too.
  const hosts = [
    ...listIn(headers, 'x-forwarded-host'),
    ...forwarded.flatMap((hop) => hop.get('host') ?? []),
  ];
  return (
    chains.length > 0 &&
    chains.every((chain) => isLocalChain(chain, isTrustedProxy)) &&
    hosts.every((host) => isLoopbackName(hostOf(host)))
  );
}

/** Each proxy adds the address that it was called from, so the last ones are the most reliable. */
function isLocalChain(
  chain: readonly (string | undefined)[],
  isTrustedProxy: AddressCheck,
): boolean {
  let client: string | undefined;
  for (const text of chain.toReversed()) {
    client = readAddress(text);
    if (client === undefined || !isTrustedProxy(client)) break;
  }
  return client !== undefined && isLoopbackAddress(client);
}

/** The address in a node name, with or without a port; undefined where it is hidden or can't be read. */
function readAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, address = text] =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  // A zone (`fe80::1%eth0`) has a meaning on the machine alone that wrote it.
  return isIP(address) === 0 || address.includes('%') ? undefined : address;
}

function listIn(headers: Headers, name: string): readonly string[] {
  return (
    textOf(headers, name)
      ?.split(',')
      .map((part) => part.trim()) ?? []
  );
}

function textOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

type Hop = ReadonlyMap<string, string>;

/** What stands for a header that isn't well-formed: a hop that says nothing. */
const unreadable: readonly Hop[] = [new Map()];

/** The hops of a `Forwarded` header (RFC 7239, section 4), by the names of their parameters in lower case. */
function readForwarded(text: string | undefined): readonly Hop[] {
  if (text === undefined) return [];
  const pair = /[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"([^"\\]*)"|([\w!#$%&'*+.^`|~-]+))[ \t]*(;|,|$)/y;
  const hops: Hop[] = [];
  let hop = new Map<string, string>();
  for (;;) {
    const [, name, quoted, token, end] = pair.exec(text) ?? [];
    const key = name?.toLowerCase();
    if (key === undefined || hop.has(key)) return unreadable;
    hop.set(key, quoted ?? token ?? '');
    if (end === ';') continue;
    hops.push(hop);
    hop = new Map();
    if (end === '') return hops;
  }
}
