import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../../base/json.ts';
import type { JournalEntry, SavedFiling, SavedState, WrittenChange } from '../saved-state.ts';
import type { JournalHead } from './journal-lines.ts';
import { createReplay } from './replay.ts';

const filing: SavedFiling = {
  shops: { key: ['slug'], parents: [] },
  orders: { key: ['meta', 'id'], parents: ['shop', 'year'] },
  settings: { key: undefined, parents: ['shop'] },
};

function headWith(over: Partial<JournalHead> = {}): JournalHead {
  const fingerprints = { contract: 'c2', fixtures: 'f2' };
  return { journal: 1, first: 1, fingerprints, planted: [], filing, ...over };
}

function savedWith(over: Partial<SavedState> = {}): SavedState {
  const fingerprints = { contract: 'c1', fixtures: 'f1' };
  return {
    fingerprints,
    planted: [],
    collections: {},
    tombstones: [],
    deletions: {},
    born: {},
    known: {},
    ...over,
  };
}

function replayOf(saved: SavedState, ...entries: readonly JournalEntry[]): SavedState {
  const replay = createReplay(saved);
  replay.begin(headWith());
  for (const entry of entries) replay.apply(entry);
  return replay.finish();
}

function put(
  collection: string,
  place: readonly [string, ...(string | null)[]],
  record: JsonObject,
  more: Partial<WrittenChange> = {},
): WrittenChange {
  const [key, ...parents] = place;
  return { collection, key, parents, record, ...more };
}

function take(
  collection: string,
  [key, ...parents]: readonly [string, ...(string | null)[]],
): WrittenChange {
  return { collection, key, parents };
}

const order = (id: string, more: JsonObject = {}): JsonObject => ({
  meta: { id },
  shop: 'a',
  year: '1',
  ...more,
});

interface Case {
  readonly before: readonly JsonValue[];
  readonly changes: readonly WrittenChange[];
  readonly after: readonly JsonValue[];
}

