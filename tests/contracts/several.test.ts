import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createMock, StartError } from '../../src/index.ts';
import { startContract } from './start-contract.ts';

const files = ['several/shop.yaml', 'several/bank.yaml', 'several/old.yaml'];

describe('several contracts', () => {
  it.each<[string, Record<string, string>, number, string]>([
    ['/shop/v1/ping', {}, 200, '"shop"'],
    ['/bank/ping', {}, 200, '"bank"'],
    ['/shop/v1/items', { 'X-Shop-Key': 'k' }, 200, '"shop item"'],
    ['/bank/items', { Authorization: 'Bearer t' }, 200, '"bank item"'],
    ['/old/things', {}, 200, '"old thing"'],
    ['/things', {}, 200, '"old thing"'],
    ['/bank/accounts/4', {}, 204, ''],
    ['/accounts/4', {}, 204, ''],
  ])('answer %s with %j: %i %s', async (path, headers, status, text) => {
    const get = await startContract(files);
    expect(await get(path, headers)).toMatchObject({ status, text });
  });

  it.each<[string, Record<string, string>, number]>([
    ['/shop/v1/items', { Authorization: 'Bearer t' }, 401],
    ['/bank/items', { 'X-Shop-Key': 'k' }, 401],
    ['/bank/accounts/3', {}, 400],
    ['/shop/v1/accounts/4', {}, 404],
    ['/bank/things', {}, 404],
  ])('refuse %s with %j: %i', async (path, headers, status) => {
    const get = await startContract(files);
    expect(await get(path, headers)).toMatchObject({ status });
  });

  it('that clash are refused, and both places are named', async () => {
    const names = ['several/bank.yaml', 'several/clash.yaml'];
    const error: unknown = await createMock({
      contract: names.map((name) => join(import.meta.dirname, name)),
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    const { message } = error instanceof StartError ? error : { message: '' };
    expect(message).toMatch(/bank\.yaml/);
    expect(message).toMatch(/clash\.yaml/);
    expect(message).toContain('accounts');
  });

  it('whose security scheme of one name means two things are refused', async () => {
    const names = ['several/shop.yaml', 'several/other-key.yaml'];
    const error: unknown = await createMock({
      contract: names.map((name) => join(import.meta.dirname, name)),
    }).catch((thrown: unknown) => thrown);
    const { complaints } = error instanceof StartError ? error : { complaints: [] };
    expect(complaints).toMatchObject([
      {
        file: expect.stringMatching(/other-key\.yaml$/),
        pointer: '/components/securitySchemes/key',
        message: expect.stringMatching(/"key" is another one in .*shop\.yaml:\d+$/),
      },
    ]);
  });
});
