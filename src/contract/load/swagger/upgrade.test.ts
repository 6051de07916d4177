import { expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { valueAt } from '../../../base/json.ts';
import { info, post, upgraded } from './upgrade.test-kit.ts';
import { upgrade } from './upgrade.ts';

it('a document of its own is left unchanged, and shares no schema with the upgraded one', () => {
  const given: JsonObject = {
    swagger: '2.0',
    info,
    paths: {
      '/a': { post: { parameters: [{ in: 'body', name: 'a', schema: { type: 'object' } }] } },
    },
    definitions: { A: { properties: { a: { $ref: '#/definitions/A' } } } },
  };
  const before = JSON.stringify(given);
  const { root } = upgrade(given);
  expect(JSON.stringify(given)).toBe(before);
  expect(valueAt(root, '/components/schemas/A/properties')).not.toBe(
    valueAt(given, '/definitions/A/properties'),
  );
});

it('the rest of the document stays, without members that are null', () => {
  const more = {
    tags: [{ name: 'a' }],
    externalDocs: { url: 'x' },
    security: [{ key: [] }],
    'x-a': 1,
  };
  expect(upgraded({ ...more, definitions: null, 'x-b': null })).toEqual({
    openapi: '3.0.0',
    info,
    paths: {},
    ...more,
    'x-b': null,
  });
});

it.each<[string, JsonObject, JsonObject]>([
  [
    'a version that YAML took for a number',
    { title: 'A', version: 1.5 },
    { title: 'A', version: '1.5' },
  ],
  ['nothing', {}, { title: '', version: '' }],
  [
    'a logo',
    { title: 'A', version: '1', logo: { url: 'x' } },
    { title: 'A', version: '1', 'x-logo': { url: 'x' } },
  ],
])('"info" with %s', (_, given, expected) => {
  expect(valueAt(upgraded({ info: given }), '/info')).toEqual(expected);
});

const template = {
  hostTemplate: '{endpoint}/text',
  useSchemePrefix: false,
  parameters: [{ $ref: '#/parameters/Endpoint' }],
};
const endpoint = {
  Endpoint: { name: 'endpoint', in: 'path', type: 'string', default: 'https://a.b' },
};

it.each<[string, JsonObject, JsonValue | undefined]>([
  ['nothing', {}, undefined],
  ['a base path alone', { basePath: '/v1' }, [{ url: '/v1' }]],
  ['a host without schemes', { host: 'a.b', basePath: '/v1/' }, [{ url: '//a.b/v1' }]],
  [
    'several schemes',
    { host: 'a.b', schemes: ['http', 'https'] },
    [{ url: 'http://a.b' }, { url: 'https://a.b' }],
  ],
  ['no schemes at all', { host: 'a.b', schemes: [], basePath: '/v1' }, [{ url: '//a.b/v1' }]],
  [
    'braces',
    { host: '{{zone}}.b', schemes: ['https'] },
    [{ url: 'https://{zone}.b', variables: { zone: { default: 'unknown' } } }],
  ],
  [
    "Azure's template",
    { 'x-ms-parameterized-host': template, parameters: endpoint, basePath: '/v2' },
    [
      { url: '/v2' },
      { url: '{endpoint}/text/v2', variables: { endpoint: { default: 'https://a.b' } } },
    ],
  ],
  ['a host that is no text', { host: ['a.b'], basePath: '/v1' }, [{ url: '/v1' }]],
])('servers of %s', (_, given, expected) => {
  expect(valueAt(upgraded(given), '/servers')).toEqual(expected);
});

it('an operation has servers of its own where it has schemes of its own', () => {
  const common = { host: 'a.b', basePath: '/v1', schemes: ['https'] };
  const serversOf = (schemes: JsonValue): JsonValue | undefined =>
    valueAt(post({ schemes }, common) ?? null, '/servers');
  expect(serversOf(['http', 'https'])).toEqual([
    { url: 'http://a.b/v1' },
    { url: 'https://a.b/v1' },
  ]);
  expect(serversOf(['https'])).toBeUndefined();
});

it.each<[string, JsonValue, JsonValue]>([
  [
    'basic',
    { type: 'basic', description: 'A' },
    { type: 'http', scheme: 'basic', description: 'A' },
  ],
  [
    'apiKey',
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { type: 'apiKey', in: 'header', name: 'X-Key' },
  ],
  ...[
    ['implicit', 'implicit'],
    ['password', 'password'],
    ['application', 'clientCredentials'],
    ['accessCode', 'authorizationCode'],
  ].map(([flow = '', name = '']): [string, JsonValue, JsonValue] => [
    flow,
    { type: 'oauth2', flow, authorizationUrl: 'a', tokenUrl: 'b', scopes: { c: 'd' }, 'x-a': 1 },
    {
      type: 'oauth2',
      'x-a': 1,
      flows: { [name]: { authorizationUrl: 'a', tokenUrl: 'b', scopes: { c: 'd' } } },
    },
  ]),
  [
    'oauth2 without scopes',
    { type: 'oauth2', flow: 'password', tokenUrl: 'b', name: 'c' },
    { type: 'oauth2', flows: { password: { tokenUrl: 'b', scopes: {} } } },
  ],
  ['one of no kind', 7, 7],
])('a security scheme: %s', (_, scheme, expected) => {
  const root = upgraded({ securityDefinitions: { 'my key': scheme } });
  expect(valueAt(root, '/components/securitySchemes/my key')).toEqual(expected);
});
