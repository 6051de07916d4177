import { describe, expect, it } from 'vitest';

import { ApiError, ContractBreach } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Contract } from '../../contract/compile.ts';
import {
  contractText,
  findOperation,
  loadText,
  pathParameters,
  plainOperation,
} from '../../contract/contract-text.test-kit.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import { openWorld, tablesOf } from '../../store/shop.test-kit.ts';
import type { World } from '../../store/worlds/world.ts';
import { createDispatcher } from '../dispatch.ts';

const text = { type: 'string' };
const order = {
  type: 'object',
  required: ['id'],
  properties: {
    id: text,
    shop_id: text,
    total: { type: 'integer', minimum: 0 },
    note: { type: ['string', 'null'] },
  },
};

interface WorldContext {
  readonly contract: Contract;
  readonly world: World;
  readonly read: (shop: string, id: string) => Outcome;
  readonly patch: (shop: string, id: string, body: JsonValue) => Outcome;
}

async function setScene(): Promise<WorldContext> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } };
  const answer = { '200': { description: 'Fine.', content } };
  const paths = {
    '/shops/{shop_id}': { parameters: pathParameters('shop_id'), get: plainOperation() },
    '/shops/{shop_id}/orders/{id}': {
      parameters: pathParameters('shop_id', 'id'),
      get: { operationId: 'read', responses: answer },
      patch: { operationId: 'patch', responses: { '204': { description: 'Done.' } } },
    },
  };
  const components = { schemas: { Order: order } };
  const contract = await loadText(contractText(paths, { components }));
  const fixtures = tablesOf(contract.collections, {
    shops: ['a', 'b'].map((key) => ({ key, parents: [], body: {} })),
    orders: [{ key: '1', parents: ['a'], body: { id: '1', shop_id: 'a', total: 5, note: 'x' } }],
  });
  const { world } = openWorld({
    shapes: contract.collections,
    fixtures,
    authoritative: ['shops', 'orders'],
  });
  const behave = createDispatcher(contract, { unknownKeys: 'known', records: 3 }).play({
    world,
    seed: 's',
    now: Date.now,
  });
  const request = (id: string, path: Validated['parameters']['path'], body?: JsonValue) => {
    const operation = findOperation(contract, id);
    const { success } = operation;
    return {
      operation,
      headers: {},
      parameters: { path, query: {}, header: {}, cookie: {} },
      body,
      preferences: undefined,
      choice: { status: Number(success?.status), response: success, media: success?.media[0] },
    } as Validated;
  };
  return {
    contract,
    world,
    read: (shop, id) => behave(request('read', { shop_id: shop, id })),
    patch: (shop, id, body) => behave(request('patch', { shop_id: shop, id }, body)),
  };
}

describe('reading', () => {
  it('answers with the record that the path names', async () => {
    const { read, world } = await setScene();
    expect(read('a', '1')).toMatchObject({ status: 200, item: world.find('orders', '1', ['a']) });
  });

  it.each<[string, string, string]>([
    ['a', '2', 'There is no "2" in orders of shops "a".'],
    ['b', '1', 'There is no "1" in orders of shops "b".'],
    ['c', '1', 'There is no "c" in shops.'],
  ])('of %s/%s is refused: %s', async (shop, id, detail) => {
    const { read, patch } = await setScene();
    expect(() => read(shop, id)).toThrow(detail);
    expect(() => patch(shop, id, {})).toThrow(detail);
  });
});

describe('merging', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ total: 6 }, { id: '1', shop_id: 'a', total: 6, note: 'x' }],
    [{ note: null }, { id: '1', shop_id: 'a', total: 5 }],
    [
      { id: '1', total: 0 },
      { id: '1', shop_id: 'a', total: 0, note: 'x' },
    ],
    [
      { shop_id: 'a', note: 'y' },
      { id: '1', shop_id: 'a', total: 5, note: 'y' },
    ],
  ])('%j makes a new record, once it is committed', async (body, after) => {
    const { patch, world } = await setScene();
    const before = world.find('orders', '1', ['a']);
    const outcome = patch('a', '1', body);
    expect(outcome.status).toBe(204);
    expect(world.find('orders', '1', ['a'])).toBe(before);
    await outcome.commit?.();
    expect(world.find('orders', '1', ['a'])?.body).toEqual(after);
    expect(Object.isFrozen(world.find('orders', '1', ['a'])?.body)).toBe(true);
  });

  it.each<[JsonObject]>([[{}], [{ total: 5 }], [{ id: '1', note: 'x' }]])(
    '%j changes nothing and writes nothing',
    async (body) => {
      const { patch } = await setScene();
      const outcome = patch('a', '1', body);
      expect(outcome).toMatchObject({ status: 204, headers: {} });
      expect(outcome.commit).toBeUndefined();
    },
  );

  it.each<[string, JsonObject]>([
    ['its key', { id: '2' }],
    ['its key away', { id: null }],
  ])('can not change %s', async (_, body) => {
    const { patch } = await setScene();
    expect(() => patch('a', '1', body)).toThrow(/can not be changed/);
  });

  it.each<[JsonObject]>([[{ shop_id: 'b' }], [{ shop_id: 'nowhere' }], [{ shop_id: null }]])(
    'never leaves a record that says another parent than it is filed under: %j',
    async (body) => {
      const { patch, world } = await setScene();
      try {
        await patch('a', '1', body).commit?.();
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
      }
      for (const { parents, body: left } of world.items('orders')) {
        expect(left['shop_id']).toBe(parents[0]);
        expect(world.find('shops', parents[0] ?? '')).toBeDefined();
      }
    },
  );

  it('can not leave a record that breaks its schema', async () => {
    const { patch } = await setScene();
    expect(() => patch('a', '1', { total: -1 })).toThrow(ContractBreach);
    expect(() => patch('a', '1', { total: -1 })).toThrow(/patch.*"1" of orders.*\/total/);
  });

  it.each<[JsonValue]>([[[]], ['x'], [7]])('of %j is refused', async (body) => {
    const { patch } = await setScene();
    expect(() => patch('a', '1', body)).toThrow('must be an object');
  });
});
