import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../base/json.ts';
import {
  complaintsAbout,
  contractText,
  findOperation,
  loadText,
  pathParameters,
  plainOperation,
  plainPath,
} from './contract-text.test-kit.ts';
import type { Operation } from './operations.ts';
import { findResponse } from './operations.ts';

const page = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};

async function loadOperation(operation: JsonObject, more: JsonObject = {}): Promise<Operation> {
  const text = contractText({ '/a': { get: { operationId: 'it', ...operation } } }, more);
  return findOperation(await loadText(text), 'it');
}

function responding(...statuses: readonly string[]): JsonObject {
  const responses = statuses.map((status) => [status, { description: status }] as const);
  return { responses: Object.fromEntries(responses) };
}

describe('an operation', () => {
  it('is known by its operationId, else by its method and path', async () => {
    const contract = await loadText(
      contractText({
        '/a': { get: plainOperation({ operationId: 'listA' }), put: plainOperation() },
      }),
    );
    expect(contract.operations.map(({ id, method, path }) => [id, method, path])).toEqual([
      ['listA', 'GET', '/a'],
      ['put /a', 'PUT', '/a'],
    ]);
  });

  it('exists for every method, and for nothing else that a path holds', async () => {
    const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
    const contract = await loadText(
      contractText({
        '/a': { ...plainPath(...methods), summary: 'All.', 'x-get': {}, fetch: {} },
        'x-paths': { get: plainOperation() },
      }),
    );
    expect(contract.operations.map(({ method }) => method.toLowerCase())).toEqual(methods);
  });

  it('may stand in another file', async () => {
    const contract = await loadText(contractText({ '/a': { $ref: 'a.yaml' } }), {
      'a.yaml': 'get: {operationId: getA, responses: {"200": {description: Fine.}}}\n',
    });
    expect(contract.operations.map(({ id, path }) => [id, path])).toEqual([['getA', '/a']]);
  });

  it('knows the names in its path, in order', async () => {
    const path = '/shops/{shop_id}/orders/{order_id}/';
    const contract = await loadText(
      contractText({
        [path]: { parameters: pathParameters('order_id', 'shop_id'), ...plainPath() },
      }),
    );
    expect(contract.operations[0]?.pathNames).toEqual(['shop_id', 'order_id']);
  });
});

describe('an operationId', () => {
  it('that is used more often is complained of at every later place', async () => {
    const named = { get: plainOperation({ operationId: 'same' }) };
    const text = contractText({ '/a': named, '/b': named, '/c': named });
    expect(await complaintsAbout(text)).toMatchObject([
      { pointer: '/paths/~1b/get', message: 'the operationId "same" is also that of GET /a' },
      { pointer: '/paths/~1c/get', message: expect.stringContaining('the operationId "same" is') },
    ]);
  });
});

describe('the response of success', () => {
  it.each<[readonly string[], string]>([
    [['200', '404'], '200'],
    [['404', '204', '201'], '201'],
    [['default', '2XX', '202'], '202'],
    [['200', '201'], '200'],
    [['404', '2XX', 'default'], '2XX'],
    [['404', '2xx'], '2XX'],
    [['404', 'default'], 'default'],
    [['301', '404'], '301'],
  ])('of %j is %s', async (statuses, success) => {
    expect((await loadOperation(responding(...statuses))).success?.status).toBe(success);
  });
});

describe('findResponse', () => {
  it.each<[number, readonly string[], string | undefined]>([
    [404, ['200', '404', '4XX', 'default'], '404'],
    [404, ['200', '4XX', 'default'], '4XX'],
    [404, ['200', 'default'], 'default'],
    [404, ['200', 'DEFAULT'], 'default'],
    [404, ['200', '5XX'], undefined],
    [500, ['200', '4XX'], undefined],
  ])('%i among %j is %s', async (status, declared, found) => {
    const operation = await loadOperation(responding(...declared));
    expect(findResponse(operation, status)?.status).toBe(found);
  });
});

describe('the responses', () => {
  it.each<[string, JsonObject, RegExp]>([
    ['none', {}, /declares no response/],
    ['an empty object', { responses: {} }, /declares no response/],
    ['no status', responding('200', 'ok'), /the response "ok" must be a status/],
    ['a status out of bounds', responding('200', '600'), /the response "600" must be a status/],
    [
      'a reference that leads nowhere',
      { responses: { '200': { $ref: '#/components/responses/No' } } },
      /^\$ref to .*: there is nothing at that place$/,
    ],
  ])('are complained of: %s', async (_, operation, message) => {
    const complaints = await complaintsAbout(contractText({ '/a': { get: operation } }));
    expect(complaints.map((complaint) => complaint.message)).toEqual(
      expect.arrayContaining([expect.stringMatching(message)]),
    );
    expect(complaints[0]?.pointer).toMatch(/^\/paths\/~1a\/get/);
  });

  it('may have extensions among them', async () => {
    const responses = { '200': { description: 'Fine.' }, 'x-note': 'Ask us.' };
    const operation = await loadOperation({ responses });
    expect([...operation.responses.keys()]).toEqual(['200']);
  });

  it('may stand elsewhere, with their headers', async () => {
    const operation = await loadOperation(
      { responses: { '200': { $ref: '#/components/responses/Fine' } } },
      {
        components: {
          responses: {
            Fine: { description: 'Fine.', headers: { ETag: { $ref: '#/components/headers/Tag' } } },
          },
          headers: { Tag: { required: true, schema: { type: 'integer', minimum: 1 } } },
        },
      },
    );
    const [header] = operation.success?.headers ?? [];
    expect(header).toMatchObject({ name: 'ETag', isRequired: true, examples: [] });
    expect(header?.check?.(0)).toMatchObject([{ keyword: 'minimum' }]);
  });
});

