import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { contractText, loadText, plainOperation } from '../../contract/contract-text.test-kit.ts';
import type { Operation } from '../../contract/operations.ts';
import { pairsOfQuery } from '../../contract/parameters/pairs.ts';
import type { UnknownQuery } from './unknown-query.ts';
import { claimsOf, describeUnknown, findUnknown } from './unknown-query.ts';

interface Declared {
  readonly path?: string;
  readonly shared?: readonly JsonValue[];
  readonly operation?: JsonObject;
  readonly components?: JsonObject;
}

const text = { type: 'string' };
const inQuery = (name: string, schema: JsonObject = text, more: JsonObject = {}): JsonObject => ({
  name,
  in: 'query',
  schema,
  ...more,
});

async function compile(
  parameters: readonly JsonValue[],
  { path = '/orders', shared = [], operation = {}, components = {} }: Declared = {},
): Promise<Operation> {
  const get = plainOperation({ operationId: 'listOrders', parameters, ...operation });
  const contract = await loadText(
    contractText({ [path]: { parameters: shared, get } }, { components }),
  );
  const [compiled] = contract.operations;
  if (!compiled) throw new Error('there is no operation');
  return compiled;
}

function find(operation: Operation, query: string, isRead = false): UnknownQuery | undefined {
  return findUnknown(pairsOfQuery(query), claimsOf(operation, isRead));
}

function sentences(found: UnknownQuery | undefined): readonly string[] {
  return found?.listed.map(describeUnknown) ?? [];
}

describe('a name in a query that is not declared', () => {
  it.each<[query: string, sentence: string]>([
    ['statuss=1', '"statuss" is not a parameter of listOrders; did you mean "status"?'],
    ['STATUS=1', '"STATUS" is not a parameter of listOrders; did you mean "status"?'],
    ['limti', '"limti" is not a parameter of listOrders; did you mean "limit"?'],
    [
      'q=1',
      '"q" is not a parameter of listOrders; it declares "status", "limit", "tags" and 1 more',
    ],
    [
      'c%61tegory=1',
      '"category" is not a parameter of listOrders; it declares "status", "limit", "tags" and 1 more',
    ],
  ])('is named with what was meant: %s', async (query, sentence) => {
    const parameters = ['status', 'limit', 'tags', 'cursor'].map((name) => inQuery(name));
    expect(sentences(find(await compile(parameters), query))).toEqual([sentence]);
  });

  it.each<[names: readonly string[], end: string]>([
    [[], ', which declares none'],
    [['limit'], '; it declares "limit"'],
    [['limit', 'after'], '; it declares "limit" and "after"'],
    [['limit', 'after', 'before'], '; it declares "limit", "after" and "before"'],
  ])('is named with those that there are: %j', async (names, end) => {
    const operation = await compile(names.map((name) => inQuery(name)));
    expect(sentences(find(operation, 'zzzzzz=1'))).toEqual([
      `"zzzzzz" is not a parameter of listOrders${end}`,
    ]);
  });

  it.each<[what: string, query: string, parameters: readonly JsonValue[], more?: Declared]>([
    ['a parameter of the operation', 'a=1', [inQuery('a')]],
    ['a parameter of the path', 'a=1', [], { shared: [inQuery('a')] }],
    [
      'a member of an exploded object',
      'from=1&to=2',
      [inQuery('range', { type: 'object', properties: { from: text, to: text } })],
    ],
    [
      'any name, where an exploded object takes what is left',
      'x=1&y=2',
      [inQuery('rest', { type: 'object', additionalProperties: text })],
    ],
    [
      'a member of a deep object',
      'filter[a]=1&filter[b][c]=2',
      [inQuery('filter', { type: 'object' }, { style: 'deepObject' })],
    ],
    ['a list with brackets', 'p[]=1&p[]=2', [inQuery('p', { type: 'array', items: text })]],
    ['a condition of the path', 'Action=List', [], { path: '/?Action=List' }],
    [
      'an API key',
      'key=1',
      [],
      {
        operation: { security: [{ key: [] }] },
        components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
      },
    ],
  ])('is not %s', async (_, query, parameters, more) => {
    expect(find(await compile(parameters, more), query)).toBeUndefined();
  });

  it('is not a preference, where the server reads them from the query', async () => {
    const operation = await compile([]);
    expect(find(operation, '__code=200&__seed=1', true)).toBeUndefined();
    expect(sentences(find(operation, '__code=200'))).toHaveLength(1);
  });

  it('is cut where it is very long, and counted from the eleventh on', async () => {
    const operation = await compile([inQuery('a')]);
    const long = 'x'.repeat(5000);
    expect(find(operation, long)?.listed[0]?.name).toBe(`${'x'.repeat(100)}…`);
    const many = Array.from({ length: 500 }, (_, at) => `name${at}=1`).join('&');
    expect(find(operation, many)).toMatchObject({ more: 490 });
    expect(find(operation, many)?.listed).toHaveLength(10);
  });

  it('is found again among more names than the server remembers', async () => {
    const operation = await compile([inQuery('status')]);
    for (let at = 0; at < 300; at += 1) {
      expect(find(operation, `stat${at}=1`)?.listed[0]?.name).toBe(`stat${at}`);
    }
    expect(find(operation, 'statuss=1')?.listed[0]?.nearest).toBe('status');
  });
});
