import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Contract, LoadOptions } from '../compile.ts';
import { complaintsAbout, contractText, loadText } from '../contract-text.test-kit.ts';

const small: JsonObject = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', maximum: 9 },
    secret: { type: 'string', writeOnly: true },
  },
};

const checking: Partial<LoadOptions> = { isComplete: true };

function contractWith(operation: JsonObject, more: JsonObject = {}): string {
  const responses = { '200': { description: 'It.' } };
  return contractText({ '/it': { post: { responses, ...operation } } }, more);
}

function answering(media: JsonObject, headers: JsonObject = {}): JsonObject {
  const content = { 'application/json': { schema: small, ...media } };
  return { responses: { '200': { description: 'It.', headers, content } } };
}

function answeringAs(type: string, example: JsonValue): JsonObject {
  const content = { [type]: { schema: small, example } };
  return { responses: { '200': { description: 'It.', content } } };
}

/** Where and what, without the file. */
async function findings(text: string, options = checking): Promise<readonly string[]> {
  const complaints = await complaintsAbout(text, {}, options);
  return complaints.map(({ pointer, message }) => `${pointer ?? ''} ${message}`);
}

const place = '/paths/~1it/post';
const inMedia = `${place}/responses/200/content/application~1json`;

describe('an example that breaks its schema is a finding of a check', () => {
  it.each<[string, JsonObject, string]>([
    [
      'of a body',
      answering({ example: { size: 10 } }),
      `${inMedia}/example/size the example breaks its schema: /size must be <= 9`,
    ],
    [
      'by its name',
      answering({ examples: { fine: { value: { size: 1 } }, big: { value: { size: 10 } } } }),
      `${inMedia}/examples/big/value/size the example "big" breaks its schema: /size must be <= 9`,
    ],
    [
      'of a schema',
      answering({ schema: { ...small, examples: [{ size: 1 }, 7] } }),
      `${inMedia}/schema/examples/1 the example breaks its schema: must be an object, but is the number 7`,
    ],
    [
      'of a text that holds JSON which is no better',
      answering({ example: '{"size": 10}' }),
      `${inMedia}/example the example breaks its schema: must be an object, but is the string "{\\"size\\": 10}"`,
    ],
    [
      'of a header',
      answering(
        { example: { size: 1 } },
        { 'X-Size': { schema: { type: 'integer' }, example: 'big' } },
      ),
      `${place}/responses/200/headers/X-Size/example the example breaks its schema: must be an integer, but is the string "big"`,
    ],
    [
      'of a body in XML',
      answeringAs('application/xml', '<it/>'),
      `${place}/responses/200/content/application~1xml/example the example breaks its schema: /size is required, but missing`,
    ],
    [
      'of a request',
      { requestBody: { content: { 'application/json': { schema: small, example: {} } } } },
      `${place}/requestBody/content/application~1json/example/size the example breaks its schema: /size is required, but missing`,
    ],
    [
      'of a parameter',
      { parameters: [{ name: 'q', in: 'query', schema: { enum: ['a'] }, example: 'b' }] },
      `${place}/parameters/0/example the example breaks its schema: must be one of ["a"], but is the string "b"`,
    ],
  ])('%s', async (_, operation, expected) => {
    expect(await findings(contractWith(operation))).toEqual([expected]);
  });

  it('with the line that it is about', async () => {
    const [complaint] = await complaintsAbout(
      contractWith(answering({ example: { size: 10 } })),
      {},
      checking,
    );
    expect(complaint).toMatchObject({ file: 'openapi.yaml', line: expect.any(Number) });
    expect(complaint?.frame).toContain('> ');
    expect(complaint?.frame).toContain('"size": 10');
  });

  it('of a parameter of the path', async () => {
    const parameters = [{ name: 'q', in: 'query', schema: { type: 'integer' }, example: 'b' }];
    const get = { responses: { '200': { description: 'It.' } } };
    const text = contractText({ '/it': { parameters, get, put: get } });
    expect(await findings(text)).toEqual([
      expect.stringMatching(/^\/paths\/~1it\/parameters\/0\/example the example/),
    ]);
  });

  it('beside a schema that does not compile', async () => {
    const parameters = [
      { name: 'q', in: 'query', schema: { type: 'string', pattern: '(' } },
      { name: 'r', in: 'query', schema: { type: 'integer' }, example: 'b' },
    ];
    expect(await findings(contractWith({ parameters }))).toEqual([
      expect.stringContaining('can not be checked'),
      expect.stringContaining('the example breaks its schema'),
    ]);
  });

  it('once, however many operations share it', async () => {
    const response = {
      description: 'It.',
      content: { 'application/json': { schema: small, example: 7 } },
    };
    const shared = { responses: { '200': { $ref: '#/components/responses/It' } } };
    const text = contractText(
      { '/it': { get: shared, put: shared } },
      { components: { responses: { It: response } } },
    );
    expect(await findings(text)).toHaveLength(1);
  });

  it('with three of its faults and the number of the rest', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const schema = { type: 'object', required: names };
    const [finding] = await findings(contractWith(answering({ schema, example: {} })));
    expect(finding).toMatch(/\/a is required.*; \/b .*; \/c .*; and 2 more$/);
  });

  it('the first fifty of them, and the number of the rest', async () => {
    const values: Record<string, JsonValue> = {};
    for (let index = 0; index < 60; index += 1) values[`no${index}`] = { value: { size: 10 } };
    const found = await findings(contractWith(answering({ examples: values })));
    expect(found).toHaveLength(51);
    expect(found.at(-1)).toContain('and 10 more examples');
  });
});

describe('an example that is fine', () => {
  it.each<[string, JsonObject]>([
    ['as it stands', answering({ example: { size: 1 } })],
    ['as the JSON that a text holds', answering({ example: '{"size": 1}' })],
    [
      'as a header, which is a text whatever the example is',
      answering({}, { 'X-Size': { schema: { type: 'integer' }, example: '7' } }),
    ],
    ['as a document of another kind', answeringAs('text/csv', 'size\n1\n')],
    ['as XML', answeringAs('application/xml', '<it><size>1</size></it>')],
    [
      'as a parameter that is a number in a text',
      { parameters: [{ name: 'q', in: 'query', schema: { type: 'integer' }, example: '7' }] },
    ],
    ['without a schema', answering({ schema: true, example: 7 })],
  ])('is no finding: %s', async (_, operation) => {
    expect(await findings(contractWith(operation))).toEqual([]);
  });
});

describe('at a start', () => {
  const text = contractWith(answering({ example: { size: 10 } }));
  const told = (contract: Contract): readonly string[] =>
    [...contract.review()].flat().map(({ message }) => message);

  it.each([true, false])('a faulty example stops nobody, isLenient %s', async (isLenient) => {
    const contract = await loadText(text, {}, { isLenient });
    expect(contract.warnings).toEqual([]);
    const expected = ['the example breaks its schema: /size must be <= 9'];
    expect(told(contract)).toEqual(expected);
    expect(told(contract)).toEqual(expected);
  });

  it('the examples of a large contract are not looked at', async () => {
    const item = { get: answering({ example: { size: 10 } }) };
    const pathsOf = (count: number): JsonObject =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`/it${at}`, item]));
    expect(told(await loadText(contractText(pathsOf(99))))).not.toEqual([]);
    expect(told(await loadText(contractText(pathsOf(100))))).toEqual([]);
  });
});
