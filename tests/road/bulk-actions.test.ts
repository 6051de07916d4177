import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ids = { type: 'array', items: whole };
const Product = { $ref: '#/components/schemas/Product' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const answer = (schema?: JsonObject): JsonObject => ({
  '200': { description: 'Fine.', ...(schema && body(schema)) },
});

/** Products, and an operation on many of them. */
async function open(line: string, sent: JsonObject, reply?: JsonObject): Promise<OpenRoad> {
  const [method = '', tail = ''] = line.split(' ');
  const members = {
    id: whole,
    name: text,
    archived: { type: 'boolean' },
    status: { ...text, enum: ['draft', 'active'] },
    tags: { type: 'array', items: text },
  };
  const schema = { ...object(members), required: ['id', 'name', 'archived'] };
  const road = await openRoad({
    paths: {
      '/products': {
        get: { responses: answer({ type: 'array', items: Product }) },
        post: { requestBody: body(object({ name: text })), responses: answer(Product) },
      },
      '/products/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer(Product) },
      },
      [`/products${tail}`]: {
        [method.toLowerCase()]: { requestBody: body(sent), responses: answer(reply) },
      },
    },
    components: { schemas: { Product: schema } },
  });
  for (const name of ['A', 'B', 'C']) await road.send('POST', '/products', { body: { name } });
  return road;
}

async function newest(road: OpenRoad): Promise<readonly JsonValue[]> {
  const { json } = await road.send('GET', '/products');
  return Array.isArray(json)
    ? json.filter((one) => /^[ABC]$/.test(textOf(valueAt(one, '/name'))))
    : [];
}

const idOf = (value: JsonValue | undefined): JsonValue => valueAt(value ?? null, '/id') ?? null;
const action = object({ action: text, ids });

