import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { openRoad } from './open-road.ts';
import { parameter } from './shop.ts';

const text = { type: 'string' };

/** What a reply looks like, without a schema. */
function shown(status: string, example: unknown): JsonObject {
  return {
    responses: {
      [status]: { description: 'Fine.', content: { 'application/json': { example } } },
    } as JsonObject,
  };
}

const boat = { id: 'boat_1', name: 'Alma', length: 9, sold_at: null, harbour: { city: 'Hull' } };
const sent = { type: 'object', properties: { name: text, length: { type: 'integer' } } };
const paths = {
  '/boats': {
    get: {
      parameters: [{ name: 'name', in: 'query', schema: text }],
      ...shown('200', { data: [boat], meta: { total: 1 } }),
    },
    post: {
      requestBody: { content: { 'application/json': { schema: sent } } },
      ...shown('201', { ...boat, name: 'Nora' }),
    },
  },
  '/boats/{id}': {
    parameters: [parameter('id', text)],
    get: shown('200', boat),
    delete: { responses: { '204': { description: 'Gone.' } } },
  },
  '/boats/{id}/sell': { parameters: [parameter('id', text)], post: shown('200', boat) },
};

describe('replies that the contract shows by examples only', () => {
  it.each<[string, JsonObject | undefined]>([
    ['and no component is like', undefined],
    [
      'and a component is like',
      {
        Boat: {
          type: 'object',
          required: ['id', 'name'],
          properties: {
            id: text,
            name: text,
            length: { type: 'integer' },
            sold_at: { type: ['string', 'null'], format: 'date-time' },
            harbour: { type: 'object', properties: { city: text } },
          },
        },
      },
    ],
  ])('hold records %s', async (_, schemas) => {
    const road = await openRoad({ paths, ...(schemas ? { components: { schemas } } : {}) });
    const made = await road.send('POST', '/boats', { body: { name: 'Zoe', length: 12 } });
    expect(made).toMatchObject({ status: 201, json: { name: 'Zoe', length: 12, sold_at: null } });
    const { id } = made.json as { id: string };
    const read = await road.send('GET', `/boats/${id}`);
    expect(read.json).toMatchObject({ id, name: 'Zoe', length: 12 });
    const found = await road.send('GET', '/boats', { query: 'name=Zoe' });
    expect(found.json).toMatchObject({ data: [{ id, name: 'Zoe' }], meta: { total: 1 } });
    const sold = await road.send('POST', `/boats/${id}/sell`);
    expect(sold.json).toMatchObject({ id, name: 'Zoe', sold_at: expect.any(String) as string });
    expect((await road.send('DELETE', `/boats/${id}`)).status).toBe(204);
    expect((await road.send('GET', `/boats/${id}`)).status).toBe(404);
  });

  it('begin with the example', async () => {
    const road = await openRoad({ paths });
    expect((await road.send('GET', '/boats/boat_1')).json).toEqual(boat);
  });
});
