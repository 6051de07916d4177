import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Schemas } from '../contract-text.test-kit.ts';
import { complaintsAbout, contractText, loadSchemas, loadText } from '../contract-text.test-kit.ts';
import { datedKeywords, modernize, versionOf } from './dialect.ts';

/** The check of a schema in a contract of some version, beside others that it may refer to. */
async function checkOf(
  version: string,
  schema: JsonValue,
  schemas: JsonObject = {},
): Promise<(value: JsonValue) => boolean> {
  const text = contractText(
    {},
    { openapi: version, components: { schemas: { It: schema, ...schemas } } },
  );
  const { validators, documents } = await loadText(text);
  const part = documents.at(documents.root, 'components', 'schemas', 'It');
  if (!part) throw new Error('there is no schema');
  const check = validators.check(part, 'rest');
  return (value) => check(value).length === 0;
}

describe('versionOf', () => {
  it.each<[JsonValue, string | undefined]>([
    [{ openapi: '3.0.3' }, '3.0'],
    [{ openapi: '3.1.1' }, '3.1'],
    [{ openapi: '3.2.0' }, '3.2'],
    [{ openapi: 3.1 }, '3.1'],
    [{ swagger: '2.0' }, '2.0'],
    [{ swagger: 2 }, '2.0'],
    [{ swagger: '1.2' }, undefined],
    [{ openapi: '3.11.0' }, undefined],
    [{ openapi: null }, undefined],
    [[], undefined],
    [null, undefined],
  ])('of %j is %s', (root, version) => expect(versionOf(root)).toBe(version));
});

describe('nullable in 3.0', () => {
  const others = {
    Other: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
  };
  const other = { $ref: '#/components/schemas/Other' };

  it.each<[string, JsonObject, JsonValue]>([
    ['a type', { type: 'string' }, 'x'],
    ['a type and an enum with null', { type: 'string', enum: ['x', null] }, 'x'],
    ['a reference', other, { a: 'x' }],
    ['allOf', { allOf: [other] }, { a: 'x' }],
    ['allOf and a type', { type: 'object', allOf: [other] }, { a: 'x' }],
    ['oneOf', { oneOf: [other, { type: 'string' }] }, { a: 'x' }],
    ['anyOf', { anyOf: [other, { type: 'string' }] }, 'x'],
    ['anyOf and a type', { type: 'object', anyOf: [other] }, { a: 'x' }],
    [
      'oneOf and a discriminator',
      { oneOf: [other], discriminator: { propertyName: 'a' } },
      { a: 'Other' },
    ],
  ])('beside %s: null passes, too', async (_, schema, good) => {
    const check = await checkOf('3.0.3', { ...schema, nullable: true }, others);
    expect([check(good), check(null), check(5)]).toEqual([true, true, false]);
    const strict = await checkOf('3.0.3', { ...schema, nullable: false }, others);
    expect([strict(good), strict(null), strict(5)]).toEqual([true, false, false]);
  });

  it.each<[string, JsonObject]>([
    ['a type', { type: 'string', enum: ['x', 'y'], nullable: true }],
    ['nothing else', { enum: ['x', 'y'], nullable: true }],
  ])('beside an enum without null and %s: null is none of it', async (_, schema) => {
    const check = await checkOf('3.0.3', schema);
    expect([check('x'), check(null)]).toEqual([true, false]);
  });

  it('alone says nothing', async () => {
    const check = await checkOf('3.0.3', { nullable: true, description: 'Whatever.' });
    expect([check(null), check(5)]).toEqual([true, true]);
  });

  it('is a name like any other below "properties", and data in an example', async () => {
    const schema = {
      type: 'object',
      properties: { nullable: { type: 'boolean' }, exclusiveMinimum: { type: 'boolean' } },
      example: { nullable: true, type: 'file' },
      default: { nullable: true },
      'x-more': { nullable: true },
      additionalProperties: false,
    };
    const text = contractText({}, { openapi: '3.0.0', components: { schemas: { It: schema } } });
    const { documents } = await loadText(text);
    expect(documents.at(documents.root, 'components', 'schemas', 'It')?.value).toEqual(schema);
  });
});

