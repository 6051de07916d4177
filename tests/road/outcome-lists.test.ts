import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const list = (of: JsonObject): JsonObject => ({ type: 'array', items: of });
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const Item = ref('Item');
const items = list(Item);
const answer = (schema: JsonObject): JsonObject => ({
  '200': { description: 'Fine.', ...body(schema) },
});

/** Items, and operations on one of them that answer with this. */
function open(reply: JsonObject): Promise<OpenRoad> {
  const sent = body(object({ note: text, count: whole }));
  return openRoad({
    paths: {
      '/items': {
        get: { responses: answer(items) },
        post: { requestBody: sent, responses: answer(reply) },
      },
      '/items/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer(Item) },
        patch: { requestBody: sent, responses: answer(reply) },
      },
    },
    components: {
      schemas: { Item: { ...object({ id: whole, note: text, count: whole }), required: ['id'] } },
    },
  });
}

describe('a reply with a list of what was made and one of what was changed', () => {
  it.each<[string, string, string]>([
    ['createdItems', 'updatedItems', 'deletedItems'],
    ['added', 'changed', 'removed'],
    ['new_items', 'modified_items', 'removed_items'],
  ])('has the record in the one that is right: %s, %s, %s', async (made, changed, gone) => {
    const road = await open(object({ [made]: items, [changed]: items, [gone]: items }));
    const { json = null } = await road.send('POST', '/items', { body: { note: 'Salt', count: 2 } });
    const item = valueAt(json, `/${made}/0`) ?? null;
    expect(item).toMatchObject({ note: 'Salt', count: 2 });
    expect(json).toEqual({ [made]: [item], [changed]: [], [gone]: [] });
    const path = `/items/${textOf(valueAt(item, '/id'))}`;
    expect((await road.send('GET', path)).json).toEqual(item);
    const { json: all } = await road.send('GET', '/items');
    expect(Array.isArray(all) ? all.at(-1) : undefined).toEqual(item);
    const after = { ...Object(item), count: 3 };
    const patched = await road.send('PATCH', path, { body: { count: 3 } });
    expect(patched.json).toEqual({ [made]: [], [changed]: [after], [gone]: [] });
    expect((await road.send('GET', path)).json).toEqual(after);
  });

  it('may have something else beside the lists', async () => {
    const road = await open(object({ created: items, deleted: items, ok: { type: 'boolean' } }));
    const { json = null } = await road.send('POST', '/items', { body: { note: 'Salt' } });
    expect(valueAt(json, '/created/0/note')).toBe('Salt');
    expect(valueAt(json, '/deleted')).toEqual([]);
    expect(valueAt(json, '/ok')).toEqual(expect.any(Boolean));
  });

  it('is left as it is where its lists have other records', async () => {
    const others = { type: 'array', items: object({ name: text }) };
    const road = await open(object({ created: others, deleted: others }));
    const { json = null } = await road.send('POST', '/items', { body: { note: 'Salt' } });
    expect(JSON.stringify(json)).not.toContain('Salt');
  });
});

async function make(road: OpenRoad, path: string, sent: JsonValue): Promise<string> {
  const { json, verdict, text: told } = await road.send('POST', path, { body: sent });
  expect(verdict, told).toBe('served');
  return textOf(valueAt(json ?? null, '/id'));
}

/** Baskets have a list of apples; labels stand in each apple, and crates in nothing. */
function openOrchard(
  outcome: JsonObject,
  key = 'ids',
  declared: JsonObject = {},
): Promise<OpenRoad> {
  const made = (name: string): JsonObject => ({
    get: { responses: answer(list(ref(name))) },
    post: { requestBody: body(object({ name: text })), responses: answer(ref(name)) },
  });
  const one = (name: string): JsonObject => ({
    parameters: [parameter('id', whole)],
    get: { responses: answer(ref(name)) },
  });
  const told = {
    ...declared,
    requestBody: body({ ...object({ [key]: list(whole) }), required: [key] }),
    responses: answer(list(outcome)),
  };
  const kinds = { apples: 'Apple', baskets: 'Basket', labels: 'Label', crates: 'Crate' };
  const paths = Object.entries(kinds).flatMap(([segment, name]) => [
    [`/${segment}`, made(name)],
    [`/${segment}/{id}`, one(name)],
    ...(segment === 'apples'
      ? []
      : [
          [
            `/${segment}/{id}/apples`,
            { parameters: [parameter('id', whole)], put: told, delete: told },
          ],
        ]),
  ]);
  const plain = object({ id: whole, name: text });
  return openRoad({
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        Apple: object({ id: whole, name: text, labels: list(ref('Label')) }),
        Basket: {
          ...object({ id: whole, name: text, apples: list(ref('Apple')), appleCount: whole }),
          required: ['apples', 'appleCount'],
        },
        Label: plain,
        Crate: plain,
      },
    },
  });
}

