import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../json.ts';
import {
  complaintsAbout,
  contractText,
  loadText,
  pathParameters,
  plainOperation,
} from './contract-text.test-kit.ts';

function textWith(path: string, own: JsonValue, shared: JsonValue = []): string {
  return contractText({ [path]: { parameters: shared, get: plainOperation({ parameters: own }) } });
}

async function shownParameters(text: string): Promise<readonly string[]> {
  const contract = await loadText(text);
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

describe('a parameter that is wrong', () => {
  it.each<[string, JsonValue]>([
    ['no name', { in: 'query' }],
    ['no place', { name: 'limit' }],
    ['a place that there is not', { name: 'limit', in: 'body' }],
    ['no object', 'limit'],
  ])('is a complaint: %s', async (_, parameter) => {
    expect(await complaintsAbout(textWith('/a', [limit, parameter]))).toMatchObject([
      {
        pointer: '/paths/~1a/get/parameters/1',
        message: expect.stringContaining('a parameter needs a name, a place'),
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
