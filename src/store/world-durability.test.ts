import { describe, expect, it } from 'vitest';

import type { HeldFile } from './shop-world.test-kit.ts';
import {
  changeTotal,
  createHeldFile,
  orderItem,
  orders,
  savedTotal,
  shopItem,
  shops,
  tablesOf,
  totalOf,
} from './shop-world.test-kit.ts';
import type { World } from './world.ts';
import { openWorld } from './world.ts';

function open(): { world: World; file: HeldFile } {
  const file = createHeldFile();
  const fixtures = tablesOf({
    shops: [shopItem('a')],
    orders: [orderItem('1', 'a', 0), orderItem('2', 'a', 0)],
  });
  const { world } = openWorld(
    {
      shapes: [shops, orders],
      fixtures,
      authoritative: new Set(['shops', 'orders']),
      file,
      fingerprints: { contract: 'c', fixtures: 'f' },
    },
    undefined,
  );
  return { world, file };
}

/** What became of promises so far: a mark for each. */
function watch(...promises: readonly (Promise<void> | undefined)[]): readonly string[] {
  const marks = promises.map(() => 'open');
  const follow = async (promise: Promise<void>, index: number): Promise<void> => {
    try {
      await promise;
      marks[index] = 'kept';
    } catch {
      marks[index] = 'lost';
    }
  };
  for (const [index, promise] of promises.entries()) if (promise) void follow(promise, index);
  return marks;
}

describe('a commit', () => {
  it('is durable once its write is done, and not before', async () => {
    const { world, file } = open();
    const marks = watch(changeTotal(world, '1', 'a', 1));
    expect([totalOf(world, '1', 'a'), file.writes.length]).toEqual([1, 1]);
    await Promise.resolve();
    expect(marks).toEqual(['open']);
    await file.finish();
    expect(marks).toEqual(['kept']);
    expect(savedTotal(file.writes[0], '1')).toBe(1);
  });

  it('shares the next write with all that come while one is under way', async () => {
    const { world, file } = open();
    const marks = watch(...[1, 2, 3, 4].map((total) => changeTotal(world, '1', 'a', total)));
    expect(file.writes).toHaveLength(1);
    await file.finish();
    expect(marks).toEqual(['kept', 'open', 'open', 'open']);
    expect(file.writes).toHaveLength(2);
    await file.finish();
    expect(marks).toEqual(['kept', 'kept', 'kept', 'kept']);
    expect(file.writes.map((state) => savedTotal(state, '1'))).toEqual([1, 4]);
  });

  it('that comes with the last write already under way gets one of its own', async () => {
    const { world, file } = open();
    const early = watch(changeTotal(world, '1', 'a', 1), changeTotal(world, '1', 'a', 2));
    await file.finish();
    const late = watch(changeTotal(world, '1', 'a', 3));
    await file.finish();
    expect([early, late, file.writes.length]).toEqual([['kept', 'kept'], ['open'], 3]);
    await file.finish();
    expect(late).toEqual(['kept']);
    expect(savedTotal(file.writes.at(-1), '1')).toBe(3);
  });

  it('writes never two at a time, also when one comes as another ends', async () => {
    const { world, file } = open();
    const first = changeTotal(world, '1', 'a', 1);
    watch(changeTotal(world, '1', 'a', 2));
    const marks = watch(first?.then(() => changeTotal(world, '2', 'a', 3)));
    await file.finish();
    expect(file.underWay).toBe(1);
    while (file.underWay > 0) await file.finish();
    expect(marks).toEqual(['kept']);
    expect(savedTotal(file.writes.at(-1), '2')).toBe(3);
  });
});

describe('settle', () => {
  it('waits for what was committed', async () => {
    const { world, file } = open();
    watch(changeTotal(world, '1', 'a', 1), changeTotal(world, '1', 'a', 2));
    const marks = watch(world.settle());
    await file.finish();
    expect(marks).toEqual(['open']);
    await file.finish();
    expect(marks).toEqual(['kept']);
    expect(savedTotal(file.writes.at(-1), '1')).toBe(2);
  });
});

describe('a write that fails', () => {
  it('takes back what was committed, and says so', async () => {
    const { world, file } = open();
    const commit = changeTotal(world, '1', 'a', 1);
    const marks = watch(commit);
    await file.fail('the disk is full');
    expect(marks).toEqual(['lost']);
    await expect(commit).rejects.toThrow('the disk is full');
    expect(totalOf(world, '1', 'a')).toBe(0);
  });

  it('takes back records that were made, and brings back those taken away', async () => {
    const { world, file } = open();
    const before = world.find('orders', '2', ['a']);
    const marks = watch(
      world.commit([
        { collection: 'orders', before, after: undefined },
        { collection: 'orders', before: undefined, after: orderItem('3', 'a', 3) },
      ]),
    );
    await file.fail('the disk is full');
    expect(marks).toEqual(['lost']);
    expect(world.find('orders', '2', ['a'])).toBe(before);
    expect(world.find('orders', '3', ['a'])).toBeUndefined();
  });

  it('does not keep the next one from working', async () => {
    const { world, file } = open();
    watch(changeTotal(world, '1', 'a', 1));
    await file.fail('the disk is full');
    const marks = watch(changeTotal(world, '1', 'a', 2));
    await file.finish();
    expect([marks, totalOf(world, '1', 'a')]).toEqual([['kept'], 2]);
    expect(savedTotal(file.writes.at(-1), '1')).toBe(2);
  });

  it('takes back what was committed since, too: the world is what was written last', async () => {
    const { world, file } = open();
    const marks = watch(changeTotal(world, '1', 'a', 1), changeTotal(world, '2', 'a', 2));
    await file.fail('the disk is full');
    expect(marks).toEqual(['lost', 'lost']);
    expect([totalOf(world, '1', 'a'), totalOf(world, '2', 'a')]).toEqual([0, 0]);
    expect(file.underWay).toBe(0);
  });

  it('takes back all commits that shared it, whatever their number', async () => {
    const { world, file } = open();
    const marks = watch(...[1, 2, 3].map((total) => changeTotal(world, '1', 'a', total)));
    await file.finish();
    await file.fail('the disk is full');
    expect(marks).toEqual(['kept', 'lost', 'lost']);
    expect(totalOf(world, '1', 'a')).toBe(1);
  });

  it('never lets a commit count as kept that is not written', async () => {
    const { world, file } = open();
    // The second builds upon the first, whose write fails; then the second's write succeeds.
    const marks = watch(changeTotal(world, '1', 'a', 1), changeTotal(world, '1', 'a', 2));
    await file.fail('the disk is full');
    await file.finish();
    expect(marks).toEqual(['lost', 'lost']);
    expect(totalOf(world, '1', 'a')).toBe(0);
  });
});

describe('a reset that can not be written', () => {
  it('leaves the world as it was or at its fixtures, and nothing in between', async () => {
    const { world, file } = open();
    watch(changeTotal(world, '1', 'a', 1), changeTotal(world, '2', 'a', 2));
    await file.finish();
    await file.finish();
    watch(changeTotal(world, '2', 'a', 3), changeTotal(world, '1', 'a', 4));
    const marks = watch(world.reset());
    await file.finish();
    await file.fail('the disk is full');
    expect(marks).toEqual(['lost']);
    const totals = [totalOf(world, '1', 'a'), totalOf(world, '2', 'a')];
    expect([
      [0, 0],
      [1, 3],
    ]).toContainEqual(totals);
  });
});
