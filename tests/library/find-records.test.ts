import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf } from '../../src/base/json.ts';
import { cups, keyOf, listOf } from './found-records.ts';
import type { Ask } from './open-bookshop.ts';
import { openShops } from './open-shops.ts';

interface Found {
  readonly collection: string;
  readonly key: string;
  readonly is_made_up: boolean;
  readonly parents: JsonObject;
  readonly record: JsonObject;
}

async function findAnywhere(ask: Ask, search: string, more = ''): Promise<readonly Found[]> {
  const path = `/_mock/records?search=${encodeURIComponent(search)}${more}`;
  const { status, json } = await ask('GET', path);
  expect(status).toBe(200);
  return (json as { readonly records: readonly Found[] }).records;
}

const shop = { id: 12, name: 'North' };
const items = cups.map((cup) => ({ ...cup, shop_id: 12 }));
const stored = { shops: [shop], items, makers: [{ id: 1, name: '12 brothers' }] };

describe('a search in all collections', () => {
  it('finds keys first, then keys that begin so, then values', async () => {
    const { ask } = await openShops(
      {},
      { ...stored, makers: [...stored.makers, { id: 120, name: 'Ann' }] },
    );
    const found = await findAnywhere(ask, '12');
    expect(found.slice(0, 3).map(({ collection, key }) => [collection, key])).toEqual([
      ['shops', '12'],
      ['makers', '120'],
      ['makers', '1'],
    ]);
    expect(found.filter(({ key }) => key === '12')).toHaveLength(1);
  });

  it.each([
    ['a text, whatever its case', 'BOWL', '2'],
    ['signs that mean something in patterns', 'plate: flat', '4'],
    ['a nested value', '20', '2'],
  ])('finds %s', async (_, search, key) => {
    const { ask } = await openShops({}, stored);
    const found = await findAnywhere(ask, search);
    expect(found).toContainEqual(
      expect.objectContaining({ collection: 'items', key, parents: { shop_id: '12' } }),
    );
  });

  it('finds made-up records, with the values that the contract shows', async () => {
    const { ask } = await openShops();
    const [, listed = {}] = await listOf(ask, '/makers');
    const found = await findAnywhere(ask, textOf(listed['name']));
    expect(found).toContainEqual({
      collection: 'makers',
      key: keyOf(listed),
      parents: {},
      is_made_up: true,
      record: listed,
    });
  });

  it('shows as many as are wanted', async () => {
    const { ask } = await openShops({}, stored);
    expect(await findAnywhere(ask, 'o', '&limit=2')).toHaveLength(2);
    expect(await findAnywhere(ask, '1', '&limit=1')).toHaveLength(1);
    expect(await findAnywhere(ask, 'not to be found')).toEqual([]);
  });

  it.each(['', 'limit=5', 'search=', 'search=a&limit=0'])('refuses ?%s', async (query) => {
    const { ask } = await openShops();
    expect((await ask('GET', `/_mock/records?${query}`)).status).toBe(400);
  });
});
