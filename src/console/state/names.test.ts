import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../api/documents.ts';
import { diffRecords } from '../parts/diff.ts';
import { readCsv, recordsToRows, rowToRecord, writeCsv } from './csv.ts';
import { batchesOf, keyOf } from './edits.ts';
import { planImport, readFile } from './import-plan.ts';
import { parentPlace } from './records.ts';
import { makeField, makeShape } from './shape.test-kit.ts';

const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];

const one = (name: string, value: string): JsonObject => Object.fromEntries([[name, value]]);

describe.each(names)('a member of the name %s, which objects have anyway,', (name) => {
  it('is missing in a record without it', () => {
    const shape = makeShape({
      key: name,
      parents: [{ parameter: name, collection: 'orders', is_optional: false }],
    });
    const row = { key: '1', parents: {}, is_made_up: false, record: {} };
    expect(keyOf(shape, {})).toBe(undefined);
    expect(parentPlace(shape, row, name)).toEqual({ key: '', parents: {} });
    const file = readFile('import.json', '[{}]', shape);
    expect(JSON.stringify(planImport(shape, file, []).faults)).toContain('is missing');
  });

  it('has no fault where a record lacks it', () => {
    const shape = makeShape({ parents: [], fields: [makeField(name)] });
    const file = readFile('import.json', '[{"id":"1"}]', shape);
    expect(planImport(shape, file, []).faults).toEqual([]);
  });

  it('comes and goes in a difference', () => {
    const [added] = diffRecords({}, one(name, 'x'));
    expect([added?.before, added?.after]).toEqual([undefined, 'x']);
  });

  it('is written to a file of CSV and read from it', () => {
    const records = [one(name, 'x'), { id: '1' }];
    const fields = [makeField('id'), makeField(name)];
    const [head, ...rows] = readCsv(writeCsv(recordsToRows(records, fields)));
    const read = rows.map(({ cells }) => rowToRecord(head?.cells ?? [], cells, fields));
    expect(JSON.stringify(read)).toBe(JSON.stringify(records));
  });

  it('may be the name of a collection, too', () => {
    expect(JSON.stringify(batchesOf([{ collection: name, record: { id: '1' } }]))).toBe(
      `[{"${name}":[{"id":"1"}]}]`,
    );
  });
});
