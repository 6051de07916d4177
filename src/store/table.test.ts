import { describe, expect, it } from 'vitest';

import { orderItem } from './shop-world.test-kit.ts';
import { createTable } from './table.ts';

const a1 = orderItem('1', 'a', 1);
const a2 = orderItem('2', 'a', 2);
const b1 = orderItem('1', 'b', 3);

function tableOf(
  ...items: readonly ReturnType<typeof orderItem>[]
): ReturnType<typeof createTable> {
  const table = createTable();
  for (const item of items) table.put(item);
  return table;
}

describe('a table', () => {
  it('is empty at first', () => {
    const table = createTable();
    expect([table.size, [...table.items()], table.find('1'), table.find('1', [])]).toEqual([
      0,
      [],
      undefined,
      undefined,
    ]);
  });

  it('finds records by their key and their parents', () => {
    const table = tableOf(a1, a2, b1);
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
    expect(tableOf(a1, b1).find('1')).toBe(a1);
    expect(tableOf(b1, a1).find('1')).toBe(b1);
  });

  it.each(['__proto__', 'constructor', ''])('takes %j for a key like any other', (key) => {
    const table = createTable();
    expect(table.find(key)).toBeUndefined();
    const item = orderItem(key, 'a', 1);
    table.put(item);
    expect(table.find(key, ['a'])).toBe(item);
  });

  it('puts a record in the place of the one before', () => {
    const table = tableOf(a1, b1, a2);
    const next = orderItem('1', 'a', 10);
    table.put(next);
    expect(table.find('1', ['a'])).toBe(next);
    expect(table.find('1', ['b'])).toBe(b1);
    expect(table.size).toBe(3);
    expect([...table.items()]).toHaveLength(3);
  });

  it('keeps the order when a record is put in the place of the one before', () => {
    const table = tableOf(a1, b1, a2);
    const next = orderItem('1', 'a', 10);
    table.put(next);
    expect(table.find('1')).toBe(next);
    expect([...table.items()]).toEqual([next, b1, a2]);
  });

  it('removes a record, and leaves its namesakes', () => {
    const table = tableOf(a1, b1, a2);
    table.remove(a1);
    expect([table.find('1', ['a']), table.find('1'), table.size]).toEqual([undefined, b1, 2]);
    table.remove(b1);
    expect([table.find('1'), table.size, [...table.items()]]).toEqual([undefined, 1, [a2]]);
  });

  it('removes nothing that it does not have', () => {
    const table = tableOf(a1);
    table.remove(b1);
    table.remove(a2);
    expect([table.size, [...table.items()]]).toEqual([1, [a1]]);
  });
});
