import { describe, expect, it } from 'vitest';

import type { Item } from '../../store/record.ts';
import type { Plot, Scene } from './existing-records.test-kit.ts';
import { keysOf, pathsOf, setScene, shopPlot, shopSchemas } from './existing-records.test-kit.ts';

const plot = shopPlot;
const { paths } = shopPlot;
const schemas = shopSchemas;

async function remove({ holdings, world, of }: Scene, name: string, item: Item): Promise<void> {
  await world.commit(holdings.removal(of(name), item));
}

describe('links', () => {
  const linking: Plot = {
    ...plot,
    change: ({ name }) =>
      name === 'orders' ? { kind: 'links', of: 'shops', schema: undefined, check: undefined } : {},
  };

  it('are some of the records that there are, and show them', async () => {
    const { holdings, of } = await setScene(linking);
    const shops = holdings.list(of('shops'), []);
    const links = holdings.list(of('orders'), ['x']);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      expect(holdings.find(of('orders'), link.key, ['x'])).toEqual(link);
      expect(link.body).toBe(shops.find(({ key }) => key === link.key)?.body);
    }
    expect(holdings.find(of('orders'), '55', ['x'])).toBeUndefined();
  });

  it('are what is linked, as it is now, where somebody has said so', async () => {
    const scene = await setScene({ ...linking, fixtures: { orders: [] } });
    const { holdings, world, of } = scene;
    expect(holdings.list(of('orders'), ['x'])).toEqual([]);
    const link = { key: '2', parents: ['x'], body: {} };
    const shop = { key: '2', parents: [], body: { id: 2, name: 'New' } };
    await world.commit([
      { collection: 'orders', before: undefined, after: link },
      { collection: 'shops', before: undefined, after: shop },
    ]);
    expect(holdings.list(of('orders'), ['x'])).toEqual([{ ...link, body: shop.body }]);
    await remove(scene, 'shops', shop);
    expect(holdings.list(of('orders'), ['x'])).toEqual([]);
    expect(holdings.find(of('orders'), '2', ['x'])).toBeUndefined();
  });

  it('that are made and unmade agree with their list', async () => {
    const scene = await setScene(linking);
    const { holdings, world, of } = scene;
    const before = keysOf(holdings.list(of('orders'), ['x']));
    const after = { key: '77', parents: ['x'], body: {} };
    await world.commit([{ collection: 'orders', before: undefined, after }]);
    expect(keysOf(holdings.list(of('orders'), ['x']))).toEqual([...before, '77']);
    for (const key of [...before, '77']) {
      const link = holdings.find(of('orders'), key, ['x']);
      expect(link?.key).toBe(key);
      if (link) await remove(scene, 'orders', link);
    }
    expect(holdings.list(of('orders'), ['x'])).toEqual([]);
    expect(holdings.find(of('shops'), '77', [])).toBeDefined();
  });
});

describe('paths that leave parents out', () => {
  const optional: Plot = {
    ...plot,
    change: ({ name, parents }) =>
      name === 'orders' ? { parents: parents.map((one) => ({ ...one, isOptional: true })) } : {},
  };

  it('lead to the same records as paths that name them', async () => {
    const { holdings, of } = await setScene(optional);
    for (const item of holdings.list(of('orders'), ['2'])) {
      expect(holdings.find(of('orders'), item.key, [undefined])).toBe(item);
    }
    const all = holdings.list(of('orders'), [undefined]);
    expect(all.length).toBeGreaterThan(0);
    for (const item of all) {
      expect(holdings.find(of('orders'), item.key, [undefined])).toBe(item);
      expect(keysOf(holdings.list(of('orders'), item.parents))).toContain(item.key);
    }
  });

  it('know of what was changed and taken away', async () => {
    const scene = await setScene(optional);
    const { holdings, of } = scene;
    const [item] = holdings.list(of('orders'), ['2']);
    if (item) await remove(scene, 'orders', item);
    expect(holdings.find(of('orders'), item?.key ?? '', [undefined])).toBeUndefined();
    expect(holdings.list(of('orders'), ['2'])).toHaveLength(2);
  });

  it('find nothing that has gone with its parent', async () => {
    const scene = await setScene(optional);
    const { holdings, world, of } = scene;
    const orders = holdings.list(of('orders'), ['2']);
    const [, shop] = holdings.list(of('shops'), []);
    if (shop) await remove(scene, 'shops', shop);
    for (const { key } of orders) {
      expect(holdings.find(of('orders'), key, [undefined])).toBeUndefined();
    }
    expect(holdings.list(of('orders'), ['1'])).toHaveLength(3);
    await world.reset();
    expect(holdings.list(of('orders'), ['2'])).toEqual(orders);
  });

  it('find parents above parents', async () => {
    const { holdings, of } = await setScene({
      ...optional,
      paths: {
        ...paths,
        ...pathsOf('/shops/{shop_id}/orders/{order_id}/lines', 'line_id', 'Line'),
      },
      schemas: {
        ...schemas,
        Line: {
          type: 'object',
          required: ['id', 'order_id', 'shop_id'],
          properties: {
            id: { type: 'integer' },
            order_id: { type: 'string' },
            shop_id: { type: 'string' },
          },
        },
      },
      change: ({ parents }) => ({ parents: parents.map((one) => ({ ...one, isOptional: true })) }),
    });
    const [order] = holdings.list(of('orders'), ['2']);
    const lines = holdings.list(of('lines'), ['2', order?.key]);
    expect(holdings.list(of('lines'), [undefined, order?.key])).toEqual(lines);
    for (const line of lines) {
      expect(line.body).toMatchObject({ shop_id: '2', order_id: order?.key });
      expect(holdings.find(of('lines'), line.key, [undefined, order?.key])).toBe(line);
      expect(holdings.find(of('lines'), line.key, [undefined, undefined])).toBe(line);
    }
  });
});
