import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
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
