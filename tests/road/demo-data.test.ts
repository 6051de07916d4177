import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const id = { type: 'integer' };
const text = { type: 'string' };

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) };
}

const schemas: Readonly<Record<string, JsonObject>> = {
  Customer: object({ id, name: text, email: text }),
  Category: object({ id, name: text, parent_id: { type: ['integer', 'null'] } }),
  Product: object({ id, name: text, category_id: id }),
  Order: object({
    id,
    customer_id: id,
    customer: { $ref: '#/components/schemas/Customer' },
    buyer: { $ref: '#/components/schemas/Customer' },
    lines: { type: 'array', minItems: 1, items: object({ product_id: id, order_id: id }) },
    notes: { type: 'array', items: { type: 'object', properties: { body: text } } },
  }),
  Comment: object({ id, body: text }),
};

function shop(): JsonObject {
  const replies = (schema: JsonObject): JsonObject => ({
    responses: { '200': { description: '', content: { 'application/json': { schema } } } },
  });
  const listed = (name: string, path: string): JsonObject => {
    const schema = { $ref: `#/components/schemas/${name}` };
    const item = { name: 'id', in: 'path', required: true, schema: id };
    return {
      [path]: { get: replies({ type: 'array', items: schema }) },
      [`${path}/{id}`]: { parameters: [item], get: replies(schema) },
    };
  };
  const order = { name: 'order', in: 'path', required: true, schema: id };
  const comments = replies({ type: 'array', items: { $ref: '#/components/schemas/Comment' } });
  return {
    ...listed('Customer', '/customers'),
    ...listed('Category', '/categories'),
    ...listed('Product', '/products'),
    ...listed('Order', '/orders'),
    '/orders/{order}/comments': { parameters: [order], get: comments },
  };
}

async function openShop(runtime: JsonObject = {}): Promise<OpenRoad> {
  return openRoad({
    paths: shop(),
    components: { schemas },
    runtime: { records: undefined, ...runtime },
  });
}

async function listOf(road: OpenRoad, path: string): Promise<readonly JsonObject[]> {
  const { status, json } = await road.send('GET', path);
  expect(status).toBe(200);
  return Array.isArray(json) ? json.filter((one: JsonValue) => isJsonObject(one)) : [];
}

describe('the first page of a list', () => {
  /** Notes that requests can make, in lists with these parameters. */
  async function openNotes(
    parameters: readonly JsonObject[],
    more: JsonObject = {},
  ): Promise<OpenRoad> {
    const note = { type: 'object', properties: { id, title: text }, required: ['id', 'title'] };
    const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
    const reply = (schema: JsonObject): JsonObject => ({
      description: '',
      content: content(schema),
    });
    const key = { name: 'id', in: 'path', required: true, schema: id };
    const list = { parameters, responses: { '200': reply({ type: 'array', items: note }) } };
    return openRoad({
      paths: {
        '/notes': {
          get: { ...list, ...more },
          post: { requestBody: { content: content(note) }, responses: { '201': reply(note) } },
        },
        '/notes/latest': { get: { ...list, parameters: [limited(2)] } },
        '/notes/{id}': { parameters: [key], get: { responses: { '200': reply(note) } } },
      },
      runtime: { records: undefined },
    });
  }
  const limited = (usual?: number): JsonObject => ({
    name: 'limit',
    in: 'query',
    schema: { type: 'integer', ...(usual !== undefined && { default: usual }) },
  });

  it.each<[string, readonly JsonObject[], number, number]>([
    ['of a usual size', [limited()], 16, 20],
    ['of 12', [limited(12)], 7, 8],
    ['of 4', [limited(4)], 3, 3],
    ['of 50', [limited(50)], 20, 30],
    ['without an end', [], 20, 30],
  ])('%s has room for what a client makes', async (_, parameters, least, most) => {
    const road = await openNotes(parameters);
    const before = await listOf(road, '/notes');
    expect(before.length).toBeGreaterThanOrEqual(least);
    expect(before.length).toBeLessThanOrEqual(most);
    await road.send('POST', '/notes', { body: { id: 0, title: 'Mine' } });
    const after = await listOf(road, '/notes');
    expect(after.map((one) => one['title'])).toContain('Mine');
  });

  it('needs no room where the newest come first', async () => {
    const road = await openNotes([limited(4)], { description: 'The newest first.' });
    expect(await listOf(road, '/notes')).toHaveLength(4);
    const { json } = await road.send('GET', '/notes', { query: 'limit=100' });
    expect(Array.isArray(json) ? json.length : 0).toBeGreaterThan(19);
  });
});

describe('a list that only the server knows', () => {
  it.each([
    ['/orders', 20, 30],
    ['/customers', 20, 30],
    ['/categories', 10, 14],
    ['/orders/1/comments', 10, 13],
  ])('of %s has as many records as a demo needs', async (path, least, most) => {
    const road = await openShop();
    const records = await listOf(road, path);
    expect(records.length).toBeGreaterThanOrEqual(least);
    expect(records.length).toBeLessThanOrEqual(most);
    expect(new Set(records.map((one) => one['id'])).size).toBe(records.length);
  });

  it.each([0, 1, 7, 100])('has %i records where that is asked for', async (records) => {
    const road = await openShop({ records });
    expect(await listOf(road, '/orders')).toHaveLength(records);
  });

  it('shows each record as its own path shows it', async () => {
    const road = await openShop();
    for (const order of (await listOf(road, '/orders')).slice(0, 5)) {
      const { json } = await road.send('GET', `/orders/${textOf(order['id'])}`);
      expect(json).toEqual(order);
    }
  });
});

describe('a reference', () => {
  it('leads to a record that a list shows, inside of lists, too', async () => {
    const road = await openShop();
    const keysOf = async (path: string) =>
      (await listOf(road, path)).map((one) => one['id'] ?? null);
    const [customers, products] = [await keysOf('/customers'), await keysOf('/products')];
    for (const { id: own, customer_id: customer, lines } of await listOf(road, '/orders')) {
      expect(customers).toContain(customer);
      for (const line of Array.isArray(lines) ? lines : []) {
        expect(products).toContain(isJsonObject(line) && line['product_id']);
        expect(isJsonObject(line) && line['order_id']).toBe(own);
      }
    }
  });

  it('agrees with the record that is shown beside it, which is the one of its own list', async () => {
    const road = await openShop();
    const customers = await listOf(road, '/customers');
    const orders = await listOf(road, '/orders');
    for (const { customer_id: key, customer, buyer } of orders) {
      expect(customer).toEqual(customers.find((one) => one['id'] === key));
      expect(customers).toContainEqual(buyer);
    }
    expect(new Set(orders.map((one) => one['customer_id'])).size).toBeGreaterThan(5);
  });

  it('to a parent goes in no circle', async () => {
    const road = await openShop();
    const categories = await listOf(road, '/categories');
    const known = categories.map((one) => one['id']);
    for (const { id: own, parent_id: parent } of categories) {
      if (parent === null) continue;
      expect(known).toContain(parent);
      expect(Number(parent)).toBeLessThan(Number(own));
    }
  });
});

describe('optional members', () => {
  it('are there in the items of lists, too', async () => {
    const road = await openShop();
    const notes = (await listOf(road, '/orders')).flatMap((one) => one['notes'] ?? []);
    expect(notes.length).toBeGreaterThan(20);
    for (const note of notes) expect(note).toEqual({ body: expect.any(String) });
  });
});
