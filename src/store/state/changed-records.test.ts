import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import type { CollectionShape, Item, RecordChange } from '../record.ts';
import { createTables, editTables } from '../tables/tables.ts';
import { listChangedRecords } from './changed-records.ts';
import type { State } from './state.ts';
import { applyChanges, beginState } from './state.ts';

const things: CollectionShape = {
  name: 'things',
  key: ['id'],
  parents: [{ parameter: 'home', collection: undefined, isOptional: true }],
  check: undefined,
  hasMember: (name) => name === 'id',
};

function thing(id: string, body: JsonObject = {}, home?: string): Item {
  return { key: id, parents: [home], body: { id, ...body } };
}

function stateOf(items: readonly Item[]): State {
  const draft = editTables(createTables(['things']));
  for (const item of items) draft.at('things')?.put(item);
  const making = { shapes: [things], fingerprints: { contract: 'c', fixtures: 'f' } };
  return beginState(making, draft.done(), new Set());
}

const [one, two, three] = [thing('1', { n: 1 }), thing('2'), thing('3', {}, 'a')];
const base = stateOf([one, two, three]);

function change(before: Item | undefined, after: Item | undefined): RecordChange {
  return { collection: 'things', before, after };
}

describe('the changed records of two states', () => {
  it.each<[string, readonly RecordChange[], readonly RecordChange[]]>([
    ['none', [], []],
    ['a new record', [change(undefined, thing('4'))], [change(undefined, thing('4'))]],
    ['a removed one', [change(two, undefined)], [change(two, undefined)]],
    ['a changed one', [change(one, thing('1', { n: 2 }))], [change(one, thing('1', { n: 2 }))]],
    ['one that was written as it is', [change(one, thing('1', { n: 1 }))], []],
    ['one that was removed and made again', [change(one, undefined), change(undefined, one)], []],
    [
      'one made again with other members',
      [change(one, undefined), change(undefined, thing('1', { n: 3 }))],
      [change(one, thing('1', { n: 3 }))],
    ],
    [
      'one of the same key below another parent',
      [change(undefined, thing('3', {}, 'b'))],
      [change(undefined, thing('3', {}, 'b'))],
    ],
  ])('tell %s', (_, changes, told) => {
    const after = changes.reduce((state, step) => applyChanges(state, [step]), base);
    expect(listChangedRecords(base, after)).toEqual(told);
  });

  it('tell those of states that share nothing', () => {
    const other = stateOf([thing('1', { n: 1 }), thing('2', { n: 2 }), thing('5')]);
    expect(listChangedRecords(base, other)).toEqual([
      change(two, thing('2', { n: 2 })),
      change(three, undefined),
      change(undefined, thing('5')),
    ]);
  });
});
