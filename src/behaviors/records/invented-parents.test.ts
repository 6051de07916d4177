import { describe, expect, it } from 'vitest';

import type { Item } from '../../store/record.ts';
import type { Plot, WorldContext } from './existing-records.test-kit.ts';
import { keysOf, pathsOf, setScene, shopPlot, shopSchemas } from './existing-records.test-kit.ts';

const plot = shopPlot;
const { paths } = shopPlot;
const schemas = shopSchemas;

async function remove(
  { existing, world, of }: WorldContext,
  name: string,
  item: Item,
): Promise<void> {
  await world.commit(existing.removal(of(name), [item]));
}

describe('links', () => {
  const linking: Plot = {
    ...plot,
    change: ({ name }) =>
      name === 'orders' ? { kind: 'links', of: 'shops', schema: undefined, check: undefined } : {},
  };

  it('are some of the records that there are, and show them', async () => {
    const { existing, of } = await setScene(linking);
    const shops = existing.list(of('shops'), []);
    const links = existing.list(of('orders'), ['x']);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      expect(existing.find(of('orders'), link.key, ['x'])).toEqual(link);
      expect(link.body).toBe(shops.find(({ key }) => key === link.key)?.body);
    }
    expect(existing.find(of('orders'), '55', ['x'])).toBeUndefined();
  });

  it('are what is linked, as it is now, where somebody has said so', async () => {
    const context = await setScene({ ...linking, fixtures: { orders: [] } });
    const { existing, world, of } = context;
    expect(existing.list(of('orders'), ['x'])).toEqual([]);
    const link = { key: '2', parents: ['x'], body: {} };
    const shop = { key: '2', parents: [], body: { id: 2, name: 'New' } };
    await world.commit([
      { collection: 'orders', before: undefined, after: link },
      { collection: 'shops', before: undefined, after: shop },
    ]);
    expect(existing.list(of('orders'), ['x'])).toEqual([{ ...link, body: shop.body }]);
    await remove(context, 'shops', shop);
    expect(existing.list(of('orders'), ['x'])).toEqual([]);
    expect(existing.find(of('orders'), '2', ['x'])).toBeUndefined();
  });

  it('that are made and unmade agree with their list', async () => {
    const context = await setScene(linking);
    const { existing, world, of } = context;
    const before = keysOf(existing.list(of('orders'), ['x']));
    const after = { key: '77', parents: ['x'], body: {} };
    await world.commit([{ collection: 'orders', before: undefined, after }]);
    expect(keysOf(existing.list(of('orders'), ['x']))).toEqual([...before, '77']);
    for (const key of [...before, '77']) {
      const link = existing.find(of('orders'), key, ['x']);
      expect(link?.key).toBe(key);
      if (link) await remove(context, 'orders', link);
    }
    expect(existing.list(of('orders'), ['x'])).toEqual([]);
    expect(existing.find(of('shops'), '77', [])).toBeDefined();
  });
});

describe('paths that leave parents out', () => {
  const optional: Plot = {
    ...plot,
    change: ({ name, parents }) =>
      name === 'orders' ? { parents: parents.map((one) => ({ ...one, isOptional: true })) } : {},
  };

  it('lead to the same records as paths that name them', async () => {
    const { existing, of } = await setScene(optional);
    for (const item of existing.list(of('orders'), ['2'])) {
      expect(existing.find(of('orders'), item.key, [undefined])).toBe(item);
    }
    const all = existing.list(of('orders'), [undefined]);
    expect(all.length).toBeGreaterThan(0);
    for (const item of all) {
      expect(existing.find(of('orders'), item.key, [undefined])).toBe(item);
      expect(keysOf(existing.list(of('orders'), item.parents))).toContain(item.key);
    }
  });

  it('know of what was changed and taken away', async () => {
    const context = await setScene(optional);
    const { existing, of } = context;
    const [item] = existing.list(of('orders'), ['2']);
    if (item) await remove(context, 'orders', item);
    expect(existing.find(of('orders'), item?.key ?? '', [undefined])).toBeUndefined();
    expect(existing.list(of('orders'), ['2'])).toHaveLength(2);
  });

  it('find nothing that has gone with its parent', async () => {
    const context = await setScene(optional);
    const { existing, world, of } = context;
    const orders = existing.list(of('orders'), ['2']);
    const [, shop] = existing.list(of('shops'), []);
    if (shop) await remove(context, 'shops', shop);
    for (const { key } of orders) {
      expect(existing.find(of('orders'), key, [undefined])).toBeUndefined();
    }
    expect(existing.list(of('orders'), ['1'])).toHaveLength(3);
    await world.reset();
    expect(existing.list(of('orders'), ['2'])).toEqual(orders);
  });

  it('find parents above parents', async () => {
    const { existing, of } = await setScene({
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
    const [order] = existing.list(of('orders'), ['2']);
    const lines = existing.list(of('lines'), ['2', order?.key]);
    expect(existing.list(of('lines'), [undefined, order?.key])).toEqual(lines);
    for (const line of lines) {
      expect(line.body).toMatchObject({ shop_id: '2', order_id: order?.key });
      expect(existing.find(of('lines'), line.key, [undefined, order?.key])).toBe(line);
      expect(existing.find(of('lines'), line.key, [undefined, undefined])).toBe(line);
    }
  });
});
