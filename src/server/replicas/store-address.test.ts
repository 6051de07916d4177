import { expect, it } from 'vitest';

import { readStoreAddress } from './store-address.ts';

it.each([
  ['redis://127.0.0.1:6379/0', 'redis://127.0.0.1:6379/0', 'stuntdouble'],
  ['rediss://user:secret@store/2#demo', 'rediss://user:secret@store/2', 'demo'],
  ['valkey://store#a.b-c_d', 'redis://store', 'a.b-c_d'],
  ['valkeys://[::1]:6380', 'rediss://[::1]:6380', 'stuntdouble'],
])('reads %s', (given, url, name) => {
  expect(readStoreAddress(given)).toMatchObject({ url, name });
});

it('shows neither user nor password', () => {
  expect(readStoreAddress('redis://user:secret@store:6379/1#demo').shown).toBe(
    'redis://store:6379/1#demo',
  );
});

it.each([
  ['redis://user:secret@store?db=1', 'parameters behind "?"'],
  ['redis://user:secret@store/zero', 'the number of a database behind the host'],
  ['redis://user:secret%zz@store', 'write % in it as %25'],
])('says what is wrong with %s', (given, reason) => {
  expect(() => readStoreAddress(given)).toThrow(TypeError);
  expect(() => readStoreAddress(given)).toThrow(reason);
});

it.each([
  'store',
  'http://user:secret@store',
  'redis://',
  'redis://user:secret@store/zero',
  'redis://user:secret@store?db=1',
  'redis://user:secret%zz@store',
  'redis://user:secret@store#a:b',
  `redis://user:secret@store#${'a'.repeat(65)}`,
])('refuses %s without its password', (given) => {
  expect(() => readStoreAddress(given)).toThrow(/^must (?:be|name) (?!.*secret)/);
});