describe('a replay of what happened to records', () => {
  it.each<[string, Case]>([
    [
      'puts what is new behind the others',
      {
        before: [order('1')],
        changes: [put('orders', ['2', 'a', '1'], order('2'), { isNew: true })],
        after: [order('1'), order('2')],
      },
    ],
    [
      'puts what was changed in its place',
      {
        before: [order('1'), order('2'), order('3')],
        changes: [put('orders', ['2', 'a', '1'], order('2', { x: 1 }))],
        after: [order('1'), order('2', { x: 1 }), order('3')],
      },
    ],
    [
      'takes away',
      {
        before: [order('1'), order('2')],
        changes: [take('orders', ['1', 'a', '1']), take('orders', ['9', 'a', '1'])],
        after: [order('2')],
      },
    ],
    [
      'moves what has another name now, in its place',
      {
        before: [order('1'), order('2')],
        changes: [
          put('orders', ['9', 'a', '1'], order('9'), { was: { key: '1', parents: ['a', '1'] } }),
        ],
        after: [order('9'), order('2')],
      },
    ],
    [
      'moves it to the place of what has that name',
      {
        before: [order('1'), order('2')],
        changes: [
          put('orders', ['2', 'a', '1'], order('2', { x: 1 }), {
            was: { key: '1', parents: ['a', '1'] },
          }),
        ],
        after: [order('2', { x: 1 })],
      },
    ],
    [
      'puts what was taken away and made again behind the others',
      {
        before: [order('1'), order('2')],
        changes: [
          take('orders', ['1', 'a', '1']),
          put('orders', ['1', 'a', '1'], order('1'), { isNew: true }),
        ],
        after: [order('2'), order('1')],
      },
    ],
    [
      'knows a record by what it is filed as, by numbers, and by names beside it',
      {
        before: [
          { meta: { id: 'shown' }, shop: 'a', year: '1', '@filed': { 'meta.id': '1' } },
          { meta: { id: 2 }, shop: 'a', year: 1 },
          { 'meta.id': '3', shop: 'a', year: '1' },
        ],
        changes: [
          take('orders', ['1', 'a', '1']),
          put('orders', ['2', 'a', '1'], { two: true }),
          put('orders', ['3', 'a', '1'], { three: true }),
        ],
        after: [{ two: true }, { three: true }],
      },
    ],
    [
      'tells records of one key apart by their parents, unknown ones included',
      {
        before: [order('1'), { meta: { id: '1' }, shop: 'a' }, order('1', { shop: 'b' })],
        changes: [put('orders', ['1', 'a', null], { mine: true }), take('orders', ['1', 'b', '1'])],
        after: [order('1'), { mine: true }],
      },
    ],
    [
      'knows a record that shows a parent of which memory knew nothing',
      {
        before: [order('1'), order('2'), order('2', { shop: 'b' })],
        changes: [
          put('orders', ['2', null, '1'], order('2', { x: 1 })),
          take('orders', ['1', 'a', null]),
        ],
        after: [order('2', { x: 1 }), order('2', { shop: 'b' })],
      },
    ],
    [
      'keeps what has no name where it is',
      {
        before: [1, { note: 'mine' }, order('1'), null, order('2')],
        changes: [take('orders', ['1', 'a', '1'])],
        after: [1, { note: 'mine' }, null, order('2')],
      },
    ],
    [
      'keeps what had the name of something new, and was not served',
      {
        before: [order('1', { bad: true })],
        changes: [
          put('orders', ['1', 'a', '1'], order('1'), { isNew: true }),
          put('orders', ['1', 'a', '1'], order('1', { x: 1 })),
        ],
        after: [order('1', { bad: true }), order('1', { x: 1 })],
      },
    ],
    [
      'changes the first of several of one name, which is the one that is served',
      {
        before: [order('1'), order('1', { twin: true })],
        changes: [take('orders', ['1', 'a', '1'])],
        after: [order('1', { twin: true })],
      },
    ],
  ])('%s', (_, { before, changes, after }) => {
    const saved = savedWith({ collections: { orders: before } });
    expect(replayOf(saved, { changes }).collections).toEqual({ orders: after });
  });

  it('knows what is the only one under its parents', () => {
    const saved = savedWith({ collections: { settings: [{ shop: 'a', x: 1 }, { shop: 'b' }] } });
    const changes = [put('settings', ['', 'a'], { shop: 'a', x: 2 }), take('settings', ['', 'b'])];
    expect(replayOf(saved, { changes }).collections).toEqual({ settings: [{ shop: 'a', x: 2 }] });
  });

  it('leaves alone what the journals do not name', () => {
    const others = [{ odd: 1 }, 2];
    const saved = savedWith({ collections: { shops: [], others } });
    const after = replayOf(saved, { changes: [put('shops', ['a'], { slug: 'a' })] });
    expect(after.collections['others']).toBe(others);
  });

  it('makes a collection that was not there', () => {
    const after = replayOf(savedWith(), { changes: [put('shops', ['a'], { slug: 'a' })] });
    expect(after.collections).toEqual({ shops: [{ slug: 'a' }] });
  });

  it('reads each journal by what its own first line says', () => {
    const replay = createReplay(savedWith({ collections: { shops: [{ slug: 'a', id: '7' }] } }));
    replay.begin(headWith());
    replay.apply({ changes: [put('shops', ['b'], { slug: 'b', id: '8' })] });
    replay.begin(headWith({ filing: { shops: { key: ['id'], parents: [] } } }));
    replay.apply({ changes: [take('shops', ['7']), put('shops', ['8'], { id: '8' })] });
    expect(replay.finish().collections).toEqual({ shops: [{ id: '8' }] });
  });

  it('says what the state was made for last, and what has the last word', () => {
    const replay = createReplay(savedWith({ planted: ['a'] }));
    replay.begin(headWith({ planted: ['b', 'a'] }));
    replay.begin(headWith({ planted: ['c'] }));
    expect(replay.finish()).toMatchObject({
      planted: ['a', 'b', 'c'],
      fingerprints: { contract: 'c2', fixtures: 'f2' },
    });
  });

  it('does not guess where a collection was never told of', () => {
    const entry = { changes: [take('unheard', ['1'])] };
    expect(() => replayOf(savedWith(), entry)).toThrow(/the collection "unheard"/);
  });
});
