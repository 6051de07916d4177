import { networkInterfaces } from 'node:os';

import { expect, it } from 'vitest';

import {
  createAddressRanges,
  createHostNames,
  hostOf,
  isInternalAddress,
  isLoopbackAddress,
  isLoopbackName,
  isPrivateAddress,
} from './addresses.ts';

it.each([
  ['localhost', 'localhost'],
  ['LocalHost:4010', 'localhost'],
  ['localhost.:4010', 'localhost'],
  ['127.0.0.1:80', '127.0.0.1'],
  ['[::1]', '::1'],
  ['[::1]:4010', '::1'],
  ['api.example:443', 'api.example'],
  ['', ''],
])('the host of %j is %j', (authority, host) => {
  expect(hostOf(authority)).toBe(host);
});

it.each([
  ['localhost', true],
  ['app.localhost', true],
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['notlocalhost', false],
  ['localhost.example', false],
  ['127.0.0.1.example', false],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['', false],
])('the loopback name %j: %j', (name, is) => {
  expect(isLoopbackName(name)).toBe(is);
});

it.each([
  ['127.0.0.1', true],
  ['localhost', false],
])('the loopback address %j: %j', (address, is) => {
  expect(isLoopbackAddress(address)).toBe(is);
});

it.each([
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.20', true],
  ['169.254.169.254', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:10.0.0.1', true],
  ['127.0.0.1', false],
  ['8.8.8.8', false],
  ['2001:db8::1', false],
  ['10.0.0.1.example', false],
])('the private address %j: %j', (address, is) => {
  expect(isPrivateAddress(address)).toBe(is);
});

it.each([
  ['127.0.0.1', true],
  ['192.168.1.20', true],
  ['0.0.0.0', true],
  ['::', true],
  ['100.64.0.1', true],
  ['198.18.0.1', true],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['::127.0.0.1', true],
  ['::ffff:198.18.0.1', true],
  ['64:ff9b::127.0.0.1', true],
  ['64:ff9b::c0a8:101', true],
  ['64:ff9b::8.8.8.8', false],
  ['2002:7f00:1::', true],
  ['fec0::1', true],
  ['8.8.8.8', false],
  ['2606:4700::1', false],
  ['2001:db8::1', false],
])('the internal address %j: %j', (address, is) => {
  expect(isInternalAddress(address)).toBe(is);
});

it('what this machine is called in its networks is internal, whatever address that is', () => {
  expect(isInternalAddress('203.0.113.200', ['203.0.113.7/24', '2001:db8::7/64'])).toBe(true);
  expect(isInternalAddress('2001:db8::9', ['203.0.113.7/24', '2001:db8::7/64'])).toBe(true);
  expect(isInternalAddress('203.0.113.200', [])).toBe(false);
  const all = Object.values(networkInterfaces()).flatMap((some = []) => some);
  for (const { address } of all) expect(isInternalAddress(address), address).toBe(true);
});

it.each([
  [['10.0.0.0/8'], '10.9.9.9', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['192.168.0.7'], '192.168.0.7', true],
  [['192.168.0.7'], '192.168.0.8', false],
  [['::1/128', '127.0.0.1/32'], '::ffff:127.0.0.1', true],
  [['0.0.0.0/0'], '8.8.8.8', true],
  [[], '127.0.0.1', false],
])('the ranges %j hold %j: %j', (ranges, address, is) => {
  expect(createAddressRanges(ranges)(address)).toBe(is);
});

it.each(['10.0.0.0/33', '10.0.0/8', 'localhost', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', ''])(
  'refuses the range %j',
  (range) => {
    expect(() => createAddressRanges([range])).toThrow('is no address or range');
  },
);

it.each([
  ['api.example', 'api.example', true],
  ['API.Example', 'api.example', true],
  ['api.example', 'a.api.example', false],
  ['api.example', 'evilapi.example', false],
  ['*.example', 'api.example', true],
  ['*.example', 'a.b.example', true],
  ['*.example', 'example', false],
  ['*.example', '.example', false],
  ['*.example', 'api.example.evil', false],
  ['*.example', 'evilexample', false],
])('the name %s is that of the host %s: %s', (name, host, is) => {
  expect(createHostNames(['other', name])(host)).toBe(is);
});

it.each([
  '',
  '*',
  '*.',
  '.',
  '.example',
  'a..b',
  'a.',
  'a*',
  '*a.b',
  'a/b',
  'a:1',
  'http://a',
  'ä',
])('refuses the host name "%s"', (name) => {
  expect(() => createHostNames([name])).toThrow('must be a host name such as api.example');
});
