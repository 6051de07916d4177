import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { openWorld, shops } from '../shop.test-kit.ts';
import type { CredentialRules } from './credentials.ts';
import { writeCredential } from './credential.ts';
import { credentialsSchema } from './credentials.ts';
import { prepareCredential } from './minting.ts';

const ann = { name: 'Ann', scheme: 'key', scopes: ['read'] };

async function rules(): Promise<CredentialRules> {
  const { validators } = await loadSchemas({});
  return {
    check: validators.checkOwn(credentialsSchema),
    schemes: new Set(['key', 'login']),
    scopes: new Set(['read']),
    pathParameters: new Set(['id']),
    pairs: new Set(['login']),
    findValueFault: (_, value) => (value === 'never' ? 'can not be sent' : undefined),
    spell: (_, value) => value.toLowerCase(),
  };
}

describe('a credential to be minted', () => {
  it.each<JsonObject>([
    { ...ann, value: 'v' },
    { ...ann, value: 'v', expires_at: '2030-01-01T00:00:00.000Z' },
    { ...ann, value: 'v', only: { id: ['1', '2'] } },
  ])('%j is written as it was read', async (input) => {
    const { world } = openWorld({ shapes: [shops] });
    expect(writeCredential(prepareCredential(input, world, await rules()))).toEqual(input);
    expect(world.credentials.entries).toEqual([]);
  });

  it.each([
    ['key', /^[0-9a-f]{32}$/],
    ['login', /^minted:[0-9a-f]{32}$/],
  ])('has a value in the form of the scheme %s', async (scheme, form) => {
    const { world } = openWorld({ shapes: [shops] });
    const { value } = prepareCredential({ ...ann, scheme }, world, await rules());
    expect(value).toMatch(form);
  });

  it('has another value than those before it, also than those that were revoked', async () => {
    const { world } = openWorld({ shapes: [shops] });
    const values = new Set<string>();
    for (let number = 0; number < 3; number += 1) {
      const credential = prepareCredential(ann, world, await rules());
      world.credentials.mint(credential);
      world.credentials.revoke('Ann');
      values.add(credential.value);
    }
    expect(values.size).toBe(3);
    await world.reset();
    expect([...values][0]).toBe(prepareCredential(ann, world, await rules()).value);
  });

  it('is refused where there are too many', async () => {
    const { world } = openWorld({ shapes: [shops] });
    const known = await rules();
    for (let number = 0; number < 10_000; number += 1) {
      const value = `${number}`;
      world.credentials.mint({ ...ann, value, expiresAt: undefined, only: new Map() });
    }
    expect(() => prepareCredential(ann, world, known)).toThrow('There are 10000 credentials');
    world.credentials.revoke('Ann');
    expect(prepareCredential(ann, world, known)).toMatchObject(ann);
  });

  it('is refused where another one has its value, however it is written', async () => {
    const { world } = openWorld({ shapes: [shops] });
    const known = await rules();
    const prepare = (input: JsonObject): string =>
      prepareCredential({ ...ann, ...input }, world, known).name;
    world.credentials.mint(prepareCredential({ ...ann, value: 'A:b' }, world, known));
    expect(() => prepare({ name: 'Ben', value: 'a:b' })).toThrow('The credential "Ann" in');
    expect(() => prepare({ value: 'a:b' })).toThrow('has the same value for the scheme "key"');
    expect(prepare({ scheme: 'login', value: 'c:d' })).toBe('Ann');
    expect(prepare({ value: 'A:b', scopes: [] })).toBe('Ann');
    expect(prepare({ name: 'Ben', scheme: 'login', value: 'A:b' })).toBe('Ben');
    world.credentials.revoke('Ann');
    expect(prepare({ name: 'Ben', value: 'a:b' })).toBe('Ben');
  });

  it('is refused with all that is wrong, at its members', async () => {
    const { world } = openWorld({ shapes: [shops] });
    const input = { ...ann, scheme: 'x', scopes: ['y'], only: { z: [] } };
    const known = await rules();
    expect(() => prepareCredential(input, world, known)).toThrow(
      /body \/scheme: .*body \/scopes: .*body \/only: /,
    );
    expect(() => prepareCredential({ scheme: 'key', scopes: 'read' }, world, known)).toThrow(
      /body \/scopes: must be an array/,
    );
  });
});
