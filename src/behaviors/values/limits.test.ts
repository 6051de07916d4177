import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { createGenerators, Unsatisfiable } from './generate.ts';
import { whether } from './schema-of-value.test-kit.ts';

const places = Array.from({ length: 15 }, (_, index) => `place ${index}`);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
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

describe('a schema with conditions', () => {
  it.each<[string, JsonValue]>([
    [
      'a condition',
      {
        type: 'object',
        properties: { country: { enum: ['US', 'DE'] }, code: text },
        required: ['country', 'code'],
        ...whether(
          { properties: { country: { const: 'US' } } },
          { properties: { code: { pattern: '^[0-9]{5}$' } } },
          { properties: { code: { pattern: '^D-' } } },
        ),
      },
    ],
    [
      'a condition without an else',
      { type: 'integer', ...whether({ minimum: 10 }, { multipleOf: 10 }, true) },
    ],
    [
      'a condition that must not be met',
      { type: 'integer', minimum: 0, maximum: 20, ...whether({ minimum: 10 }, false, true) },
    ],
  ])('is met: %s', async (_, schema) => {
    expect(await faultsOf(schema)).toEqual([]);
  });
});

describe('a schema that leads back to itself', () => {
  it.each<[string, JsonValue]>([
    [
      'a wide tree',
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 30 }, (_, index) => [`m${index}`, ref('It')]),
        ),
      },
    ],
    ['a list of itself', { type: 'array', items: ref('It') }],
    [
      'itself or null',
      { type: ['object', 'null'], required: ['next'], properties: { next: ref('It') } },
    ],
    [
      'itself or a text',
      {
        oneOf: [
          {
            type: 'object',
            required: ['left', 'right'],
            properties: { left: ref('It'), right: ref('It') },
          },
          text,
        ],
      },
    ],
    [
      'itself in a list',
      {
        type: 'object',
        required: ['below'],
        properties: { below: { type: 'array', items: ref('It') } },
      },
    ],
    [
      'itself by way of another',
      { type: 'object', required: ['other'], properties: { other: ref('Other') } },
    ],
    ['itself in a map', { type: 'object', additionalProperties: ref('It') }],
    ['a chain', { type: 'object', required: ['a'], properties: { a: ref('Deep') } }],
  ])('comes to an end: %s', async (_, schema) => {
    const deep = (depth: number): JsonObject =>
      depth === 0 ? whole : { type: 'object', required: ['a'], properties: { a: deep(depth - 1) } };
    const more = { Other: { anyOf: [ref('It'), { type: 'null' }] }, Deep: deep(40) };
    expect(await faultsOf(schema, more)).toEqual([]);
    const { documents, validators, part } = await loadSchemas({ ...more, It: schema });
    const value = createGenerators({ documents, validators })('a seed')(part('It'), 'x');
    expect(JSON.stringify(value).length).toBeLessThan(50_000);
  });
});

describe('a null that is only tolerated', () => {
  const tolerated: JsonObject = { type: 'null', 'x-tolerated': true };

  it.each<[string, JsonObject, boolean]>([
    ['is not made deep down', { type: 'object', required: ['a'], properties: { a: whole } }, false],
    ['is the end of what has no other', ref('It'), true],
    ['is not made where a list may be empty', { type: 'array', items: ref('It') }, false],
  ])('%s', async (_, schema, isMade) => {
    const below = { anyOf: [schema, tolerated] };
    const deep = (depth: number): JsonObject =>
      depth === 0 ? below : { type: 'object', required: ['a'], properties: { a: deep(depth - 1) } };
    const { documents, validators, part } = await loadSchemas({ It: deep(8) });
    const value = createGenerators({ documents, validators })('a seed')(part('It'), 'x');
    expect(validators.check(part('It'), 'response')(value)).toEqual([]);
    expect(JSON.stringify(value).includes('null')).toBe(isMade);
  });
});

describe('a schema that nothing meets', () => {
  it.each<[string, JsonValue, string, RegExp]>([
    ['nothing', false, '', /allowed no value/],
    ['two types', { allOf: [text, whole] }, '', /types/],
    ['bounds', { type: 'integer', minimum: 5, maximum: 3 }, '', /bounds/],
    ['no whole number between', { type: 'integer', minimum: 1.2, maximum: 1.8 }, '', /bounds/],
    [
      'a forbidden member',
      { type: 'object', required: ['a'], properties: { a: false } },
      '/a',
      /required/,
    ],
    [
      'too many different values',
      { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 },
      '/2',
      /differ/,
    ],
    [
      'a list without end',
      { type: 'array', items: whole, minItems: 1_000_000_000 },
      '',
      /1000000000 items/,
    ],
    [
      'a text without end',
      { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 1e9 } } },
      '/a',
      /1000000000 characters/,
    ],
    ['a value and its opposite', { const: 1, not: { const: 1 } }, '', /excludes/],
    [
      'an item deep down',
      {
        type: 'object',
        required: ['list'],
        properties: { list: { type: 'array', minItems: 1, items: { enum: [] } } },
      },
      '/list/0',
      /values/,
    ],
  ])('says where and why: %s', async (_, schema, pointer, rule) => {
    const { documents, validators, part } = await loadSchemas({ It: schema });
    const generate = createGenerators({ documents, validators })('a seed');
    const failure = (() => {
      try {
        return generate(part('It'), 'x');
      } catch (error) {
        return error;
      }
    })();
    expect(failure).toBeInstanceOf(Unsatisfiable);
    expect(failure).toMatchObject({
      name: 'Unsatisfiable',
      pointer,
      message: expect.stringMatching(rule),
    });
  });
});
