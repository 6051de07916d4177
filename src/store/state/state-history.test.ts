import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { RecordChange } from '../record.ts';
import { orderItem, orders, shops } from '../shop.test-kit.ts';
import { writeDeletions } from '../tables/saved-tombstones.ts';
import { createTables } from '../tables/tables.ts';
import { listTombstones } from '../tables/tombstones.ts';
import { changesBetween, createStateHistory } from './state-history.ts';
import type { State, StateDraft } from './state.ts';
import { applyChanges, beginState, plantIn } from './state.ts';

const shapes = [shops, orders];
const madeFor = { shapes, fingerprints: { contract: 'c', fixtures: 'f' } };
const first = beginState(madeFor, createTables(shapes.map(({ name }) => name)), new Set());
const collection = 'orders';

const item = fc
  .tuple(fc.constantFrom('1', '2', '3', 'x'), fc.constantFrom('a', 'b'), fc.nat(9))
  .map(([key, shop, total]) => orderItem(key, shop, total));
const change: fc.Arbitrary<RecordChange> = fc.oneof(
  fc.record({
    collection: fc.constant(collection),
    before: fc.option(item, { nil: undefined }),
    after: item,
    isNew: fc.boolean(),
  }),
  fc.record({ collection: fc.constant(collection), before: item, after: fc.constant(undefined) }),
);
const changes = fc.array(change, { minLength: 1, maxLength: 3 });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ change: changes }) },
  { weight: 2, arbitrary: fc.record({ save: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ look: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ letGo: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ goBack: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ beginAnew: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ plant: fc.constant(collection) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What is to be seen of it, without asking for it to be kept. */
function viewOf({ tables, tombstones, born, authoritative }: State | StateDraft): unknown {
  const views = [tables, born].map((bank) => {
    const table = bank.get(collection);
    const items = [...(table?.ranked.values() ?? [])];
    return {
      items,
      list: table?.items(),
      found: items.map(({ key, parents }) => table?.find(key, parents)),
      namesakes: ['1', '2', '3', 'x'].map((key) => table?.namesakes(key)),
      counts: [table?.size, table?.count(['a']), table?.count(['b'])],
      highest: [table?.highest(['a']), table?.highest(['b'])],
    };
  });
  const { size, next, hasForgotten } = tombstones;
  const deleted = [...listTombstones(tombstones)];
  return { views, authoritative, deleted, size, next, hasForgotten, ...writeDeletions(tombstones) };
}

/** Everything that can ever come out of a state: also which ranks there are, and which is next. */
function pictureOf(state: State): unknown {
  const ranks = [state.tables, state.born].map((bank) => {
    const next = bank.get(collection)?.edit();
    next?.put(orderItem('next', 'c', 0));
    return [...(next?.ranked.rows.entries() ?? [])].map(([rank, row]) => [rank, row.rank]);
  });
  return { view: viewOf(state), ranks };
}

interface Known {
  readonly state: State;
  /** What it has to be: made by copies alone. */
  readonly twin: State;
  readonly version: number;
}

/** What changed between two states leads from the one to the other, where it is known. */
function expectChanges(earlier: Known, later: Known): void {
  const lists = changesBetween(earlier.state, later.state);
  if (lists) expect(viewOf(lists.reduce(applyChanges, earlier.twin))).toEqual(viewOf(later.twin));
}

/** A course beside states that are never changed. */
function play(steps: readonly Step[], isTrailed: boolean): void {
  const history = createStateHistory(first, isTrailed);
  let twin = first;
  let saved: Known[] = [{ state: first, twin, version: 0 }];
  let moments: Known[] = [];
  const pick = (lot: number): Known =>
    saved[lot % saved.length] ?? { state: first, twin, version: 0 };
  for (const one of steps) {
    if ('change' in one) {
      history.change(one.change);
      twin = applyChanges(twin, one.change);
      if (isTrailed) moments.push({ state: history.moment(), twin, version: history.version() });
    } else if ('plant' in one) {
      history.plant(one.plant);
      twin = plantIn(twin, one.plant);
    } else if ('save' in one) {
      saved.push({ state: history.save(), twin, version: history.version() });
    } else if ('look' in one) {
      const moment = moments[one.look % moments.length];
      if (moment) expect(pictureOf(moment.state)).toEqual(pictureOf(moment.twin));
    } else if ('letGo' in one) {
      const past = moments[one.letGo % moments.length];
      if (!past) continue;
      history.letGo(past.state);
      moments = moments.filter(({ version }) => version >= past.version);
      for (const moment of moments) expectChanges(past, moment);
    } else if ('beginAnew' in one) {
      ({ twin } = pick(one.beginAnew));
      history.beginAnew(pick(one.beginAnew).state);
    } else {
      const kept = moments[one.goBack % moments.length] ?? pick(one.goBack);
      history.goBack(kept.state);
      expect(history.save()).toBe(kept.state);
      ({ twin } = kept);
      moments = [];
    }
    expect(viewOf(history.now())).toEqual(viewOf(twin));
  }
  for (const { state, twin: wanted } of [...saved, ...moments])
    expect(pictureOf(state)).toEqual(pictureOf(wanted));
}

describe('a course', () => {
  it.each([
    ['keeps what was saved, whatever is changed in place', false],
    ['can tell what each moment was', true],
  ])('%s', (_, isTrailed) => {
    fc.assert(
      fc.property(fc.array(step, { size: 'max', maxLength: 40 }), (steps) =>
        play(steps, isTrailed),
      ),
      { numRuns: 150 },
    );
  });

  it('does not guess what a moment was that was let go', () => {
    const history = createStateHistory(first, true);
    const make = (id: string): void =>
      history.change([{ collection, before: undefined, after: orderItem(id, 'a', 1) }]);
    make('1');
    const early = history.moment();
    make('2');
    const late = history.moment();
    make('3');
    history.letGo(late);
    expect(() => early.tables).toThrow(/let go/);
  });

  it('tells an adapter what changed, and copies nothing for that', () => {
    const history = createStateHistory(first, true);
    const put = (total: number): readonly RecordChange[] => {
      const list = [{ collection, before: undefined, after: orderItem('1', 'a', total) }];
      history.change(list);
      return list;
    };
    const lists = [put(1), put(2)];
    const table = history.now().tables.get(collection);
    const moment = history.moment();
    expect(changesBetween(first, moment)).toEqual(lists);
    expect(moment.madeFor).toBe(madeFor);
    history.letGo(moment);
    const next = put(3);
    expect(changesBetween(moment, history.moment())).toEqual([next]);
    expect(history.now().tables.get(collection)).toBe(table);
    history.goBack(moment);
    expect(history.now().tables.get(collection)?.find('1', ['a'])?.body['total']).toBe(2);
    const last = put(4);
    expect(changesBetween(moment, history.moment())).toEqual([last]);
    history.beginAnew(first);
    expect(changesBetween(moment, history.moment())).toBeUndefined();
  });

  it('copies nothing where nobody keeps anything', () => {
    const history = createStateHistory(first, false);
    const put = (total: number): void =>
      history.change([{ collection, before: undefined, after: orderItem('1', 'a', total) }]);
    put(1);
    const table = history.now().tables.get(collection);
    put(2);
    expect(history.now().tables.get(collection)).toBe(table);
    const kept = history.save().tables.get(collection);
    put(3);
    expect(history.now().tables.get(collection)).not.toBe(kept);
    expect(kept?.find('1', ['a'])?.body['total']).toBe(2);
  });
});