describe('a body that names many, answered with what became of each', () => {
  const outcome = {
    ...object({
      id: whole,
      success: { type: 'boolean' },
      error: { enum: ['unknown', 'duplicate', 'not_found'] },
    }),
    required: ['id', 'success'],
  };

  it('puts these into the list of the record, and takes them out', async () => {
    const road = await openOrchard(outcome);
    const [first, second] = [
      Number(await make(road, '/apples', { name: 'Red' })),
      Number(await make(road, '/apples', { name: 'Green' })),
    ];
    const basket = `/baskets/${await make(road, '/baskets', { name: 'Small' })}`;
    const send = async (method: string, ids: JsonValue): Promise<JsonValue | undefined> =>
      (await road.send(method, `${basket}/apples`, { body: { ids } })).json;
    const both = [first, second].map((id) => ({ id, success: true }));
    expect(await send('PUT', [first, second])).toEqual(both);
    expect((await road.send('GET', basket)).json).toMatchObject({
      apples: [{ name: 'Red' }, { name: 'Green' }],
      appleCount: 2,
    });
    expect(await send('PUT', [first, 777])).toEqual([
      { id: first, success: false, error: 'duplicate' },
      { id: 777, success: false, error: 'not_found' },
    ]);
    expect(await send('DELETE', [first])).toEqual([{ id: first, success: true }]);
    expect(await send('DELETE', [first])).toEqual([
      { id: first, success: false, error: 'not_found' },
    ]);
    expect((await road.send('GET', basket)).json).toMatchObject({
      apples: [{ name: 'Green' }],
      appleCount: 1,
    });
  });

  it('puts the record into the list of each where only these have one', async () => {
    const road = await openOrchard(outcome);
    const apple = Number(await make(road, '/apples', { name: 'Red' }));
    const label = await make(road, '/labels', { name: 'Sweet' });
    const labels = async (): Promise<JsonValue | undefined> =>
      valueAt((await road.send('GET', `/apples/${apple}`)).json ?? null, '/labels');
    const sent = { body: { ids: [apple] } };
    const { json } = await road.send('PUT', `/labels/${label}/apples`, sent);
    expect(json).toEqual([{ id: apple, success: true }]);
    expect(await labels()).toEqual([{ id: Number(label), name: 'Sweet' }]);
    await road.send('DELETE', `/labels/${label}/apples`, sent);
    expect(await labels()).toEqual([]);
  });

  it('names those that were sent where nothing shows a list of them', async () => {
    const road = await openOrchard(object({ appleId: whole, ok: { type: 'boolean' } }), 'appleIds');
    const apple = Number(await make(road, '/apples', { name: 'Red' }));
    const crate = await make(road, '/crates', { name: 'Old' });
    const sent = { body: { appleIds: [apple, 555] } };
    expect((await road.send('PUT', `/crates/${crate}/apples`, sent)).json).toEqual([
      { appleId: apple, ok: true },
      { appleId: 555, ok: false },
    ]);
    expect((await road.send('PUT', '/crates/999/apples', sent)).status).toBe(404);
  });

  it('changes what the contract declares instead, where it declares something', async () => {
    const declared = { 'x-stuntdouble': { transitions: [{ set: { name: 'Packed' } }] } };
    const road = await openOrchard(outcome, 'ids', declared);
    const apple = Number(await make(road, '/apples', { name: 'Red' }));
    const basket = `/baskets/${await make(road, '/baskets', { name: 'Small' })}`;
    await road.send('PUT', `${basket}/apples`, { body: { ids: [apple] } });
    expect((await road.send('GET', basket)).json).toMatchObject({ name: 'Packed', apples: [] });
  });
});
