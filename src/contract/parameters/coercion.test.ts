import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import { countLooks, nest } from '../load/looks.test-kit.ts';
import type { Coerce } from './coercion.ts';
import { compileCoercion } from './coercion.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const boolean = { type: 'boolean' };

async function coerce(
  schema: JsonObject,
  value: JsonValue,
  more: JsonObject = {},
): Promise<JsonValue> {
  return (await coercionOf({ ...more, It: schema }))(value);
}

async function coercionOf(schemas: JsonObject): Promise<Coerce> {
  const { documents, validators, part } = await loadSchemas(schemas);
  return compileCoercion({ documents, validators }, part('It'), 'request');
}

describe('a text', () => {
  it.each<[JsonObject, string, JsonValue]>([
    [number, '12', 12],
    [number, '-0.5', -0.5],
    [number, '1e3', 1000],
    [number, '-0', 0],
    [number, '0', 0],
    [number, '', ''],
    [number, ' 1', ' 1'],
    [number, '1.', '1.'],
    [number, '.5', '.5'],
    [number, '0x10', '0x10'],
    [number, '1e400', '1e400'],
    [number, '-1e400', '-1e400'],
    [number, 'Infinity', 'Infinity'],
    [number, 'NaN', 'NaN'],
    [number, '+1', '+1'],
    [number, '1_000', '1_000'],
    [number, '١', '١'],
    [number, '12\n', '12\n'],
    [number, 'ten', 'ten'],
    [integer, '007', '007'],
    [integer, '-07', '-07'],
    [integer, '9007199254740993', 9007199254740992],
    [boolean, 'true', true],
    [boolean, 'false', false],
    [boolean, 'TRUE', 'TRUE'],
    [boolean, '1', '1'],
    [boolean, '', ''],
    [text, '12', '12'],
    [text, 'true', 'true'],
    [text, 'null', 'null'],
    [text, '', ''],
    [{}, '12', '12'],
    [{ minimum: 1 }, '12', '12'],
  ])('of the schema %j: %j is %j', async (schema, sent, value) => {
    expect(await coerce(schema, sent)).toBe(value);
  });

  it.each<[JsonObject, string, JsonValue]>([
    [{ type: ['integer', 'null'] }, '', null],
    [{ type: ['integer', 'null'] }, 'null', null],
    [{ type: ['integer', 'null'] }, '1', 1],
    [{ type: ['string', 'null'] }, 'null', 'null'],
    [{ type: ['string', 'null'] }, '', ''],
    [{ type: 'integer', nullable: true }, '', null],
    [{ type: ['string', 'integer'] }, '7', 7],
    [{ type: ['string', 'integer'] }, '007', '007'],
    [{ type: ['string', 'number'] }, '1.0', '1.0'],
    [{ type: ['string', 'integer'] }, '12345678901234567890', '12345678901234567890'],
    [{ type: ['string', 'integer'], maximum: 5 }, '7', '7'],
    [{ oneOf: [integer, text] }, '7', 7],
    [{ oneOf: [text, boolean] }, 'true', true],
    [{ anyOf: [boolean, integer] }, '7', 7],
    [{ anyOf: [integer, {}] }, '7', '7'],
    [{ oneOf: [{ const: 'auto' }, integer] }, 'auto', 'auto'],
    [{ oneOf: [{ const: 'auto' }, integer] }, '5', 5],
    [{ enum: [1, 2] }, '1', 1],
    [{ enum: ['1', 2] }, '1', '1'],
    [{ enum: ['1', 2] }, '2', 2],
    [{ const: 7 }, '7', 7],
    [{ const: false }, 'false', false],
    [{ enum: [1, null] }, '', null],
    [{ allOf: [{ minimum: 1 }, integer] }, '7', 7],
    [{ allOf: [{ type: ['integer', 'string'] }, { type: ['string'] }] }, '7', '7'],
    [{ $ref: '#/components/schemas/Count' }, '7', 7],
    [{ allOf: [{ $ref: '#/components/schemas/Count' }] }, '7', 7],
    [{ type: 'array', items: integer }, '7', [7]],
    [{ type: ['array', 'integer'], items: integer }, '7', 7],
    [{ anyOf: [{ $ref: '#/components/schemas/It' }, integer] }, '7', 7],
  ])('of the schema %j: %j is %j', async (schema, sent, value) => {
    expect(await coerce(schema, sent, { Count: integer })).toEqual(value);
  });
});

