import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import type { Item } from '../../store/record.ts';
import { saveWorld } from '../../store/shop.test-kit.ts';
import type { Plot, WorldContext } from './existing-records.test-kit.ts';
import { keysOf, reference, setScene, shopPlot, shopSchemas } from './existing-records.test-kit.ts';

const plot = shopPlot;
const { paths } = shopPlot;
const schemas = shopSchemas;
const id = '0b1f7b2e-9d5c-4b7c-8c64-2c7d0a3f1e55';

async function remove(
  { existing, world, of }: WorldContext,
  name: string,
  item: Item,
): Promise<void> {
  await world.commit(existing.removal(of(name), [item]));
}

describe('a collection of which nobody has said anything', () => {
  it('has a record of any key, always the same, and valid', async () => {
    const { existing, of } = await setScene(plot);
    const found = existing.find(of('orders'), id, ['7']);
    expect(found).toMatchObject({ key: id, parents: ['7'], body: { id, shop_id: '7' } });
    expect(of('orders').check?.(found?.body ?? {})).toEqual([]);
    expect(existing.find(of('orders'), id, ['7'])).toBe(found);
    expect(existing.find(of('shops'), '77', [])?.body['id']).toBe(77);
  });

  it('has the same of the same seed in another world, and others of another', async () => {
    const [one, same, other] = await Promise.all(
      ['s', 's', 't'].map((seed) => setScene({ ...plot, seed })),
    );
    const shown = (context: WorldContext | undefined): unknown =>
      context && [
        context.existing.find(context.of('shops'), '77', []),
        context.existing.list(context.of('orders'), ['7']),
      ];
    expect(shown(same)).toEqual(shown(one));
    expect(shown(other)).not.toEqual(shown(one));
  });

  it('lists a few, each of which is found, under their own parents alone', async () => {
    const { existing, of } = await setScene(plot);
    expect(keysOf(existing.list(of('shops'), []))).toEqual(['1', '2', '3']);
    const orders = existing.list(of('orders'), ['1']);
    expect(orders).toHaveLength(3);
    for (const item of orders) {
      expect(existing.find(of('orders'), item.key, ['1'])).toBe(item);
      expect(of('orders').check?.(item.body)).toEqual([]);
    }
    expect(new Set(orders.map(({ body }) => body['total'])).size).toBeGreaterThan(1);
    const others = keysOf(existing.list(of('orders'), ['2']));
    expect(others.filter((key) => keysOf(orders).includes(key))).toEqual([]);
  });

  it('lists the same object while it lists the same records, whatever else changes', async () => {
    const { existing, world, of } = await setScene(plot);
    const listed = existing.list(of('shops'), []);
    const found = existing.find(of('shops'), '2', []);
    const order = { key: id, parents: ['7'], body: { id, shop_id: '7' } };
    await world.commit([{ collection: 'orders', before: undefined, after: order }]);
    expect(existing.list(of('shops'), [])).toBe(listed);
    expect(existing.find(of('shops'), '2', [])).toBe(found);
    await remove({ existing, world, of } as WorldContext, 'shops', listed[1] as Item);
    expect(keysOf(existing.list(of('shops'), []))).toEqual(['1', '3']);
    expect(existing.find(of('shops'), '2', [])).toBeUndefined();
  });

  it('shows what is written, in its place or behind', async () => {
    const { existing, world, of } = await setScene(plot);
    const [first, second] = existing.list(of('shops'), []);
    const after = { key: '2', parents: [], body: { id: 2, name: 'New' } };
    const made = { key: '9', parents: [], body: { id: 9, name: 'Made' } };
    await world.commit([
      { collection: 'shops', before: second, after },
      { collection: 'shops', before: undefined, after: made },
    ]);
    const listed = existing.list(of('shops'), []);
    expect(listed[0]).toBe(first);
    expect([keysOf(listed), listed[1], listed[3]]).toEqual([['1', '2', '3', '9'], after, made]);
    expect(existing.isKnown(of('shops'))).toBe(false);
    expect(existing.find(of('shops'), '2', [])).toEqual(after);
    expect(existing.find(of('shops'), '55', [])).toBeDefined();
  });

  it('does not show what was taken away, until it is written again or all starts anew', async () => {
    const context = await setScene(plot);
    const { existing, world, of } = context;
    const [, second] = existing.list(of('shops'), []);
    if (second) await remove(context, 'shops', second);
    expect(keysOf(existing.list(of('shops'), []))).toEqual(['1', '3']);
    expect(existing.find(of('shops'), '2', [])).toBeUndefined();
    const again = { key: '2', parents: [], body: { id: 2, name: 'Again' } };
    await world.commit([{ collection: 'shops', before: undefined, after: again }]);
    expect(existing.find(of('shops'), '2', [])).toEqual(again);
    await remove(context, 'shops', again);
    expect(existing.find(of('shops'), '2', [])).toBeUndefined();
    await world.reset();
    expect(existing.find(of('shops'), '2', [])).toEqual(second);
  });

  it('is written nothing of by reading, however often', async () => {
    const { existing, world, of } = await setScene(plot);
    const before = JSON.stringify(saveWorld(world));
    for (let number = 0; number < 1000; number += 1) {
      existing.find(of('shops'), String(number), []);
      if (number % 50 === 0) existing.list(of('orders'), [String(number)]);
    }
    expect(JSON.stringify(saveWorld(world))).toBe(before);
    expect(world.version).toBe(0);
  });

  it('keeps a key beside a record that can not have it', async () => {
    const { existing, of } = await setScene({
      ...plot,
      schemas: {
        ...schemas,
        Shop: { type: 'object', properties: { id: { type: 'string', format: 'uuid' }, name: {} } },
      },
    });
    const found = existing.find(of('shops'), 'not-a-uuid', []);
    expect(found?.key).toBe('not-a-uuid');
    expect(found?.body).not.toHaveProperty('id');
  });

  it('names its records as its paths can ask for them', async () => {
    const { existing, of } = await setScene({
      ...plot,
      schemas: { ...schemas, Shop: { type: 'object', properties: { title: { type: 'string' } } } },
      parameters: { shop_id: { type: 'string', pattern: '^shop-[0-9]{4}$' } },
    });
    const keys = keysOf(existing.list(of('shops'), []));
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^shop-[0-9]{4}$/);
  });

  it('says why no record can be made', async () => {
    const { existing, of } = await setScene({
      ...plot,
      schemas: { ...schemas, Shop: { type: 'object', required: ['x'], properties: { x: false } } },
    });
    expect(() => existing.find(of('shops'), '1', [])).toThrow(/a record of shops.*fixtures/);
    expect(existing.list(of('shops'), [])).toEqual([]);
  });
});

