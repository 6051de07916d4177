import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createBook } from '../credentials/book.ts';
import { createDatabase } from '../database.ts';
import { collectState } from '../ledger/saved-state.ts';
import type { RecordChange } from '../record.ts';
import { lines, orderItem, orders, shopItem, shops, tablesOf } from '../shop.test-kit.ts';
import type { State } from '../state/state.ts';
import { beginState } from '../state/state.ts';
import { createClock } from './clock.ts';
import type { KeptText, WorldHead } from './kept-world.ts';
import { createWorldAdapter, readWorldText, replayWorld } from './kept-world.ts';
import type { World } from './world.ts';
import { createWorld } from './world.ts';

const shapes = [shops, orders, lines];
const madeFor = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };
const base = beginState(
  madeFor,
  tablesOf(shapes, { shops: [shopItem('a'), shopItem('b')], orders: [orderItem('1', 'a', 1)] }),
  new Set(['shops']),
);
const head: WorldHead = { seed: 's', madeAt: 7 };

interface Kept {
  readonly world: World;
  begin(): Promise<void> | undefined;
  text(): string | undefined;
  /** What each write did. */
  readonly writes: readonly string[];
  /** The next write fails. */
  fail(): void;
}

function openKept(stored: State = base, found?: string): Kept {
  let text = found;
  let isFailing = false;
  const writes: string[] = [];
  const write = (kind: string, next: string): Promise<void> => {
    if (isFailing) {
      isFailing = false;
      return Promise.reject(new Error('full'));
    }
    writes.push(kind);
    text = next;
    return Promise.resolve();
  };
  const file: KeptText = {
    size: () => text?.length,
    replace: (next) => write('replace', next),
    append: (more) => write('append', `${text ?? ''}${more}`),
  };
  const database = createDatabase(
    stored,
    createWorldAdapter(() => head, file, { base, stored }),
  );
  const world = createWorld({
    name: 'w',
    seed: 's',
    clock: createClock(),
    credentials: createBook([]),
    base,
    database,
  });
  const begin = (): Promise<void> | undefined => database.save(database.low.data);
  return { world, begin, text: () => text, writes, fail: () => void (isFailing = true) };
}

function findAgain(kept: Kept): State {
  const { lines: found } = readWorldText(kept.text() ?? `${JSON.stringify(head)}\n`);
  return replayWorld(found, base);
}

const put = (id: string, total: number, isNew = false): RecordChange => ({
  collection: 'orders',
  before: isNew ? undefined : orderItem(id, 'a', 0),
  after: orderItem(id, 'a', total),
  isNew,
  ...(isNew ? { knownSince: '2026-01-01T00:00:00.000Z' } : {}),
});

describe('the text of a private world', () => {
  it('is empty until the first change, and then has the changes alone', async () => {
    const kept = openKept();
    expect(kept.text()).toBeUndefined();
    await kept.world.commit([put('2', 20, true)]);
    await kept.world.commit([put('2', 21)]);
    expect(kept.writes).toEqual(['replace', 'append']);
    expect(kept.text()).not.toContain('"shops"');
    expect(readWorldText(kept.text() ?? '').head).toEqual(head);
    expect(collectState(findAgain(kept))).toEqual(collectState(kept.world.save()));
  });

  it('begins at once where that is asked for', async () => {
    const kept = openKept();
    await kept.begin();
    await kept.begin();
    expect(kept.writes).toEqual(['replace']);
    expect(kept.text()).toBe(`${JSON.stringify(head)}\n`);
  });

  it('has the whole state after a restore, and nothing after a reset', async () => {
    const kept = openKept();
    await kept.world.commit([put('1', 5)]);
    const saved = kept.world.save();
    await kept.world.reset();
    expect(kept.text()).toBe(`${JSON.stringify(head)}\n`);
    await kept.world.restore(saved);
    await kept.world.commit([put('1', 6)]);
    expect(kept.writes).toEqual(['replace', 'replace', 'replace', 'append']);
    expect(collectState(findAgain(kept))).toEqual(collectState(kept.world.save()));
  });

  it('is written anew when the changes are long', async () => {
    const kept = openKept();
    const name = 'x'.repeat(30_000);
    for (const _ of [1, 2, 3, 4])
      await kept.world.commit([
        { collection: 'shops', before: shopItem('a'), after: shopItem('a', name) },
      ]);
    expect(kept.writes).toEqual(['replace', 'append', 'append', 'replace']);
    expect(collectState(findAgain(kept))).toEqual(collectState(kept.world.save()));
  });

  it('has no change that was refused', async () => {
    const kept = openKept();
    await kept.world.commit([put('1', 5)]);
    kept.fail();
    await expect(kept.world.commit([put('1', 6)])).rejects.toThrow(/full/);
    await kept.world.commit([put('3', 7, true)]);
    expect(kept.world.find('orders', '1', ['a'])?.body).toMatchObject({ total: 5 });
    expect(collectState(findAgain(kept))).toEqual(collectState(kept.world.save()));
  });
});

const change = fc.record({
  id: fc.constantFrom('1', '2', '3'),
  shop: fc.constantFrom('a', 'b'),
  to: fc.option(fc.record({ id: fc.constantFrom('1', '2', '3'), total: fc.nat(9) })),
  isNew: fc.boolean(),
});

it('leads to the state that was there, whatever was done', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom('reset', 'plant', 'open again') },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      let kept = openKept();
      for (const one of steps) {
        if (one === 'reset') await kept.world.reset();
        else if (one === 'plant') kept.world.plant('orders');
        else if (one === 'open again') {
          // What is planted is stored by the next write.
          await kept.world.commit([put('1', 1)]);
          kept = openKept(findAgain(kept), kept.text());
        } else if (Array.isArray(one)) {
          const changes = one.map(({ id, shop, to, isNew }) => ({
            collection: 'orders',
            before: isNew ? undefined : orderItem(id, shop, 0),
            after: to ? orderItem(to.id, shop, to.total) : undefined,
            isNew,
          }));
          await kept.world.commit(changes);
        }
      }
      await kept.world.commit([put('1', 1)]);
      expect(collectState(findAgain(kept))).toEqual(collectState(kept.world.save()));
    }),
    { numRuns: 300 },
  );
});
