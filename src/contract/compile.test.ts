import { describe, expect, it } from 'vitest';

import {
  complaintsAbout,
  contractText,
  loadText,
  plainOperation,
  plainPath,
} from './contract-text.test-kit.ts';

describe('the version', () => {
  it.each(['3.0.0', '3.0.3', '3.0.4-rc1', '3.1.0', '3.1.1', '3.1.12'])(
    '%s is served',
    async (openapi) => {
      const text = contractText({ '/a': plainPath() }, { openapi });
      const contract = await loadText(text, {}, { isLenient: false });
      expect(contract.operations).toHaveLength(1);
      expect(contract.warnings).toEqual([]);
    },
  );

  it('3.2.0 is served as 3.1, with a warning', async () => {
    const text = contractText({ '/a': plainPath() }, { openapi: '3.2.0' });
    const contract = await loadText(text, {}, { isLenient: false });
    expect(contract.operations).toHaveLength(1);
    expect(contract.warnings).toMatchObject([{ line: 2, pointer: '/openapi' }]);
  });

  it.each<[string, string, string]>([
    ['3.1', 'openapi: 3.1', '3.1'],
    ['3.0', 'openapi: 3.0', '3.0'],
  ])('%s is served where YAML takes it for a number', async (_, line) => {
    const text = `${line}\ninfo: {title: A, version: "1"}\npaths: {/a: {get: {responses: {200: {description: Fine.}}}}}\n`;
    const contract = await loadText(text);
    expect(contract.operations).toHaveLength(1);
    expect(contract.warnings).toMatchObject([{ line: 1, message: '"openapi" must be a text' }]);
  });

  it.each<[string, string, string, number]>([
    ['1.2', 'swaggerVersion: "1.2"\npaths: {}\n', 'there is no "openapi" member', 1],
    ['2.1', '# Odd\nswagger: "2.1"\npaths: {}\n', '"swagger" is "2.1"', 2],
    ['3.10', 'openapi: 3.10.0\npaths: {}\n', '"openapi" is "3.10.0"', 1],
    ['4.0.0', '# New\nopenapi: 4.0.0\npaths: {}\n', '"openapi" is "4.0.0"', 2],
    ['a number', 'openapi: 4\npaths: {}\n', '"openapi" is 4', 1],
    ['a list', '- 1\n', 'it is not an object', 1],
    ['a text', 'openapi\n', 'it is not an object', 1],
    ['nothing', '', 'the file is empty', 1],
    [
      'a file of records',
      'orders:\n  - id: 1\n',
      'there is no "openapi" member; these look like records, as json-server takes them: they need a contract, and docs/coming-from.md shows how to write it',
      1,
    ],
  ])('%s is refused', async (_, text, reason, line) => {
    const message = `not an OpenAPI contract of version 3.1, 3.0 or 2.0: ${reason}`;
    expect(await complaintsAbout(text)).toMatchObject([{ file: 'openapi.yaml', line, message }]);
  });
});

describe('a contract', () => {
  it('tells its title and its version', async () => {
    const contract = await loadText(
      contractText({ '/a': plainPath() }, { info: { title: 'Orders', version: '2.4' } }),
    );
    expect(contract).toMatchObject({ title: 'Orders', version: '2.4' });
  });

  it('has names for what it does not tell', async () => {
    const contract = await loadText(contractText({ '/a': plainPath() }, { info: {} }));
    expect(contract).toMatchObject({ title: 'Untitled', version: '0' });
  });

  it('has routes to the operations of a path, by method', async () => {
    const contract = await loadText(
      contractText({ '/a': plainPath('get', 'patch', 'delete'), '/b': plainPath('post') }),
    );
    const entry = contract.routes.match('/a')?.target;
    expect(entry?.template).toBe('/a');
    expect([...(entry?.operations.keys() ?? [])].toSorted()).toEqual(['DELETE', 'GET', 'PATCH']);
    expect(contract.routes.match('/b')?.target.operations.get('POST')?.id).toBe('post /b');
    expect(contract.routes.match('/c')).toBeUndefined();
  });

  it('takes templates that differ only in the names of their parameters for one path', async () => {
    const declare = (name: string) => ({
      parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
    });
    const contract = await loadText(
      contractText({
        '/a/{id}': { get: plainOperation(declare('id')) },
        '/a/{key}': { patch: plainOperation(declare('key')) },
      }),
    );
    const operations = contract.routes.match('/a/7')?.target.operations;
    expect(operations?.get('GET')?.pathNames).toEqual(['id']);
    expect(operations?.get('PATCH')?.pathNames).toEqual(['key']);
  });
});

