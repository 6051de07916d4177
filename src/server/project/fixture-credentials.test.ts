import { expect, it } from 'vitest';

import type { Operation } from '../../contract/operations.ts';
import type { Carrier } from '../../contract/security.ts';
import { makeFixtureCredentials } from './fixture-credentials.ts';

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
  const made = makeFixtureCredentials(operations.map((asked) => asking(header, asked)));
  expect(made.map((one) => one.scopes)).toEqual(held);
  expect(new Set(made.map(({ value }) => value)).size).toBe(held.length);
});

it('schemes that are asked for together in one header have the same values', () => {
  const schemes = ['loginA', 'loginB'].map((name) => ({
    scheme: { name, carrier: authorization('bearer') },
    scopes: ['read'],
  }));
  const made = makeFixtureCredentials([{ security: [schemes] }]);
  expect(made.map(({ scheme, value }) => [scheme, value])).toEqual([
    ['loginA', 'test-login-a-all-scopes'],
    ['loginA', 'test-login-a-no-scopes'],
    ['loginB', 'test-login-a-all-scopes'],
    ['loginB', 'test-login-a-no-scopes'],
  ]);
});
