import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { StartError } from '../../base/errors.ts';
import { readJson, writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { CollectionShape } from '../record.ts';
import { lines, orders, shops } from '../shop.test-kit.ts';
import type { Tables } from '../tables/tables.ts';
import { compileFixtures, readFixtures } from './fixtures.ts';

type Files = Readonly<Record<string, string>>;

const shapes: readonly CollectionShape[] = [shops, orders, lines];

interface Compiled {
  readonly tables: Tables;
  readonly complaints: readonly string[];
}

async function compile(
  files: Files,
  known: readonly CollectionShape[] = shapes,
): Promise<Compiled> {
  const { tables, complaints } = compileFixtures(
    await readFixtures(await writeFolder(files), readJson),
    known,
  );
  const told = complaints.map(
    ({ file, line, pointer, message }) => `${file.split('/').at(-1)}:${line} ${pointer} ${message}`,
  );
  return { tables, complaints: told };
}

function contents(tables: Tables): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(
    [...tables.entries()].map(([name, table]) => [
      name,
      [...table.items()].map(({ body }) => body),
    ]),
  );
}

const shopsText = `[
  { "slug": "a", "name": "A" },
  { "slug": "b", "name": "B" }
]
`;

describe('the files of a folder', () => {
  it('are its collections, and the credentials apart from them', async () => {
    const folder = await writeFolder({
      'shops.json': shopsText,
      'orders.json': '[]',
      'credentials.json': '[]',
      'README.md': '# Not a fixture',
      'deep/lines.json': '[]',
    });
    const files = await readFixtures(folder, readJson);
    expect(files.folder).toBe(folder);
    expect([...files.collections.keys()]).toEqual(['orders', 'shops']);
    expect(files.collections.get('shops')?.root).toHaveLength(2);
    expect(files.credentials?.file).toBe(join(folder, 'credentials.json'));
  });

  it('are none where there is no folder', async () => {
    const files = await readFixtures(undefined, readJson);
    expect([files.collections.size, files.credentials]).toEqual([0, undefined]);
    expect(contents(compileFixtures(files, shapes).tables)).toEqual({
      shops: [],
      orders: [],
      lines: [],
    });
  });

  it('stop the start where the folder is not there', async () => {
    const missing = join(await writeFolder(), 'no');
    const failure = readFixtures(missing, readJson);
    await expect(failure).rejects.toThrow(StartError);
    await expect(failure).rejects.toThrow(
      /the fixtures folder can not be read: there is no such folder$/,
    );
    await expect(failure).rejects.toThrow(missing);
  });

  it('are complained of where they are no JSON, all of them at once', async () => {
    const folder = await writeFolder({
      'shops.json': '[\n  {"slug" "a"}\n]',
      'orders.json': '[',
      'lines.json': '[]',
      'credentials.json': '[{]',
    });
    const { complaints, collections } = await readFixtures(folder, readJson);
    expect([...collections.keys()]).toEqual(['lines']);
    expect(complaints.map(({ file }) => file.split('/').at(-1))).toEqual([
      'credentials.json',
      'orders.json',
      'shops.json',
    ]);
    expect(complaints[2]).toMatchObject({
      line: 2,
      message: expect.stringMatching(/not valid JSON/),
    });
  });
});

describe('fixtures that fit', () => {
  it('become tables, in the order of their files', async () => {
    const { tables, complaints } = await compile({
      'shops.json': shopsText,
      'orders.json': `[
        { "id": "2", "shop_slug": "b", "total": 5 },
        { "id": "1", "shop_slug": "a" },
        { "id": "1", "shop_slug": "b" }
      ]`,
      'lines.json': '[{ "number": 1, "shop_slug": "b", "order_id": "1", "text": "x" }]',
    });
    expect(complaints).toEqual([]);
    expect(contents(tables)).toEqual({
      shops: [
        { slug: 'a', name: 'A' },
        { slug: 'b', name: 'B' },
      ],
      orders: [{ id: '2', total: 5 }, { id: '1' }, { id: '1' }],
      lines: [{ number: 1, order_id: '1', text: 'x' }],
    });
    expect(tables.get('orders')?.find('1', ['b'])).toBeDefined();
    expect(tables.get('lines')?.find('1', ['b', '1'])).toBeDefined();
  });

  it('may lack collections: what nothing is said of is not missed', async () => {
    const { complaints } = await compile({
      'lines.json': '[{ "number": 1, "shop_slug": "nowhere", "order_id": "9" }]',
    });
    expect(complaints).toEqual([]);
  });
});