describe('in 3.0', () => {
  it.each<[string, JsonObject, readonly [JsonValue, boolean][]]>([
    [
      'a lower bound that is no part',
      { minimum: 5, exclusiveMinimum: true },
      [
        [5, false],
        [6, true],
      ],
    ],
    [
      'an upper bound that is no part',
      { maximum: 5, exclusiveMaximum: true },
      [
        [5, false],
        [4, true],
      ],
    ],
    [
      'a bound that is a part',
      { minimum: 5, exclusiveMinimum: false },
      [
        [5, true],
        [4, false],
      ],
    ],
    ['an exclusive bound of nothing', { exclusiveMinimum: true }, [[-1, true]]],
    ['a bound in an item', { items: { maximum: 5, exclusiveMaximum: true } }, [[[5], false]]],
    [
      'a bound in a property of a branch',
      { allOf: [{ properties: { a: { minimum: 0, exclusiveMinimum: true } } }] },
      [[{ a: 0 }, false]],
    ],
  ])('%s', async (_, schema, values) => {
    const check = await checkOf('3.0.3', schema);
    expect(values.map(([value]) => check(value))).toEqual(values.map(([, verdict]) => verdict));
  });

  it('what stands beside a reference does not count', async () => {
    const schema = { $ref: '#/components/schemas/Text', maxLength: 1, type: 'integer' };
    const check = await checkOf('3.0.3', schema, { Text: { type: 'string' } });
    expect([check('long'), check(1)]).toEqual([true, false]);
    const newer = await checkOf('3.1.0', { $ref: schema.$ref, maxLength: 1 }, { Text: {} });
    expect([newer('l'), newer('long')]).toEqual([true, false]);
  });

  it('"$id" and "id" are nothing that a reference could be relative to', async () => {
    const schema = { $id: 'https://example.com/it', id: 'it', $ref: '#/components/schemas/Text' };
    const check = await checkOf('3.0.3', { allOf: [schema] }, { Text: { type: 'string' } });
    expect([check('x'), check(1)]).toEqual([true, false]);
  });

  it('the files that are referred to are of the same version, unless they say otherwise', async () => {
    const text = contractText(
      {
        '/a': {
          post: {
            parameters: [{ $ref: 'parts.yaml#/parameters/Limit' }],
            requestBody: {
              content: { 'application/json': { schema: { $ref: 'parts.yaml#/It' } } },
            },
            responses: { '200': { $ref: 'newer.yaml#/components/responses/Done' } },
          },
        },
      },
      { openapi: '3.0.3' },
    );
    const { operations, warnings } = await loadText(text, {
      'parts.yaml': `It: { type: string, nullable: true }
parameters:
  Limit: { name: limit, in: query, schema: { type: integer, maximum: 5, exclusiveMaximum: true } }
`,
      'newer.yaml': `openapi: 3.1.0
components:
  responses:
    Done:
      description: Done.
      content: { application/json: { schema: { type: integer, exclusiveMinimum: 5 } } }
`,
    });
    const [operation] = operations;
    expect(operation?.body?.media[0]?.check?.(null)).toEqual([]);
    expect(operation?.success?.media[0]?.check?.(5)).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});

describe('in 3.1', () => {
  it('"nullable" is told, and taken as it is meant', async () => {
    const text = contractText(
      {},
      { components: { schemas: { It: { type: 'string', nullable: true } } } },
    );
    expect(await complaintsAbout(text)).toMatchObject([
      {
        pointer: '/components/schemas/It/nullable',
        message: expect.stringMatching(/of OpenAPI 3\.0/),
      },
    ]);
    const check = await checkOf('3.1.0', { type: 'string', nullable: true });
    expect([check(null), check(1)]).toEqual([true, false]);
  });
});

describe('what nothing can be compiled of', () => {
  it.each<[string, JsonObject, JsonValue, JsonValue | undefined]>([
    ['the type "file"', { type: 'file' }, 'x', 5],
    ['the type "any"', { type: 'any' }, 5, undefined],
    ['a type that is nearly one', { type: 'Integer' }, 5, 'x'],
    ['a type of another language', { type: 'int' }, 5, 'x'],
    ['types of which one is odd', { type: ['str', 'null'] }, null, 5],
    ['types that are none', { type: ['odd', 'null'] }, 5, undefined],
    ['a type that is no text', { type: 7 }, 'x', undefined],
    ['an exclusive bound of 3.0', { minimum: 1, exclusiveMinimum: true }, 2, 1],
    [
      'a pattern of one character for several',
      { type: 'string', pattern: '^[a-z\\d]$', minLength: 2 },
      'a1',
      'a-',
    ],
    ['a pattern with slashes around it', { type: 'string', pattern: '/^[a-z]+$/' }, 'ab', 'a1'],
    ['a list of items', { items: [{ type: 'string' }] }, ['x'], [5]],
    ['items that are a text', { items: 'string' }, ['x'], undefined],
    ['a property that says that it is required', { required: true }, 'x', undefined],
    ['one branch instead of a list', { allOf: { type: 'string' } }, 'x', 5],
    ['no branches', { oneOf: [] }, 'x', undefined],
    ['a list of properties', { properties: [{ name: 'a' }] }, { a: 1 }, undefined],
    ['a bound that is a text', { minimum: '3' }, 3, 2],
    ['a bound that is no number', { minimum: 'low' }, 3, undefined],
    ['a format that is none', { format: true }, 'x', undefined],
    ['a reference that is none', { $ref: { a: 1 } }, 'x', undefined],
    ['a name of an older draft', { id: 'x', type: 'string' }, 'x', 5],
    ['a discriminator without a property', { discriminator: {} }, {}, undefined],
  ])('is mended, with a warning: %s', async (_, schema, good, bad) => {
    const text = contractText({}, { components: { schemas: { It: schema } } });
    const { warnings } = await loadText(text);
    expect(warnings).toMatchObject([
      { pointer: expect.stringMatching(/^\/components\/schemas\/It\/./) },
    ]);
    const check = await checkOf('3.1.0', schema);
    expect(check(good)).toBe(true);
    if (bad !== undefined) expect(check(bad)).toBe(false);
  });

  it('is no empty list of values, which no value matches: a warning tells of it', async () => {
    const text = contractText({}, { components: { schemas: { It: { enum: [] } } } });
    const { warnings } = await loadText(text);
    expect(warnings).toMatchObject([{ pointer: '/components/schemas/It/enum' }]);
    expect((await checkOf('3.1.0', { enum: [] }))('x')).toBe(false);
  });

  it('is left as it is for a strict reader', async () => {
    const { part }: Schemas = await loadSchemas({ It: { type: 'any' } });
    expect(part('It').value).toEqual({ type: 'any' });
  });
});

it('what has to be said otherwise is said by keywords that are known as dated', () => {
  const looked = new Set<string>();
  const note = (_: JsonObject, name: string | symbol): undefined => void looked.add(String(name));
  modernize(new Proxy<JsonObject>({}, { get: note, getOwnPropertyDescriptor: note }), '3.0');
  expect([...looked].toSorted()).toEqual([...datedKeywords].toSorted());
});
