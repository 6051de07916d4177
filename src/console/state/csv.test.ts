import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Json, JsonObject } from '../api/documents.ts';
import type { Field } from '../api/record-documents.ts';
import { readCell, readCsv, recordsToRows, rowToRecord, writeCell, writeCsv } from './csv.ts';
import { makeField } from './shape.test-kit.ts';

const field = (name: string, members: Partial<Field> = {}): Field =>
  makeField(name, { is_nullable: true, ...members });

const fields = [
  field('id', { types: ['integer'] }),
  field('name'),
  field('address', { types: ['object'], fields: [field('city')] }),
];

function roundTrip(records: readonly JsonObject[]): readonly JsonObject[] {
  const [head, ...rows] = readCsv(writeCsv(recordsToRows(records, fields)));
  return rows.map(({ cells }) => rowToRecord(head?.cells ?? [], cells, fields));
}

describe('a file of CSV', () => {
  it.each<[string, readonly (readonly string[])[]]>([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\r"x ""y"", z"\r', [['a'], ['x "y", z']]],
    [
      'a,b\n"two\nlines",\n\n3,4\n',
      [
        ['a', 'b'],
        ['two\nlines', ''],
        ['3', '4'],
      ],
    ],
    [
      '\uFEFFa;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n,\n',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    ['', []],
  ])('%j is read', (text, rows) => {
    expect(readCsv(text).map(({ cells }) => cells)).toEqual(rows);
  });

  it('knows the line of each row', () => {
    expect(readCsv('a\n"1\n2"\n\n3\n').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it.each(['a\n"x', 'a\n"x"y\n'])('%j has a fault in line 2', (text) => {
    expect(() => readCsv(text)).toThrow(expect.objectContaining({ line: 2 }));
  });
});

describe('a cell', () => {
  it.each<[Json, Partial<Field> | undefined, string]>([
    ['Ann', {}, 'Ann'],
    ['5', {}, '5'],
    ['5', undefined, 'json:"5"'],
    [5, {}, 'json:5'],
    [5, undefined, '5'],
    [null, {}, 'null'],
    ['null', {}, 'json:"null"'],
    ['null', { is_nullable: false }, 'null'],
    ['', {}, 'json:""'],
    ['"quoted"', {}, '"quoted"'],
    ['json:5', {}, 'json:"json:5"'],
    ['json:', {}, 'json:'],
    [null, { is_nullable: false }, 'json:null'],
    ['=1+1', {}, "'=1+1"],
    ['-5', {}, "'-5"],
    ["'=1", {}, `json:"'=1"`],
    [-5, { types: ['number'] }, '-5'],
    [true, { types: ['boolean'] }, 'true'],
    [[1, 'a'], { types: ['array'] }, '[1,"a"]'],
    [{}, { types: ['object'] }, '{}'],
  ])('%j of %j is written so: %s', (value, members, text) => {
    const own = members && field('a', members);
    expect(writeCell(value, own)).toBe(text);
    expect(readCell(text, own)).toEqual(value);
  });

  it('of a spreadsheet is read as the contract wants it', () => {
    expect(readCell('TRUE', field('a', { types: ['boolean'] }))).toBe(true);
    expect(readCell('007', field('a'))).toBe('007');
    expect(readCell('007', undefined)).toBe('007');
    expect(readCell('twelve', field('a', { types: ['number'] }))).toBe('twelve');
  });
});

describe('records in a file', () => {
  it('have nested members by dotted names, the columns of the contract first', () => {
    const rows = recordsToRows(
      [{ extra: 1, 'a.b': 2, address: { city: 'X', geo: { lat: 1 } }, id: 7 }],
      fields,
    );
    expect(rows).toEqual([
      ['id', 'address.city', 'address.geo.lat', 'extra', String.raw`a\.b`],
      ['7', 'X', '1', '1', '2'],
    ]);
  });

  it('tell missing members from null and from empty texts', () => {
    const records = [
      { id: 1, name: '' },
      { id: 2, name: null },
      { id: 3 },
      { id: 4, address: null },
    ];
    expect(roundTrip(records)).toEqual(records);
  });

  it('are read as they were written', () => {
    const name = fc.oneof(
      fc.constantFrom('id', 'name', 'address', 'a.b', '__proto__'),
      fc.string({ minLength: 1 }),
    );
    const leaf = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'null',
        '5',
        '=x',
        "'=x",
        '"',
        '[',
        'true',
        ' a ',
        'a\r\nb',
        '-',
        '1e400',
        'json:5',
        'json:',
      ),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one || 0),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string()),
    );
    const nested = fc.dictionary(name, fc.oneof(leaf, fc.dictionary(name, leaf)), { minKeys: 1 });
    fc.assert(
      fc.property(fc.array(nested, { minLength: 1, maxLength: 4 }), (records) => {
        const plain: readonly JsonObject[] = JSON.parse(JSON.stringify(records));
        expect(roundTrip(plain)).toEqual(plain);
      }),
      { numRuns: 500 },
    );
  });
});
