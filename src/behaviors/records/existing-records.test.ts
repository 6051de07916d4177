import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import type { Item } from '../../store/record.ts';
import { saveWorld } from '../../store/shop.test-kit.ts';
import type { Plot, Scene } from './existing-records.test-kit.ts';
import { keysOf, reference, setScene, shopPlot, shopSchemas } from './existing-records.test-kit.ts';

const plot = shopPlot;
const { paths } = shopPlot;
const schemas = shopSchemas;
const id = '0b1f7b2e-9d5c-4b7c-8c64-2c7d0a3f1e55';

async function remove({ holdings, world, of }: Scene, name: string, item: Item): Promise<void> {
  await world.commit(holdings.removal(of(name), item));
}

describe('a collection of which nobody has said anything', () => {
  it('has a record of any key, always the same, and valid', async () => {
    const { holdings, of } = await setScene(plot);
    const found = holdings.find(of('orders'), id, ['7']);
    expect(found).toMatchObject({ key: id, parents: ['7'], body: { id, shop_id: '7' } });
    expect(of('orders').check?.(found?.body ?? {})).toEqual([]);
    expect(holdings.find(of('orders'), id, ['7'])).toBe(found);
    expect(holdings.find(of('shops'), '77', [])?.body['id']).toBe(77);
  });

  it('has the same of the same seed in another world, and others of another', async () => {
    const [one, same, other] = await Promise.all(
      ['s', 's', 't'].map((seed) => setScene({ ...plot, seed })),
    );
    const shown = (scene: Scene | undefined): unknown =>
      scene && [
        scene.holdings.find(scene.of('shops'), '77', []),
        scene.holdings.list(scene.of('orders'), ['7']),
      ];
    expect(shown(same)).toEqual(shown(one));
    expect(shown(other)).not.toEqual(shown(one));
  });

  it('lists a few, each of which is found, under their own parents alone', async () => {
    const { holdings, of } = await setScene(plot);
    expect(keysOf(holdings.list(of('shops'), []))).toEqual(['1', '2', '3']);
    const orders = holdings.list(of('orders'), ['1']);
    expect(orders).toHaveLength(3);
    for (const item of orders) {
      expect(holdings.find(of('orders'), item.key, ['1'])).toBe(item);
      expect(of('orders').check?.(item.body)).toEqual([]);
    }
    expect(new Set(orders.map(({ body }) => body['total'])).size).toBeGreaterThan(1);
    const others = keysOf(holdings.list(of('orders'), ['2']));
    expect(others.filter((key) => keysOf(orders).includes(key))).toEqual([]);
  });

  it('lists the same object while it lists the same records, whatever else changes', async () => {
    const { holdings, world, of } = await setScene(plot);
    const listed = holdings.list(of('shops'), []);
    const found = holdings.find(of('shops'), '2', []);
    const order = { key: id, parents: ['7'], body: { id, shop_id: '7' } };
    await world.commit([{ collection: 'orders', before: undefined, after: order }]);
    expect(holdings.list(of('shops'), [])).toBe(listed);
    expect(holdings.find(of('shops'), '2', [])).toBe(found);
    await remove({ holdings, world, of } as Scene, 'shops', listed[1] as Item);
    expect(keysOf(holdings.list(of('shops'), []))).toEqual(['1', '3']);
    expect(holdings.find(of('shops'), '2', [])).toBeUndefined();
  });

  it('shows what is written, in its place or behind', async () => {
    const { holdings, world, of } = await setScene(plot);
    const [first, second] = holdings.list(of('shops'), []);
    const after = { key: '2', parents: [], body: { id: 2, name: 'New' } };
    const made = { key: '9', parents: [], body: { id: 9, name: 'Made' } };
    await world.commit([
      { collection: 'shops', before: second, after },
      { collection: 'shops', before: undefined, after: made },
    ]);
    const listed = holdings.list(of('shops'), []);
    expect(listed[0]).toBe(first);
    expect([keysOf(listed), listed[1], listed[3]]).toEqual([['1', '2', '3', '9'], after, made]);
    expect(holdings.isKnown(of('shops'))).toBe(false);
    expect(holdings.find(of('shops'), '2', [])).toEqual(after);
    expect(holdings.find(of('shops'), '55', [])).toBeDefined();
  });

  it('does not show what was taken away, until it is written again or all starts anew', async () => {
    const scene = await setScene(plot);
    const { holdings, world, of } = scene;
    const [, second] = holdings.list(of('shops'), []);
    if (second) await remove(scene, 'shops', second);
    expect(keysOf(holdings.list(of('shops'), []))).toEqual(['1', '3']);
    expect(holdings.find(of('shops'), '2', [])).toBeUndefined();
    const again = { key: '2', parents: [], body: { id: 2, name: 'Again' } };
    await world.commit([{ collection: 'shops', before: undefined, after: again }]);
    expect(holdings.find(of('shops'), '2', [])).toEqual(again);
    await remove(scene, 'shops', again);
    expect(holdings.find(of('shops'), '2', [])).toBeUndefined();
    await world.reset();
    expect(holdings.find(of('shops'), '2', [])).toEqual(second);
  });

  it('is written nothing of by reading, however often', async () => {
    const { holdings, world, of } = await setScene(plot);
    const before = JSON.stringify(saveWorld(world));
    for (let number = 0; number < 1000; number += 1) {
      holdings.find(of('shops'), String(number), []);
      if (number % 50 === 0) holdings.list(of('orders'), [String(number)]);
    }
    expect(JSON.stringify(saveWorld(world))).toBe(before);
    expect(world.version).toBe(0);
  });

  it('keeps a key beside a record that can not have it', async () => {
    const { holdings, of } = await setScene({
      ...plot,
      schemas: {
        ...schemas,
        Shop: { type: 'object', properties: { id: { type: 'string', format: 'uuid' }, name: {} } },
      },
    });
    const found = holdings.find(of('shops'), 'not-a-uuid', []);
    expect(found?.key).toBe('not-a-uuid');
    expect(found?.body).not.toHaveProperty('id');
  });

  it('names its records as its paths can ask for them', async () => {
    const { holdings, of } = await setScene({
      ...plot,
      schemas: { ...schemas, Shop: { type: 'object', properties: { title: { type: 'string' } } } },
      parameters: { shop_id: { type: 'string', pattern: '^shop-[0-9]{4}$' } },
    });
    const keys = keysOf(holdings.list(of('shops'), []));
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^shop-[0-9]{4}$/);
  });

  it('says why no record can be made', async () => {
    const { holdings, of } = await setScene({
      ...plot,
      schemas: { ...schemas, Shop: { type: 'object', required: ['x'], properties: { x: false } } },
    });
    expect(() => holdings.find(of('shops'), '1', [])).toThrow(/a record of shops.*fixtures/);
    expect(holdings.list(of('shops'), [])).toEqual([]);
  });
});

