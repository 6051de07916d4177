import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { valueAt } from '../../../base/json.ts';
import { upgrade } from './upgrade.ts';

const given: JsonObject = {
  swagger: '2.0',
  info: { title: 'Shop', version: '1' },
  host: 'shop.example',
  consumes: ['application/json', 'application/xml'],
  produces: ['application/json'],
  parameters: {
    Limit: { name: 'limit', in: 'query', type: 'string', enum: ['a'] },
    Thing: { name: 'thing', in: 'body', schema: { type: 'object' } },
  },
  responses: { Lost: { description: 'Lost', schema: { items: { type: 'integer' } } } },
  definitions: { 'thing 2': { properties: { a: { type: 'string' } } } },
  securityDefinitions: {
    key: { type: 'basic' },
    login: { type: 'oauth2', flow: 'password', tokenUrl: '/token' },
  },
  paths: {
    '/things': {
      parameters: [{ name: 'x', in: 'header', type: 'string' }],
      post: {
        parameters: [
          { name: 'thing', in: 'body', schema: { type: 'object' } },
          { $ref: '#/parameters/Limit' },
          { name: 'kind', in: 'query', type: 'string', enum: ['u', 'v'] },
        ],
        responses: {
          200: {
            description: 'Fine',
            schema: { type: 'array' },
            headers: { 'X-A': { type: 'integer' } },
            examples: { 'application/json': [1], 'text/plain': 'a' },
          },
        },
      },
      put: { consumes: ['text/plain'], parameters: [{ $ref: '#/parameters/Thing' }] },
      patch: {
        parameters: [
          { name: 'f', in: 'formData', type: 'string', enum: ['1'] },
          { name: 'kind', in: 'query', type: 'array', items: { type: 'string' } },
          { name: 'g', in: 'formData', type: 'string', enum: ['1'] },
        ],
        schemes: ['http'],
      },
    },
    '/all': { parameters: [{ name: 'all', in: 'body', schema: {} }], post: {} },
  },
};

const json = 'content/application~1json';
const form = 'content/application~1x-www-form-urlencoded';

describe('complaints about the upgraded document lead to what the user wrote', () => {
  const { root, moves } = upgrade(given);

  it.each([
    ['/info/title', '/info/title'],
    ['/servers/0/url', '/host'],
    ['/components/schemas/thing 2/properties/a', '/definitions/thing 2/properties/a'],
    ['/components/securitySchemes/key', '/securityDefinitions/key'],
    ['/components/parameters/Limit/schema/enum/0', '/parameters/Limit/enum/0'],
    ['/components/parameters/Limit', '/parameters/Limit'],
    [`/components/responses/Lost/${json}/schema/items`, '/responses/Lost/schema/items'],
    ['/paths/~1things/parameters/0/schema/type', '/paths/~1things/parameters/0/type'],
    ['/paths/~1things/post', '/paths/~1things/post'],
    ['/paths/~1things/post/parameters', '/paths/~1things/post/parameters'],
    ['/paths/~1things/post/parameters/0', '/paths/~1things/post/parameters/1'],
    ['/paths/~1things/post/parameters/1', '/paths/~1things/post/parameters/2'],
    ['/paths/~1things/post/parameters/1/schema/enum/1', '/paths/~1things/post/parameters/2/enum/1'],
    ['/paths/~1things/post/requestBody', '/paths/~1things/post/parameters/0'],
    [`/paths/~1things/post/requestBody/${json}`, '/consumes/0'],
    [
      `/paths/~1things/post/requestBody/content/application~1xml/schema/type`,
      '/paths/~1things/post/parameters/0/schema/type',
    ],
    ['/paths/~1things/post/requestBody/content', '/paths/~1things/post/parameters/0'],
    ['/paths/~1things/post/responses/200/content', '/paths/~1things/post/responses/200'],
    ['/paths/~1things/put/requestBody', '/paths/~1things/put/parameters/0'],
    ['/paths/~1things/put/requestBody/content/text~1plain', '/paths/~1things/put/consumes/0'],
    [
      '/paths/~1things/put/requestBody/content/text~1plain/schema/type',
      '/parameters/Thing/schema/type',
    ],
    ['/paths/~1things/patch/servers/0/url', '/host'],
    [
      '/components/securitySchemes/login/flows/password/tokenUrl',
      '/securityDefinitions/login/tokenUrl',
    ],
    [
      '/paths/~1things/patch/parameters/0/schema/items/type',
      '/paths/~1things/patch/parameters/1/items/type',
    ],
    [`/paths/~1things/patch/requestBody/${form}/schema`, '/paths/~1things/patch/parameters/0'],
    [
      `/paths/~1things/patch/requestBody/${form}/schema/properties/g/enum/0`,
      '/paths/~1things/patch/parameters/2/enum/0',
    ],
    ['/paths/~1all/post/requestBody', '/paths/~1all/parameters/0'],
    [`/paths/~1things/post/responses/200/${json}`, '/produces/0'],
    [
      `/paths/~1things/post/responses/200/${json}/schema/type`,
      '/paths/~1things/post/responses/200/schema/type',
    ],
    [
      `/paths/~1things/post/responses/200/${json}/examples/response/value/0`,
      '/paths/~1things/post/responses/200/examples/application~1json/0',
    ],
    [
      '/paths/~1things/post/responses/200/headers/X-A/schema/type',
      '/paths/~1things/post/responses/200/headers/X-A/type',
    ],
  ])('%s stood at %s', (pointer, original) => {
    expect(valueAt(root, pointer)).toBeDefined();
    expect(moves.toGiven(pointer)).toBe(original);
  });
});