describe('a value made of texts', () => {
  const tree = {
    type: 'object',
    properties: {
      n: integer,
      below: { type: 'array', items: { $ref: '#/components/schemas/It' } },
    },
  };
  const shape = (kind: string, member: JsonObject): JsonObject => ({
    type: 'object',
    required: ['kind', 'x'],
    properties: { kind: { const: kind }, x: member },
  });
  const base = { type: 'object', properties: { n: integer } };
  it.each<[string, JsonObject, JsonValue, JsonValue]>([
    ['items', { type: 'array', items: integer }, ['1', 'x', '2'], [1, 'x', 2]],
    [
      'the first items and the rest',
      { type: 'array', prefixItems: [text, boolean], items: integer },
      ['1', 'true', '2', '3'],
      ['1', true, 2, 3],
    ],
    ['items of any kind', { type: 'array' }, ['1'], ['1']],
    ['members', base, { n: '1', m: '1' }, { n: 1, m: '1' }],
    [
      'other members',
      { type: 'object', properties: { a: text }, additionalProperties: integer },
      { a: '1', b: '2' },
      { a: '1', b: 2 },
    ],
    [
      'members by the pattern of their names',
      { type: 'object', patternProperties: { '^n': integer, '^f': boolean } },
      { n: '1', f: 'true' },
      { n: 1, f: true },
    ],
    [
      'a member that is null',
      { type: 'object', properties: { n: { type: ['null', 'integer'] } } },
      { n: '' },
      { n: null },
    ],
    [
      'a tree',
      tree,
      { n: '1', below: [{ n: '2' }, { below: { 0: { n: '3' } } }] },
      { n: 1, below: [{ n: 2 }, { below: [{ n: 3 }] }] },
    ],
    [
      'what several schemas say',
      { allOf: [base, { properties: { m: boolean } }] },
      { n: '1', m: 'true' },
      { n: 1, m: true },
    ],
    [
      'the alternative that fits',
      { oneOf: [shape('a', integer), shape('b', text)] },
      { kind: 'b', x: '1' },
      { kind: 'b', x: '1' },
    ],
    [
      'the other alternative that fits',
      { oneOf: [shape('b', text), shape('a', integer)] },
      { kind: 'a', x: '1' },
      { kind: 'a', x: 1 },
    ],
    [
      'alternatives with a base',
      {
        anyOf: [
          { allOf: [{ $ref: '#/components/schemas/Base' }, shape('a', integer)] },
          { allOf: [{ $ref: '#/components/schemas/Base' }, shape('b', boolean)] },
        ],
      },
      { n: '1', kind: 'b', x: 'true' },
      { n: 1, kind: 'b', x: true },
    ],
    [
      'the first alternative of its kind where none fits',
      { oneOf: [{ type: 'array', items: integer }, shape('a', integer), shape('b', text)] },
      { kind: 'c', x: '1' },
      { kind: 'c', x: 1 },
    ],
  ])('%s', async (_, schema, sent, value) => {
    expect(await coerce(schema, sent, { Base: base })).toEqual(value);
  });

  it('is copied', async () => {
    const sent = { list: ['1'] };
    const schema = { type: 'object', properties: { list: { items: integer } } };
    expect(await coerce(schema, sent)).toEqual({ list: [1] });
    expect(sent).toEqual({ list: ['1'] });
  });

  it('that is no text already stays', async () => {
    expect(
      await coerce({ type: 'object', properties: { a: text } }, { a: 1, b: [null, true] }),
    ).toEqual({ a: 1, b: [null, true] });
  });

  it.each(['__proto__', 'constructor'])('may have a member named %s', async (name) => {
    const schema = { type: 'object', properties: { [name]: integer } };
    const coerced = await coerce(schema, Object.fromEntries([[name, '1']]));
    expect(Object.entries(coerced ?? {})).toEqual([[name, 1]]);
  });
});

describe('a schema that leads in a circle', () => {
  it.each<[string, JsonObject]>([
    ['by reference', { $ref: '#/components/schemas/It' }],
    ['by a part', { allOf: [{ $ref: '#/components/schemas/It' }] }],
    ['by an alternative', { oneOf: [{ $ref: '#/components/schemas/It' }] }],
  ])('%s leaves texts as they are', async (_, schema) => {
    expect(await coerce(schema, '7')).toBe('7');
    expect(await coerce(schema, { a: ['7'] })).toEqual({ a: ['7'] });
  });
});

describe('alternatives that hold themselves', () => {
  const itself = { $ref: '#/components/schemas/It' };
  const leaf = { properties: { value: integer }, required: ['value'] };
  const readings: readonly (readonly [JsonValue, JsonValue])[] = [
    ['7', 7],
    ['x', 'x'],
  ];
  it.each<[string, JsonObject]>([
    ['by references', itself],
    ['by references with something beside them', { ...itself, description: 'Within.' }],
    ['in parts', { allOf: [itself] }],
  ])('%s are gone through in steps that grow with the value', async (_, inner) => {
    const kinds = ['or', 'and', 'not'].map((kind) => ({
      type: 'object',
      required: ['op', 'in'],
      properties: { op: { const: kind }, in: inner },
    }));
    const coerceIt = await coercionOf({ It: { oneOf: [...kinds, leaf] } });
    const wrap = (inside: JsonValue): JsonValue => ({ op: 'and', in: inside });
    for (const [value, coerced] of readings) {
      const [few = 0, more = 0, most = 0] = [5, 10, 20].map((depth) =>
        countLooks(nest({ wrap }, { value }, depth), coerceIt),
      );
      // All that is below a level is copied and checked there, so it may be the square.
      expect((most - more) / (more - few)).toBeLessThan(5);
      expect(coerceIt(nest({ wrap }, { value }, 20))).toEqual(
        nest({ wrap }, { value: coerced }, 20),
      );
    }
  });
});
