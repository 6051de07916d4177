import { createRequire } from 'node:module';

import * as fc from 'fast-check';
import type btree from 'sorted-btree';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { RecordChange, Item, Parents, CollectionShape } from '../record.ts';
import { lines, orderItem, orders, shopItem, shops, tablesOf } from '../shop.test-kit.ts';
import { createStateHistory } from '../state/state-history.ts';
import type { State } from '../state/state.ts';
import { applyChanges, beginState, changeDraft, editState } from '../state/state.ts';
import { writeDeletions } from './saved-tombstones.ts';
import { planRemoval } from './table-views.ts';
import type { Table } from './table.ts';
import { createTombstones, listTombstones } from './tombstones.ts';

const shapes = [shops, orders, lines];
const madeFor = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };

function stateOf(complete: readonly string[]): State {
  const state = beginState(madeFor, tablesOf(shapes, {}), new Set(complete));
  return { ...state, tombstones: createTombstones(5) };
}

const key = fc.constantFrom('1', '2', '3', '4', 'x');
const parent = fc.constantFrom('a', 'b', undefined);
const place = fc.oneof(
  fc.record({
    collection: fc.constant('orders'),
    key,
    parents: fc.tuple(parent),
  }),
  fc.record({
    collection: fc.constantFrom('lines', 'elsewhere'),
    key,
    parents: fc.tuple(parent, parent),
  }),
);
const removal = place.map(({ collection, ...item }): RecordChange => {
  return { collection, before: { ...item, body: {} }, after: undefined };
});
const put = fc.tuple(place, fc.boolean()).map(([{ collection, ...item }, isNew]): RecordChange => {
  return { collection, before: undefined, after: { ...item, body: {} }, isNew };
});
const removals = fc.array(removal, { minLength: 2, maxLength: 40, size: 'max' });
const changes = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: put.map((one) => [one]) }, { weight: 1, arbitrary: removals }),
    {
      maxLength: 40,
      size: 'max',
    },
  )
  .map((runs) => runs.flat());

/** Everything that can ever come out of a state: also which ranks there are, and which is next. */
function pictureOf({ tables, born, tombstones }: State): unknown {
  const ofTable = (table: Table | undefined, parents: Parents): unknown => {
    const items = table?.items() ?? [];
    const next = table?.edit();
    next?.put({ key: 'next', parents, body: {} });
    return {
      items,
      size: table?.size,
      found: items.map((one) => table?.find(one.key, one.parents)),
      namesakes: ['1', '2', '3', '4', 'x'].map((one) => table?.namesakes(one)),
      counts: ['a', 'b'].map((one) => table?.count([one, ...parents.slice(1)])),
      highest: ['a', 'b'].map((one) => table?.highest([one, ...parents.slice(1)])),
      ranks: [...(next?.ranked.rows.entries() ?? [])].map(([rank, row]) => [rank, row.rank]),
    };
  };
  const { size, next, hasForgotten } = tombstones;
  return {
    tables: [tables, born].map((bank) => [
      ofTable(bank.get('orders'), [undefined]),
      ofTable(bank.get('lines'), [undefined, undefined]),
    ]),
    deleted: [...listTombstones(tombstones)].map(({ collection, key: one, parents }) => [
      collection,
      one,
      parents,
    ]),
    deletions: writeDeletions(tombstones),
    size,
    next,
    hasForgotten,
  };
}

describe('many changes at once', () => {
  it.each([[[]], [['orders']], [['orders', 'lines']]])(
    'are what they are one by one, where %j are complete',
    (complete) => {
      fc.assert(
        fc.property(changes, changes, (before, after) => {
          const first = applyChanges(stateOf(complete), before);
          const picture = pictureOf(first);
          let wanted = first;
          for (const one of after) wanted = applyChanges(wanted, [one]);
          expect(pictureOf(applyChanges(first, after))).toEqual(pictureOf(wanted));
          // What was kept stays what it was.
          expect(pictureOf(first)).toEqual(picture);
        }),
        { numRuns: 150 },
      );
    },
  );

  it.each([
    ['a world that is kept', true],
    ['a world in memory', false],
  ])('of %s are what they are one by one, also looked at later', (_, isTrailed) => {
    const many = fc.array(fc.oneof(put, removal), { minLength: 101, maxLength: 140 });
    fc.assert(
      fc.property(many, many, changes, (before, after, last) => {
        const history = createStateHistory(stateOf(['orders']), isTrailed);
        history.change(before);
        const [moment, picture] = [history.moment(), pictureOf(history.save())];
        history.change(after);
        history.change(last);
        let wanted = stateOf(['orders']);
        for (const one of [...before, ...after, ...last]) wanted = applyChanges(wanted, [one]);
        expect(pictureOf(history.save())).toEqual(pictureOf(wanted));
        if (isTrailed) expect(pictureOf(moment)).toEqual(picture);
        history.goBack(moment);
        expect(pictureOf(history.save())).toEqual(picture);
      }),
      { numRuns: 40 },
    );
  });
});

describe('what it takes to remove 2,000 records below another', () => {
  const count = 2000;
  const below = Array.from({ length: count }, (_, at) => orderItem(String(at + 1), 'a', 1));
  const others = Array.from({ length: count }, (_, at) => orderItem(`b${at}`, 'b', 1));
  const contents = { shops: [shopItem('a'), shopItem('b')], orders: [...below, ...others] };
  const tables = tablesOf(shapes, contents);
  // A trust edge: what `require` gives is any.
  const { default: Tree } = createRequire(import.meta.url)('sorted-btree') as {
    default: typeof btree.default;
  };

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is no search for each record where nothing can stand below it', () => {
    const get = vi.fn((name: string) => tables.get(name));
    const [shop = shopItem('a')] = contents.shops;
    const plain: readonly CollectionShape[] = [shops, orders];
    expect(planRemoval(plain, { get }, 'shops', [shop])).toHaveLength(count + 1);
    expect(get.mock.calls.length).toBeLessThan(10);
  });

  it.each([
    ['a world that is kept', true, []],
    ['a world in memory', false, []],
    ['a complete collection', true, ['orders']],
  ])('is hardly a look at a tree for each record of %s', (_, isTrailed, complete) => {
    const first = beginState(madeFor, tables, new Set(complete));
    const history = createStateHistory(first, isTrailed);
    const lost = below.map((before): RecordChange => ({
      collection: 'orders',
      before,
      after: undefined,
    }));
    const edits = vi.spyOn(Tree.prototype, 'editRange');
    const copies = vi.spyOn(Tree.prototype, 'clone');
    history.change(lost);
    expect(edits.mock.calls.length).toBeLessThan(10);
    expect(copies.mock.calls.length).toBeLessThan(30);
    expect(history.now().tables.get('orders')?.items()).toEqual(others);
  });

  it('is one step for all tombstones', () => {
    const onStep = vi.fn<(step: object) => void>();
    const draft = editState(beginState(madeFor, tables, new Set()), onStep);
    const lost = below.map((before: Item) => ({ collection: 'orders', before, after: undefined }));
    changeDraft(draft, lost);
    const steps = onStep.mock.calls.filter(([step]) => 'tombstones' in step);
    expect(steps).toHaveLength(1);
  });
});
