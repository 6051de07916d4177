import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { valueAt } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { createGenerators } from './generate.ts';

const uuid = { type: 'string', format: 'uuid' };

async function generateAt(schema: JsonObject, place: string): Promise<JsonValue> {
  const { documents, validators, part } = await loadSchemas({ It: schema });
  return createGenerators({ documents, validators })('a seed')(part('It'), place);
}

describe('values of one schema', () => {
  it('differ from member to member, from item to item, and from depth to depth', async () => {
    const value = await generateAt(
      {
        properties: {
          a: uuid,
          b: uuid,
          list: { type: 'array', items: uuid, minItems: 3 },
          below: { properties: { a: uuid } },
        },
      },
      'here',
    );
    const pointers = ['/a', '/b', '/list/0', '/list/1', '/list/2', '/below/a'];
    const values = pointers.map((pointer) => valueAt(value, pointer));
    expect(new Set(values).size).toBe(pointers.length);
  });

  it('are made to look like what their members are called', async () => {
    const text = { type: 'string' };
    const value = await generateAt({ properties: { email: text, slug: text } }, 'here');
    expect(value).toEqual({
      email: expect.stringMatching(/^\S+@example\.com$/),
      slug: expect.stringMatching(/^[a-z]+(-[a-z]+)+$/),
    });
  });
});

describe('a list of words', () => {
  const days = { type: 'array', items: { enum: ['monday', 'tuesday'] } };

  it('has each once', async () => {
    const lists = await Promise.all(
      Array.from({ length: 12 }, (_, index) => generateAt(days, `here ${index}`)),
    );
    for (const list of lists) expect([...new Set([list].flat())]).toEqual(list);
    expect(lists).toContainEqual(['monday', 'tuesday']);
  });

  it('repeats some where it has to be longer', async () => {
    expect(await generateAt({ ...days, minItems: 3 }, 'here')).toHaveLength(3);
  });
});

describe('parts of a whole', () => {
  async function faultsOf(schema: JsonObject): Promise<readonly string[]> {
    const { documents, validators, part } = await loadSchemas({ It: schema });
    const generate = createGenerators({ documents, validators })('a seed');
    return Array.from({ length: 20 }, (_, index) => generate(part('It'), `place ${index}`))
      .flatMap((value) =>
        validators
          .check(
            part('It'),
            'rest',
          )(value)
          .map((fault) => `${JSON.stringify(value)} ${fault.message}`),
      )
      .slice(0, 3);
  }

  it.each<[string, JsonObject]>([
    ['bounds', { type: 'integer', minimum: 1, allOf: [{ minimum: 5 }, { maximum: 6 }] }],
    ['lengths', { allOf: [{ type: 'string', minLength: 4 }, { maxLength: 4 }] }],
    ['a narrower list', { type: 'string', enum: ['a', 'b', 'c'], allOf: [{ enum: ['b', 'd'] }] }],
    ['a constant among a list', { type: 'string', enum: ['a', 'b'], allOf: [{ const: 'b' }] }],
    [
      'a kind that one of them names',
      {
        allOf: [
          { properties: { kind: { type: 'string' } }, required: ['kind'] },
          { properties: { kind: { const: 'page' } } },
        ],
      },
    ],
    [
      'a member that two of them describe',
      {
        allOf: [
          { properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { a: { maxLength: 3 } } },
        ],
      },
    ],
    [
      'beside a reference',
      {
        allOf: [{ $ref: '#/components/schemas/It/$defs/A', maximum: 3 }],
        $defs: { A: { type: 'integer', minimum: 2 } },
      },
    ],
  ])('are all met: %s', async (_, schema) => {
    expect(await faultsOf(schema)).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    [
      'alternatives that share members',
      {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        oneOf: [
          { properties: { kind: { const: 'a' }, x: { type: 'integer' } }, required: ['x'] },
          { properties: { kind: { const: 'b' }, y: { type: 'integer' } }, required: ['y'] },
        ],
      },
    ],
    [
      'alternatives that only demand',
      {
        type: 'object',
        properties: { x: { type: 'integer' }, y: { type: 'integer' } },
        anyOf: [{ required: ['x'] }, { required: ['y'] }],
      },
    ],
    ['alternatives of a text', { type: 'string', anyOf: [{ format: 'uuid' }, { format: 'date' }] }],
    [
      'alternatives that only bound',
      { type: 'integer', anyOf: [{ maximum: 3 }, { minimum: 900 }] },
    ],
  ])('and one of several are met: %s', async (_, schema) => {
    expect(await faultsOf(schema)).toEqual([]);
  });
});
