import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const answer = (schema: JsonObject): JsonObject => ({
  responses: { '200': { description: 'Fine.', ...body(schema) } },
});

/** Purchases, whose path calls them otherwise, and their lines with a key and what is shown beside it. */
function open(key: string, shown: string, schema: JsonObject): Promise<OpenRoad> {
  const made = (name: string): JsonObject => ({
    get: answer({ type: 'array', items: ref(name) }),
    post: { requestBody: body(ref(name)), ...answer(ref(name)) },
  });
  const one = (name: string): JsonObject => ({
    parameters: [parameter('id', whole)],
    get: answer(ref(name)),
    patch: { requestBody: body(ref(name)), ...answer(ref(name)) },
  });
  const line = {
    pk: { ...whole, readOnly: true },
    amount: whole,
    [key]: whole,
    [shown]: { ...schema, readOnly: true },
  };
  const purchase = { pk: { ...whole, readOnly: true }, title: text };
  return openRoad({
    paths: {
      '/po': made('Purchase'),
      '/po/{id}': one('Purchase'),
      '/lines': made('Line'),
      '/lines/{id}': one('Line'),
    },
    components: {
      schemas: {
        Line: { ...object(line), required: Object.keys(line) },
        Purchase: { ...object(purchase), required: Object.keys(purchase) },
        PurchaseBrief: { ...object(purchase), required: ['pk'] },
        Purchases: object({ pk: whole, title: text }),
      },
    },
  });
}

describe('what stands beside a key', () => {
  it.each<[string, string, JsonObject]>([
    ['order', 'order_detail', { allOf: [ref('Purchase')] }],
    ['order', 'order_details', ref('Purchase')],
    ['order', 'order_data', ref('Purchase')],
    ['order', 'order_info', { allOf: [ref('Purchase')], description: 'Whole.' }],
    ['order', 'order_object', ref('Purchase')],
    ['order', 'orderDetail', { oneOf: [ref('Purchase'), { type: 'null' }] }],
    ['order_id', 'order', { allOf: [ref('Purchase')] }],
    ['order', 'order_detail', { allOf: [ref('PurchaseBrief')] }],
  ])('(%s, %s) is the record with that key', async (key, shown, schema) => {
    const road = await open(key, shown, schema);
    const { json: purchase = null } = await road.send('POST', '/po', { body: { title: 'Wood' } });
    const pk = Number(textOf(valueAt(purchase, '/pk')));
    const sent = { body: { amount: 3, [key]: pk } };
    const { json: line = null } = await road.send('POST', '/lines', sent);
    expect(line).toMatchObject({ [key]: pk, [shown]: purchase });
    await road.send('PATCH', `/po/${pk}`, { body: { title: 'Steel' } });
    const { json: after } = await road.send('GET', `/lines/${textOf(valueAt(line, '/pk'))}`);
    expect(after).toMatchObject({ [shown]: { pk, title: 'Steel' } });
    const { json: lines } = await road.send('GET', '/lines');
    for (const one of Object.values(Object(lines)))
      expect(Object(one)[shown].pk).toBe(Object(one)[key]);
  });

  it('stays made up where it is another kind of thing', async () => {
    const road = await open('order', 'order_detail', ref('Purchases'));
    const { json: purchase = null } = await road.send('POST', '/po', { body: { title: 'Wood' } });
    const sent = { body: { amount: 3, order: Number(textOf(valueAt(purchase, '/pk'))) } };
    const { json: line = null } = await road.send('POST', '/lines', sent);
    expect(valueAt(line, '/order_detail')).not.toEqual(purchase);
  });
});

/** Boxes, whose requests name toys by their keys, in a member of this name, and whose replies show them. */
function openBoxes(sent: string, keys: JsonObject = whole): Promise<OpenRoad> {
  const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
  const given = { requestBody: body(object({ name: text, [sent]: list(keys) })) };
  const places = list({ ...object({ toy: ref('Toy'), spot: text }), required: ['toy'] });
  const box = { id: whole, name: text, toys: list(ref('Toy')), toyCount: whole, places };
  return openRoad({
    paths: {
      '/toys': {
        get: answer(list(ref('Toy'))),
        post: { requestBody: body(object({ name: text })), ...answer(ref('Toy')) },
      },
      '/toys/{id}': { parameters: [parameter('id', whole)], get: answer(ref('Toy')) },
      '/boxes': { get: answer(list(ref('Box'))), post: { ...given, ...answer(ref('Box')) } },
      '/boxes/{id}': {
        parameters: [parameter('id', whole)],
        get: answer(ref('Box')),
        put: { ...given, ...answer(ref('Box')) },
        patch: { ...given, ...answer(ref('Box')) },
      },
    },
    components: {
      schemas: {
        Toy: { ...object({ id: whole, name: text }), required: ['id', 'name'] },
        Box: { ...object(box), required: Object.keys(box) },
      },
    },
  });
}

describe('keys that a request sends', () => {
  it.each(['toyIds', 'toy_ids', 'toys', 'toysIds'])(
    'as %s show the records that they name, in their order',
    async (sent) => {
      const road = await openBoxes(sent);
      const toys: JsonValue[] = [];
      for (const name of ['Car', 'Doll', 'Kite'])
        toys.push((await road.send('POST', '/toys', { body: { name } })).json ?? null);
      const [car, doll, kite] = toys;
      const keysOf = (...all: JsonValue[]): JsonValue => all.map((one) => valueAt(one, '/id') ?? 0);
      const made = await road.send('POST', '/boxes', {
        body: { name: 'Red', [sent]: keysOf(kite ?? null, car ?? null) },
      });
      expect(made.json).toMatchObject({ toys: [kite, car], toyCount: 2 });
      const box = `/boxes/${textOf(valueAt(made.json ?? null, '/id'))}`;
      expect((await road.send('GET', box)).json).toEqual(made.json);
      const change = { body: { [sent]: keysOf(doll ?? null) } };
      expect((await road.send('PATCH', box, change)).json).toMatchObject({
        name: 'Red',
        toys: [doll],
        toyCount: 1,
      });
      const replace = { body: { name: 'Blue', [sent]: keysOf(car ?? null, doll ?? null) } };
      expect((await road.send('PUT', box, replace)).json).toMatchObject({
        toys: [car, doll],
        toyCount: 2,
      });
      expect((await road.send('GET', box)).json).toMatchObject({ toys: [car, doll] });
    },
  );

  it('inside the objects of a list show the records that they name', async () => {
    const road = await openBoxes('places', object({ toyId: whole, spot: text }));
    const { json: toy = null } = await road.send('POST', '/toys', { body: { name: 'Car' } });
    const sent = { name: 'Red', places: [{ toyId: valueAt(toy, '/id') ?? 0, spot: 'left' }] };
    const { json: box = null } = await road.send('POST', '/boxes', { body: sent });
    expect(valueAt(box, '/places')).toEqual([{ toy, spot: 'left' }]);
    expect((await road.send('GET', `/boxes/${textOf(valueAt(box, '/id'))}`)).json).toEqual(box);
  });
});
