import { describe, expect, it } from 'vitest';

import { writeFolder } from '../temporary-folder.test-kit.ts';
import { orderItem, orders, shops, tablesOf } from './shop-world.test-kit.ts';
import type { StateFile } from './state-file.ts';
import { openStateFile } from './state-file.ts';
import type { World } from './world.ts';
import { openWorld } from './world.ts';

async function open(file: StateFile = openStateFile(undefined)): Promise<World> {
  const options = {
    shapes: [shops, orders],
    fixtures: tablesOf({ shops: [], orders: [] }),
    authoritative: new Set<string>(),
    file,
    fingerprints: { contract: 'c', fixtures: 'f' },
  };
  return openWorld(options, await file.read()).world;
}

describe('a mark of what was just made', () => {
  const after = orderItem('7', 'a', 1);
  const born = { collection: 'orders', before: undefined, after, isNew: true };

  it('stays while the record changes, and goes with it', async () => {
    const world = await open();
    expect(world.isBorn('orders', '7', ['a'])).toBe(false);
    await world.commit([born]);
    expect(world.isBorn('orders', '7', ['a'])).toBe(true);
    expect(world.isBorn('orders', '7', ['b'])).toBe(false);
    const changed = orderItem('7', 'a', 2);
    await world.commit([{ collection: 'orders', before: after, after: changed }]);
    expect(world.isBorn('orders', '7', ['a'])).toBe(true);
    await world.commit([{ collection: 'orders', before: changed, after: undefined }]);
    expect(world.isBorn('orders', '7', ['a'])).toBe(false);
    await world.commit([{ collection: 'orders', before: undefined, after }]);
    expect(world.isBorn('orders', '7', ['a'])).toBe(false);
  });

  it('is written down, and read again', async () => {
    const folder = await writeFolder();
    const world = await open(openStateFile(folder));
    await world.commit([born]);
    const again = await open(openStateFile(folder));
    expect(again.isBorn('orders', '7', ['a'])).toBe(true);
    await again.reset();
    expect(again.isBorn('orders', '7', ['a'])).toBe(false);
  });
});
