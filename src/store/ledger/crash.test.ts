import { describe, expect, it } from 'vitest';

import type { MemoryDisk } from './memory-disk.test-kit.ts';
import { createMemoryDisk } from './memory-disk.test-kit.ts';
import type { Things } from './things.test-kit.ts';
import { openStore, reopen } from './things.test-kit.ts';

type Durability = 'sync' | 'flush';

/** All states that there were, one after the other, and the latest one that was acknowledged. */
interface Book {
  readonly states: (Things | undefined)[];
  acknowledged: number;
}

/** First writes, group commits, compaction on and on, new beginnings, a clean stop and a second life. */
async function live(disk: MemoryDisk, durability: Durability, book: Book): Promise<void> {
  for (const life of [1, 2]) {
    const store = await openStore({ disk, durability, leastLength: 400 });
    const follow = async (promise: Promise<void>): Promise<void> => {
      const state = book.states.push(store.things()) - 1;
      await promise;
      book.acknowledged = Math.max(book.acknowledged, state);
    };
    await follow(store.put(`first-${life}`, 0));
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([1, 2, 3].map((n) => follow(store.put(`${round}-${n}`, n + life))));
      follow(store.put(`late-${round}`, round)).catch(() => undefined);
      await follow(store.remove(`${round}-2`));
    }
    await follow(store.rebase([{ id: 'anew', size: life }]));
    await Promise.all([
      follow(store.put('anew', 100)),
      follow(store.rebase([{ id: 'again', size: life }])),
      follow(store.put('last', life)),
    ]);
    await follow(store.put('again', 7));
    if (life === 1) await store.close();
  }
}

interface Crash {
  readonly disk: MemoryDisk;
  readonly step: string;
  /** What may be found: what was acknowledged last, or what came after it. */
  readonly allowed: Book['states'];
}

/** Some hundred lives and deaths, also where the machine has other things to do. */
const limits = { timeout: 90_000 };

interface End {
  readonly how: 'kill' | 'power cut';
  readonly durability: Durability;
  /** Half of a write is still done. */
  readonly isTorn: boolean;
}

/** Lets everything end before the first step that fits, or within it; undefined where no step does. */
async function crashAt(
  fits: (step: string, index: number) => boolean,
  { how, durability, isTorn }: End,
): Promise<Crash | 'no write' | undefined> {
  const disk = createMemoryDisk();
  const book: Book = { states: [undefined], acknowledged: 0 };
  let crash: Crash | undefined;
  let isOver = false;
  let isOther = false;
  disk.before = (step, at) => {
    if (!isOver && !fits(step, at)) return undefined;
    if (!isOver && isTorn) {
      isOver = true;
      if (step.startsWith('write ')) return 'half';
      isOther = true;
    }
    isOver = true;
    crash ??= {
      disk: disk.survivor(how),
      step,
      allowed: book.states.slice(book.acknowledged),
    };
    throw new Error('the process is gone');
  };
  await live(disk, durability, book).catch(() => undefined);
  return isOther ? 'no write' : crash;
}

async function expectAcknowledged({ disk, step, allowed }: Crash): Promise<void> {
  const found = await reopen(disk);
  expect(allowed, step).toContainEqual(found);
  // A client that was shown it may rely on it.
  expect(await reopen(disk.survivor('power cut'))).toEqual(found);
  // Life goes on, and nothing that the crash left behind comes back.
  const store = await openStore({ disk, leastLength: 400 });
  await store.put('after', 1);
  expect(await reopen(disk.survivor('power cut'))).toEqual(store.things());
  await store.close();
  expect(await reopen(disk)).toEqual([...(found ?? []), { id: 'after', size: 1 }]);
  expect(disk.names()).toEqual(['db.json']);
}

describe(
  'whenever it ends, what was acknowledged is found, and of the rest whole entries',
  limits,
  () => {
    it.each<[string, End]>([
      ['killed', { how: 'kill', durability: 'sync', isTorn: false }],
      ['killed within a write', { how: 'kill', durability: 'sync', isTorn: true }],
      ['killed, without syncs', { how: 'kill', durability: 'flush', isTorn: false }],
      ['killed within a write, without syncs', { how: 'kill', durability: 'flush', isTorn: true }],
      ['without power', { how: 'power cut', durability: 'sync', isTorn: false }],
    ])('%s', async (_, end) => {
      let index = 0;
      // How many steps there are depends on what happens to come together: one that was the last in one
      // life may not be in the next.
      for (let lives = 0; lives < 5; index += 1) {
        const crash = await crashAt((_step, at) => at === index, end);
        lives = crash ? 0 : lives + 1;
        if (crash && crash !== 'no write') await expectAcknowledged(crash);
      }
      expect(index).toBeGreaterThan(150);
    });

    // Where the steps move from life to life, a walk along their numbers may miss these.
    it.each<[string, string, End]>([
      [
        'within a write to the journal',
        'write db.journal-1',
        { how: 'kill', durability: 'flush', isTorn: true },
      ],
      [
        'before the journal is removed',
        'remove db.journal-1',
        { how: 'kill', durability: 'sync', isTorn: false },
      ],
      [
        'before the journal is removed, without power',
        'remove db.journal-1',
        { how: 'power cut', durability: 'sync', isTorn: false },
      ],
    ])('%s', async (_, step, end) => {
      const crash = await crashAt((next) => next === step, end);
      if (!crash || crash === 'no write') throw new Error(`No life comes to ${step}.`);
      expect(crash.step).toBe(end.isTorn ? 'truncate db.journal-1' : step);
      await expectAcknowledged(crash);
    });
  },
);
