import { expect, it } from 'vitest';

import { createAddressRanges } from '../base/addresses.ts';
import { createClientAddress } from './local-client.ts';

type Told = readonly string[];
type Sent = Readonly<Record<string, string>>;

const proxies = ['127.0.0.1', '10.0.0.0/8'];
const client = '192.0.2.7';

function find(peer: string | undefined, ...requests: readonly Sent[]): [string | undefined, Told] {
  const told: string[] = [];
  const findAddress = createClientAddress(createAddressRanges(proxies), (message) => {
    told.push(message);
  });
  const found = requests.map((headers) => findAddress({ headers, findPeer: () => peer }));
  expect(new Set(found).size).toBe(1);
  return [found[0], told];
}

it.each<[string, Sent, string]>([
  ['X-Forwarded-For', { 'x-forwarded-for': `198.51.100.1, ${client}, 10.0.0.2` }, client],
  ['Forwarded', { forwarded: `for=198.51.100.1, for="${client}:4711";proto=https` }, client],
  ['X-Real-IP', { 'x-real-ip': client }, client],
  [
    'all of them',
    { 'x-forwarded-for': client, forwarded: `for=${client}`, 'x-real-ip': client },
    client,
  ],
  ['all, one by IPv6', { 'x-forwarded-for': `::ffff:${client}`, 'x-real-ip': client }, client],
  [
    'two ways to write an address',
    { 'x-forwarded-for': '2001:db8::7', 'x-real-ip': '2001:DB8:0:0:0:0:0:7' },
    '2001:db8::7',
  ],
  ['no header', {}, '127.0.0.1'],
  ['a header without an address', { 'x-forwarded-proto': 'https' }, '127.0.0.1'],
])('a trusted proxy tells the client by %s', (_, headers, wanted) => {
  expect(find('127.0.0.1', headers)).toEqual([wanted, []]);
});

it.each<[string, Sent]>([
  ['X-Real-IP', { 'x-forwarded-for': '198.51.100.1', 'x-real-ip': client }],
  ['Forwarded', { 'x-forwarded-for': '198.51.100.1', forwarded: `for=${client}` }],
  ['one that hides the client', { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=_hidden' }],
  ['one that is malformed', { 'x-forwarded-for': 'what', 'x-real-ip': client }],
])('no header is believed where another names another client: %s', (_, headers) => {
  const [address, told] = find('10.0.0.1', headers, headers);
  expect(address).toBe('10.0.0.1');
  expect(told).toEqual([expect.stringMatching(/10\.0\.0\.1 have headers that disagree/)]);
});

it.each<[string, string]>([
  ['172.17.0.1', '172.17.0.1'],
  ['::ffff:192.168.1.4', '192.168.1.4'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
])('a proxy at %s that is not named counts itself, and the user is told once', (peer, shown) => {
  const [address, told] = find(peer, { 'x-forwarded-for': client }, { 'x-forwarded-for': client });
  expect(address).toBe(peer);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`--trust-proxy ${shown} `);
  expect(told[0]).toContain('trustProxy');
});

it.each<[string, string | undefined, Sent]>([
  ['a client elsewhere that sends such a header', client, { 'x-forwarded-for': '198.51.100.1' }],
  ['a client of a container network', '172.17.0.1', {}],
  ['a connection that is gone', undefined, { 'x-forwarded-for': client }],
])('nothing is told of %s', (_, peer, headers) => {
  expect(find(peer, headers)).toEqual([peer, []]);
});
