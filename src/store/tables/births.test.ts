import { describe, expect, it } from 'vitest';

import { openWorld, orderItem, orders, saveWorld, shops } from '../shop.test-kit.ts';

const shapes = [shops, orders];

describe('a mark of what was just made', () => {
  const after = orderItem('7', 'a', 1);
  const born = { collection: 'orders', before: undefined, after, isNew: true };

  it('stays while the record changes, and goes with it', async () => {
    const { world } = openWorld({ shapes });
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

  it('goes along when the record moves, and stays nowhere behind', async () => {
    const { world } = openWorld({ shapes });
    const moved = { ...after, parents: ['b'] };
    await world.commit([born, { collection: 'orders', before: after, after: moved }]);
    expect(['a', 'b'].map((shop) => world.isBorn('orders', '7', [shop]))).toEqual([false, true]);
    await world.commit([{ collection: 'orders', before: moved, after: undefined }]);
    expect(saveWorld(world).born).toEqual({});
  });

  it('is written down, and read again', async () => {
    const { world } = openWorld({ shapes });
    await world.commit([born]);
    const again = openWorld({ shapes, saved: saveWorld(world) }).world;
    expect(again.isBorn('orders', '7', ['a'])).toBe(true);
    await again.reset();
    expect(again.isBorn('orders', '7', ['a'])).toBe(false);
  });
});
