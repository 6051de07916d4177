import { expect, it } from 'vitest';

import { createBook } from '../credentials/book.ts';
import { createDatabase } from '../database.ts';
import type { CollectionShape } from '../record.ts';
import { beginState } from '../state/state.ts';
import { createTables } from '../tables/tables.ts';
import { createClock } from '../worlds/clock.ts';
import { createWorld } from '../worlds/world.ts';
import { fullStore, StoreFailure } from './failure.ts';
import { createMemoryStore } from './memory-engine.test-kit.ts';
import { createSharedAdapter } from './shared-adapter.ts';
import { createSharedDisk } from './shared-disk.ts';

const collection = 'things';
const shape: CollectionShape = {
  name: collection,
  key: ['id'],
  parents: [],
  check: undefined,
  hasMember: () => true,
};

/** Makes two changes in a store that fails so where the state is written as a whole again. */
async function tellOf(failure: StoreFailure): Promise<readonly string[]> {
  const notices: string[] = [];
  const engine = createMemoryStore(() => 0).connect(async (step) => Promise.resolve(step()));
  const owner = { replica: 'one', url: 'http://one', fingerprint: 'f', generation: 0 };
  const { epoch } = await engine.claim(owner);
  const madeFor = { shapes: [shape], fingerprints: { contract: 'c', fixtures: 'f' } };
  const base = beginState(madeFor, createTables([collection]), new Set([collection]));
  let [renames, failed] = [0, (): void => undefined];
  const hasFailed = new Promise<void>((resolve) => void (failed = resolve));
  const adapter = createSharedAdapter({
    folder: 'default',
    durability: 'flush',
    first: base,
    leastLength: 1,
    admit: () => base,
    onNotice: (message) => notices.push(message),
    problem: () => undefined,
    openDisk() {
      const disk = createSharedDisk(engine, { epoch: () => epoch, onDoubt: () => undefined });
      return {
        ...disk,
        async rename(from, to) {
          renames += 1;
          if (renames === 1) return disk.rename(from, to);
          setImmediate(failed);
          throw failure;
        },
      };
    },
  });
  const database = createDatabase(base, adapter);
  await database.read();
  const world = createWorld({
    name: 'default',
    seed: 's',
    clock: createClock(),
    credentials: createBook([]),
    base,
    database,
  });
  for (const key of ['a', 'b']) {
    const after = { key, parents: [], body: { id: key } };
    await world.commit([{ collection, before: undefined, after }]);
  }
  await hasFailed;
  return notices;
}

it('tells what the store refuses, in words of a store', async () => {
  expect(await tellOf(new StoreFailure('refused', fullStore))).toEqual([
    'the state can not be written anew: the store is full (maxmemory). Nothing is lost: the store has the changes one by one, and it is tried again as they grow',
  ]);
});

it.each(['fenced', 'unsent', 'unknown', 'lost'] as const)(
  'does not tell that background work was %s: the next change tells',
  async (kind) => {
    expect(await tellOf(new StoreFailure(kind, 'another replica has taken over'))).toEqual([]);
  },
);