describe('an operation on many records does the same to each', () => {
  it.each<[string, string, JsonObject, JsonObject, JsonObject]>([
    ['by a word in its body', 'POST /bulk', action, { action: 'archive' }, { archived: true }],
    [
      'by a member of its body',
      'POST /bulk_status_update',
      object({ ids, status: text }),
      { status: 'active' },
      { status: 'active' },
    ],
    [
      'whatever keys are called',
      'PUT /bulk',
      object({ product_ids: ids, status: text }),
      { status: 'active' },
      { status: 'active' },
    ],
  ])('%s: %s', async (_, line, sent, told, after) => {
    const road = await open(line, sent);
    const [a, b, c] = await newest(road);
    const [method = '', tail = ''] = line.split(' ');
    const keys =
      sent['properties'] && 'product_ids' in Object(sent['properties']) ? 'product_ids' : 'ids';
    const value = { ...told, [keys]: [idOf(a), idOf(c), 99_999] };
    expect((await road.send(method, `/products${tail}`, { body: value })).status).toBe(200);
    expect(await newest(road)).toEqual([{ ...Object(a), ...after }, b, { ...Object(c), ...after }]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['DELETE /bulk', object({ ids }), {}],
    ['DELETE /bulk_destroy', object({ ids }), {}],
    ['POST /bulk-delete', object({ ids }), {}],
    ['POST /bulk', action, { action: 'delete' }],
  ])('%s deletes them', async (line, sent, told) => {
    const road = await open(line, sent);
    const [a, b, c] = await newest(road);
    const [method = '', tail = ''] = line.split(' ');
    await road.send(method, `/products${tail}`, { body: { ...told, ids: [idOf(a), idOf(b)] } });
    expect(await newest(road)).toEqual([c]);
  });

  it.each<[string, JsonObject, (all: readonly JsonValue[]) => JsonValue]>([
    ['all of them', { type: 'array', items: Product }, (all) => [...all]],
    ['one of them', Product, ([first = null]) => first],
    ['how many', object({ product_count: whole }), ({ length }) => ({ product_count: length })],
  ])('and answers with %s', async (_, reply, shown) => {
    const road = await open('POST /bulk', action, reply);
    const [a, b] = await newest(road);
    const sent = { action: 'archive', ids: [idOf(a), idOf(b)] };
    const { json } = await road.send('POST', '/products/bulk', { body: sent });
    const after = (await newest(road)).slice(0, 2);
    expect(json).toEqual(shown(reply['type'] === 'object' ? [a ?? null, b ?? null] : after));
  });

  it.each<[string, string, JsonObject, JsonObject]>([
    ['a word that fits nothing', 'POST /bulk', action, { action: 'print' }],
    [
      'a list that may be added',
      'POST /bulk_add_tags',
      object({ ids, tags: { type: 'array', items: text } }),
      { tags: ['a'] },
    ],
    [
      'two lists of keys',
      'POST /bulk',
      object({ ids, product_ids: ids, status: text }),
      { status: 'active' },
    ],
    ['a word that may mean something else', 'POST /bulk', action, { action: 'remove' }],
    ['an action on others', 'PUT /lists', action, { action: 'delete' }],
    [
      'a word of the path that is not in the body',
      'POST /bulk_ship',
      object({ ids, status: text }),
      { status: 'active' },
    ],
  ])('but changes nothing by %s', async (_, line, sent, told) => {
    const road = await open(line, sent, Product);
    const before = await newest(road);
    const value = { ...told, ids: [idOf(before[0])] };
    const [method = '', tail = ''] = line.split(' ');
    await road.send(method, `/products${tail}`, { body: value });
    expect(await newest(road)).toEqual(before);
  });
});

describe('an action on a record whose body has to name others', () => {
  const names = { type: 'array', items: text };
  const required = (properties: JsonObject): JsonObject => ({
    ...object(properties),
    required: ['cards'],
  });

  async function openBoard(tail: string, sent: JsonObject): Promise<OpenRoad> {
    const id = { parameters: [parameter('id', whole)] };
    const flags = { id: whole, name: text, archived: { type: 'boolean' }, colour: text };
    const one = { ...object(flags), required: ['id', 'name', 'archived'] };
    const [Board, Card] = ['Board', 'Card'].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    }));
    const made = { requestBody: body(object({ name: text, colour: text })) };
    return openRoad({
      paths: {
        '/boards': { post: { ...made, responses: answer(Board) } },
        '/boards/{id}': { ...id, get: { responses: answer(Board) } },
        '/boards/{id}/cards': { ...id, post: { ...made, responses: answer(Card) } },
        '/boards/{id}/cards/{name}': {
          parameters: [parameter('id', whole), parameter('name', text)],
          get: { responses: answer(Card) },
        },
        [`/boards/{id}${tail}`]: { ...id, post: { requestBody: body(sent), responses: answer() } },
      },
      components: { schemas: { Board: one, Card: one } },
    });
  }

  it.each<[string, string, JsonObject, JsonObject, JsonObject]>([
    ['by its word', '/archive', required({ cards: names }), {}, { archived: true }],
    [
      'by a member that they have',
      '/paint',
      required({ cards: names, colour: text }),
      { colour: 'green' },
      { colour: 'green' },
    ],
    ['but not by a word of trials', '/archive/validate', required({ cards: names }), {}, {}],
  ])('changes these, and not the record, %s', async (_, tail, sent, told, after) => {
    const road = await openBoard(tail, sent);
    const { json: board } = await road.send('POST', '/boards', { body: { name: 'Ideas' } });
    const place = `/boards/${textOf(idOf(board))}`;
    for (const name of ['one', 'two']) {
      await road.send('POST', `${place}/cards`, { body: { name, colour: 'red' } });
    }
    const value = { ...told, cards: ['one'] };
    expect((await road.send('POST', `${place}${tail}`, { body: value })).status).toBe(200);
    expect((await road.send('GET', place)).json).toEqual(board);
    const shown = [
      await road.send('GET', `${place}/cards/one`),
      await road.send('GET', `${place}/cards/two`),
    ];
    const red = { archived: false, colour: 'red' };
    expect(shown[0]?.json).toMatchObject({ ...red, ...after });
    expect(shown[1]?.json).toMatchObject(red);
    expect((await road.send('POST', `/boards/987${tail}`, { body: value })).status).toBe(
      (await road.send('GET', '/boards/987')).status,
    );
  });

  it('changes the record where the list may be left out', async () => {
    const road = await openBoard('/archive', object({ cards: names }));
    const { json: board } = await road.send('POST', '/boards', { body: { name: 'Ideas' } });
    const place = `/boards/${textOf(idOf(board))}`;
    await road.send('POST', `${place}/archive`, { body: {} });
    expect((await road.send('GET', place)).json).toMatchObject({ archived: true });
  });
});
