import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, body, parameter } from './shop.ts';

const text = { type: 'string' };
const input = {
  type: 'object',
  properties: {
    name: text,
    size: { type: 'integer' },
    isOpen: { type: 'boolean' },
    note: { type: ['string', 'null'] },
    tags: { type: 'array', items: text },
    owner: { type: 'object', properties: { login: text, level: { type: 'number' } } },
    labels: { type: 'object', additionalProperties: text },
  },
};
const thing = {
  allOf: [
    input,
    {
      type: 'object',
      required: ['id', 'name', 'isOpen', 'created_at', 'updated_at'],
      properties: {
        id: { ...text, format: 'uuid', readOnly: true },
        created_at: { ...text, format: 'date-time', readOnly: true },
        updated_at: { ...text, format: 'date-time', readOnly: true },
      },
    },
  ],
};

const fields = fc.record(
  {
    name: fc.string(),
    size: fc.integer(),
    isOpen: fc.boolean(),
    note: fc.string(),
    tags: fc.array(fc.string(), { maxLength: 3 }),
    owner: fc.record({ login: fc.string(), level: fc.integer() }, { requiredKeys: [] }),
    labels: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3, noNullPrototype: true }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

describe.each<[string, Readonly<Record<string, JsonValue>>]>([
  ['with fixtures', { things: [] }],
  ['of which nobody has said anything', {}],
])('in a collection %s', (_, fixtures) => {
  let road: OpenRoad;
  const withInput = { requestBody: body(input), responses: { '200': answer(thing) } };
  beforeAll(async () => {
    road = await openRoad({
      paths: {
        '/things': {
          post: { requestBody: body(input), responses: { '201': answer(thing) } },
        },
        '/things/{id}': {
          parameters: [parameter('id', { ...text, format: 'uuid' })],
          get: { responses: { '200': answer(thing) } },
          patch: withInput,
          put: withInput,
        },
      },
      fixtures,
    });
  });

  const read = async (id: string): Promise<JsonObject> => {
    const { json, status } = await road.send('GET', `/things/${id}`);
    if (status !== 200 || !isJsonObject(json)) throw new Error(`${status} ${JSON.stringify(json)}`);
    return json;
  };

  it('what was sent is what comes back', async () => {
    await fc.assert(
      fc.asyncProperty(fields, fields, fields, async (first, second, third) => {
        const made = await road.send('POST', '/things', { body: first });
        expect(made).toMatchObject({ status: 201, json: first });
        const { id, created_at: created } = isJsonObject(made.json ?? null)
          ? (made.json as JsonObject)
          : {};
        const path = `/things/${typeof id === 'string' ? id : ''}`;
        expect(await read(typeof id === 'string' ? id : '')).toEqual(made.json);

        const merged = await road.send('PATCH', path, { body: second });
        expect(merged.json).toMatchObject(second);
        expect(await read(String(path.split('/').at(-1)))).toEqual(merged.json);

        const put = await road.send('PUT', path, { body: third });
        expect(put.json).toMatchObject({ ...third, id, created_at: created });
        const after = await read(String(path.split('/').at(-1)));
        expect(after).toEqual(put.json);
        const given = new Set([
          ...Object.keys(third),
          'id',
          'name',
          'isOpen',
          'created_at',
          'updated_at',
        ]);
        expect(Object.keys(after).filter((name) => !given.has(name))).toEqual([]);
      }),
      { numRuns: 60, seed: 4 },
    );
  });
});
