import { expect, it } from 'vitest';

import type { Operation } from '../../contract/operations.ts';
import type { Carrier } from '../../contract/security.ts';
import { createBook } from '../../store/credentials/credentials.ts';
import { chooseCredentials } from './call-credentials.ts';
import { makeSampleCredentials } from './sample-credentials.ts';

function asking(carrier: Carrier, scopes: readonly string[]): Pick<Operation, 'security'> {
  return { security: [[{ scheme: { name: 'userLogin', carrier }, scopes }]] };
}

const header: Carrier = { kind: 'header', name: 'X-Key', field: 'x-key' };
const authorization = (scheme: string): Carrier => ({ kind: 'authorization', scheme });

it.each<[scopes: readonly string[], held: readonly (readonly string[])[]]>([
  [[], [[]]],
  [['write'], [['write'], []]],
  [
    ['write', 'orders:read', 'delete'],
    [['write', 'orders:read', 'delete'], ['orders:read']],
  ],
])('of the scopes %j there are credentials with all, and with few', (scopes, held) => {
  const operations = scopes.length === 0 ? [[]] : scopes.map((scope) => [scope]);
  const made = makeSampleCredentials(operations.map((asked) => asking(header, asked)));
  expect(made.map((one) => one.scopes)).toEqual(held);
  expect(new Set(made.map(({ value }) => value)).size).toBe(held.length);
});

it.each<[carrier: Carrier, shown: unknown]>([
  [header, { headers: { 'X-Key': 'test-user-login' }, query: [] }],
  [
    { kind: 'query', name: 'key' },
    { headers: {}, query: [['key', 'test-user-login']] },
  ],
  [
    { kind: 'cookie', name: 'sid' },
    { headers: { Cookie: 'sid=test-user-login' }, query: [] },
  ],
  [authorization('bearer'), { headers: { Authorization: 'Bearer test-user-login' }, query: [] }],
  [
    authorization('basic'),
    { headers: { Authorization: `Basic ${btoa('test-user-login:password')}` }, query: [] },
  ],
  // A client makes a new value for each request.
  [authorization('digest'), undefined],
  // The connection has it.
  [{ kind: 'connection' }, undefined],
])('a request shows them where the scheme says: %j', (carrier, shown) => {
  const operation = asking(carrier, []);
  const entries = makeSampleCredentials([operation]).map((entry) => ({
    ...entry,
    expiresAt: undefined,
    only: new Map<string, readonly string[]>(),
  }));
  expect(chooseCredentials(createBook(entries).entries, operation)).toEqual(shown);
});

it('an operation that is open needs none', () => {
  const none = { headers: {}, query: [] };
  expect(chooseCredentials([], { security: [] })).toEqual(none);
  expect(chooseCredentials([], { security: [...asking(header, []).security, []] })).toEqual(none);
});

it('schemes that are asked for together in one header have the same values', () => {
  const schemes = ['loginA', 'loginB'].map((name) => ({
    scheme: { name, carrier: authorization('bearer') },
    scopes: ['read'],
  }));
  const made = makeSampleCredentials([{ security: [schemes] }]);
  expect(made.map(({ scheme, value }) => [scheme, value])).toEqual([
    ['loginA', 'test-login-a-all-scopes'],
    ['loginA', 'test-login-a-no-scopes'],
    ['loginB', 'test-login-a-all-scopes'],
    ['loginB', 'test-login-a-no-scopes'],
  ]);
});
