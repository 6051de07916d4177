import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, object, refTo as ref, text, whole } from './record-kinds.ts';
import { body, parameter } from './shop.ts';

function asked(...names: readonly string[]): readonly JsonObject[] {
  return names.map((name) => ({ name, in: 'query', schema: text }));
}

const product = object({ id: whole, title: text, owner: object({ login: text }) }, ['id', 'title']);
const fixtures = {
  products: [
    { id: 1, title: 'Lamp', owner: { login: 'ann' } },
    { id: 2, title: 'Rug', owner: { login: 'bob' } },
    { id: 3, title: 'Lamp shade', owner: { login: 'ann' } },
  ],
};

function many(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** Products and goods, whose searches are asked by POST. */
function openSearch(): Promise<OpenRoad> {
  const good = object({ id: whole, title: text }, ['id']);
  const all = { type: 'array', items: ref('Product') };
  const post = (sent: JsonObject): JsonObject => ({
    post: { requestBody: body(sent), responses: answer('200', all) },
  });
  return openRoad({
    paths: {
      '/products': { get: { responses: answer('200', all) } },
      '/products/search': post(object({ term: text, owner: text, colour: text })),
      '/products/ids': post({ type: 'array', items: whole }),
      '/products/query': post(
        object({ limit: whole, query: object({ owner: text }), titles: many(text) }),
      ),
      '/goods': { get: { responses: answer('200', many(good)) } },
      '/goods/search': {
        post: {
          requestBody: body(object({ goodIds: many(whole) })),
          responses: answer('200', many(good)),
        },
      },
      '/goods/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer('200', good) },
      },
      '/products/find': post(object({ query: { ...text, description: 'Accepts valid PQL.' } })),
      '/products/preview': post(object({ term: text })),
      '/products/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer('200', ref('Product')) },
      },
    },
    components: { schemas: { Product: product } },
    fixtures: { ...fixtures, goods: fixtures.products.map(({ id, title }) => ({ id, title })) },
  });
}

describe('a list that is asked for by POST', () => {
  it.each<[string, JsonValue, readonly number[]]>([
    ['/products/search', { term: 'lamp' }, [1, 3]],
    ['/products/search', { term: 'lamp', owner: 'bob' }, []],
    ['/products/search', { owner: 'ann', colour: 'red' }, [1, 3]],
    ['/products/search', {}, [1, 2, 3]],
    ['/products/ids', [3, 2], [2, 3]],
    ['/goods/search', { goodIds: [3, 2] }, [2, 3]],
    ['/products/query', { query: {}, limit: 2 }, [1, 2]],
  ])('has what the body asks for: %s with %j', async (path, sent, ids) => {
    const road = await openSearch();
    const { json, text: told } = await road.send('POST', path, { body: sent });
    const found = Array.isArray(json) ? json.map((one: JsonValue) => valueAt(one, '/id')) : told;
    expect(found).toEqual(ids);
    const listed = await road.send('GET', '/products');
    expect(Array.isArray(listed.json) && listed.json.length).toBe(3);
  });
});

describe('a list that is asked for by POST, in a way of which nothing is known', () => {
  it.each<[string, JsonObject]>([
    ['/products/query', { query: { owner: 'bob' } }],
    ['/products/find', { query: 'owner = "bob"' }],
  ])('is improvised: %s with %j', async (path, sent) => {
    const road = await openSearch();
    const { status, json } = await road.send('POST', path, { body: sent });
    expect(status).toBe(200);
    const found = Array.isArray(json) ? json.map((one: JsonValue) => valueAt(one, '/title')) : [];
    expect(found.filter((title) => fixtures.products.some((one) => one.title === title))).toEqual(
      [],
    );
    expect(found.length).toBeGreaterThan(0);
  });
});

describe('a search at a path of its own', () => {
  it.each([
    ['q=lamp', 2],
    ['owner=bob', 1],
    ['q=none', 0],
  ])('finds the records that other paths make: %s', async (query, count) => {
    const all = { type: 'array', items: ref('Product') };
    const road = await openRoad({
      paths: {
        '/products': { get: { responses: answer('200', all) } },
        '/products/{id}': {
          parameters: [parameter('id', whole)],
          get: { responses: answer('200', ref('Product')) },
        },
        '/search/products': {
          get: { parameters: asked('q', 'owner'), responses: answer('200', all) },
        },
      },
      components: { schemas: { Product: product } },
      fixtures,
    });
    const { json } = await road.send('GET', '/search/products', { query });
    expect(Array.isArray(json) && json.length).toBe(count);
  });
});
