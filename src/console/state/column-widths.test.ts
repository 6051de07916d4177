import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../api/documents.ts';
import type { RecordRow } from '../api/record-documents.ts';
import type { ColumnWidths } from './column-widths.ts';
import { layOut, measureColumns } from './column-widths.ts';
import type { Column } from './columns.ts';
import { columnsOf } from './columns.ts';
import { makeField, makeShape } from './shape.test-kit.ts';

const fields = [makeField('id'), makeField('mail'), makeField('phone'), makeField('photo')];
const columns = columnsOf(makeShape({ parents: [], fields }));
const origin = 'http://localhost';

const rowsOf = (...records: readonly JsonObject[]): readonly RecordRow[] =>
  records.map((record, at) => ({ key: String(at), parents: {}, is_made_up: false, record }));

function measure(records: readonly JsonObject[], before: ColumnWidths = new Map()) {
  const widths = measureColumns(columns, rowsOf(...records), { before, origin });
  return (name: string): number =>
    widths.get(`${name === 'id' ? 'key' : 'member'} ${name}`) ?? Number.NaN;
}

const long = { mail: `${'a'.repeat(60)}@shop.example`, phone: '1' };

describe('the width of a column', () => {
  it('follows the values that are shown', () => {
    const widthOf = measure([long, { mail: 'b', phone: '22' }]);
    expect(widthOf('mail')).toBeGreaterThan(72 * 6);
    expect(widthOf('phone')).toBeLessThan(100);
  });

  it('has room for its name, and has limits', () => {
    const widthOf = measure([{ mail: 'x'.repeat(5000) }]);
    expect(widthOf('phone')).toBeGreaterThan('phone'.length * 7);
    expect(widthOf('mail')).toBe(640);
  });

  it('is that of an image, not of its address', () => {
    const photo = `${origin}/_stuntdouble/files/${'a'.repeat(50)}.png`;
    expect(measure([{ photo }])('photo')).toBeLessThan(100);
  });

  it('counts signs of two places as such', () => {
    const [narrow, wide] = ['a', '語'].map((sign) => measure([{ mail: sign.repeat(20) }])('mail'));
    expect(wide).toBeGreaterThan((narrow ?? 0) * 1.5);
  });

  it('never shrinks', () => {
    const widths = measureColumns(columns, rowsOf(long), { before: new Map(), origin });
    expect(measure([{ mail: 'b' }], widths)('mail')).toBe(widths.get('member mail'));
  });
});

it('room that is left goes to those that want it, and not to numbers', () => {
  const [text, number] = [true, false].map(
    (isFlexible): Column => ({ ...columns[1], name: String(isFlexible), isFlexible }) as Column,
  );
  const widths = new Map([
    ['member true', 500],
    ['member false', 90],
  ]);
  const all = [text, number].flatMap((one) => one ?? []);
  expect(layOut(all, widths)).toEqual({ tracks: ['minmax(320px, 500fr)', '90px'], least: 410 });
});