describe('the fingerprint', () => {
  const text = contractText({ '/a': { $ref: 'a.yaml' } });
  const other = 'get: {responses: {"200": {description: Fine.}}}\n';

  it('is the same for the same texts', async () => {
    const first = await loadText(text, { 'a.yaml': other });
    const second = await loadText(text, { 'a.yaml': other });
    expect(first.fingerprint).toBe(second.fingerprint);
    expect(first.fingerprint).not.toBe('');
  });

  it.each<[string, string, string]>([
    ['the contract', `${text}\n`, other],
    ['a file that it refers to', text, `${other}# more\n`],
  ])('changes with %s', async (_, root, referred) => {
    const before = await loadText(text, { 'a.yaml': other });
    const after = await loadText(root, { 'a.yaml': referred });
    expect(after.fingerprint).not.toBe(before.fingerprint);
  });
});

describe('all faults of a contract', () => {
  const text = `openapi: 3.1.0
info: {title: Faulty, version: '1'}
paths:
  /shops/{shop_id}:
    get:
      operationId: same
      security:
        - nobody: []
      responses:
        '200': {description: Fine.}
  /orders:
    post:
      operationId: same
      parameters:
        - {name: limit}
      responses:
        '999': {description: No such status.}
        '200':
          description: Fine.
          content:
            json: {}
            application/json:
              schema: {$ref: '#/components/schemas/Order'}
  orders: {}
components:
  securitySchemes:
    strange: {type: telepathy}
  schemas:
    Order:
      type: object
      properties:
        code: {type: string, pattern: '['}
`;

  it('come at once, each with its place', async () => {
    const complaints = await complaintsAbout(text);
    const expected: readonly [number, RegExp][] = [
      [5, /the path parameter "shop_id" is not declared/],
      [8, /the security scheme "nobody" is not declared/],
      [12, /the operationId "same" is also that of GET \/shops\/\{shop_id\}/],
      [15, /the parameter "limit" needs an "in"/],
      [17, /the response "999" must be a status/],
      [20, /"json" is not a media type/],
      [24, /the path "orders" must begin with "\/"/],
      [27, /the security scheme "strange" is passed over, .* it has no known type: /],
      [32, /the keyword "pattern" can not be checked: .*\[/],
    ];
    const found = complaints.toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0));
    expect(found).toMatchObject(
      expected.map(([line, message]) => ({
        file: 'openapi.yaml',
        line,
        message: expect.stringMatching(message),
        pointer: expect.stringMatching(/^\//),
        frame: expect.stringMatching(new RegExp(`^> +${line} \\|`, 'm')),
      })),
    );
  });
});

it('is refused where two schemas claim one name', async () => {
  const named = (type: string) => ({ $id: 'https://example.com/one', type });
  const schemas = { A: named('string'), B: named('integer') };
  expect(await complaintsAbout(contractText({}, { components: { schemas } }))).toMatchObject([
    { pointer: '/components/schemas/B', message: expect.stringMatching(/example\.com\/one/) },
  ]);
});

describe('a schema that can not be compiled', () => {
  it.each<[string, string]>([
    ['a type that there is not', '{type: strng}'],
    ['a bound that is no number', "{type: integer, minimum: 'low'}"],
    ['required that is no list', '{type: object, required: name}'],
  ])('is a complaint: %s', async (_, schema) => {
    const text = `openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /a:
    get:
      responses:
        '200':
          description: Fine.
          content:
            application/json:
              schema: ${schema}
`;
    expect(await complaintsAbout(text)).toMatchObject([
      {
        file: 'openapi.yaml',
        line: 11,
        pointer: '/paths/~1a/get/responses/200/content/application~1json/schema',
        message: expect.stringMatching(/^the schema can not be compiled: ./),
      },
    ]);
  });

  it('is named in the file that holds it, and once however often it is used', async () => {
    const media = { 'application/json': { schema: { $ref: 'order.yaml#/Order' } } };
    const responses = { '200': { description: 'Fine.', content: media } };
    const text = contractText({ '/a': { get: { responses } }, '/b': { get: { responses } } });
    const files = { 'order.yaml': '# Orders\nOrder:\n  type: objekt\n' };
    expect(await complaintsAbout(text, files)).toMatchObject([
      { file: 'order.yaml', line: 2, pointer: '/Order' },
    ]);
  });

  it('is a complaint also where its file names itself by another address', async () => {
    const media = { 'application/json': { schema: { $ref: 'order.json' } } };
    const responses = { '200': { description: 'Fine.', content: media } };
    const text = contractText({ '/a': { get: { responses } } });
    const file = {
      $id: 'https://example.com/order.json',
      properties: { state: { $ref: '#/$defs/State' } },
      $defs: { State: { enum: ['open', 'sent'] } },
    };
    const contract = await loadText(text, { 'order.json': JSON.stringify(file) });
    const check = contract.operations[0]?.success?.media[0]?.check;
    expect(check?.({ state: 'open' })).toEqual([]);
    expect(check?.({ state: 'lost' })).toHaveLength(1);
  });
});
