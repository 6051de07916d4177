import { describe, expect, it } from 'vitest';

import { isLoopback } from './listen.ts';

describe('isLoopback', () => {
  it.each<[string, boolean]>([
    ['127.0.0.1', true],
    ['127.0.0.53', true],
    ['127.255.255.255', true],
    ['::1', true],
    ['0:0:0:0:0:0:0:1', true],
    ['::ffff:127.0.0.1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['::2', false],
    ['::ffff:10.0.0.1', false],
    ['fe80::1', false],
    ['10.0.0.1', false],
    ['126.255.255.255', false],
    ['128.0.0.1', false],
    ['192.168.0.1', false],
    // Names are not looked up: only one of them is sure to mean this machine.
    ['localhost.example.com', false],
    ['example.com', false],
    ['127.0.0.1.example.com', false],
    ['127.1', false],
    ['2130706433', false],
    ['', false],
    [' 127.0.0.1', false],
  ])('%j: %s', (host, verdict) => {
    expect(isLoopback(host)).toBe(verdict);
  });
});
