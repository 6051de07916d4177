import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import {
  complaintsAbout,
  contractText,
  loadText,
  pathParameters,
  plainOperation,
} from '../contract-text.test-kit.ts';

function textWith(path: string, own: JsonValue, shared: JsonValue = []): string {
  return contractText({ [path]: { parameters: shared, get: plainOperation({ parameters: own }) } });
}

async function shownParameters(text: string, isLenient = false): Promise<readonly string[]> {
  const contract = await loadText(text, {}, { isLenient });
  return (contract.operations[0]?.parameters ?? []).map(
    ({ in: place, name, isRequired, style, explode }) =>
      `${place} ${name}${isRequired ? '!' : ''} ${style}${explode ? '*' : ''}`,
  );
}

const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };

describe('the parameters of an operation', () => {
  it.each<[string, JsonValue, JsonValue, readonly string[]]>([
    ['none', [], [], []],
    ['its own', [limit], [], ['query limit form*']],
    ['those of its path', [], [limit], ['query limit form*']],
    [
      'its own in place of those of its path',
      [{ ...limit, required: true, schema: { type: 'string' } }],
      [limit],
      ['query limit! form*'],
    ],
    [
      'namesakes in two places',
      [{ ...limit, in: 'cookie' }],
      [limit],
      ['query limit form*', 'cookie limit form*'],
    ],
  ])('%s', async (_, own, shared, expected) => {
    expect(await shownParameters(textWith('/a', own, shared))).toEqual(expected);
  });

  it('may stand elsewhere', async () => {
    const text = contractText(
      {
        '/a': { get: plainOperation({ parameters: [{ $ref: '#/components/parameters/Limit' }] }) },
      },
      { components: { parameters: { Limit: limit } } },
    );
    expect(await shownParameters(text)).toEqual(['query limit form*']);
  });

  it.each(['Accept', 'content-type', 'AUTHORIZATION'])(
    'are without the header %s, which is described elsewhere',
    async (name) => {
      const declared = [{ name, in: 'header', required: true, schema: { type: 'string' } }, limit];
      expect(await shownParameters(textWith('/a', declared))).toEqual(['query limit form*']);
    },
  );

  it('are checked by their schemas', async () => {
    const schema = { type: 'integer', maximum: 10 };
    const contract = await loadText(textWith('/a', [{ ...limit, schema }]));
    const check = contract.operations[0]?.parameters[0]?.check;
    expect(check?.(10)).toEqual([]);
    expect(check?.(11)).toMatchObject([{ keyword: 'maximum' }]);
    expect(check?.('ten')).toMatchObject([{ keyword: 'type' }]);
  });
});

describe('the notation of a parameter', () => {
  it.each<[JsonObject, string]>([
    [{ in: 'path', name: 'p' }, 'path p! simple'],
    [{ in: 'path', name: 'p', required: false }, 'path p! simple'],
    [{ in: 'path', name: 'p', style: 'label', explode: true }, 'path p! label*'],
    [{ in: 'path', name: 'p', style: 'matrix' }, 'path p! matrix'],
    [{ in: 'query', name: 'q' }, 'query q form*'],
    [{ in: 'query', name: 'q', style: 'form', explode: false }, 'query q form'],
    [{ in: 'query', name: 'q', style: 'pipeDelimited' }, 'query q pipeDelimited'],
    [{ in: 'query', name: 'q', style: 'spaceDelimited' }, 'query q spaceDelimited'],
    [{ in: 'query', name: 'q', style: 'deepObject' }, 'query q deepObject'],
    [{ in: 'header', name: 'X-Q' }, 'header X-Q simple'],
    [{ in: 'header', name: 'X-Q', explode: true }, 'header X-Q simple*'],
    [{ in: 'cookie', name: 'c' }, 'cookie c form*'],
  ])('%j', async (declared, shown) => {
    const path = declared['in'] === 'path' ? '/a/{p}' : '/a';
    expect(await shownParameters(textWith(path, [{ schema: {}, ...declared }]))).toEqual([shown]);
  });

  it.each<[JsonObject, readonly JsonValue[]]>([
    [{ schema: {}, example: 1 }, [1]],
    [{ schema: { example: 2 } }, [2]],
    [{ schema: {}, examples: { a: { value: 3 }, b: { value: 4 } } }, [3, 4]],
    [{ content: { 'application/json': { schema: {}, example: [5] } } }, [[5]]],
  ])('has the examples of %j', async (declared, values) => {
    const contract = await loadText(textWith('/a', [{ name: 'q', in: 'query', ...declared }]));
    const [parameter] = contract.operations[0]?.parameters ?? [];
    expect(parameter?.examples.map(({ value }) => value)).toEqual(values);
  });
});

