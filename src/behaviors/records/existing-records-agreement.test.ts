import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Item, Parents } from '../../store/record.ts';
import { saveWorld } from '../../store/shop.test-kit.ts';
import { pathsOf, reference, setScene } from './existing-records.test-kit.ts';

const schemas = {
  Shop: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
  Order: {
    type: 'object',
    required: ['id', 'shop_id'],
    properties: { id: { type: 'string' }, shop_id: { type: 'integer' } },
  },
};
const paths = {
  ...pathsOf('/shops', 'shop_id', 'Shop'),
  ...pathsOf('/shops/{shop_id}/orders', 'order_id', 'Order'),
  '/orders/{order_id}': { schema: reference('Order') },
};

const step = fc.oneof(
  fc.record({ make: fc.constantFrom('x', 'y', 'z'), shop: fc.constantFrom('1', '2', '9') }),
  fc.record({ change: fc.nat(9), shop: fc.constantFrom('1', '2', undefined) }),
  fc.record({ remove: fc.nat(9), shop: fc.constantFrom('1', '2', undefined) }),
  fc.record({ close: fc.nat(4) }),
  fc.record({ reset: fc.constant(true) }),
);

/** Where a record stands, in one text. */
function placeOf({ key, parents }: Item): string {
  return JSON.stringify([key, ...parents]);
}

describe('what is made up and what is written', () => {
  it('agree, whatever happens: the list shows what is found, and nothing that is gone', async () => {
    const { existing, world, of } = await setScene({
      paths,
      schemas,
      change: ({ name, parents }) =>
        name === 'orders' ? { parents: parents.map((one) => ({ ...one, isOptional: true })) } : {},
    });
    const [orders, shops] = [of('orders'), of('shops')];
    const take = (collection: typeof orders, parents: Parents, index: number): Item | undefined => {
      const items = existing.list(collection, parents);
      return items[index % Math.max(items.length, 1)];
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await world.reset();
        for (const one of steps) {
          const gone = new Set<string>();
          if ('make' in one) {
            const body = { id: one.make, shop_id: Number(one.shop) };
            const after = { key: one.make, parents: [one.shop], body };
            await world.commit([{ collection: 'orders', before: undefined, after }]);
            expect(existing.list(orders, [one.shop])).toContainEqual(after);
          } else if ('reset' in one) await world.reset();
          else if ('close' in one) {
            const shop = take(shops, [], one.close);
            const changes = shop ? existing.removal(shops, [shop]) : [];
            await world.commit(changes);
            for (const { before } of changes) if (before) gone.add(placeOf(before));
          } else {
            const before = take(orders, [one.shop], 'remove' in one ? one.remove : one.change);
            if (!before) continue;
            if ('remove' in one) {
              await world.commit(existing.removal(orders, [before]));
              gone.add(placeOf(before));
            } else {
              const after = { ...before, body: { ...before.body, note: 'changed' } };
              await world.commit([{ collection: 'orders', before, after }]);
              // A path that leaves the shop out can't tell two of one key apart.
              expect(existing.find(orders, before.key, before.parents)).toBe(after);
            }
          }
          const snapshot = JSON.stringify(saveWorld(world));
          for (const parents of [['1'], ['2'], ['9'], [undefined]]) {
            const items = existing.list(orders, parents);
            expect(new Set(items.map(placeOf)).size).toBe(items.length);
            const keys = existing.keys(orders, parents);
            const listed = [...new Set(items.map(({ key }) => key))];
            expect(keys.first(100)).toEqual(listed);
            expect(listed.filter((key) => !keys.has(key))).toEqual([]);
            if (parents[0] !== undefined) expect(keys.count()).toBe(items.length);
            for (const item of items) {
              expect(existing.find(orders, item.key, item.parents)).toBe(item);
              expect(gone).not.toContain(placeOf(item));
              if (parents[0] !== undefined) expect(item.parents).toEqual(parents);
            }
          }
          for (const item of existing.list(shops, [])) {
            expect(existing.find(shops, item.key, [])).toBe(item);
            expect(gone).not.toContain(placeOf(item));
          }
          expect(JSON.stringify(saveWorld(world))).toBe(snapshot);
        }
      }),
      { numRuns: 60 },
    );
  });
});
