import { expect, it } from 'vitest';

import { loadListed } from './listed-contract.test-kit.ts';
import { findReferring } from './referring-collections.ts';
import { makeSampleRecords } from './sample-records.ts';

const id = { type: 'integer', readOnly: true };
const named = { type: 'integer' };
const none = { type: 'null' };

it.each<[title: string, paths: Readonly<Record<string, object>>, expected: readonly string[]]>([
  ['none', { '/shops/{id}': { id } }, []],
  ['by a key', { '/shops/{id}': { id }, '/offers/{id}': { id, shop_id: named } }, ['offers']],
  [
    'by a list of keys',
    {
      '/shops/{id}': { id },
      '/tours/{id}': { id, shop_ids: { type: 'array', minItems: 1, items: named } },
    },
    ['tours'],
  ],
  [
    'by way of another',
    {
      '/bills/{id}': { id, offer_id: named },
      '/offers/{id}': { id, shop_id: named },
      '/shops/{id}': { id },
    },
    ['offers', 'bills'],
  ],
  [
    'not what stands below',
    { '/shops/{shop_id}': { id }, '/shops/{shop_id}/orders/{id}': { id } },
    [],
  ],
  [
    'to what stands below',
    {
      '/shops/{shop_id}': { id },
      '/shops/{shop_id}/orders/{order_id}': { id },
      '/bills/{id}': { id, order_id: named },
    },
    ['bills'],
  ],
  [
    'not where no record has one',
    { '/shops/{id}': { id }, '/offers/{id}': { id, shop_id: none } },
    [],
  ],
  [
    'not what the collection itself refers to',
    { '/shops/{id}': { id, town_id: named }, '/towns/{id}': { id } },
    [],
  ],
  [
    'one in a circle',
    { '/shops/{id}': { id, town_id: named }, '/towns/{id}': { id, shop_id: named } },
    ['towns'],
  ],
])('finds the collections that refer to shops: %s', async (_, paths, expected) => {
  const blueprint = await loadListed(paths);
  const { base } = makeSampleRecords(blueprint, { seed: 'a', locale: 'en' });
  expect(findReferring({ ...blueprint, base }, 'shops')).toEqual(expected);
});