describe('the media of a body', () => {
  function withBody(content: JsonValue, more: JsonObject = {}): JsonObject {
    return { ...responding('200'), requestBody: { content, ...more } };
  }

  it('are told apart by their essence', async () => {
    const operation = await loadOperation(
      withBody({ 'Application/JSON; charset=utf-8': {}, 'text/csv': {}, 'image/*': {} }),
    );
    expect(operation.body?.isRequired).toBe(false);
    expect(operation.body?.media.map(({ essence, isJson }) => [essence, isJson])).toEqual([
      ['application/json', true],
      ['text/csv', false],
      ['image/*', false],
    ]);
  });

  it('are checked by their schemas, wherever these stand', async () => {
    const content = { 'application/json': { schema: { $ref: 'page.yaml#/Page' } } };
    const text = contractText({ '/a': { get: withBody(content, { required: true }) } });
    const contract = await loadText(text, { 'page.yaml': JSON.stringify({ Page: page }) });
    const operation = findOperation(contract, 'get /a');
    expect(operation.body?.isRequired).toBe(true);
    const check = operation.body?.media[0]?.check;
    expect(check?.({ id: 'a' })).toEqual([]);
    expect(check?.({})).toMatchObject([{ pointer: '/id', keyword: 'required' }]);
  });

  it('are checked by what stands beside a reference, too', async () => {
    const schema = { $ref: '#/components/schemas/Page', required: ['name'] };
    const operation = await loadOperation(withBody({ 'application/json': { schema } }), {
      components: { schemas: { Page: page } },
    });
    const check = operation.body?.media[0]?.check;
    expect(check?.({ id: 'a', name: 'b' })).toEqual([]);
    expect(check?.({ id: 'a' })).toMatchObject([{ pointer: '/name', keyword: 'required' }]);
  });

  it.each<[string, JsonObject]>([
    ['a request body', { ...responding('200'), requestBody: { $ref: '#/components/no' } }],
    ['a parameter', { ...responding('200'), parameters: [{ $ref: '#/components/no' }] }],
    ['a response', { responses: { '200': { $ref: '#/components/no' } } }],
    ['a schema of a request', withBody({ 'application/json': { schema: { $ref: '#/no' } } })],
    ['a media type of a request', withBody({ 'application/json': { $ref: '#/no' } })],
    [
      'a schema of a response',
      {
        responses: {
          '200': {
            description: 'Fine.',
            content: { 'application/json': { schema: { $ref: '#/no' } } },
          },
        },
      },
    ],
    [
      'a header',
      { responses: { '200': { description: 'Fine.', headers: { ETag: { $ref: '#/no' } } } } },
    ],
    [
      'the schema of a header',
      {
        responses: {
          '200': { description: 'Fine.', headers: { ETag: { schema: { $ref: '#/no' } } } },
        },
      },
    ],
  ])('are complained of where the reference of %s leads nowhere', async (_, operation) => {
    const complaints = await complaintsAbout(contractText({ '/a': { get: operation } }));
    expect(complaints).toHaveLength(1);
    expect(complaints[0]?.line).toBeGreaterThan(1);
    expect(complaints[0]?.pointer).toMatch(/^\/paths\/~1a\/get\//);
  });

  it('are complained of where a reference can not be read', async () => {
    const schema = { $ref: '#/components/%zz' };
    const text = contractText({ '/a': { get: withBody({ 'application/json': { schema } }) } });
    expect(await complaintsAbout(text)).toHaveLength(1);
  });
});

describe('the example of a media type', () => {
  const named = { first: { value: 'named' }, second: { value: 'other' } };

  it.each<[string, JsonObject, JsonValue | undefined]>([
    ['none', {}, undefined],
    ['its own', { example: 'own', schema: { example: "the schema's" } }, 'own'],
    ['one that is null', { example: null }, null],
    ['the first that is named', { examples: named, schema: { example: "the schema's" } }, 'named'],
    ["the schema's", { schema: { example: "the schema's" } }, "the schema's"],
    ['one that stands elsewhere', { examples: { it: { $ref: '#/components/examples/It' } } }, 'it'],
    ['one that speaks of references', { example: { $ref: '#/info' } }, { $ref: '#/info' }],
  ])('is %s', async (_, media, example) => {
    const operation = await loadOperation(
      { responses: { '200': { content: { 'application/json': media } } } },
      { components: { examples: { It: { value: 'it' } } } },
    );
    expect(operation.success?.media[0]?.examples[0]?.value).toEqual(example);
  });
});

describe('a contract without operations', () => {
  it.each<[string, JsonObject]>([
    ['no paths', {}],
    ['a list of paths', { paths: [] }],
  ])('is a complaint: %s', async (_, more) => {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, ...more });
    expect(await complaintsAbout(text)).toMatchObject([
      { message: expect.stringContaining('there is no "paths" object') },
    ]);
  });
});
