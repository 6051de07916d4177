import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import type { Field } from './fields.ts';
import { describeFields } from './fields.ts';

async function fieldsOf(schema: JsonObject, more: JsonObject = {}): Promise<readonly Field[]> {
  const { documents, part } = await loadSchemas({ ...more, Thing: schema });
  return describeFields(documents, part('Thing'));
}

/** The only field of an object with this one member. */
async function fieldOf(member: JsonObject, more: JsonObject = {}): Promise<Field | undefined> {
  const [field] = await fieldsOf({ type: 'object', properties: { it: member } }, more);
  return field;
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

function namesOf(fields: readonly Field[] | undefined): readonly string[] {
  return (fields ?? []).map(({ name }) => name);
}

/** How many fields there are, on all levels. */
function count(fields: readonly Field[] | undefined): number {
  return (fields ?? []).reduce(
    (sum, { fields: below, items }) => sum + 1 + count(below) + count(items ? [items] : []),
    0,
  );
}

function depthOf(fields: readonly Field[] | undefined): number {
  const depths = (fields ?? []).map(({ fields: below }) => depthOf(below));
  return depths.length === 0 ? 0 : 1 + Math.max(...depths);
}

describe('a field', () => {
  it.each<[string, JsonObject, Partial<Field> | JsonObject]>([
    ['a type', { type: 'string' }, { types: ['string'], isNullable: false, isOpen: false }],
    ['any value', {}, { types: [] }],
    ['a type or null', { type: ['integer', 'null'] }, { types: ['integer'], isNullable: true }],
    [
      'null in an alternative',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { types: ['string'], isNullable: true },
    ],
    [
      'several types',
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      { types: ['string', 'integer'] },
    ],
    [
      'types that narrow each other',
      { allOf: [{ type: ['string', 'null'] }, { type: 'string' }] },
      { types: ['string'], isNullable: false },
    ],
    ['members alone', { properties: { a: {} } }, { types: ['object'] }],
    [
      'listed values',
      { enum: ['a', 'b', null] },
      { listed: ['a', 'b'], isNullable: true, types: ['string'] },
    ],
    ['one value', { const: 7 }, { listed: [7], types: ['number'] }],
    [
      'values that alternatives list',
      { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] },
      { listed: ['a', 'b'] },
    ],
    [
      'values of which one alternative lists none',
      { anyOf: [{ const: 'a' }, { type: 'string' }] },
      { listed: undefined },
    ],
    ['directions', { readOnly: true }, { isReadOnly: true, isWriteOnly: false }],
    [
      'a direction beside a reference',
      { allOf: [ref('Text')], writeOnly: true },
      { isWriteOnly: true, types: ['string'] },
    ],
    [
      'hints',
      { title: 'T', description: 'D', format: 'date', pattern: 'x', default: null },
      { hints: { title: 'T', description: 'D', format: 'date', pattern: 'x', default: null } },
    ],
    [
      'hints beside those of a reference',
      { ...ref('Text'), description: 'Own.' },
      { hints: { description: 'Own.', maxLength: 9 } },
    ],
    [
      'the narrowest limits',
      {
        allOf: [
          { type: 'number', minimum: 1, maximum: 9 },
          { minimum: 3, exclusiveMaximum: 8 },
        ],
      },
      { hints: { minimum: 3, maximum: 8 } },
    ],
    [
      'limits of whole numbers',
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 },
      { hints: { minimum: 1, maximum: 9 } },
    ],
    [
      'limits of one alternative, which do not hold for all',
      { anyOf: [{ type: 'integer', minimum: 3 }, { type: 'string' }] },
      { hints: {} },
    ],
    [
      'other members',
      { type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } },
      { isOpen: true },
    ],
    ['no other members', { type: 'object', properties: { a: {} } }, { isOpen: false }],
    ['an object of any members', { type: 'object' }, { isOpen: true, fields: undefined }],
  ])('tells %s', async (_, schema, told) => {
    expect(await fieldOf(schema, { Text: { type: 'string', maxLength: 9 } })).toMatchObject(told);
  });

  it('has the items of a list, and their members', async () => {
    const field = await fieldOf({
      type: 'array',
      items: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    });
    expect(field).toMatchObject({
      types: ['array'],
      items: { name: '', types: ['object'], fields: [{ name: 'a', isRequired: true }] },
    });
  });
});

describe('the fields of a record', () => {
  it('are in the order of the schema, and then those that are only required', async () => {
    const fields = await fieldsOf(
      {
        allOf: [ref('Base')],
        required: ['b', 'c'],
        properties: { b: {}, a: {} },
      },
      { Base: { required: ['id'], properties: { id: { readOnly: true } } } },
    );
    expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['b', true],
      ['a', false],
      ['id', true],
      ['c', true],
    ]);
  });

  it('are those of all alternatives; what only one requires is not required', async () => {
    const fields = await fieldsOf({
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      oneOf: [
        { required: ['a'], properties: { a: {}, kind: { const: 'a' } } },
        { required: ['b'], properties: { b: {}, kind: { const: 'b' } } },
      ],
    });
    expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['kind', true],
      ['a', false],
      ['b', false],
    ]);
  });

  it('end where a schema comes again', async () => {
    const fields = await fieldsOf({
      properties: {
        name: { type: 'string' },
        parent: ref('Thing'),
        children: { type: 'array', items: ref('Thing') },
      },
    });
    expect(fields[1]).toMatchObject({ name: 'parent', types: ['object'], fields: undefined });
    expect(fields[2]).toMatchObject({ items: { types: ['object'], fields: undefined } });
  });

  it('may have the same schema in several places side by side', async () => {
    const fields = await fieldsOf(
      { properties: { from: ref('Place'), to: ref('Place') } },
      { Place: { type: 'object', properties: { city: {} } } },
    );
    expect(fields.map((field) => namesOf(field.fields))).toEqual([['city'], ['city']]);
  });

  it('are six levels deep at most', async () => {
    let schema: JsonObject = { type: 'string' };
    for (let level = 0; level < 12; level += 1)
      schema = { type: 'object', properties: { [`l${level}`]: schema } };
    expect(depthOf(await fieldsOf(schema))).toBe(6);
  });

  it('are 500 at most, the outer ones first', async () => {
    const members = (prefix: string, below: JsonObject): JsonObject =>
      Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${prefix}${at}`, below]));
    const leaf = { type: 'object', properties: members('c', { type: 'string' }) };
    const fields = await fieldsOf({
      properties: members('a', { type: 'object', properties: members('b', leaf) }),
    });
    expect(fields).toHaveLength(40);
    expect(count(fields)).toBe(499);
  });
});
