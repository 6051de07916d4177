import { describe, expect, it } from 'vitest';

import type { Parents } from '../record.ts';
import { orderItem } from '../shop.test-kit.ts';
import type { Table, TableDraft } from './table.ts';
import { emptyTable, tableOf } from './table.ts';

const a1 = orderItem('1', 'a', 1);
const a2 = orderItem('2', 'a', 2);
const b1 = orderItem('1', 'b', 3);

function change(table: Table, edit: (draft: TableDraft) => void): Table {
  const draft = table.edit();
  edit(draft);
  return draft.done();
}

describe('a table', () => {
  it('is empty at first', () => {
    const table = emptyTable;
    expect([table.size, [...table.items()], table.find('1'), table.find('1', [])]).toEqual([
      0,
      [],
      undefined,
      undefined,
    ]);
  });

  it('finds records by their key and their parents', () => {
    const table = tableOf([a1, a2, b1]);
    expect(table.find('1', ['a'])).toBe(a1);
    expect(table.find('1', ['b'])).toBe(b1);
    expect(table.find('2', ['a'])).toBe(a2);
    expect(table.find('2', ['b'])).toBeUndefined();
    expect(table.find('1', [])).toBeUndefined();
    expect(table.find('1', ['a', 'b'])).toBeUndefined();
    expect(table.find('3')).toBeUndefined();
    expect(table.size).toBe(3);
  });

  it('finds the first of a key where nobody asks for parents', () => {
    expect(tableOf([a1, b1]).find('1')).toBe(a1);
    expect(tableOf([b1, a1]).find('1')).toBe(b1);
  });

  it.each(['__proto__', 'constructor', ''])('takes %j for a key like any other', (key) => {
    expect(emptyTable.find(key)).toBeUndefined();
    const item = orderItem(key, 'a', 1);
    const table = tableOf([item]);
    expect(table.find(key, ['a'])).toBe(item);
  });

  it('puts a record in the place of the one before', () => {
    const next = orderItem('1', 'a', 10);
    const table = change(tableOf([a1, b1, a2]), (draft) => draft.put(next));
    expect(table.find('1', ['a'])).toBe(next);
    expect(table.find('1', ['b'])).toBe(b1);
    expect(table.size).toBe(3);
    expect([...table.items()]).toHaveLength(3);
  });

  it('keeps the order when a record is put in the place of the one before', () => {
    const next = orderItem('1', 'a', 10);
    const table = change(tableOf([a1, b1, a2]), (draft) => draft.put(next));
    expect(table.find('1')).toBe(next);
    expect([...table.items()]).toEqual([next, b1, a2]);
  });

  it('removes a record, and leaves its namesakes', () => {
    const table = change(tableOf([a1, b1, a2]), (draft) => draft.remove(a1));
    expect([table.find('1', ['a']), table.find('1'), table.size]).toEqual([undefined, b1, 2]);
    const next = change(table, (draft) => draft.remove(b1));
    expect([next.find('1'), next.size, next.items()]).toEqual([undefined, 1, [a2]]);
    expect([table.find('1'), table.size]).toEqual([b1, 2]);
  });

  it('removes nothing that it does not have', () => {
    const table = change(tableOf([a1]), (draft) => {
      draft.remove(b1);
      draft.remove(a2);
    });
    expect([table.size, [...table.items()]]).toEqual([1, [a1]]);
  });

  it('takes keys apart from parents, whatever is in them', () => {
    const odd = ['1', '1\0', '1\0.a', '\0', '1\0\0'].flatMap((key) => [
      orderItem(key, 'a', 1),
      orderItem(key, '\0.a', 2),
    ]);
    const table = tableOf(odd);
    expect(table.size).toBe(odd.length);
    for (const item of odd) {
      expect(table.find(item.key, item.parents)).toBe(item);
      expect(table.namesakes(item.key).map(({ key }) => key)).toEqual([item.key, item.key]);
    }
  });

  it('counts, and knows the first and the highest, as its list does', () => {
    const table = tableOf([a1, b1, a2, orderItem('x9', 'a', 4), orderItem('07', 'b', 5)]);
    for (const parents of [[], ['a'], ['b'], ['c'], [undefined]]) {
      const list = table.list(parents);
      const numbers = list.map(({ key }) => Number(key)).filter(Number.isSafeInteger);
      expect(table.count(parents)).toBe(list.length);
      expect(table.highest(parents)).toBe(Math.max(0, ...numbers));
      for (const most of [0, 1, 9]) expect(table.first(parents, most)).toEqual(list.slice(0, most));
    }
  });

  it.each<[string, Parents]>([
    ['all', []],
    ['one family', ['a']],
    ['any family', [undefined]],
    ['none', ['c']],
  ])('picks every record of a list at some lot, and no other: %s', (_, chain) => {
    const all = Array.from({ length: 30 }, (__, at) =>
      orderItem(String(at), at % 3 ? 'a' : 'b', at),
    );
    const table = change(tableOf(all), (draft) => {
      for (const item of all.slice(5, 12)) draft.remove(item);
    });
    const list = table.list(chain);
    const picked = new Set(Array.from({ length: 500 }, (__, lot) => table.pick(chain, lot)));
    expect(picked).toEqual(new Set(list.length === 0 ? [undefined] : list));
  });
});
