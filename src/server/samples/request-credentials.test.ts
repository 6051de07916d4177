import { expect, it } from 'vitest';

import type { Operation } from '../../contract/operations.ts';
import type { Carrier } from '../../contract/security.ts';
import type { Credential } from '../../store/credentials/credential.ts';
import { createBook } from '../../store/credentials/book.ts';
import type { RequestCredentials, SampleGuard } from './request-credentials.ts';
import { findRequestCredentials } from './request-credentials.ts';

const header: Carrier = { kind: 'header', name: 'X-Key', field: 'x-key' };
const authorization = (scheme: string): Carrier => ({ kind: 'authorization', scheme });
const bearer = authorization('bearer');

function asking(
  carrier: Carrier,
  scopes: readonly string[] = [],
): Pick<Operation, 'security' | 'pathNames'> {
  return { security: [[{ scheme: { name: 'login', carrier }, scopes }]], pathNames: ['shop'] };
}

function knowing(value: string, more: Partial<Credential> = {}): SampleGuard {
  const usual = { name: 'me', scheme: 'login', value, scopes: ['read'], expiresAt: undefined };
  const credentials = createBook([{ ...usual, only: new Map<string, never>(), ...more }]).entries;
  return { auth: 'strict', credentials, now: () => 1000 };
}

const nothing: RequestCredentials = { headers: [], cookies: [], query: [] };

it.each<[carrier: Carrier, value: string, shown: Partial<RequestCredentials> | undefined]>([
  [header, 'k', { headers: [['X-Key', 'k']] }],
  [{ kind: 'query', name: 'key' }, 'a b', { query: ['key=a%20b'] }],
  [{ kind: 'cookie', name: 'sid' }, 'k', { cookies: ['sid=k'] }],
  [{ kind: 'cookie', name: 'sid' }, 'a;b', { cookies: ['sid=a%3Bb'] }],
  [bearer, 'k', { headers: [['Authorization', 'Bearer k']] }],
  [authorization('basic'), 'me:k', { headers: [['Authorization', `Basic ${btoa('me:k')}`]] }],
  // A client makes a new value for each request.
  [authorization('digest'), 'me:k', undefined],
  // The connection has it.
  [{ kind: 'connection' }, 'k', undefined],
])('a request shows a credential where the scheme says: %j %s', (carrier, value, shown) => {
  const found = findRequestCredentials(knowing(value), asking(carrier), ['north']);
  expect(found).toEqual(shown && { ...nothing, ...shown });
});

it.each<[why: string, more: Partial<Credential>, isShown: boolean]>([
  ['it is of another scheme', { scheme: 'other' }, false],
  ['it lacks a scope', { scopes: [] }, false],
  ['it has expired', { expiresAt: 999 }, false],
  ['it has not expired yet', { expiresAt: 1001 }, true],
  ['it is for another path', { only: new Map([['shop', ['south']]]) }, false],
  ['it is for this path', { only: new Map([['shop', ['north', 'south']]]) }, true],
])('only a credential that suffices is shown: %s', (_, more, isShown) => {
  const found = findRequestCredentials(knowing('k', more), asking(bearer, ['read']), ['north']);
  expect(found !== undefined).toBe(isShown);
});

it('where any credential is taken, a request shows one that is made up', () => {
  const guard: SampleGuard = { auth: 'presence', credentials: [], now: () => 0 };
  const { headers } = findRequestCredentials(guard, asking(bearer), []) ?? nothing;
  expect(headers).toEqual([['Authorization', 'Bearer anything']]);
});

it.each<[what: string, security: Operation['security'], auth: SampleGuard['auth']]>([
  ['no scheme is asked for', [], 'strict'],
  ['a credential is optional', [...asking(header).security, []], 'strict'],
  ['no request needs one', asking(header).security, 'off'],
])('a request shows none where %s', (_, security, auth) => {
  const guard: SampleGuard = { auth, credentials: [], now: () => 0 };
  expect(findRequestCredentials(guard, { security, pathNames: [] }, [])).toEqual(nothing);
});