describe('references lead to where their targets went', () => {
  /** What a reference in a schema of the document becomes. */
  function refIn(ref: string): JsonValue | undefined {
    const definitions = { ...Object(given['definitions']), Ref: { $ref: ref } };
    const { root } = upgrade({ ...given, definitions });
    return valueAt(root, '/components/schemas/Ref/$ref');
  }

  it.each([
    ['#/definitions/A', '#/components/schemas/A'],
    ['#/definitions/A/properties/b', '#/components/schemas/A/properties/b'],
    ['#/definitions/thing%202', '#/components/schemas/thing 2'],
    ['#/definitions/50%25', '#/components/schemas/50%25'],
    ['#/definitions/a~1b', '#/components/schemas/a~1b'],
    ['#/parameters/Limit', '#/components/parameters/Limit'],
    ['#/parameters/Thing/schema', '#/paths/~1things/put/requestBody/content/text~1plain/schema'],
    ['#/responses/Lost/schema/items', `#/components/responses/Lost/${json}/schema/items`],
    ['#/paths/~1things/parameters/0', '#/paths/~1things/parameters/0'],
    ['#/paths/~1things/post/parameters/2', '#/paths/~1things/post/parameters/1'],
    [
      '#/paths/~1things/patch/parameters/1/items',
      '#/paths/~1things/patch/parameters/0/schema/items',
    ],
    [
      '#/paths/~1things/post/parameters/0/schema',
      `#/paths/~1things/post/requestBody/${json}/schema`,
    ],
    [
      '#/paths/~1things/post/responses/200/schema',
      `#/paths/~1things/post/responses/200/${json}/schema`,
    ],
    ['#/paths/~1things/post/responses/200', '#/paths/~1things/post/responses/200'],
    ['other.yaml#/definitions/A', 'other.yaml#/definitions/A'],
    ['#/nowhere', '#/nowhere'],
    ['#/definitions/%', '#/definitions/%'],
  ])('%s → %s', (ref, expected) => {
    expect(refIn(ref)).toBe(expected);
  });

  it.each(['query', 'formData'])('also in a schema that a parameter in %s has', (place) => {
    const parameter = { name: 'a', in: place, type: 'object', schema: { $ref: '#/definitions/A' } };
    const { root } = upgrade({ ...given, paths: { '/a': { post: { parameters: [parameter] } } } });
    expect(JSON.stringify(root['paths'])).toContain('"$ref":"#/components/schemas/A"');
    expect(JSON.stringify(root['paths'])).not.toContain('#/definitions/A');
  });

  it('but what only looks like a reference in data stays', () => {
    const data = { $ref: '#/definitions/A' };
    const schema = { default: data, enum: [data], example: data, 'x-a': data };
    const { root } = upgrade({ ...given, definitions: { A: schema } });
    expect(valueAt(root, '/components/schemas/A')).toEqual(schema);
  });

  it('also below properties that are called like keywords of data', () => {
    const properties = { default: { $ref: '#/definitions/A' }, 'x-a': { $ref: '#/definitions/A' } };
    const { root } = upgrade({ ...given, definitions: { A: { properties } } });
    expect(valueAt(root, '/components/schemas/A/properties/default/$ref')).toBe(
      '#/components/schemas/A',
    );
    expect(valueAt(root, '/components/schemas/A/properties/x-a/$ref')).toBe(
      '#/components/schemas/A',
    );
  });
});

it('names like __proto__ are names like any other', () => {
  const hostile = JSON.parse(
    '{"swagger":"2.0","info":{},"paths":{"__proto__":{"post":{"parameters":[{"in":"formData","name":"__proto__","type":"string"}],' +
      '"responses":{"__proto__":{"schema":{"$ref":"#/definitions/__proto__"}}}}}},"definitions":{"__proto__":{"properties":{"__proto__":{"type":"integer"}}}}}',
  ) as JsonObject;
  const { root } = upgrade(hostile);
  expect(valueAt(root, '/components/schemas/__proto__/properties/__proto__')).toEqual({
    type: 'integer',
  });
  const operation = '/paths/__proto__/post';
  expect(valueAt(root, `${operation}/responses/__proto__/${json}/schema`)).toEqual({
    $ref: '#/components/schemas/__proto__',
  });
  expect(valueAt(root, `${operation}/requestBody/${form}/schema/properties/__proto__`)).toEqual({
    type: 'string',
    minLength: 1,
  });
  expect(Object.getPrototypeOf(root)).toBe(Object.prototype);
});

it('parameters that refer to each other in a circle end the search for what they describe', () => {
  const circle = { A: { $ref: '#/parameters/B' }, B: { $ref: '#/parameters/A' } };
  const item = { post: { parameters: [{ $ref: '#/parameters/A' }], responses: {} } };
  const { root } = upgrade({ ...given, paths: { '/a': item }, parameters: circle });
  expect(valueAt(root, '/paths/~1a/post/parameters')).toEqual([
    { $ref: '#/components/parameters/A' },
  ]);
});
