import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Item, Parents } from './record.ts';
import type { Undo } from './shelves.ts';
import { createTable } from './table.ts';

/** What a table promises, as plainly as it can be said: a list of records. */
function createModel(): {
  put(item: Item, before: Item | undefined): void;
  remove(item: Item): void;
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
);

describe('a table', () => {
  it('does what a list would, and its steps can be taken back', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), key, parents, (steps, wanted, chain) => {
        const table = createTable();
        const model = createModel();
        const undos: Undo[] = [];
        const states: (readonly Item[])[] = [];
        for (const one of steps) {
          states.push(table.items());
          if ('put' in one) {
            undos.push(table.put(one.put, one.before));
            model.put(one.put, one.before);
          } else {
            undos.push(table.remove(one.remove));
            model.remove(one.remove);
          }
          expect(table.items()).toEqual(model.items());
        }
        const all = model.items();
        const agrees = (one: Item): boolean =>
          one.parents.every((at, index) => !at || !chain[index] || at === chain[index]);
        const found = table.find(wanted, chain);
        const namesakes = all.filter((one) => one.key === wanted && agrees(one));
        const exact = namesakes.find((one) => sameText(one.parents, chain));
        const isWhole = !chain.includes(undefined);
        expect(found).toBe(isWhole && exact ? exact : namesakes[0]);
        expect(table.list(chain)).toEqual(
          all.filter((one) => chain.every((at, index) => !at || one.parents[index] === at)),
        );
        expect(table.size).toBe(all.length);
        for (const [index, undo] of undos.toReversed().entries()) {
          undo();
          expect(table.items()).toEqual(states[states.length - 1 - index]);
        }
      }),
    );
  });

  it('gives the same list until something changes', () => {
    const table = createTable();
    const first = { key: '1', parents: ['a'], body: {} };
    table.put(first);
    const before = table.list(['a']);
    expect(table.list(['a'])).toBe(before);
    table.put({ ...first, body: { size: 1 } });
    expect(table.list(['a'])).not.toBe(before);
    expect(before).toEqual([first]);
  });
});
