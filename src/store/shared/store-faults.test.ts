import { expect, it } from 'vitest';

import { describeConnectionFault, isLasting } from './store-faults.ts';

it.each([
  [
    'redis:',
    'NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user> <pass> option can be used',
    'it wants a password, such as redis://user:password@host:6379/0',
  ],
  [
    'rediss:',
    'NOAUTH Authentication required.',
    'it wants a password, such as rediss://user:password@host:6379/0',
  ],
  [
    'redis:',
    'WRONGPASS invalid username-password pair or user is disabled.',
    'it does not take this user and password (WRONGPASS)',
  ],
  [
    'redis:',
    'Unknown RESP type 72 "H"',
    'it does not answer as Redis and Valkey do: is this their port, and without TLS?',
  ],
  [
    'rediss:',
    'Connection timeout',
    'Connection timeout: does it take TLS, as rediss and valkeys say?',
  ],
  ['redis:', 'Connection timeout', 'Connection timeout'],
  ['redis:', 'ERR DB index is out of range', 'ERR DB index is out of range'],
])('%s %s is told as: %s', (scheme, message, told) => {
  expect(describeConnectionFault(message, `${scheme}//host`)).toBe(told);
});

it.each([
  ['Unknown RESP type 72 "H"', true],
  ['connect ECONNREFUSED 127.0.0.1:6379', false],
  ['Connection timeout', false],
])('%s gets right by itself: not %s', (message, expected) => {
  expect(isLasting(message)).toBe(expected);
});
