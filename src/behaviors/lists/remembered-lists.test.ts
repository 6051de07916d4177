import { describe, expect, it, vi } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { GivenParameters } from '../../contract/plan/lists/conventions/convention.ts';
import type { Item } from '../../store/record.ts';
import { createDraw } from '../values/chance.ts';
import type { ListQuery } from './list-query.ts';
import { createArranger } from './remembered-lists.ts';
import type { ListBase, ListSequence } from './sequences.ts';
import { arrange, openSequence, planArrangement } from './sequences.ts';

const noQuery: ListQuery = {
  filters: [],
  search: [],
  terms: [],
  isReversed: false,
  given: new Map(),
};

function pageOf(offset: number, limit: number): GivenParameters {
  return new Map([
    ['offset', { name: 'offset', meaning: { kind: 'offset' }, value: offset }],
    ['limit', { name: 'limit', meaning: { kind: 'limit' }, value: limit }],
  ]);
}

function filterBy(name: string, value: JsonValue): Partial<ListQuery> {
  return { filters: [{ kind: 'filter', steps: [name], value }] };
}

function sortBy(...names: readonly string[]): Partial<ListQuery> {
  return { terms: names.map((name) => ({ name, isDescending: undefined })) };
}

const wishes: readonly Partial<ListQuery>[] = [
  {},
  { isReversed: true },
  filterBy('kind', 'a'),
  sortBy('size'),
  { ...sortBy('size'), isReversed: true },
  { ...sortBy('kind', 'size'), ...filterBy('kind', 'a') },
  { ...filterBy('kind', 'b'), ...sortBy('name'), isReversed: true },
  { search: ['n1'] },
  sortBy('made'),
  sortBy('nothing'),
];

function itemOf(key: number, draw: (bound: number) => number): Item {
  const size = draw(4) === 0 ? {} : { size: draw(6) };
  const late = draw(9) === 0 ? { made_at: draw(3) } : {};
  const texts = ['n1', 'N2', '\ud83d\ude00', '\uffee', 'n'];
  const body = { kind: 'ab'[draw(2)] ?? '', name: texts[draw(5)] ?? '', ...size, ...late };
  return { key: String(key), parents: [], body };
}

/** One of the things that happen to a list between two requests. */
function change(items: readonly Item[], draw: (bound: number) => number, key: number): Item[] {
  const at = draw(items.length + 1);
  switch (draw(5)) {
    case 0:
      return items.toSpliced(at, 1, itemOf(key, draw));
    case 1:
      return items.toSpliced(at, 1);
    case 2:
      return [...items, itemOf(key, draw), itemOf(key + 1, draw)];
    case 3:
      return items.map((item) => (draw(8) === 0 ? itemOf(key, draw) : item));
    default:
      return items.toSpliced(at, draw(5), itemOf(key, draw)).toReversed();
  }
}

function showAll(sequence: ListSequence): JsonValue {
  const entries = sequence.slice(0, sequence.total);
  return [sequence.order, ...entries.map(({ item, values, index }) => [item.key, index, values])];
}

const bodyOf = ({ body }: Item): JsonObject => body;

describe('a list in order', () => {
  it.each(wishes.map((listQuery) => [listQuery]))(
    'is what it would be, whatever it was before: %j',
    (more) => {
      const listQuery = { ...noQuery, ...more };
      const recall = createArranger();
      for (let seed = 1; seed <= 20; seed += 1) {
        const draw = createDraw(seed);
        let items: readonly Item[] = Array.from({ length: draw(40) }, (_, key) =>
          itemOf(key, draw),
        );
        for (let turn = 0; turn < 12; turn += 1) {
          const base: ListBase = { items, bodyOf };
          const arrangement = planArrangement(base, listQuery);
          const anew = openSequence(base, arrangement, arrange(base, arrangement));
          expect(showAll(recall(base, listQuery))).toEqual(showAll(anew));
          items = change(items, draw, 1000 + turn * 10);
        }
      }
    },
  );

  const draw = createDraw(7);
  const hundred = Array.from({ length: 100 }, (_, key) => itemOf(key, draw));

  it('is made once for the same records and the same wish, whatever the page', () => {
    const read = vi.fn(bodyOf);
    const recall = createArranger();
    const listQuery = { ...noQuery, ...filterBy('kind', 'a'), ...sortBy('size') };
    const first = recall({ items: hundred, bodyOf: read }, listQuery);
    const { length } = read.mock.calls;
    expect(recall({ items: hundred, bodyOf: read }, { ...listQuery, given: pageOf(20, 3) })).toBe(
      first,
    );
    expect(read).toHaveBeenCalledTimes(length);
    expect(recall({ items: hundred.toReversed(), bodyOf: read }, listQuery)).not.toBe(first);
    expect(recall({ items: hundred, bodyOf: read }, { ...listQuery, isReversed: true })).not.toBe(
      first,
    );
  });

  it('is mended where one record has changed, without a look at most of the others', () => {
    const read = vi.fn(bodyOf);
    const recall = createArranger();
    const listQuery = { ...noQuery, ...filterBy('kind', 'a'), ...sortBy('size') };
    recall({ items: hundred, bodyOf: read }, listQuery);
    read.mockClear();
    recall({ items: hundred.toSpliced(50, 1, itemOf(1, draw)), bodyOf: read }, listQuery);
    expect(read.mock.calls.length).toBeLessThan(20);
  });

  it('is kept for a few wishes side by side', () => {
    const recall = createArranger();
    const base = { items: hundred, bodyOf };
    const first = recall(base, noQuery);
    for (let value = 0; value < 10; value += 1)
      recall(base, { ...noQuery, ...filterBy('size', value) });
    expect(recall(base, noQuery)).toBe(first);
    for (let value = 0; value < 16; value += 1)
      recall(base, { ...noQuery, ...filterBy('size', value) });
    expect(recall(base, noQuery)).not.toBe(first);
  });
});
