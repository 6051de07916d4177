import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../../base/json.ts';
import type { Contract } from '../../compile.ts';
import { complaintsAbout, findOperation, loadText } from '../../contract-text.test-kit.ts';

const text = `swagger: "2.0"
info: { title: Pets, version: "1" }
host: api.example.com
basePath: /v1
schemes: [https]
securityDefinitions:
  key: { type: apiKey, in: header, name: X-Key }
  login: { type: basic }
parameters:
  Limit: { name: limit, in: query, type: integer, maximum: 10 }
paths:
  /pets:
    parameters:
      - $ref: '#/parameters/Limit'
    get:
      operationId: list
      parameters:
        - $ref: 'parts.yaml#/parameters/Sort'
      responses:
        200: { description: Fine., schema: { type: array, items: { $ref: '#/definitions/Pet«odd»' } } }
        404: { $ref: 'parts.yaml#/responses/Gone' }
    post:
      operationId: add
      parameters:
        - { in: body, name: pet, required: true, schema: { $ref: 'parts.yaml#/definitions/NewPet' } }
      responses:
        201: { description: Made., schema: { $ref: 'parts.yaml#/definitions/NewPet' } }
  /photos:
    post:
      operationId: upload
      parameters:
        - { in: formData, name: photo, type: file, required: true }
      responses: { 204: { description: Kept. } }
  /others: { $ref: 'parts.yaml#/paths/others' }
  /__proto__:
    get:
      operationId: hazard
      responses: { 200: { description: Fine., schema: { $ref: '#/definitions/__proto__' } } }
definitions:
  Pet«odd»:
    type: object
    required: [id]
    properties:
      id: { type: integer, minimum: 0, exclusiveMinimum: true }
      tag: { type: string, x-nullable: true }
  __proto__: { type: integer }
  toString: { type: integer }
`;

const parts = `parameters:
  Sort: { name: sort, in: query, type: array, items: { type: string }, collectionFormat: pipes }
responses:
  Gone: { description: Gone., schema: { $ref: '#/definitions/Fault' } }
definitions:
  Fault:
    type: object
    properties:
      of: { $ref: 'openapi.yaml#/definitions/Pet«odd»' }
      note: { type: string, x-nullable: true }
  NewPet:
    type: object
    properties:
      name: { type: string, x-nullable: true }
      price: { type: number, maximum: 5, exclusiveMaximum: true }
paths:
  others:
    get:
      operationId: others
      parameters: [{ $ref: '#/parameters/Sort' }]
      responses: { 200: { description: Fine., schema: { $ref: '#/definitions/Fault' } } }
`;

function load(): Promise<Contract> {
  return loadText(text, { 'parts.yaml': parts }, { isLenient: false, isComplete: true });
}

