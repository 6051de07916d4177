import { expect, it, vi } from 'vitest';

import type { Collection } from '../../contract/plan/plan.ts';
import { openWorld, orderItem, orders, shops } from '../../store/shop.test-kit.ts';
import { plainCollection } from '../stateful.test-kit.ts';
import { findOrphans } from './orphans.ts';

it.each<[string, readonly Collection[]]>([
  ['nothing', []],
  ['what needs its parent', [plainCollection('lines')]],
])('what goes along with 1,000 orders is asked once where below them is %s', (_, children) => {
  const { world } = openWorld({ shapes: [shops, orders] });
  const collectionsUnder = vi.fn(() => children);
  const tools = { keysUnder: () => ['1'], contractIndex: { collectionsUnder } };
  const changes = Array.from({ length: 1000 }, (__, at) => ({
    collection: 'orders',
    before: orderItem(String(at), 'a', 1),
    after: undefined,
  }));
  expect(findOrphans(tools, world, changes)).toEqual([]);
  expect(collectionsUnder).toHaveBeenCalledTimes(1);
});
