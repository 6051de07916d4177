import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, valueAt } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { hashOf } from './chance.ts';
import { createGenerators, Unsatisfiable } from './generate.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const places = Array.from({ length: 20 }, (_, index) => `place ${index}`);

const schemas: JsonObject = {
  Page: {
    type: 'object',
    required: ['id', 'name'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string', minLength: 1, maxLength: 80 },
      size: { type: 'integer', minimum: 1, maximum: 5 },
      ready: { type: 'boolean' },
      state: ref('State'),
      tags: { type: 'array', items: { type: 'string' }, maxItems: 4 },
    },
  },
  State: { type: 'string', enum: ['draft', 'public'] },
  Tree: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, below: { type: 'array', items: ref('Tree') } },
  },
  Timed: { type: 'object', properties: { made: { type: 'string', format: 'date-time' } } },
};

async function generateAt(
  schema: JsonValue,
  place: string,
  seed = 'a seed',
  more: JsonObject = {},
): Promise<JsonValue> {
  const { documents, validators, part } = await loadSchemas({ ...schemas, ...more, It: schema });
  return createGenerators({ documents, validators })(seed)(part('It'), place);
}

/** What is wrong with the values of many places: a few of it. */
async function faultsOf(schema: JsonValue): Promise<readonly string[]> {
  const { documents, validators, part } = await loadSchemas({ ...schemas, It: schema });
  const check = validators.check(part('It'), 'rest');
  const generate = createGenerators({ documents, validators })('a seed');
  const faults = places.flatMap((place) => {
    const value = generate(part('It'), place);
    return check(value).map(
      ({ pointer, message }) => `${JSON.stringify(value)} ${pointer} ${message}`,
    );
  });
  return faults.slice(0, 3);
}

describe('a value', () => {
  it.each<[string, JsonValue]>([
    ['an object', ref('Page')],
    ['a list', { type: 'array', items: ref('Page') }],
    ['a list of a length', { type: 'array', items: ref('State'), minItems: 5, maxItems: 5 }],
    ['a list of one at most', { type: 'array', items: ref('State'), maxItems: 1 }],
    ['an empty list', { type: 'array', items: ref('State'), maxItems: 0 }],
    ['a list of anything', { type: 'array' }],
    ['a list of different values', { type: 'array', items: ref('State'), uniqueItems: true }],
    ['a listed value', { enum: [1, 'two', true, { three: 3 }] }],
    ['a listed value or null', { type: ['string', 'null'], enum: ['draft', null] }],
    ['a constant', { const: { a: [1] } }],
    ['a constant that is null', { const: null }],
    ['a constant that is false', { const: false }],
    ['a text or null', { type: ['string', 'null'] }],
    ['null or a number', { type: ['null', 'integer'] }],
    ['null', { type: 'null' }],
    ['anything', {}],
    ['whatever is true', true],
    ['one of several', { oneOf: [ref('Page'), { type: 'integer' }, ref('State')] }],
    ['a reference or null', { oneOf: [ref('Page'), { type: 'null' }] }],
    ['any of a text and null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      'alternatives beside members',
      {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        oneOf: [{ required: ['a'], properties: { a: { type: 'integer' } } }],
      },
    ],
    ['parts of a whole', { allOf: [ref('Tree'), ref('Timed')] }],
    ['parts and members', { allOf: [ref('Timed')], properties: { a: { type: 'integer' } } }],
    ['a part that is a text', { allOf: [ref('State')], description: 'How far it is.' }],
    ['a part that is a number', { allOf: [{ type: 'integer', minimum: 3 }] }],
    ['a part that only demands', { allOf: [ref('Tree'), { required: ['below'] }] }],
    ['what only has properties', { required: ['a'], properties: { a: { type: 'integer' } } }],
    ['what only has items', { items: { type: 'integer' } }],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['a tree without end', ref('Tree')],
  ])('is valid: %s', async (_, schema) => {
    expect(await faultsOf(schema)).toEqual([]);
  });

  it('is none where a schema demands itself for ever', async () => {
    const circle = { type: 'object', required: ['next'], properties: { next: ref('It') } };
    await expect(generateAt(circle, 'x')).rejects.toThrow(
      new Unsatisfiable('/next', 'goes in a circle that never ends'),
    );
  });

  it('has all that is required also far below, and less of the rest', async () => {
    const deep = (depth: number): JsonObject =>
      depth === 0
        ? { type: 'object', required: ['must'], properties: { must: {}, may: {} } }
        : { type: 'object', properties: { below: deep(depth - 1) }, required: ['below'] };
    const value = await generateAt(deep(7), 'x');
    const bottom = valueAt(value, '/below'.repeat(7));
    expect(bottom).toHaveProperty('must');
    expect(bottom).not.toHaveProperty('may');
    expect(await generateAt(deep(0), 'x')).toHaveProperty('may');
  });

  it('takes up all alternatives sooner or later', async () => {
    const schema = { oneOf: [{ const: 1 }, { const: 2 }, { const: 3 }] };
    const values = await Promise.all(places.map((place) => generateAt(schema, place)));
    expect(new Set(values)).toEqual(new Set([1, 2, 3]));
  });

  it('is null where a reference leads nowhere', async () => {
    const { documents, validators, part } = await loadSchemas({ It: {} });
    const lost = { ...part('It'), value: ref('No') };
    expect(createGenerators({ documents, validators })('a seed')(lost, 'x')).toBeNull();
  });
});

