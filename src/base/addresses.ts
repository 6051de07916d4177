import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The host of `localhost:80` or `[::1]:80`: lower case, without brackets, port and final dot. */
export function hostOf(authority: string): string {
  const host = authority.trim().toLowerCase().replace(/:\d*$/, '');
  if (host.startsWith('[')) return host.replace(/^\[|\]$/g, '');
  return host.replace(/\.$/, '');
}

/** Whether a host name or address always leads to the machine that uses it. */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}

export function isLoopbackAddress(address: string): boolean {
  return isIn(loopback, address);
}

/** Whether an address belongs to a local network, and means nothing outside of it. */
export function isPrivateAddress(address: string): boolean {
  return isIn(local, address);
}

/** Whether an address leads to this machine, or to a network that it is part of. */
export function isInternalAddress(
  address: string,
  own: readonly string[] = listOwnNetworks(),
): boolean {
  return isIn(internal, address) || isIn(listOf(own), address);
}

/** The machine's networks, whose addresses may be public. Read each time, since they change. */
function listOwnNetworks(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((all = []) =>
    all.flatMap(({ cidr }) => cidr ?? []),
  );
}

/** Whether a host name is a subdomain of another name. */
export function isBelow(host: string, parent: string): boolean {
  return host.length > parent.length + 1 && host.endsWith(`.${parent}`);
}

/** Reads names such as `api.example`, or `*.example` for subdomains. Throws if one is invalid. */
export function createHostNames(texts: readonly string[]): (host: string) => boolean {
  const names = texts.map(readName);
  return (host) =>
    names.some(({ name, hasWildcard }) => (hasWildcard ? isBelow(host, name) : host === name));
}

/** Reads ranges such as `10.0.0.0/8`, `::1/128` or `192.168.0.7`. Throws if one is invalid. */
export function createAddressRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = listOf(ranges);
  return (address) => isIn(list, address);
}

function readName(text: string): { readonly name: string; readonly hasWildcard: boolean } {
  const [, wildcard, name = ''] = /^(\*\.)?([\w.-]{1,253})$/.exec(text) ?? [];
  if (name.split('.').some((label) => label === '')) {
    throw new TypeError(
      `must be a host name such as api.example, or *.example for all names below it, without scheme, port and path; not "${text}"`,
    );
  }
  return { name: name.toLowerCase(), hasWildcard: wildcard !== undefined };
}

const loopbackRanges = ['127.0.0.0/8', '::1'];
const localRanges = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
];
/**
 * Addresses of the system itself (0.0.0.0), of providers and their customers, for tests, for
 * multicast, and of old ways from IPv4 to IPv6 (2002::/16).
 */
const unroutedRanges = [
  '0.0.0.0/8',
  '100.64.0.0/10',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  'fec0::/10',
  '2002::/16',
  'ff00::/8',
];
const loopback = listOf(loopbackRanges);
const local = listOf(localRanges);
const internal = listOf(
  [...loopbackRanges, ...localRanges, ...unroutedRanges].flatMap((range) => [
    range,
    ...(range.includes(':') ? [] : [translate(range)]),
  ]),
);

/** The same range as networks without IPv4 reach it (NAT64, RFC 6052). */
function translate(range: string): string {
  const [address, bits] = range.split('/');
  return `64:ff9b::${address}/${96 + Number(bits)}`;
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits, ...more] = range.split('/');
    const version = isIP(address);
    const most = version === 6 ? 128 : 32;
    const length = bits === undefined ? most : Number(bits);
    if (version === 0 || more.length > 0 || !isWhole(bits ?? '0') || length > most) {
      throw new TypeError(`${range} is no address or range of addresses such as 10.0.0.0/8`);
    }
    list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

function isWhole(digits: string): boolean {
  return /^\d{1,3}$/.test(digits);
}

/** An IPv4 address in the form of IPv6 (`::ffff:127.0.0.1`) counts as IPv4. */
function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
