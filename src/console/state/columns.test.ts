import { describe, expect, it } from 'vitest';

import type { Field } from '../api/record-documents.ts';
import { columnsOf, firstColumns } from './columns.ts';
import { makeField, makeShape } from './shape.test-kit.ts';

const field = (name: string, ...types: readonly string[]): Field => makeField(name, { types });

const shape = makeShape({
  references: [{ member: 'product_id', collection: 'products' }],
  fields: [
    field('meta', 'object'),
    field('product_id', 'integer'),
    field('id', 'integer'),
    field('count', 'integer', 'null'),
    field('weight', 'number'),
  ],
});

describe('the columns of a table', () => {
  it('begin with the key and the parents', () => {
    expect(columnsOf(shape).map(({ name, role }) => [name, role])).toEqual([
      ['id', 'key'],
      ['order_id', 'parent'],
      ['meta', 'member'],
      ['product_id', 'member'],
      ['count', 'member'],
      ['weight', 'member'],
    ]);
  });

  it('know what they refer to', () => {
    const refers = columnsOf(shape).map(({ refersTo }) => refersTo);
    expect(refers).toEqual([undefined, 'orders', undefined, 'products', undefined, undefined]);
  });

  it('have numbers on the right, and keys not', () => {
    const right = columnsOf(shape).filter(({ isRight }) => isRight);
    expect(right.map(({ name }) => name)).toEqual(['weight']);
  });

  it('of texts grow where there is room, and others stay as wide as their values', () => {
    const fields = [
      makeField('id', { types: ['integer'] }),
      makeField('note'),
      makeField('meta', { types: ['object'] }),
      makeField('is_open', { types: ['boolean'] }),
      makeField('size', { types: ['integer'] }),
      makeField('state', { enum: ['a', 'b'] }),
      makeField('made_at', { format: 'date-time' }),
    ];
    const grows = columnsOf({ ...shape, references: [], fields }).filter(
      ({ isFlexible }) => isFlexible,
    );
    expect(grows.map(({ name }) => name)).toEqual(['order_id', 'note', 'meta']);
    const [key] = columnsOf({ ...shape, fields: [makeField('id')] });
    expect(key).toMatchObject({ role: 'key', isFlexible: true });
  });

  it('have one for the key where no member holds it', () => {
    expect(columnsOf({ ...shape, key: null })[0]).toMatchObject({ name: '', role: 'key' });
  });

  it('are key and parents where the records are links', () => {
    const names = columnsOf({ ...shape, kind: 'links' }).map(({ name }) => name);
    expect(names).toEqual(['id', 'order_id']);
  });

  it('show plain members before nested ones, a dozen at first', () => {
    expect(firstColumns(columnsOf(shape)).at(-1)).toBe('meta');
    const many = Array.from({ length: 30 }, (_, at) => field(`m${at}`, 'string'));
    expect(firstColumns(columnsOf({ ...shape, fields: many }))).toHaveLength(12);
  });
});
