import { expect, it } from 'vitest';

import { networkOf } from './networks.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0'],
  ['2001:0DB8:1:2::6', '2001:db8:1:0'],
  ['2001:db8:1:ff::6', '2001:db8:1:0'],
  ['2001:db8:1:12ff::6', '2001:db8:1:1200'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