describe('Swagger 2.0', () => {
  it('becomes what it says', async () => {
    const contract = await load();
    expect(contract).toMatchObject({ title: 'Pets', version: '1', warnings: [] });
    const shown = contract.operations.map(({ id, method, path, parameters, body, responses }) => [
      id,
      `${method} ${path}`,
      parameters.map(({ name }) => name).join(),
      body?.media.map(({ type }) => type).join(),
      [...responses.keys()].join(),
    ]);
    expect(shown).toEqual([
      ['list', 'GET /pets', 'limit,sort', undefined, '200,404'],
      ['add', 'POST /pets', 'limit', 'application/json', '201'],
      ['upload', 'POST /photos', '', 'multipart/form-data', '204'],
      ['others', 'GET /others', 'sort', undefined, '200'],
      ['hazard', 'GET /__proto__', '', undefined, '200'],
    ]);
    expect(contract.documents.at(contract.documents.root, 'servers', 0, 'url')?.value).toBe(
      'https://api.example.com/v1',
    );
    expect([...contract.schemes.keys()]).toEqual(['key', 'login']);
  });

  it('has the body that all operations of a path take, where a body means something', async () => {
    const shared = `swagger: "2.0"
info: { title: Shared, version: "1" }
paths:
  /things:
    parameters: [{ in: body, name: thing, schema: { type: object, required: [id] } }]
    get: { responses: { 200: { description: Fine. } } }
    put: { responses: { 200: { description: Fine. } } }
    post: { parameters: [], responses: { 200: { description: Fine. } } }
`;
    const { operations } = await loadText(shared, {}, { isLenient: false, isComplete: true });
    const bodies = operations.map(({ method, body }) => [
      method,
      body?.media[0]?.check?.({}).map(({ pointer }) => pointer),
    ]);
    expect(bodies).toEqual([
      ['GET', undefined],
      ['PUT', ['/id']],
      ['POST', ['/id']],
    ]);
  });

  it.each<[string, string, JsonValue, readonly string[]]>([
    ['list', '200', [{ id: 1, tag: null }], []],
    ['list', '200', [{ id: 0 }], ['/0/id']],
    ['list', '404', { of: { id: 0 }, note: null }, ['/of/id']],
    ['add', '201', { name: null, price: 5 }, ['/price']],
    ['others', '200', { note: 7 }, ['/note']],
    ['hazard', '200', 7, []],
    ['hazard', '200', 'x', ['']],
  ])('%s is held to its schema for %s: %j', async (id, status, value, faults) => {
    const response = findOperation(await load(), id).responses.get(status);
    const found = response?.media[0]?.check?.(value) ?? [];
    expect(found.map(({ pointer }) => pointer)).toEqual(faults);
  });

  it.each<[string, JsonObject, readonly (readonly [JsonValue, boolean])[]]>([
    [
      'a file is a text',
      { type: 'file' },
      [
        ['x', true],
        [1, false],
      ],
    ],
    [
      'an extension allows null',
      { type: 'string', enum: ['a'], 'x-nullable': true },
      [
        [null, true],
        ['b', false],
      ],
    ],
    [
      'a type may be a list',
      { type: ['integer', 'number'] },
      [
        [1, true],
        [1.5, true],
        ['a', false],
      ],
    ],
    [
      'null is a type',
      { type: 'null' },
      [
        [null, true],
        [1, false],
      ],
    ],
    ['items without a schema', { type: 'array', items: [] }, [[[1, 'a'], true]]],
    [
      'items of one kind',
      { type: 'array', items: [{ type: 'integer' }] },
      [
        [[1, 2], true],
        [[1, 'a'], false],
      ],
    ],
    [
      'items of several kinds',
      { type: 'array', items: [{ type: 'integer' }, { type: 'boolean' }] },
      [
        [[true, 1], true],
        [['a'], false],
      ],
    ],
    [
      'a property that calls itself required',
      { properties: { a: { type: 'integer', required: true } } },
      [
        [{}, true],
        [{ a: 'x' }, false],
      ],
    ],
    [
      'members that are null',
      { type: 'integer', description: null, pattern: null, properties: { a: null } },
      [
        [1, true],
        ['a', false],
      ],
    ],
  ])('schemas mean what they meant: %s', async (_, schema, values) => {
    const contract = await loadText(
      JSON.stringify({
        swagger: '2.0',
        info: { title: 'Old', version: '1' },
        paths: { '/a': { get: { operationId: 'a', responses: { 200: { schema } } } } },
      }),
      {},
      { isLenient: false, isComplete: true },
    );
    const check = findOperation(contract, 'a').responses.get('200')?.media[0]?.check;
    const verdicts = values.map(([value]) => [value, check?.(value)?.length === 0]);
    expect(verdicts).toEqual(values);
  });

  it('a form may be sent as either kind of form where both are listed', async () => {
    const { operations } = await loadText(`swagger: "2.0"
info: { title: Form, version: "1" }
paths:
  /a:
    post:
      consumes: [multipart/form-data, application/x-www-form-urlencoded]
      parameters: [{ in: formData, name: a, type: array, items: { type: integer } }]
      responses: { 204: { description: Done. } }
`);
    expect(operations[0]?.body?.media.map(({ type }) => type)).toEqual([
      'multipart/form-data',
      'application/x-www-form-urlencoded',
    ]);
  });

  it.each<[string, string, string, string]>([
    [
      'a schema',
      '__proto__: { type: integer }',
      "__proto__: { pattern: '(' }",
      '/definitions/__proto__/pattern',
    ],
    ['a scheme', 'type: basic', 'type: odd', '/securityDefinitions/login'],
    [
      'a parameter',
      'name: limit, in: query',
      'name: limit, in: nowhere',
      '/paths/~1pets/parameters/0',
    ],
    [
      'a reference',
      "Pet«odd»' } }",
      "Nothing' } }",
      '/paths/~1pets/get/responses/200/schema/items/$ref',
    ],
  ])('is complained of where it stands: %s', async (_, from, to, pointer) => {
    expect(text).toContain(from);
    const complaints = await complaintsAbout(text.replace(from, to), { 'parts.yaml': parts });
    const lines = complaints.map((complaint) => [complaint.pointer, (complaint.line ?? 0) > 1]);
    expect(lines).toContainEqual([pointer, true]);
  });

  it.each<[string, string, string | RegExp, number]>([
    ['no paths', 'swagger: "2.0"\ninfo: {}\n', '"paths" must be an object', 1],
    ['a list of paths', 'swagger: "2.0"\ninfo: {}\npaths: []\n', '"paths" must be an object', 3],
    [
      'an info that is a text',
      'swagger: "2.0"\ninfo: x\npaths: {}\n',
      '"info" must be an object',
      2,
    ],
  ])('is a complaint where it can not be upgraded: %s', async (_, torn, message, line) => {
    expect(await complaintsAbout(torn)).toMatchObject([
      { file: 'openapi.yaml', line, message: expect.stringMatching(message) },
    ]);
  });
});
