import { isIP, SocketAddress } from 'node:net';

import { hostOf, isLoopbackAddress, isLoopbackName, isPrivateAddress } from '../base/addresses.ts';
import type { Received } from '../pipeline/exchange.ts';

type ClientHeaders = Received['headers'];
type AddressCheck = (address: string) => boolean;

/**
 * Tells whether the client of a request is on this machine, by the headers that proxies write.
 * Without such headers it is: nothing else names a remote client. With them it is only where a
 * trusted proxy sent the request, and where all of them name a local client.
 */
export function createClientCheck(isTrustedProxy: AddressCheck): (request: Received) => boolean {
  return ({ headers, findPeer }) => {
    if (!Object.keys(headers).some(isForwardingHeader)) return true;
    const peer = findPeer();
    return peer !== undefined && isTrustedProxy(peer) && namesLocalClient(headers, isTrustedProxy);
  };
}

/**
 * Finds the address of a client: behind trusted proxies, the one that they tell; else that of the
 * connection, so that no request is without one. `tell` hears once what keeps clients apart no longer.
 */
export function createClientAddress(
  isTrustedProxy: AddressCheck,
  tell: (message: string) => void,
): (request: Pick<Received, 'headers' | 'findPeer'>) => string | undefined {
  const [tellOfUnnamed, tellOfConflict] = [once(tell), once(tell)];
  return ({ headers, findPeer }) => {
    const peer = findPeer();
    if (peer === undefined) return undefined;
    if (!isTrustedProxy(peer)) {
      const isProxy = Object.keys(headers).some(isForwardingHeader);
      if (isProxy && (isLoopbackAddress(peer) || isPrivateAddress(peer))) {
        tellOfUnnamed(() => describeUnnamed(plainAddress(peer)));
      }
      return peer;
    }
    // A proxy may write one header and pass on another that the client has sent.
    const clients = listChains(headers)
      .map((chain) => lastUntrusted(chain, isTrustedProxy))
      // The address of another trusted proxy says nothing of the client.
      .filter((one) => one === undefined || !isTrustedProxy(one));
    const [client, ...others] = new Set(clients);
    if (others.length > 0) tellOfConflict(() => describeConflict(plainAddress(peer)));
    return others.length > 0 ? peer : (client ?? peer);
  };
}

/** What the headers that name clients say, each the addresses from the client on. */
function listChains(headers: ClientHeaders): readonly (readonly (string | undefined)[])[] {
  const forwarded = readForwarded(textOf(headers, 'forwarded'));
  return [
    listIn(headers, 'x-forwarded-for'),
    // It may tell of scheme and host alone.
    forwarded.some((hop) => hop.has('for')) || forwarded === unreadable
      ? forwarded.map((hop) => hop.get('for'))
      : [],
    listIn(headers, 'x-real-ip'),
  ].filter((chain) => chain.length > 0);
}

function once(tell: (message: string) => void): (describe: () => string) => void {
  let isTold = false;
  return (describe) => {
    if (isTold) return;
    isTold = true;
    tell(describe());
  };
}

function describeUnnamed(peer: string): string {
  return `requests from ${peer} have headers of a proxy that is not named, so all of its clients share the limits of one address. If it is your proxy, and no client reaches this server but through it, start with --trust-proxy ${peer} (in the library trustProxy), or with its network. A published port of a container may show the same address for all clients: then the proxy must be the only one who can call that port`;
}

function describeConflict(peer: string): string {
  return `requests of the proxy ${peer} have headers that disagree about the client (X-Forwarded-For, Forwarded, X-Real-IP), so none is believed, and all of its clients share the limits of one address. Let the proxy write one of them, and remove or overwrite the others: a client may have sent them`;
}

function isForwardingHeader(name: string): boolean {
  return name === 'via' || name.includes('forwarded') || isClientHeader(name);
}

/** `X-Forwarded-For`, `X-Real-IP`, `CF-Connecting-IP` and similar headers that name the client. */
function isClientHeader(name: string): boolean {
  return /(?:^|-)(?:forwarded-for|ip|ipv6|(?:real|client|socket|user)ip|remote-addr(?:ess)?|(?:viewer|external)-address)$/.test(
    name,
  );
}

/** A proxy may write one header and pass on another unchanged, so each of them counts. */
function namesLocalClient(headers: ClientHeaders, isTrustedProxy: AddressCheck): boolean {
  const forwarded = ['forwarded', 'x-forwarded'].flatMap((name) =>
    readForwarded(textOf(headers, name)),
  );
  const chains = [
    ...Object.keys(headers)
      .filter(isClientHeader)
      .map((name) => listIn(headers, name)),
    forwarded.map((hop) => hop.get('for')),
  ].filter((chain) => chain.length > 0);
  // The host must be local, too: a foreign name that resolves to this machine has a local client.
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

function isLocalChain(
  chain: readonly (string | undefined)[],
  isTrustedProxy: AddressCheck,
): boolean {
  const client = lastUntrusted(chain, isTrustedProxy);
  return client !== undefined && isLoopbackAddress(client);
}

/** Each proxy appends its caller's address; the client is the last that is no trusted proxy. */
function lastUntrusted(
  chain: readonly (string | undefined)[],
  isTrustedProxy: AddressCheck,
): string | undefined {
  let client: string | undefined;
  for (const text of chain.toReversed()) {
    client = readAddress(text);
    if (client === undefined || !isTrustedProxy(client)) break;
  }
  return client;
}

/** The address in a node name, without its port; undefined where it is hidden or malformed. */
function readAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, address = text] =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  // A zone (`fe80::1%eth0`) has a meaning only on the machine that wrote it.
  return isIP(address) === 0 || address.includes('%') ? undefined : plainAddress(address);
}

/** One way to write an address, an IPv4 address in the form of IPv6 as IPv4. */
function plainAddress(address: string): string {
  if (isIP(address) !== 6 || address.includes('%')) return address;
  const plain = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:(?<ipv4>[\d.]+)$/.exec(plain)?.groups?.['ipv4'] ?? plain;
}

function listIn(headers: ClientHeaders, name: string): readonly string[] {
  return (
    textOf(headers, name)
      ?.split(',')
      .map((part) => part.trim()) ?? []
  );
}

function textOf(headers: ClientHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

type Hop = ReadonlyMap<string, string>;

/** Replaces a malformed header: one hop without an address, which is never a local client. */
const unreadable: readonly Hop[] = [new Map()];

/** The hops of a `Forwarded` header (RFC 7239, section 4): parameters by lower-case name. */
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
