import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Contract } from '../compile.ts';
import {
  contractText,
  loadText,
  pathParameters,
  plainOperation,
} from '../contract-text.test-kit.ts';
import { parameterNames } from '../routing/routes.ts';
import type { Collection } from './plan.ts';
import { singular } from '../../base/names.ts';

type Line = readonly [
  method: string,
  path: string,
  schema?: JsonValue | undefined,
  body?: JsonValue,
];

/** A contract with these operations; each may answer with a schema. */
async function load(lines: readonly Line[], schemas: JsonObject = {}): Promise<Contract> {
  const paths = new Map<string, JsonObject>();
  for (const [method, path, schema, body] of lines) {
    const answer = {
      description: 'Fine.',
      ...(schema === undefined ? {} : { content: { 'application/json': { schema } } }),
    };
    paths.set(path, {
      ...paths.get(path),
      parameters: pathParameters(...parameterNames(path)),
      [method]: plainOperation({
        responses: { '200': answer },
        ...(body === undefined ? {} : { requestBody: contentOf(body) }),
      }),
    });
  }
  return loadText(contractText(Object.fromEntries(paths), { components: { schemas } }));
}

function contentOf(schema: JsonValue): JsonObject {
  return { content: { 'application/json': { schema } } };
}

function collectionOf(contract: Contract, name: string): Collection {
  const collection = contract.collections.find((candidate) => candidate.name === name);
  if (!collection) throw new Error(`the contract has no collection ${name}`);
  return collection;
}

function rolesOf(contract: Contract): Readonly<Record<string, string>> {
  return Object.fromEntries(
    contract.operations.map((operation) => {
      const target = contract.targets.get(operation);
      const isKnown = target !== undefined && target.role !== 'improvised';
      return [operation.id, isKnown ? `${target.role} ${target.collection.name}` : 'nothing'];
    }),
  );
}

