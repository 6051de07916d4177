import { describe, expect, it } from 'vitest';

import type { SecurityScheme } from '../api/documents.ts';
import { credential, operation, part } from '../parts/access.test-kit.ts';
import { describeOnly, describeScheme, schemeToMint, tabulate } from './access.ts';

const scheme = (name: string, scopes: readonly string[] = []): SecurityScheme => ({
  name,
  type: 'apiKey',
  description: null,
  in: 'header',
  carrier: 'X-Key',
  authorization: null,
  scopes: scopes.map((one) => ({ name: one, description: null })),
});

describe('the tables', () => {
  const plan = {
    auth: 'strict',
    security_schemes: [scheme('key', ['read', 'write']), scheme('login'), scheme('unused')],
    collections: [],
    operations: [
      operation([part('key', 'read')], [part('login')]),
      operation([part('key', 'read', 'write')]),
      operation([part('key')]),
      operation(),
    ],
  } as const;

  it('have the scopes that operations want, and how many of them do', () => {
    const tables = tabulate(plan, [credential('Ann')]);
    expect(
      tables.map(({ scheme: { name }, rows, credentials }) => [
        name,
        rows.map((row) => `${row.scope ?? 'none'} ${row.operations}`),
        credentials.map((one) => one.name),
      ]),
    ).toEqual([
      ['key', ['read 2', 'write 1', 'none 1'], ['Ann']],
      ['login', ['none 1'], []],
    ]);
  });

  it('have a scheme that no operation asks for where a credential has it', () => {
    const tables = tabulate(plan, [credential('Ann', { scheme: 'unused' })]);
    expect(tables.at(-1)).toMatchObject({ operations: 0, credentials: [{ name: 'Ann' }] });
  });
});

describe('the scheme that a new credential has at first', () => {
  const plan = {
    auth: 'strict',
    security_schemes: [scheme('unused'), scheme('key'), scheme('login')],
    collections: [],
    operations: [operation([part('login')]), operation([part('key')])],
  } as const;

  it('is the first of the contract that operations use', () => {
    expect(schemeToMint(plan)).toBe('key');
  });

  it('is the first where no operation uses any', () => {
    expect(schemeToMint({ ...plan, operations: [operation()] })).toBe('unused');
  });
});

it('a scheme and a reach are told in words', () => {
  expect(describeScheme(scheme('key'))).toBe('header X-Key');
  expect(describeScheme({ ...scheme('key'), in: 'query' })).toBe('query parameter X-Key');
  expect(
    describeScheme({ ...scheme('x'), carrier: 'Authorization', authorization: 'bearer' }),
  ).toBe('Authorization: bearer');
  expect(describeScheme({ ...scheme('x'), in: null, carrier: null })).toContain('certificate');
  expect(describeOnly({ shop: ['a', 'b'], id: [] })).toBe('shop: a or b; id: none');
});