describe('a collection that has fixtures', () => {
  it('has what is in them, also where that is nothing', async () => {
    const shop = { key: '5', parents: [], body: { id: 5, name: 'E' } };
    const { holdings, of } = await setScene({ ...plot, fixtures: { shops: [shop], orders: [] } });
    expect(holdings.find(of('shops'), '5', [])).toBe(shop);
    expect(holdings.find(of('shops'), '1', [])).toBeUndefined();
    expect(holdings.list(of('shops'), [])).toEqual([shop]);
    expect(holdings.list(of('orders'), ['5'])).toEqual([]);
    expect(holdings.find(of('orders'), id, ['5'])).toBeUndefined();
    expect(['shops', 'orders'].map((name) => holdings.isKnown(of(name)))).toEqual([true, true]);
  });
});

describe('examples of the contract', () => {
  const example = { id: 42, name: 'The example' };
  const shopPaths = (one: JsonObject, list: JsonObject = {}): Plot['paths'] => ({
    ...paths,
    '/shops': { schema: { type: 'array', items: reference('Shop') }, ...list },
    '/shops/{shop_id}': { schema: reference('Shop'), ...one },
  });

  it('are what a record looks like that is asked for', async () => {
    const { holdings, of } = await setScene({ ...plot, paths: shopPaths({ example }) });
    expect(holdings.find(of('shops'), '42', [])?.body).toEqual(example);
    expect(holdings.find(of('shops'), '77', [])?.body).toEqual({ ...example, id: 77 });
    const listed = holdings.list(of('shops'), []);
    expect(keysOf(listed)).toEqual(['42', '1', '2']);
    expect(listed[0]?.body).toEqual(example);
    expect(listed[1]?.body['name']).not.toBe('The example');
    for (const item of listed) expect(holdings.find(of('shops'), item.key, [])).toBe(item);
  });

  it('of a list are what is listed', async () => {
    const records = [
      { id: 8, name: 'Eight' },
      { id: 6, name: 'Six' },
    ];
    const { holdings, of } = await setScene({
      ...plot,
      paths: shopPaths({ example }, { example: records }),
    });
    expect(holdings.list(of('shops'), []).map(({ body }) => body)).toEqual(records);
    expect(holdings.find(of('shops'), '6', [])?.body).toEqual(records[1]);
    expect(holdings.find(of('shops'), '7', [])?.body).toEqual({ ...example, id: 7 });
  });

  it('may stand where nothing else is said of the records', async () => {
    const { holdings, of } = await setScene({
      paths: { '/pets/{pet_id}': { example: { title: 'Rex' } } },
      schemas: {},
    });
    const found = holdings.find(of('pets'), '7', []);
    expect(found).toMatchObject({ key: '7', body: { title: 'Rex' } });
    expect(holdings.list(of('pets'), []).map(({ key }) => key)).toHaveLength(3);
  });

  it('that break their schema are no model', async () => {
    const { holdings, of } = await setScene({
      ...plot,
      paths: shopPaths({ example: { id: 'x' } }, { example: [{ id: 0, name: 'Nought' }] }),
    });
    expect(keysOf(holdings.list(of('shops'), []))).toEqual(['1', '2', '3']);
    expect(of('shops').check?.(holdings.find(of('shops'), '9', [])?.body ?? {})).toEqual([]);
  });
});

describe('what there is one of', () => {
  const single: Plot = {
    ...plot,
    change: ({ name }) => (name === 'orders' ? { kind: 'singleton', key: undefined } : {}),
  };

  it('is found under each parent, and is not the same', async () => {
    const { holdings, of } = await setScene(single);
    const [one, other] = ['1', '2'].map((shop) => holdings.find(of('orders'), '', [shop]));
    expect(one).toMatchObject({ key: '', parents: ['1'], body: { shop_id: '1' } });
    expect(one?.body['id']).not.toBe(other?.body['id']);
    expect(holdings.list(of('orders'), ['1'])).toEqual([one]);
  });

  it('may be taken away', async () => {
    const scene = await setScene(single);
    const { holdings, of } = scene;
    const one = holdings.find(of('orders'), '', ['1']);
    if (one) await remove(scene, 'orders', one);
    expect(holdings.find(of('orders'), '', ['1'])).toBeUndefined();
    expect(holdings.list(of('orders'), ['1'])).toEqual([]);
    expect(holdings.find(of('orders'), '', ['2'])).toBeDefined();
  });
});
