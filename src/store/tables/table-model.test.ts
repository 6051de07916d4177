import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mayBeSame } from '../parents.ts';
import type { Item, Parents } from '../record.ts';
import type { Table, TableDraft } from './table.ts';
import { emptyTable, tableOf } from './table.ts';

/** What a table promises, as plainly as it can be said: a list of records. */
function createModel(): {
  put(item: Item, before?: Item): void;
  remove(item: Item): void;
  removeAll(items: readonly Item[]): void;
  items(): readonly Item[];
} {
  let records: readonly Item[] = [];
  const isAt = (one: Item, other: Item | undefined): boolean =>
    one.key === other?.key && sameText(one.parents, other.parents);
  return {
    put(item, before) {
      const isThere = records.some((one) => isAt(one, item));
      const place = (one: Item): boolean => isAt(one, isThere ? item : before);
      const isReplaced = records.some(place);
      const rest = records
        .map((one) => (place(one) ? item : one))
        .filter((one) => one === item || !isAt(one, before));
      records = isReplaced ? rest : [...rest, item];
    },
    remove(item) {
      records = records.filter((one) => !isAt(one, item));
    },
    removeAll(items) {
      records = records.filter((one) => !items.some((item) => isAt(one, item)));
    },
    items: () => records,
  };
}

function sameText(left: Parents, right: Parents): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

const key = fc.constantFrom('1', '2', '3');
const parent = fc.constantFrom('a', 'b', undefined);
const parents = fc.tuple(parent, parent);
const item = fc.record({ key, parents, body: fc.record({ size: fc.nat(9) }) });
const step = fc.oneof(
  fc.record({ put: item, before: fc.option(item, { nil: undefined }) }),
  fc.record({ remove: item }),
  fc.record({ removeAll: fc.array(item, { maxLength: 12 }) }),
);

describe('a table', () => {
  it('does what a list would, and leaves what it was made from as it was', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), key, parents, (steps, wanted, chain) => {
        const model = createModel();
        const states: [Table, readonly Item[]][] = [[emptyTable, []]];
        for (const one of steps) {
          const draft = (states.at(-1)?.[0] ?? emptyTable).edit();
          takeStep(one, draft);
          takeStep(one, model);
          states.push([draft.done(), model.items()]);
        }
        for (const [table, all] of states) assertSame(table, all, wanted, chain);
      }),
    );
  });

  it('is the same when many steps make one table', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const model = createModel();
        const draft = emptyTable.edit();
        for (const one of steps) {
          takeStep(one, draft);
          takeStep(one, model);
        }
        expect(draft.count()).toBe(model.items().length);
        expect(draft.done().items()).toEqual(model.items());
      }),
    );
  });

  it('gives the same list as long as it is asked', () => {
    const first = { key: '1', parents: ['a'], body: {} };
    const table = tableOf([first]);
    expect(table.list(['a'])).toBe(table.list(['a']));
  });
});

type Step =
  | { readonly put: Item; readonly before: Item | undefined }
  | { readonly remove: Item }
  | { readonly removeAll: readonly Item[] };

function takeStep(one: Step, on: Pick<TableDraft, 'put' | 'remove' | 'removeAll'>): void {
  if ('put' in one) on.put(one.put, one.before);
  else if ('remove' in one) on.remove(one.remove);
  else on.removeAll(one.removeAll);
}

function assertSame(table: Table, all: readonly Item[], wanted: string, chain: Parents): void {
  expect(table.items()).toEqual(all);
  const agrees = (one: Item): boolean =>
    one.parents.every((at, index) => !at || !chain[index] || at === chain[index]);
  const namesakes = all.filter((one) => one.key === wanted && agrees(one));
  const exact = namesakes.find((one) => sameText(one.parents, chain));
  const isWhole = !chain.includes(undefined);
  expect(table.find(wanted, chain)).toBe(isWhole && exact ? exact : namesakes[0]);
  const list = all.filter((one) => chain.every((at, index) => !at || one.parents[index] === at));
  expect(table.list(chain)).toEqual(list);
  expect(table.count(chain)).toBe(list.length);
  expect(table.size).toBe(all.length);
  const alike = all.filter((one) => one.key === wanted && mayBeSame(one.parents, chain));
  expect(new Set(table.alike([{ key: wanted, parents: chain }]))).toEqual(new Set(alike));
}
