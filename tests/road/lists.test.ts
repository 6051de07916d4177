import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function answer(status: string, schema: JsonObject): JsonObject {
  return { [status]: { description: 'Fine.', ...body(schema) } };
}

function asked(...names: readonly string[]): readonly JsonObject[] {
  return names.map((name) => ({ name, in: 'query', schema: text }));
}

const product = object(
  {
    id: whole,
    title: text,
    unique_id: text,
    product_id: text,
    ownerToken: text,
    owner: object({ login: text }),
    price: object({ amount: whole, currency: text }),
    makers: { type: 'array', items: object({ id: whole, email: text }) },
  },
  ['id', 'title'],
);
const fixtures = {
  products: [
    { id: 1, title: 'Lamp', owner: { login: 'ann' }, price: { amount: 900, currency: 'EUR' } },
    {
      id: 2,
      title: 'Rug',
      unique_id: 'X-4711',
      product_id: 'P-4712',
      ownerToken: 'T-4713',
      owner: { login: 'bob' },
      price: { amount: 1000, currency: 'EUR' },
      makers: [
        { id: 7, email: 'cid@example.com' },
        { id: 8, email: 'dee@example.com' },
      ],
    },
    { id: 3, title: 'Lamp shade', owner: { login: 'ann' }, price: { amount: 80, currency: 'EUR' } },
  ],
};

/** Products that are listed as the given schema and description say. */
function open(list: JsonObject, more: JsonObject = {}): Promise<OpenRoad> {
  return openRoad({
    paths: {
      '/products': {
        get: {
          parameters: asked('owner', 'sort', 'q', 'colour', 'email', 'maker_id'),
          responses: answer('200', list),
          ...more,
        },
      },
      '/products/count': {
        get: {
          parameters: asked('owner'),
          responses: answer('200', object({ count: whole }, ['count'])),
        },
      },
      '/products/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer('200', ref('Product')) },
      },
    },
    components: { schemas: { Product: product } },
    fixtures,
  });
}

async function get(road: OpenRoad, query = '', path = '/products'): Promise<JsonValue | undefined> {
  const { json, verdict } = await road.send('GET', path, { query });
  expect(verdict).toBe('served');
  return json;
}

function titlesIn(value: JsonValue | undefined, pointer = ''): readonly (JsonValue | undefined)[] {
  return Array.isArray(value)
    ? value.map((one: JsonValue) => valueAt(one, `${pointer}/title`))
    : [];
}

const many = (items: JsonObject): JsonObject => ({ type: 'array', items });

describe('a list of resources', () => {
  it.each([
    ['sort=-name', ['3', '1']],
    ['sort=name', ['2', '1']],
    ['filter=name=Boat', ['1']],
    ['', ['1', '2']],
    ['per_page=all', ['1', '2', '3']],
  ])('asked for %s has %j', async (query, keys) => {
    const size = { type: ['integer', 'string'], default: 2 };
    const resource = object({ id: text, type: text, attributes: object({ name: text }) }, ['id']);
    const road = await openRoad({
      paths: {
        '/boats': {
          get: {
            parameters: [
              ...asked('sort', 'filter'),
              { name: 'per_page', in: 'query', schema: size },
            ],
            responses: answer('200', object({ data: many(resource) })),
          },
        },
        '/boats/{id}': {
          parameters: [parameter('id', text)],
          get: { responses: answer('200', object({ data: resource })) },
        },
      },
      fixtures: {
        boats: ['Boat', 'Barge', 'Canoe'].map((name, index) => ({
          id: String(index + 1),
          type: 'boats',
          attributes: { name },
        })),
      },
    });
    const list = valueAt((await get(road, query, '/boats')) ?? null, '/data');
    expect(Array.isArray(list) && list.map((one: JsonValue) => valueAt(one, '/id'))).toEqual(keys);
  });
});

describe('a list', () => {
  it.each([
    ['wrapped by name', object({ product: ref('Product') }, ['product'])],
    ['wrapped beside others', object({ product: ref('Product'), score: whole }, ['score'])],
    ['nodes', object({ node: ref('Product'), cursor: text })],
  ])('of items that are %s shows the records', async (_, item) => {
    const road = await open(many(item));
    const list = await get(road, 'owner=ann');
    const held = '/' + (Object.keys(item['properties'] ?? {})[0] ?? '');
    expect(titlesIn(list, held)).toEqual(['Lamp', 'Lamp shade']);
    const [first] = Array.isArray(list) ? list : [];
    expect(isJsonObject(first) && Object.keys(first).includes('score')).toBe(
      JSON.stringify(item).includes('score'),
    );
  });

  it('of bare objects shows the records as another operation describes them', async () => {
    const road = await open(many({ type: 'object' }));
    expect(await get(road, 'owner=ann')).toEqual([fixtures.products[0], fixtures.products[2]]);
  });

  it('counts its records under the name of its array', async () => {
    const road = await open(
      object({ products: many(ref('Product')), productsCount: whole, total_products: whole }),
    );
    expect(await get(road, 'owner=ann')).toMatchObject({ productsCount: 2, total_products: 2 });
  });

  it('has its count at a path of its own, with its filters', async () => {
    const road = await open(many(ref('Product')));
    expect(await get(road, '', '/products/count')).toEqual({ count: 3 });
    expect(await get(road, 'owner=ann', '/products/count')).toEqual({ count: 2 });
  });

  it('pages by parameters that only its description shows', async () => {
    const description = 'Pages are asked for by `/products?per_page=15&page=2`.';
    const road = await open(many(ref('Product')), { description });
    expect(titlesIn(await get(road, 'per_page=2&page=2'))).toEqual(['Lamp shade']);
  });

  it.each([
    ['sort=price', ['Lamp shade', 'Lamp', 'Rug']],
    ['sort=-price', ['Rug', 'Lamp', 'Lamp shade']],
    ['q=lamp', ['Lamp', 'Lamp shade']],
    ['q=80', []],
    ['owner=bob&owner=ann', ['Lamp', 'Rug', 'Lamp shade']],
    ['maker_id=9&maker_id=8', ['Rug']],
    ['q=rug&q=lamp', ['Rug']],
    // The contract has no collection of uniques, but one of products.
    ['q=4711', ['Rug']],
    ['q=4712', []],
    ['q=4713', []],
    ['email=dee@example.com', ['Rug']],
    ['email=dee', []],
    ['maker_id=7', ['Rug']],
    ['maker_id=9', []],
    ['colour=red', ['Lamp', 'Rug', 'Lamp shade']],
  ])('asked for %s has %j', async (query, titles) => {
    const road = await open(many(ref('Product')));
    expect(titlesIn(await get(road, query))).toEqual(titles);
  });

  it.each([
    ['The newest first.', '', ['Lamp shade', 'Rug', 'Lamp']],
    ['Get most recent products', '', ['Lamp shade', 'Rug', 'Lamp']],
    ['The newest first.', 'sort=title', ['Lamp', 'Lamp shade', 'Rug']],
    ['The newest products.', '', ['Lamp', 'Rug', 'Lamp shade']],
  ])('described as %j and asked for %j has %j', async (description, query, titles) => {
    const road = await open(many(ref('Product')), { description });
    expect(titlesIn(await get(road, query))).toEqual(titles);
  });
});
