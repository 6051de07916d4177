import { isIPv4 } from 'node:net';

/** The addresses that one client may have: an IPv4 address, or the first 56 bits of one of IPv6. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  const short = mapped ?? address;
  // A text of its own: a slice would keep all of its header in memory.
  if (isIPv4(short)) return short.split('.').map(Number).join('.');
  const [front = '', back] = address.split('::');
  const [first, last] = [front, back ?? ''].map((half) => half.split(':').filter(Boolean));
  const zeros = back === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [
    ...(first ?? []),
    ...Array<string>(Math.max(0, zeros)).fill('0'),
    ...(last ?? []),
  ];
  const whole = groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
  return whole.map((group, at) => (at < 3 ? group : group & 0xff00).toString(16)).join(':');
}
