import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { createGenerators } from './generate.ts';

const places = Array.from({ length: 15 }, (_, index) => `place ${index}`);
const text = { type: 'string' };
const whole = { type: 'integer' };

/** What can't be made, or is wrong when it is made: a few of it. */
async function faultsOf(schema: JsonValue, more: JsonObject = {}): Promise<readonly string[]> {
  const { documents, validators, part } = await loadSchemas({ ...more, It: schema });
  const check = validators.check(part('It'), 'rest');
  const generate = createGenerators({ documents, validators })('a seed');
  const faults = places.flatMap((place) => {
    const value = generate(part('It'), place, { direction: 'rest' });
    return check(value).map(({ message }) => `${JSON.stringify(value).slice(0, 200)} ${message}`);
  });
  return faults.slice(0, 3);
}

describe('a schema that is hard to meet is met', () => {
  it.each<[string, JsonValue]>([
    [
      'closed, with names by pattern',
      {
        type: 'object',
        additionalProperties: false,
        patternProperties: { '^x-[a-z]{3}$': whole },
        minProperties: 3,
      },
    ],
    [
      'required, and nowhere declared',
      { type: 'object', required: ['a', 'b'], additionalProperties: whole },
    ],
    ['more members than it names', { type: 'object', properties: { a: text }, minProperties: 4 }],
    [
      'fewer members than it names',
      {
        type: 'object',
        properties: { a: text, b: text, c: text },
        required: ['c'],
        maxProperties: 2,
      },
    ],
    [
      'names that meet a schema',
      {
        type: 'object',
        propertyNames: { pattern: '^[A-Z]{2}$' },
        additionalProperties: whole,
        minProperties: 5,
      },
    ],
    [
      'names of a list',
      {
        type: 'object',
        propertyNames: { enum: ['a', 'b'] },
        properties: { c: text },
        minProperties: 2,
      },
    ],
    [
      'members that bring others along',
      { type: 'object', properties: { card: text }, dependentRequired: { card: ['address'] } },
    ],
    [
      'members that can not bring others along',
      {
        type: 'object',
        properties: { card: text, address: false },
        dependentRequired: { card: ['address'] },
      },
    ],
    [
      'members that change the whole',
      {
        type: 'object',
        properties: { a: text, b: text },
        dependentSchemas: { a: { properties: { b: whole, c: text }, required: ['c'] } },
      },
    ],
    [
      'members that exclude what is required',
      {
        type: 'object',
        properties: { a: text },
        required: ['b'],
        dependentSchemas: { a: { properties: { b: false } } },
      },
    ],
    [
      'unevaluated members',
      {
        allOf: [{ properties: { a: text } }],
        properties: { b: whole },
        required: ['a', 'b'],
        unevaluatedProperties: false,
      },
    ],
    [
      'unevaluated members of an alternative',
      {
        type: 'object',
        oneOf: [
          { properties: { a: text }, required: ['a'] },
          { properties: { b: text }, required: ['b'] },
        ],
        unevaluatedProperties: false,
      },
    ],
    ['a tuple', { type: 'array', prefixItems: [text, whole], items: false, minItems: 2 }],
    ['a tuple and more', { type: 'array', prefixItems: [text], items: whole, minItems: 4 }],
    [
      'what it contains',
      {
        type: 'array',
        items: whole,
        contains: { minimum: 900 },
        minContains: 2,
        maxContains: 2,
        maxItems: 6,
      },
    ],
    ['what it contains besides a tuple', { type: 'array', prefixItems: [text], contains: whole }],
    [
      'unevaluated items',
      {
        type: 'array',
        allOf: [{ prefixItems: [text] }],
        prefixItems: [true, whole],
        unevaluatedItems: false,
      },
    ],
    [
      'every item of a short list',
      { type: 'array', items: { enum: ['a', 'b', 'c', 'd'] }, uniqueItems: true, minItems: 4 },
    ],
    ['both truths', { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 2 }],
    [
      'different objects',
      {
        type: 'array',
        items: {
          type: 'object',
          required: ['a'],
          properties: { a: { enum: [1, 2, 3] } },
          additionalProperties: false,
        },
        uniqueItems: true,
        minItems: 3,
      },
    ],
    ['fewer than a list may have', { type: 'array', items: { const: 1 }, uniqueItems: true }],
    ['a thousand items', { type: 'array', items: whole, minItems: 1000 }],
    ['none of some values', { enum: ['a', 'b', 'c'], not: { enum: ['a', 'b'] } }],
    ['no text', { not: text }],
    [
      'not both members',
      { type: 'object', properties: { a: text, b: text }, not: { required: ['a', 'b'] } },
    ],
    [
      'not a member of a kind',
      {
        type: 'object',
        properties: { kind: { enum: ['a', 'b'] } },
        required: ['kind'],
        not: { properties: { kind: { const: 'a' } } },
      },
    ],
    ['not not', { not: { not: { type: 'object', required: ['a'] } } }],
    [
      'none of several',
      {
        type: 'integer',
        minimum: 0,
        maximum: 3,
        not: { anyOf: [{ const: 0 }, { const: 1 }, { minimum: 3 }] },
      },
    ],
    ['one of two that overlap', { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] }],
    [
      'one of two open ones',
      {
        type: 'object',
        oneOf: [{ properties: { a: text } }, { properties: { b: whole }, required: ['b'] }],
      },
    ],
    [
      'exactly one of two demands',
      {
        type: 'object',
        properties: { a: text, b: text },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    ],
    [
      'one of alternatives of which some clash',
      {
        type: 'object',
        properties: { kind: { const: 'c' } },
        required: ['kind'],
        oneOf: ['a', 'b', 'c'].map((kind) => ({
          properties: { kind: { const: kind }, [kind]: text },
          required: ['kind'],
        })),
      },
    ],
    [
      'parts with alternatives each',
      {
        allOf: [
          { anyOf: [{ type: 'string' }, { type: 'integer' }] },
          { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        ],
      },
    ],
    [
      'types of which one fits',
      { type: ['string', 'integer'], allOf: [{ type: ['integer', 'null'] }], minimum: 3 },
    ],
    ['a pattern that runs away', { type: 'string', pattern: '^(a+)+$', minLength: 30 }],
    [
      'a name like any other',
      JSON.parse(
        '{"type":"object","required":["__proto__","constructor"],"properties":{"__proto__":{"type":"integer"},"constructor":{"type":"string"}}}',
      ),
    ],
    [
      'an anchor',
      {
        $defs: { A: { $anchor: 'here', type: 'integer' } },
        type: 'object',
        properties: { a: { type: 'integer' } },
      },
    ],
    ['a constant list', { type: 'array', const: [1, { a: [2] }] }],
    ...['and or not open list text', 'and or not open list text number', 'or not open text'].map(
      (alternatives): [string, JsonValue] => [`filters: ${alternatives}`, languageOf(alternatives)],
    ),
  ])('%s', async (_, schema) => {
    expect(await faultsOf(schema)).toEqual([]);
  });
});

/** Some of these alternatives can't be met, since the open one is met, too. */
function languageOf(alternatives: string): JsonValue {
  const again = { $ref: '#/components/schemas/It' };
  const list = { type: 'array', items: again };
  const closed = (member: string, schema: JsonObject): JsonObject => ({
    type: 'object',
    required: [member],
    additionalProperties: false,
    properties: { [member]: schema },
  });
  const schemas: JsonObject = {
    and: closed('and', list),
    or: closed('or', list),
    not: { type: 'object', required: ['not'], properties: { not: again } },
    open: { type: 'object', properties: { not: again, value: { type: ['string', 'number'] } } },
    list,
    text,
    number: { type: 'number' },
  };
  return { oneOf: alternatives.split(' ').map((one) => schemas[one] ?? false) };
}
