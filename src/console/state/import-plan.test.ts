import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../api/documents.ts';
import type { RecordRow } from '../api/record-documents.ts';
import { planImport, readFile } from './import-plan.ts';
import { makeField, makeShape } from './shape.test-kit.ts';

const shape = makeShape({
  fields: [
    makeField('id', { types: ['integer'] }),
    makeField('size', { enum: ['S', 'M'] }),
    makeField('count', { types: ['integer'] }),
  ],
});

const rowOf = (record: JsonObject & { id: number; order_id: string }): RecordRow => ({
  key: String(record.id),
  parents: { order_id: record.order_id },
  is_made_up: false,
  record,
});

const stored = [
  rowOf({ id: 1, order_id: '7', size: 'S', count: 1 }),
  rowOf({ id: 2, order_id: '7', size: 'M', count: 2 }),
  rowOf({ id: 3, order_id: '7', size: 'M', count: 3 }),
];

describe('a file of records', () => {
  it.each([
    ['a.csv', 'id,order_id,size\n1,7,S\n', { id: 1, order_id: '7', size: 'S' }],
    ['a.json', '[{"id":1}]', { id: 1 }],
    ['a.txt', ' {"lines":[{"id":1}],"orders":[]}', { id: 1 }],
  ])('%s is read: %s', (name, text, record) => {
    expect(readFile(name, text, shape)).toMatchObject({ records: [{ record }], faults: [] });
  });

  it.each([
    ['a.csv', '', 1, /empty/],
    ['a.csv', 'id,id\n', 1, /two columns are named “id”/],
    ['a.csv', 'id\n1\n2,3\n', 3, /has 2 cells for 1 columns/],
    ['a.csv', 'id\n"1', 2, /quote/],
    ['a.json', '{"orders":[]}', 1, /“lines”/],
    ['a.json', '[{"id":1},5]', 2, /no object/],
    ['a.json', '[{', 1, /JSON/],
  ])('%s with %j has a fault in %i', (name, text, line, message) => {
    expect(readFile(name, text, shape).faults).toEqual([
      { line, message: expect.stringMatching(message) },
    ]);
  });
});

describe('the plan of an import', () => {
  const plan = (records: readonly JsonObject[]) =>
    planImport(
      shape,
      {
        records: records.map((record, at) => ({ line: at + 2, record })),
        faults: [],
        unit: 'line',
      },
      stored,
    );

  it('tells new, changed, equal and missing records apart', () => {
    const { added, changed, same, missing, faults } = plan([
      { id: 1, order_id: 7, size: 'S' },
      { id: 2, order_id: '7', size: 'S' },
      { id: 9, order_id: '7' },
    ]);
    expect(added.map(({ line }) => line)).toEqual([4]);
    expect(changed.map(({ line, before }) => [line, before.key])).toEqual([[3, '2']]);
    expect([same, missing.map(({ key }) => key), faults]).toEqual([1, ['3'], []]);
  });

  it.each<[JsonObject, string]>([
    [{ order_id: '7' }, 'has no key: “id” is missing'],
    [{ id: 9 }, 'has no parent: “order_id” is missing'],
    [{ id: 9, order_id: '7', size: 'L' }, 'size is "L", which is none of ["S","M"]'],
    [{ id: 9, order_id: '7', count: 'x' }, 'count is "x", not of the type integer'],
    [{ id: 9, order_id: '7', count: null }, 'count is null, which it may not be'],
  ])('%j: %s', (record, message) => {
    expect(plan([record]).faults).toEqual([{ line: 2, message }]);
  });

  it('tells of a key that stands there twice', () => {
    const record = { id: 9, order_id: '7' };
    expect(plan([record, record]).faults).toEqual([{ line: 3, message: 'has the key of 2 again' }]);
  });
});
