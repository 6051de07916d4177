import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const ref = { $ref: '#/components/schemas/Boat' };
const boat = {
  type: 'object',
  required: ['id'],
  properties: { id: text, name: text, homePort: text, length: { type: 'integer' } },
};
const fixtures = { boats: [{ id: 'a', name: 'Alma', homePort: 'Hull', length: 9 }] };

function open(asking: JsonObject): Promise<OpenRoad> {
  const parameters = [{ in: 'query', ...asking }];
  const answers = (schema: JsonObject): JsonObject => ({
    parameters,
    responses: { '200': { description: 'Fine.', ...body(schema) } },
  });
  return openRoad({
    paths: {
      '/boats': {
        get: answers({
          type: 'object',
          properties: { boats: { type: 'array', items: ref }, total: { type: 'integer' } },
        }),
      },
      '/boats/{id}': { parameters: [parameter('id', text)], get: answers(ref) },
    },
    components: { schemas: { Boat: boat } },
    fixtures,
  });
}

const words = { name: 'fields', schema: text };

async function get(road: OpenRoad, path: string, query: string): Promise<JsonValue | undefined> {
  const { json, verdict } = await road.send('GET', path, { query });
  expect(verdict).toBe('served');
  return json;
}

describe('the members that a query asks for', () => {
  it.each<[string, JsonObject, string]>([
    ['separated by commas', words, 'fields=name,home_port'],
    [
      'as a list',
      { ...words, schema: { type: 'array', items: text } },
      'fields=name&fields=homePort',
    ],
    ['by another name', { name: 'opt_fields', schema: text }, 'opt_fields=name,homePort'],
  ])('are shown, and the key: %s', async (_, asking, query) => {
    const few = { id: 'a', name: 'Alma', homePort: 'Hull' };
    const road = await open(asking);
    expect(await get(road, '/boats/a', query)).toEqual(few);
    expect(await get(road, '/boats', query)).toEqual({ boats: [few], total: 1 });
    expect(await get(road, '/boats/a', '')).toEqual(fixtures.boats[0]);
  });

  it('are all, where a word is none of them', async () => {
    const road = await open(words);
    expect(await get(road, '/boats/a', 'fields=name,crew')).toEqual(fixtures.boats[0]);
  });

  it('are all, where the parameter asks for more', async () => {
    const road = await open({ ...words, description: 'Additional fields to return.' });
    expect(await get(road, '/boats/a', 'fields=name')).toEqual(fixtures.boats[0]);
  });
});