describe('a collection that has fixtures', () => {
  it('has what is in them, also where that is nothing', async () => {
    const shop = { key: '5', parents: [], body: { id: 5, name: 'E' } };
    const { existing, of } = await setScene({ ...plot, fixtures: { shops: [shop], orders: [] } });
    expect(existing.find(of('shops'), '5', [])).toBe(shop);
    expect(existing.find(of('shops'), '1', [])).toBeUndefined();
    expect(existing.list(of('shops'), [])).toEqual([shop]);
    expect(existing.list(of('orders'), ['5'])).toEqual([]);
    expect(existing.find(of('orders'), id, ['5'])).toBeUndefined();
    expect(['shops', 'orders'].map((name) => existing.isKnown(of(name)))).toEqual([true, true]);
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
    const { existing, of } = await setScene({ ...plot, paths: shopPaths({ example }) });
    expect(existing.find(of('shops'), '42', [])?.body).toEqual(example);
    expect(existing.find(of('shops'), '77', [])?.body).toEqual({ ...example, id: 77 });
    const listed = existing.list(of('shops'), []);
    expect(keysOf(listed)).toEqual(['42', '1', '2']);
    expect(listed[0]?.body).toEqual(example);
    expect(listed[1]?.body['name']).not.toBe('The example');
    for (const item of listed) expect(existing.find(of('shops'), item.key, [])).toBe(item);
  });

  it('of a list are what is listed', async () => {
    const records = [
      { id: 8, name: 'Eight' },
      { id: 6, name: 'Six' },
    ];
    const { existing, of } = await setScene({
      ...plot,
      paths: shopPaths({ example }, { example: records }),
    });
    expect(existing.list(of('shops'), []).map(({ body }) => body)).toEqual(records);
    expect(existing.find(of('shops'), '6', [])?.body).toEqual(records[1]);
    expect(existing.find(of('shops'), '7', [])?.body).toEqual({ ...example, id: 7 });
  });

  it('may stand where nothing else is said of the records', async () => {
    const { existing, of } = await setScene({
      paths: { '/pets/{pet_id}': { example: { title: 'Rex' } } },
      schemas: {},
    });
    const found = existing.find(of('pets'), '7', []);
    expect(found).toMatchObject({ key: '7', body: { title: 'Rex' } });
    expect(existing.list(of('pets'), []).map(({ key }) => key)).toHaveLength(3);
  });

  it('that break their schema are no model', async () => {
    const { existing, of } = await setScene({
      ...plot,
      paths: shopPaths({ example: { id: 'x' } }, { example: [{ id: 0, name: 'Nought' }] }),
    });
    expect(keysOf(existing.list(of('shops'), []))).toEqual(['1', '2', '3']);
    expect(of('shops').check?.(existing.find(of('shops'), '9', [])?.body ?? {})).toEqual([]);
  });
});

describe('what there is one of', () => {
  const single: Plot = {
    ...plot,
    change: ({ name }) => (name === 'orders' ? { kind: 'singleton', key: undefined } : {}),
  };

  it('is found under each parent, and is not the same', async () => {
    const { existing, of } = await setScene(single);
    const [one, other] = ['1', '2'].map((shop) => existing.find(of('orders'), '', [shop]));
    expect(one).toMatchObject({ key: '', parents: ['1'], body: { shop_id: '1' } });
    expect(one?.body['id']).not.toBe(other?.body['id']);
    expect(existing.list(of('orders'), ['1'])).toEqual([one]);
  });

  it('may be taken away', async () => {
    const context = await setScene(single);
    const { existing, of } = context;
    const one = existing.find(of('orders'), '', ['1']);
    if (one) await remove(context, 'orders', one);
    expect(existing.find(of('orders'), '', ['1'])).toBeUndefined();
    expect(existing.list(of('orders'), ['1'])).toEqual([]);
    expect(existing.find(of('orders'), '', ['2'])).toBeDefined();
  });
});
