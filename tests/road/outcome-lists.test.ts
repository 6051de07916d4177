import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const Item = { $ref: '#/components/schemas/Item' };
const items = { type: 'array', items: Item };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
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
