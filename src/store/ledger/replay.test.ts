import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../json.ts';
import { mayBeSame } from '../parents.ts';
import type { Item, Parents, Shape } from '../record.ts';
import { flattenItem } from '../record.ts';
import type { Entry, JournalHead, WrittenChange, WrittenParents } from './journal-lines.ts';
import { createReplay } from './replay.ts';
import type { Filing, SavedState } from './saved-state.ts';

const filing: Filing = {
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
  return { fingerprints, planted: [], collections: {}, gone: {}, born: {}, ...over };
}

function replayOf(saved: SavedState, ...entries: readonly Entry[]): SavedState {
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
    const others = { orders: [{ odd: 1 }, 2], gone: ['x', { key: 3 }] };
    const saved = savedWith({
      collections: { shops: [], others: others.orders },
      gone: { others: others.gone },
    });
    const after = replayOf(saved, { changes: [put('shops', ['a'], { slug: 'a' })] });
    expect(after.collections['others']).toBe(others.orders);
    expect(after.gone['others']).toBe(others.gone);
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
    replay.begin(headWith({ planted: ['b'] }));
    replay.apply({ changes: [], planted: ['c', 'a'] });
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

/** What a state promises, as plainly as it can be said. */
interface Model {
  items: readonly Item[];
  gone: readonly Place[];
  born: readonly Place[];
}

type Place = Pick<Item, 'key' | 'parents'>;

const isAt = (one: Place, other: Place | undefined): boolean =>
  one.key === other?.key && JSON.stringify(one.parents) === JSON.stringify(other.parents);
const mayBeAt = (one: Place, other: Place): boolean =>
  one.key === other.key && mayBeSame(one.parents, other.parents);
const withMark = (marks: readonly Place[], { key, parents }: Place): readonly Place[] =>
  marks.some((mark) => isAt(mark, { key, parents })) ? marks : [...marks, { key, parents }];
const withoutMark = (marks: readonly Place[], place: Place): readonly Place[] =>
  marks.filter((mark) => !mayBeAt(mark, place));

interface Step {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  readonly isNew: boolean;
}

function change({ items, gone, born }: Model, { before, after, isNew }: Step): Model {
  if (!after) {
    if (!before) return { items, gone, born };
    const left = items.filter((item) => !isAt(item, before));
    return { items: left, gone: withMark(gone, before), born: withoutMark(born, before) };
  }
  const isThere = items.some((item) => isAt(item, after));
  const isPlace = (item: Item): boolean => isAt(item, isThere ? after : before);
  const next = items.some(isPlace)
    ? items
        .map((item) => (isPlace(item) ? after : item))
        .filter((item) => item === after || !isAt(item, before))
    : [...items, after];
  const made = isNew ? withMark(born, after) : born;
  return { items: next, gone: withoutMark(gone, after), born: made };
}

const shape: Shape = {
  name: 'orders',
  key: ['id'],
  parents: [
    { parameter: 'shop', collection: 'shops', isOptional: true },
    { parameter: 'year', collection: undefined, isOptional: true },
  ],
  check: undefined,
  hasMember: (name) => name !== 'shop',
};

function save({ items, gone, born }: Model): SavedState {
  const toMarks = (marks: readonly Place[]): Readonly<Record<string, readonly JsonValue[]>> =>
    marks.length === 0 ? {} : { orders: marks.map(({ key, parents }) => writeMark(key, parents)) };
  const collections = { orders: items.map((item) => flattenItem(item, shape)) };
  return savedWith({ collections, gone: toMarks(gone), born: toMarks(born) });
}

function writeMark(key: string, [shop, year]: Parents): JsonObject {
  const parents = {
    ...(shop === undefined ? {} : { shop }),
    ...(year === undefined ? {} : { year }),
  };
  return Object.keys(parents).length === 0 ? { key } : { key, parents };
}

function writeStep({ before, after, isNew }: Step): WrittenChange | undefined {
  const written = (parents: Parents): WrittenParents => parents.map((parent) => parent ?? null);
  const place = after ?? before;
  if (!place) return undefined;
  const named = { collection: 'orders', key: place.key, parents: written(place.parents) };
  if (!after) return named;
  const was = before &&
    !isAt(before, after) && { key: before.key, parents: written(before.parents) };
  return {
    ...named,
    record: flattenItem(after, shape),
    ...(was ? { was } : {}),
    ...(isNew ? { isNew: true } : {}),
  };
}

const parent = fc.constantFrom('a', 'b', undefined);
const key = fc.constantFrom('1', '2', '3');
const wish = fc.record({
  kind: fc.constantFrom('put', 'make', 'move', 'remove'),
  place: fc.record({ key, parents: fc.tuple(parent, parent) }),
  to: key,
  body: fc.record(
    { id: fc.constantFrom('1', '2', 'x'), year: fc.constantFrom('a', 'z'), size: fc.nat(9) },
    { requiredKeys: ['size'] },
  ),
});
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

/** What comes of a wish: a record is looked for as the store does it, and nothing is put beside what may be it. */
function toStep({ items }: Model, { kind, place, to, body }: Wish): Step {
  const find = (wanted: Place): Item | undefined =>
    items.find((item) => isAt(item, wanted)) ?? items.find((item) => mayBeAt(item, wanted));
  const before = find(place);
  if (kind === 'remove')
    return { before: before ?? { ...place, body }, after: undefined, isNew: false };
  if (!before) return { before, after: { ...place, body }, isNew: kind === 'make' };
  const isMoved = kind === 'move' && !find({ ...before, key: to });
  return { before, after: { ...before, key: isMoved ? to : before.key, body }, isNew: false };
}

function sorted(state: SavedState): unknown {
  const inAnyOrder = (lists: SavedState['gone']): unknown =>
    (lists['orders'] ?? []).map((mark) => JSON.stringify(mark)).toSorted();
  return [state.collections['orders'] ?? [], inAnyOrder(state.gone), inAnyOrder(state.born)];
}

describe('any replay', () => {
  it('leads to what memory held, from whatever was written before', () => {
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 20 }), fc.nat(20), (wishes, cut) => {
        let model: Model = { items: [], gone: [], born: [] };
        let base = save(model);
        const changes: WrittenChange[] = [];
        for (const [index, one] of wishes.entries()) {
          const step = toStep(model, one);
          model = change(model, step);
          if (index < cut) base = save(model);
          else changes.push(...[writeStep(step) ?? []].flat());
        }
        const replay = createReplay(base);
        replay.begin(headWith({ filing: { orders: { key: ['id'], parents: ['shop', 'year'] } } }));
        replay.apply({ changes });
        expect(sorted(replay.finish())).toEqual(sorted(save(model)));
      }),
      { numRuns: 1000 },
    );
  });
});
