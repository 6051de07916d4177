import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { complaintsAbout, contractText, loadText, plainPath } from '../contract-text.test-kit.ts';

function withOperation(operation: JsonObject): string {
  const responses = { '200': { description: 'Fine.' } };
  return contractText({ '/a': { get: { responses, ...operation } } });
}

function withResponse(response: JsonValue): string {
  return withOperation({ responses: { '200': response } });
}

const schema = { type: 'string' };

describe('a fault of form', () => {
  it.each<[string, string, string, RegExp]>([
    ['no "info"', '{"openapi": "3.1.0", "paths": {"/a": {}}}', '', /must have a "info"/],
    ['no title', contractText({}, { info: { version: '1' } }), '/info', /must have a "title"/],
    [
      'a version that is a number',
      contractText({}, { info: { title: 'A', version: 1 } }),
      '/info/version',
      /must be a text/,
    ],
    ['a name that nobody knows', contractText({}, { pahts: {} }), '/pahts', /no member "pahts"/],
    [
      'a component with a name like that of an extension',
      contractText({ '/a': plainPath() }, { components: { responses: { 'x-a': {} } } }),
      '/components/responses/x-a',
      /"description"/,
    ],
    [
      'a webhook with a name like that of an extension',
      contractText({ '/a': plainPath() }, { webhooks: { 'x-b': { gett: {} } } }),
      '/webhooks/x-b/gett',
      /no member "gett"/,
    ],
    ['no description', withResponse({}), '/paths/~1a/get/responses/200', /"description"/],
    ['a response that is a text', withResponse('ok'), '/paths/~1a/get/responses/200', /an object/],
    [
      'an id that is a number',
      withOperation({ operationId: 5 }),
      '/paths/~1a/get/operationId',
      /a text/,
    ],
    [
      'no list of parameters',
      withOperation({ parameters: {} }),
      '/paths/~1a/get/parameters',
      /a list/,
    ],
    [
      'a parameter without a schema',
      withOperation({ parameters: [{ name: 'q', in: 'query' }] }),
      '/paths/~1a/get/parameters/0',
      /a "schema" or a "content"/,
    ],
    [
      'a body without content',
      withOperation({ requestBody: {} }),
      '/paths/~1a/get/requestBody',
      /"content"/,
    ],
    [
      'content that is a list',
      withOperation({ requestBody: { content: [] } }),
      '/paths/~1a/get/requestBody/content',
      /an object/,
    ],
    [
      'a flag that is a text',
      withOperation({ parameters: [{ name: 'q', in: 'query', schema, required: 'yes' }] }),
      '/paths/~1a/get/parameters/0/required',
      /true or false/,
    ],
    [
      'a component of an odd name',
      contractText({ '/a': plainPath() }, { components: { schemas: { 'A B': schema } } }),
      '/components/schemas/A B',
      /the name "A B"/,
    ],
    [
      'a schema that is a text',
      contractText({ '/a': plainPath() }, { components: { schemas: { A: 'string' } } }),
      '/components/schemas/A',
      /a schema must be an object/,
    ],
    [
      'a path that differs from another only in names',
      contractText({
        '/a/{x}': { get: { parameters: [inPath('x')], responses: { '200': { description: '' } } } },
        '/a/{y}': { get: { parameters: [inPath('y')], responses: { '200': { description: '' } } } },
      }),
      '/paths/~1a~1{y}/get',
      /^takes the same requests as GET \/a\/\{x\}, which is served$/,
    ],
  ])('is a complaint: %s', async (_, text, pointer, message) => {
    const complaints = await complaintsAbout(text);
    expect(complaints).toMatchObject([
      {
        file: 'openapi.yaml',
        line: expect.any(Number),
        pointer,
        message: expect.stringMatching(message),
      },
    ]);
  });

  it('is a warning for a lenient reader, and all else is served', async () => {
    const contract = await loadText(
      '{"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"200": {}}}}}}',
    );
    expect(contract).toMatchObject({ title: 'Untitled', version: '0' });
    expect(contract.operations).toHaveLength(1);
    expect(contract.warnings.map(({ message }) => message)).toEqual([
      'the contract must have a "info"',
      'a response must have a "description"',
    ]);
  });

  it('is told in the file that it stands in, and once', async () => {
    const responses = { '200': { $ref: 'parts.yaml#/Done' } };
    const text = contractText({ '/a': { get: { responses }, put: { responses } } });
    expect(await complaintsAbout(text, { 'parts.yaml': '# Parts\nDone: {}\n' })).toMatchObject([
      { file: 'parts.yaml', line: 2, pointer: '/Done' },
    ]);
  });
});

describe('no fault of form', () => {
  it.each<[string, string]>([
    [
      'extensions everywhere',
      withOperation({ 'x-a': 1, parameters: [{ ...inQuery('q'), 'x-b': 2 }] }),
    ],
    ['webhooks', contractText({ '/a': plainPath() }, { webhooks: { made: plainPath('post') } })],
    [
      'components of every kind',
      contractText(
        { '/a': { $ref: '#/components/pathItems/A' } },
        { components: { pathItems: { A: plainPath() } } },
      ),
    ],
    [
      'a summary beside a reference',
      contractText(
        { '/a': plainPath() },
        {
          components: {
            responses: {
              A: { description: '' },
              B: { $ref: '#/components/responses/A', description: 'b' },
            },
          },
        },
      ),
    ],
    [
      'schemas that are booleans',
      contractText(
        { '/a': plainPath() },
        { components: { schemas: { A: true, B: { items: false } } } },
      ),
    ],
    [
      'a dialect',
      contractText(
        { '/a': plainPath() },
        { jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' },
      ),
    ],
  ])('is %s', async (_, text) => {
    expect(await complaintsAbout(text)).toEqual([]);
  });
});

function inPath(name: string): JsonObject {
  return { name, in: 'path', required: true, schema };
}

function inQuery(name: string): JsonObject {
  return { name, in: 'query', schema };
}