describe('a parameter that is faulty', () => {
  const type = 'application/json';
  it.each<[string, readonly JsonObject[], string, readonly string[]]>([
    [
      'declared twice',
      [limit, { ...limit, required: true }],
      'the query parameter "limit" is declared twice; the first counts',
      ['query limit form*'],
    ],
    [
      'a header declared twice',
      [
        { name: 'X-A', in: 'header', schema: {} },
        { name: 'x-a', in: 'header', schema: {} },
      ],
      'the header parameter "x-a" is declared twice; the first counts',
      ['header X-A simple'],
    ],
    [
      'of an older version',
      [{ name: 'limit', in: 'body', schema: {} }, limit],
      'the parameter "limit" is in "body", as in Swagger 2.0: take a requestBody',
      ['query limit form*'],
    ],
    [
      'a style of another place',
      [{ ...limit, style: 'simple' }],
      'the style of a query parameter must be one of form, spaceDelimited, pipeDelimited, deepObject',
      ['query limit form*'],
    ],
    [
      'a schema and a content',
      [{ ...limit, content: { [type]: {} } }],
      'has both a "schema" and a "content"; the schema counts',
      ['query limit form*'],
    ],
    [
      'two media types',
      [{ name: 'limit', in: 'query', content: { [type]: {}, 'text/plain': {} } }],
      'the "content" of a parameter must be one media type',
      ['query limit form'],
    ],
    [
      'no media type',
      [{ name: 'limit', in: 'query', content: {} }],
      'the "content" of a parameter must be one media type',
      ['query limit form*'],
    ],
    [
      'not in the path',
      [{ name: 'id', in: 'path', schema: {} }],
      'the path has no "{id}" for the path parameter of that name',
      [],
    ],
  ])('is a complaint, or passed over: %s', async (_, declared, message, shown) => {
    const text = textWith('/a', declared);
    expect(await complaintsAbout(text)).toMatchObject([{ message }]);
    expect(await shownParameters(text, true)).toEqual(shown);
    const contract = await loadText(text, {}, { isLenient: true });
    expect(contract.warnings).toMatchObject([{ message }]);
  });

  it('is any text where it stands in a path and is not declared', async () => {
    expect(await shownParameters(textWith('/a/{id}', []), true)).toEqual(['path id! simple']);
  });
});

describe('a parameter that is wrong', () => {
  it.each<[string, JsonValue, message: string]>([
    ['no name', { in: 'query' }, 'a parameter needs a "name" and an "in"'],
    [
      'no place',
      { name: 'limit' },
      'the parameter "limit" needs an "in": path, query, header or cookie',
    ],
    [
      'a place that there is not',
      { name: 'limit', in: 'querry' },
      'the parameter "limit" is in "querry": did you mean "query"?',
    ],
    ['no object', 'limit', 'a parameter needs a "name" and an "in"'],
  ])('is a complaint: %s', async (_, parameter, message) => {
    expect(await complaintsAbout(textWith('/a', [limit, parameter]))).toMatchObject([
      {
        pointer: '/paths/~1a/get/parameters/1',
        message,
      },
    ]);
  });

  it('is complained of once, however many operations its path has', async () => {
    const text = contractText({
      '/a': { parameters: [{ name: 'x' }], get: plainOperation(), put: plainOperation() },
    });
    expect(await complaintsAbout(text)).toMatchObject([{ pointer: '/paths/~1a/parameters/0' }]);
  });

  it('is one whose schema leads nowhere', async () => {
    const schema = { $ref: '#/components/schemas/No' };
    const complaints = await complaintsAbout(textWith('/a', [{ ...limit, schema }]));
    expect(complaints).toHaveLength(1);
    expect(complaints[0]?.pointer).toMatch(/^\/paths\/~1a\/get\/parameters\/0/);
  });
});

describe('path parameters', () => {
  it('must be declared, each of them', async () => {
    const text = textWith('/shops/{shop_id}/orders/{order_id}', pathParameters('order_id'));
    expect(await complaintsAbout(text)).toMatchObject([
      {
        pointer: '/paths/~1shops~1{shop_id}~1orders~1{order_id}/get',
        message: 'the path parameter "shop_id" is not declared',
      },
    ]);
  });

  it('must be in the path', async () => {
    const text = textWith('/shops/{shop_id}', pathParameters('shop_id', 'order_id'));
    expect(await complaintsAbout(text)).toMatchObject([
      {
        pointer: '/paths/~1shops~1{shop_id}/get',
        message: 'the path has no "{order_id}" for the path parameter of that name',
      },
    ]);
  });

  it('are not declared by a namesake in the query', async () => {
    const text = textWith('/shops/{limit}', [limit]);
    expect(await complaintsAbout(text)).toMatchObject([
      { message: 'the path parameter "limit" is not declared' },
    ]);
  });
});