function objectOf(...members: readonly string[]): JsonObject {
  const properties = members.map((name) => [name, { type: 'string' }] as const);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

describe('the collections of a contract', () => {
  it.each<[string, readonly string[]]>([
    ['/orders', []],
    ['/', []],
    ['/orders/{id}', ['orders <']],
    ['/orders/{id}/', ['orders <']],
    ['/orders/{id}/lines', ['orders <']],
    ['/v1/orders/{id}', ['orders <']],
    ['/shops/{shop_id}/orders/{order_id}', ['shops <', 'orders < shop_id(shops)']],
    [
      '/shops/{shop_id}/orders/{order_id}/lines/{line}',
      ['shops <', 'orders < shop_id(shops)', 'lines < shop_id(shops) order_id(orders)'],
    ],
    ['/{tenant}/orders/{id}', ['orders < tenant(?)']],
    ['/orders//{id}', []],
  ])('with the path %s', async (path, expected) => {
    const contract = await load([['get', path]]);
    const shown = contract.collections.map(({ name, parents }) => {
      const under = parents.map(({ parameter, collection = '?' }) => `${parameter}(${collection})`);
      return [name, '<', ...under].join(' ');
    });
    expect(shown).toEqual(expected);
  });
});

describe('what an operation does', () => {
  it('is to read or to merge the item that its path ends in', async () => {
    const contract = await load([
      ['get', '/shops/{shop_id}'],
      ['patch', '/shops/{shop_id}/'],
      ['get', '/shops/{shop_id}/orders'],
      ['post', '/shops/{shop_id}/orders'],
      ['get', '/shops/{shop_id}/orders/{order_id}'],
      ['patch', '/shops/{shop_id}/orders/{order_id}'],
      ['put', '/shops/{shop_id}/orders/{order_id}', undefined, { type: 'object' }],
      ['delete', '/shops/{shop_id}/orders/{order_id}'],
      ['get', '/shops/{shop_id}/orders/{order_id}/invoice'],
    ]);
    expect(rolesOf(contract)).toEqual({
      'get /shops/{shop_id}': 'read shops',
      'patch /shops/{shop_id}/': 'merge shops',
      'get /shops/{shop_id}/orders': 'nothing',
      'post /shops/{shop_id}/orders': 'create orders',
      'get /shops/{shop_id}/orders/{order_id}': 'read orders',
      'patch /shops/{shop_id}/orders/{order_id}': 'merge orders',
      'put /shops/{shop_id}/orders/{order_id}': 'replace orders',
      'delete /shops/{shop_id}/orders/{order_id}': 'delete orders',
      'get /shops/{shop_id}/orders/{order_id}/invoice': 'nothing',
    });
  });

  it('is done to a collection of its own where a namesake stands at another depth', async () => {
    const contract = await load([
      ['get', '/orders/{order_id}'],
      ['get', '/shops/{shop_id}/orders/{order_id}'],
    ]);
    expect(rolesOf(contract)).toEqual({
      'get /orders/{order_id}': 'read orders',
      'get /shops/{shop_id}/orders/{order_id}': 'read shops.orders',
    });
  });

  it('is done to a collection of its own where a namesake stands under other parents', async () => {
    const contract = await load([
      ['get', '/shops/{shop_id}/orders/{order_id}'],
      ['get', '/customers/{customer_id}/orders/{order_id}'],
    ]);
    expect(rolesOf(contract)).toEqual({
      'get /shops/{shop_id}/orders/{order_id}': 'read shops.orders',
      'get /customers/{customer_id}/orders/{order_id}': 'read customers.orders',
    });
  });
});

describe('the schema of a collection', () => {
  it.each<[string, string, string]>([
    ['orders', '{id}', 'Order'],
    ['order-lines', '{id}', 'OrderLine'],
    ['order_lines', '{id}', 'orderLine'],
    ['categories', '{id}', 'Category'],
    ['addresses', '{id}', 'Address'],
    ['branches', '{id}', 'Branch'],
    ['boxes', '{id}', 'Box'],
    ['houses', '{id}', 'House'],
    ['staff', '{id}', 'Staff'],
    ['movies', '{id}', 'Movie'],
    ['statuses', '{id}', 'Status'],
    ['caches', '{id}', 'Cache'],
    ['sizes', '{id}', 'Size'],
    ['series', '{id}', 'Series'],
  ])('%s/%s is the component %s', async (name, key, component) => {
    const contract = await load([['patch', `/${name}/${key}`]], {
      Other: objectOf('id', 'x'),
      [component]: objectOf('id', 'y'),
    });
    expect(collectionOf(contract, name).schema?.pointer).toBe(`/components/schemas/${component}`);
  });

  it('is else that of the response to reading it', async () => {
    const contract = await load([
      ['patch', '/orders/{id}', objectOf('id', 'x')],
      ['get', '/orders/{id}', objectOf('id', 'y')],
    ]);
    const collection = collectionOf(contract, 'orders');
    expect(collection.schema?.pointer).toMatch(/^\/paths\/~1orders~1\{id\}\/get\/responses\/200\//);
    expect([collection.hasMember('x'), collection.hasMember('y')]).toEqual([false, true]);
  });

  it('is else none, and lets everything through', async () => {
    const contract = await load([['patch', '/orders/{id}']]);
    const collection = collectionOf(contract, 'orders');
    expect(collection).toMatchObject({ schema: undefined, check: undefined });
    expect(collection.hasMember('id')).toBe(false);
  });

  it('checks the records', async () => {
    const contract = await load([['get', '/orders/{id}']], {
      Order: { ...objectOf('id', 'note'), required: ['id'], additionalProperties: false },
    });
    const { check } = collectionOf(contract, 'orders');
    expect(check?.({ id: 'a', note: 'b' })).toEqual([]);
    expect(check?.({ shop_id: 'a' })).toMatchObject([{ pointer: '/id' }, { pointer: '/shop_id' }]);
  });
});

describe('the key of a collection', () => {
  it.each<[string, string, readonly string[], string]>([
    ["the parameter's own name", '/orders/{order_id}', ['id', 'order_id'], 'order_id'],
    ["the parameter's name without the singular", '/orders/{order_id}', ['name', 'id'], 'id'],
    ['another short name', '/orders/{order_code}', ['id', 'code'], 'code'],
    ['a name of its own', '/shops/{slug}', ['id', 'slug'], 'slug'],
    ['an id', '/orders/{order}', ['name', 'id'], 'id'],
    ['a slug', '/shops/{shop}', ['title', 'name', 'slug'], 'slug'],
    ['a name', '/labels/{label}', ['color', 'name'], 'name'],
    ['a number', '/issues/{issue}', ['title', 'number'], 'number'],
    ['in camel case', '/orders/{orderId}', ['total', 'id'], 'id'],
    ['nothing that the schema has', '/orders/{order_ref}', ['total'], 'ref'],
    ['no schema at all', '/orders/{order_id}', [], 'id'],
    ['no schema and another name', '/orders/{reference}', [], 'reference'],
  ])('is found by %s', async (_, path, members, key) => {
    const name = path.split('/')[1] ?? '';
    const component = singular(name);
    const contract = await load(
      [['patch', path]],
      members.length === 0 ? {} : { [component]: objectOf(...members) },
    );
    expect(collectionOf(contract, name).key).toEqual([key]);
  });
});

describe('the members of a collection', () => {
  it.each<[string, JsonObject]>([
    ['are listed', objectOf('id', 'shop_id')],
    ['are listed and closed', { ...objectOf('id', 'shop_id'), additionalProperties: false }],
    ['are listed and open', { ...objectOf('id', 'shop_id'), additionalProperties: true }],
    ['come from parts', { allOf: [objectOf('id'), objectOf('shop_id')] }],
    [
      'come from parts of which one only demands',
      {
        allOf: [objectOf('id', 'shop_id'), { required: ['id'] }],
      },
    ],
    ['stand beside alternatives', { ...objectOf('id', 'shop_id'), oneOf: [objectOf('a'), {}] }],
  ])('are known where they %s', async (_, schema) => {
    const contract = await load([['get', '/shops/{shop_id}/orders/{order_id}']], { Order: schema });
    const collection = collectionOf(contract, 'orders');
    expect(collection.key).toEqual(['id']);
    const known = ['id', 'shop_id', 'order_id'].map((name) => collection.hasMember(name));
    expect(known).toEqual([true, true, false]);
  });
});

describe('singular', () => {
  it.each<[string, string]>([
    ['pages', 'page'],
    ['categories', 'category'],
    ['Companies', 'Company'],
    ['addresses', 'address'],
    ['branches', 'branch'],
    ['wishes', 'wish'],
    ['boxes', 'box'],
    ['shelves', 'shelf'],
    ['leaves', 'leaf'],
    ['knives', 'knife'],
    ['archives', 'archive'],
    ['curves', 'curve'],
    ['access', 'access'],
    ['staff', 'staff'],
    ['s', 's'],
    ['', ''],
  ])('of %j is %j', (plural, one) => {
    expect(singular(plural)).toBe(one);
  });
});
