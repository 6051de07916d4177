import { describe, expect, it } from 'vitest';

import type { Credential, SecuredOperation } from '../api/documents.ts';
import type { Access } from './access.ts';
import { accessOf, describeNeeds, hindranceOf } from './access.ts';
import { credential, operation, part } from './access.test-kit.ts';

it.each<[string, SecuredOperation, Access]>([
  ['none is asked for', operation(), { kind: 'open' }],
  ['it is optional', operation([part('key', 'write')], []), { kind: 'open' }],
  ['it has the scope', operation([part('key', 'read')]), { kind: 'may', besides: [] }],
  [
    'it lacks scopes',
    operation([part('key', 'read', 'write')]),
    { kind: 'lacks', scopes: ['write'] },
  ],
  ['another scheme', operation([part('login')]), { kind: 'other', schemes: ['login'] }],
  ['both together', operation([part('key'), part('login')]), { kind: 'may', besides: ['login'] }],
  [
    'the best of two ways counts',
    operation([part('key', 'a', 'b')], [part('key', 'c')], [part('login')]),
    { kind: 'lacks', scopes: ['c'] },
  ],
])('says whether a credential opens an operation: %s', (_, one, access) => {
  expect(accessOf(one, credential('Ann'))).toEqual(access);
});

describe('what keeps a credential from an operation', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const writes = operation([part('key', 'write')], [part('login')]);

  it.each<[string, readonly Credential[], string]>([
    [
      'is nothing where one of its name suffices',
      [credential('Ann'), credential('Ann', { scheme: 'login' })],
      '',
    ],
    ['is a scope', [credential('Ann')], 'lacks write'],
    [
      'is its end',
      [credential('Ann', { scopes: ['write'], expires_at: '2025-12-31T00:00:00Z' })],
      'expired',
    ],
    ['is another scheme', [credential('Ann', { scheme: 'other' })], 'not asked for'],
    [
      'is what is nearest',
      [credential('Ann', { scheme: 'other' }), credential('Ann')],
      'lacks write',
    ],
  ])('%s', (_, credentials, words) => {
    expect(hindranceOf(writes, credentials, now)).toBe(words);
  });
});

it.each<[string, SecuredOperation]>([
  ['no credential', operation()],
  ['key', operation([part('key')])],
  ['key (read, write) and login', operation([part('key', 'read', 'write'), part('login')])],
  ['key, or nothing', operation([part('key')], [])],
])('says what a request needs: %s', (words, one) => {
  expect(describeNeeds(one)).toBe(words);
});
