import { describe, expect, it } from 'vitest';

import { findProxyFault, findTokenFault } from './control-access.ts';

describe('a control token', () => {
  it.each([
    'x',
    'open-sesame',
    'correct horse battery',
    "!#$%&'()*+,-./:;<=>?@[]^_`{|}~",
    'k'.repeat(4096),
  ])('can be %j', (token) => {
    expect(findTokenFault(token)).toBeUndefined();
  });

  it.each([
    ['', 'must not be empty'],
    [' secret', 'begins or ends with a blank'],
    ['secret ', 'begins or ends with a blank'],
    ['sec\nret', 'character 4 is not one of printable ASCII'],
    ['sec\tret', 'character 4 is not'],
    ['secret\0', 'character 7 is not'],
    ['\ufeffsecret', 'character 1 is not'],
    ['schlüssel', 'character 5 is not'],
    ['🔑', 'character 1 is not'],
    ['k'.repeat(4097), 'must not be longer than 4096 characters'],
  ])('can not be %j, and is not quoted', (token, fault) => {
    const said = findTokenFault(token);
    expect(said).toContain(fault);
    if (token.length > 4) expect(said).not.toContain(token.trim());
  });
});

describe('trusted proxies', () => {
  it.each([[[]], [['127.0.0.1']], [['::1', '10.0.0.0/8', 'fd00::/8']]])('can be %j', (ranges) => {
    expect(findProxyFault(ranges)).toBeUndefined();
  });

  it.each([
    [['10.0.0.0/33'], '10.0.0.0/33 is no address or range of addresses such as'],
    [['127.0.0.1', 'proxy'], 'proxy is no address'],
    [['0.0.0.0/0'], '0.0.0.0/0 holds every address'],
    [['10.0.0.0/8', '::/0'], '::/0 holds every address'],
  ])('can not be %j', (ranges, fault) => {
    expect(findProxyFault(ranges)).toContain(fault);
  });
});
