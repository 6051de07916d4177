import { describe, expect, it } from 'vitest';

import { findPrefixFault } from './control-access.ts';

describe('a prefix of the control API', () => {
  it.each(['/_mock', '/a', '/admin/mock', '/.well-known/mock', '/v1.0/_c~x'])('%s', (text) => {
    expect(findPrefixFault(text)).toBeUndefined();
  });

  it.each([
    '',
    '/',
    'mock',
    '/a/',
    '//a',
    '/a//b',
    '/a b',
    '/a?b',
    '/a%20b',
    '/~a',
    '/..',
    '/a/./b',
    '/{a}',
  ])('not %j', (text) => {
    expect(findPrefixFault(text)).toContain(`not "${text}"`);
  });
});
