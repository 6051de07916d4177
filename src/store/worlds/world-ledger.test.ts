import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createBook } from '../credentials/book.ts';
import { createDatabase } from '../database.ts';
import { createFolderAdapter } from '../ledger/folder-adapter.ts';
import type { MemoryDisk } from '../ledger/memory-disk.test-kit.ts';
import { createMemoryDisk } from '../ledger/memory-disk.test-kit.ts';
import { orderItem, orders, shopItem, shops, tablesOf } from '../shop.test-kit.ts';
import { admitState } from '../state/admission.ts';
import { beginState } from '../state/state.ts';
import { createClock } from './clock.ts';
import type { World } from './world.ts';
import { createWorld } from './world.ts';

const shapes = [shops, orders];
const madeFor = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };
const fixtures = tablesOf(shapes, { shops: [shopItem('a')] });
const authoritative = ['shops', 'orders'];
const first = beginState(madeFor, fixtures, new Set(authoritative));
const keys = ['1', '2', '3', 'last'];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ put: fc.constantFrom<string[]>('1', '2', '3'), total: fc.nat(99) }),
  },
  { weight: 2, arbitrary: fc.record({ remove: fc.constantFrom('1', '2', '3') }) },
  { weight: 4, arbitrary: fc.record({ turns: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ breakAfter: fc.nat(6), count: fc.nat(4) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What it shows, without asking it for anything to keep. */
function pictureOf(world: World): string {
  const gone = keys.map((key) => world.isGone('orders', key, ['a']));
  return JSON.stringify([world.items('orders').map(({ body }) => body), gone]);
}

interface Scene {
  readonly disk: MemoryDisk;
  readonly world: World;
  close(): Promise<void>;
}

async function openScene(
  disk: MemoryDisk,
  leastLength: number,
  onLoss: () => void,
): Promise<Scene> {
  const adapter = createFolderAdapter({
    folder: '/data',
    durability: 'flush',
    disk,
    first,
    admit: (saved) => admitState(madeFor, first.authoritative, saved).state,
    leastLength,
    onNotice: () => undefined,
  });
  const database = createDatabase(first, adapter, () => Promise.resolve());
  await database.read();
  const world = createWorld({
    name: 'default',
    seed: 's',
    clock: createClock(),
    credentials: createBook([]),
    base: first,
    database: {
      ...database,
      takeOver: ({ goBack, letGo }) =>
        database.takeOver({
          letGo,
          goBack(stored) {
            goBack(stored);
            onLoss();
          },
        }),
    },
  });
  const close = async (): Promise<void> => {
    await database.close();
    await adapter.close();
  };
  return { disk, world, close };
}

function commit({ world }: Scene, one: Step): Promise<void> | undefined {
  if ('put' in one) {
    const before = world.find('orders', one.put, ['a']);
    const after = orderItem(one.put, 'a', one.total);
    return world.commit([{ collection: 'orders', before, after, isNew: !before }]);
  }
  const item = 'remove' in one ? world.find('orders', one.remove, ['a']) : undefined;
  return item && world.commit(world.removal('orders', item));
}

function breakDisk(disk: MemoryDisk, after: number, count: number): void {
  const start = disk.steps.length + after;
  disk.before = (_, index) => {
    if (index >= start && index < start + count) throw new Error('the disk is full');
  };
}

function turnOnce(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

async function play(steps: readonly Step[], leastLength: number): Promise<number> {
  const commits: { picture: string; isKept: boolean }[] = [];
  const losses: { found: string; at: number }[] = [];
  const scene = await openScene(createMemoryDisk(), leastLength, () =>
    losses.push({ found: pictureOf(scene.world), at: commits.length }),
  );
  const beginning = pictureOf(scene.world);
  const ends: Promise<unknown>[] = [];
  for (const one of steps) {
    if ('breakAfter' in one) breakDisk(scene.disk, one.breakAfter, one.count);
    const end = commit(scene, one);
    if (end) {
      const made = { picture: pictureOf(scene.world), isKept: false };
      commits.push(made);
      ends.push(end.then(() => (made.isKept = true)).catch(() => undefined));
    }
    const turns = 'turns' in one ? one.turns : 0;
    for (let turn = 0; turn < turns; turn += 1) await turnOnce();
  }
  await Promise.all(ends);
  for (const { found, at } of losses)
    expect(found).toBe(commits.slice(0, at).findLast(({ isKept }) => isKept)?.picture ?? beginning);
  breakDisk(scene.disk, 0, 0);
  // What was refused is cut off before anything else is written.
  await commit(scene, { put: 'last', total: 0 });
  const killed = await openScene(scene.disk.survivor('kill'), leastLength, () => undefined);
  expect(pictureOf(killed.world)).toBe(pictureOf(scene.world));
  await scene.close();
  const stopped = await openScene(scene.disk.survivor('kill'), leastLength, () => undefined);
  expect(pictureOf(stopped.world)).toBe(pictureOf(scene.world));
  return losses.length;
}

describe('a world that nobody keeps', () => {
  it('is what is found again, whatever fails, and goes back to what was kept', async () => {
    let losses = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { size: 'max', maxLength: 40 }),
        fc.constantFrom(1, 300, 4000),
        async (steps, leastLength) => void (losses += await play(steps, leastLength)),
      ),
      { numRuns: 300 },
    );
    expect(losses).toBeGreaterThan(0);
  }, 60_000);
});
