import { expect, it } from 'vitest';

import { loadListed } from './listed-contract.test-kit.ts';
import type { SampleRecords } from './sample-records.ts';
import { makeSampleRecords } from './sample-records.ts';

const key = { type: 'integer', readOnly: true };

async function makeFor(paths: Readonly<Record<string, object>>): Promise<SampleRecords> {
  return makeSampleRecords(await loadListed(paths), { seed: 'a', locale: 'en' });
}

function keysOf({ fixtures }: SampleRecords, name: string, member = 'id'): readonly unknown[] {
  return (fixtures.get(name) ?? []).map((record) => record[member]);
}

it('parents come before their children, in whatever order the contract has them', async () => {
  const made = await makeFor({
    '/shops/{shop_id}/orders/{order_id}/lines/{line_id}': { id: key },
    '/shops/{shop_id}/orders/{order_id}': { id: key },
    '/shops/{shop_id}': { id: key },
  });
  expect([...made.fixtures.keys()]).toEqual(['shops', 'orders', 'lines']);
  const orders = (made.fixtures.get('orders') ?? []).map((one) => [one['shop_id'], one['id']]);
  for (const line of made.fixtures.get('lines') ?? [])
    expect(orders).toContainEqual([line['shop_id'], Number(line['order_id'])]);
  expect(new Set(keysOf(made, 'orders', 'shop_id')).size).toBe(5);
});

it('a reference leads to a record that there is, also to one of a collection that comes later', async () => {
  const made = await makeFor({
    '/books/{book_id}': { id: key, author_id: { type: 'integer' } },
    '/authors/{author_id}': { id: key, best_book_id: { type: 'integer' } },
  });
  expect(keysOf(made, 'books')).toEqual(
    expect.arrayContaining([...keysOf(made, 'authors', 'best_book_id')]),
  );
  expect(keysOf(made, 'authors')).toEqual(
    expect.arrayContaining([...keysOf(made, 'books', 'author_id')]),
  );
});

it('a parent of which no path tells is made up', async () => {
  const made = await makeFor({ '/repos/{owner}/{repo}': { repo: { type: 'string' } } });
  expect(keysOf(made, 'repos', 'owner').every((one) => typeof one === 'string')).toBe(true);
  expect(made.fixtures.get('repos')).toHaveLength(5);
});

it('a collection whose file would be that of the credentials gets none, and it says so', async () => {
  const made = await makeFor({ '/credentials/{id}': { id: key }, '/pets/{id}': { id: key } });
  expect([...made.fixtures.keys()]).toEqual(['pets']);
  expect([...made.failed.keys()]).toEqual(['credentials']);
});

it('of very many collections, those with their parents that are used most get some', async () => {
  const many = Array.from({ length: 30 }, (_, at) => [`/things${at}/{id}`, { id: key }]);
  const made = await makeFor({
    ...Object.fromEntries(many),
    '/parents/{parent_id}': { id: key },
    '/parents/{parent_id}/children/{id}': { id: key },
  });
  expect(made.fixtures.size).toBe(20);
  expect(made.left).toBe(12);
});