describe('a value stays put', () => {
  it('for the same seed and the same place', async () => {
    const value = await generateAt(ref('Page'), 'here');
    expect(await generateAt(ref('Page'), 'here')).toEqual(value);
  });

  it('whatever was generated before', async () => {
    const { documents, validators, part } = await loadSchemas(schemas);
    const fresh = createGenerators({ documents, validators })('a seed');
    const used = createGenerators({ documents, validators })('a seed');
    for (const place of places) used(part('Tree'), place);
    expect(used(part('Page'), 'here')).toEqual(fresh(part('Page'), 'here'));
  });

  it.each<[string, string, string]>([
    ['another seed', 'here', 'another seed'],
    ['another place', 'there', 'a seed'],
  ])('and is another for %s', async (_, place, seed) => {
    const value = await generateAt(ref('Page'), 'here');
    expect(valueAt(await generateAt(ref('Page'), place, seed), '/id')).not.toEqual(
      valueAt(value, '/id'),
    );
  });

  it.each<[string, (properties: JsonObject) => JsonObject]>([
    ['at the end', (properties) => ({ ...properties, extra: { type: 'string' } })],
    ['at the beginning', (properties) => ({ extra: { type: 'string' }, ...properties })],
    [
      'in another order',
      (properties) =>
        Object.fromEntries([['extra', {}], ...Object.entries(properties).toReversed()]),
    ],
  ])('when a property is added %s', async (_, change) => {
    const page = schemas['Page'];
    const properties = isJsonObject(page) ? page['properties'] : undefined;
    if (!isJsonObject(page) || !isJsonObject(properties)) throw new Error('no page');
    const list = { type: 'array', items: ref('Page') };
    const before = await generateAt(list, 'here');
    const after = await generateAt(list, 'here', 'a seed', {
      Page: { ...page, properties: change(properties) },
    });
    expect(after).toHaveLength(Array.isArray(before) ? before.length : 0);
    expect(after).toMatchObject(before as JsonObject);
    expect(valueAt(after, '/0/extra')).toBeDefined();
  });

  it('when a list grows', async () => {
    const list = (minItems: number) => ({ type: 'array', items: ref('Page'), minItems });
    const short = await generateAt(list(2), 'here');
    const long = await generateAt(list(5), 'here');
    expect(Array.isArray(long) && long.slice(0, 2)).toEqual(short);
  });
});

describe('hashOf', () => {
  it('tells texts apart, and where one ends and the next begins', () => {
    const hashes = [['a', 'b'], ['ab'], ['a', '', 'b'], ['b', 'a'], [''], []].map((texts) =>
      hashOf(...texts),
    );
    expect(new Set(hashes).size).toBeGreaterThanOrEqual(5);
    expect(hashOf('a', 'b')).toBe(hashes[0]);
    for (const hash of hashes) expect(Number.isInteger(hash) && hash >= 0).toBe(true);
  });

  it('spreads evenly', () => {
    const counts = [0, 0, 0, 0];
    for (let number = 0; number < 4000; number += 1) {
      const index = hashOf('seed', `pages/${number}/state`) % 4;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(800);
  });
});

describe('a value for a schema that refers to others', () => {
  const id = 'https://values.example/';

  it.each<[string, JsonObject]>([
    [
      'by an $id',
      {
        $id: `${id}it`,
        required: ['a'],
        properties: { a: { $ref: 'part' } },
        $defs: { part: { $id: 'part', type: 'integer', minimum: 5 } },
      },
    ],
    [
      'by a local pointer, inside a schema with an $id',
      {
        $id: `${id}local`,
        required: ['a'],
        properties: { a: { $ref: '#/$defs/part' } },
        $defs: { part: { type: 'integer', minimum: 5 } },
      },
    ],
    [
      'by an anchor of a resource inside',
      {
        $id: `${id}anchors`,
        $ref: 'part#a',
        $defs: { part: { $id: 'part', $defs: { a: { $anchor: 'a', type: 'integer' } } } },
      },
    ],
    [
      'by a URN with a pointer',
      {
        $id: 'urn:uuid:deadbeef-5678-0000-0000-4321feebdaed',
        $ref: 'urn:uuid:deadbeef-5678-0000-0000-4321feebdaed#/$defs/part',
        $defs: { part: { type: 'integer' } },
      },
    ],
    [
      'to items within items',
      {
        $id: `${id}items`,
        type: 'array',
        minItems: 2,
        items: { $ref: '#/$defs/row' },
        $defs: {
          row: { type: 'array', minItems: 2, items: { $ref: '#/$defs/cell' } },
          cell: { type: 'boolean' },
        },
      },
    ],
    [
      'and leaves no member unevaluated',
      {
        allOf: [ref('Tree')],
        properties: { more: { type: 'integer' } },
        required: ['more'],
        unevaluatedProperties: false,
      },
    ],
    [
      'by a dynamic reference',
      {
        $id: `${id}dynamic`,
        type: 'array',
        minItems: 1,
        items: { $dynamicRef: '#item' },
        $defs: { item: { $dynamicAnchor: 'item', type: 'integer' } },
      },
    ],
  ])('%s', async (_, schema) => {
    expect(await faultsOf(schema)).toEqual([]);
  });
});