describe('a fault of the fixtures', () => {
  it.each<[string, Files, string]>([
    [
      'an unknown collection',
      { 'carts.json': '[]' },
      'carts.json:1  the contract has no collection "carts": there are "shops", "orders" and "lines"',
    ],
    ['no array', { 'shops.json': '{"slug": "a"}' }, 'shops.json:1  must be an array of records'],
    [
      'no object',
      { 'shops.json': '[\n  {"slug": "a"},\n  "b"\n]' },
      'shops.json:3 /1 a record must be an object',
    ],
    [
      'an array for a record',
      { 'shops.json': '[\n  []\n]' },
      'shops.json:2 /0 a record must be an object',
    ],
    [
      'no key',
      { 'shops.json': '[\n {"name": "A"}]' },
      'shops.json:2 /0 has no key: "slug" is missing',
    ],
    [
      'what the schema forbids',
      { 'shops.json': '[\n {\n "slug": "a",\n "size": 1 }]' },
      'shops.json:4 /0/size is not known',
    ],
    [
      'a key twice',
      { 'shops.json': '[\n {"slug": "a"},\n {"name": "B",\n "slug": "a"}]' },
      'shops.json:4 /1/slug the key "a" is taken by an earlier record',
    ],
    [
      'no parent',
      { 'orders.json': '[\n {"id": "1"}]' },
      'orders.json:2 /0 has no parent: "shop_slug" is missing',
    ],
    [
      'a parent that there is not',
      { 'shops.json': shopsText, 'orders.json': '[\n {"id": "1",\n "shop_slug": "c"}]' },
      'orders.json:3 /0/shop_slug there is no "c" in "shops" under the same parents',
    ],
    [
      'a parent under another parent',
      {
        'shops.json': shopsText,
        'orders.json': '[{"id": "1", "shop_slug": "a"}]',
        'lines.json': '[\n {"number": 1, "shop_slug": "b",\n "order_id": "1"}]',
      },
      'lines.json:3 /0/order_id there is no "1" in "orders" under the same parents',
    ],
  ])('is told with its place: %s', async (_, files, complaint) => {
    expect((await compile(files)).complaints).toEqual([complaint]);
  });

  it('is told where the contract has no collections at all', async () => {
    expect((await compile({ 'shops.json': '[]' }, [])).complaints).toEqual([
      'shops.json:1  the contract has no collection "shops": there is none',
    ]);
  });

  it('hides no other', async () => {
    const { complaints } = await compile({
      'carts.json': '[]',
      'lines.json': '{}',
      'orders.json': '[\n {"id": "1", "shop_slug": "c"},\n {"a": 1, "b": 2},\n 3]',
      'shops.json': '[\n {"slug": "a"},\n {"slug": "a"},\n {"slug": "b", "size": 1}]',
    });
    expect(complaints.toSorted()).toEqual([
      'carts.json:1  the contract has no collection "carts": there are "shops", "orders" and "lines"',
      'lines.json:1  must be an array of records',
      'orders.json:2 /0/shop_slug there is no "c" in "shops" under the same parents',
      'orders.json:3 /1 has no key: "id" is missing',
      'orders.json:3 /1 has no parent: "shop_slug" is missing',
      'orders.json:3 /1/a is not known',
      'orders.json:3 /1/b is not known',
      'orders.json:4 /2 a record must be an object',
      'shops.json:3 /1/slug the key "a" is taken by an earlier record',
      'shops.json:4 /2/size is not known',
    ]);
  });

  it('is told of each of very many records', async () => {
    const many = Array.from({ length: 130_000 }, () => 1);
    const { complaints } = await compile({ 'shops.json': JSON.stringify(many) });
    expect(complaints).toHaveLength(many.length);
  });
});

describe('a parent that is filed elsewhere than its children say', () => {
  it('is found by its key', async () => {
    // `/orders/{id}` and `/shops/{slug}/orders/{id}/lines/{number}`: orders stand under nothing.
    const topOrders: CollectionShape = { ...orders, parents: [], hasMember: () => true };
    const { complaints } = await compile(
      {
        'shops.json': shopsText,
        'orders.json': '[{"id": "1", "total": 2}]',
        'lines.json': '[{"number": 1, "shop_slug": "a", "order_id": "1"}]',
      },
      [shops, topOrders, lines],
    );
    expect(complaints).toEqual([]);
  });
});
