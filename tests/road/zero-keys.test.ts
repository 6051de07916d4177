import { expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { openRoad } from './open-road.ts';
import type { OpenRoad } from './open-road.ts';
import { answer, body, parameter } from './shop.ts';

interface Case {
  readonly id?: JsonObject;
  /** The example of the list. */
  readonly example?: readonly JsonObject[];
  readonly stored?: readonly JsonObject[];
}

async function openLamps({ id = { type: 'integer' }, example, stored }: Case): Promise<OpenRoad> {
  const properties = { id, name: { type: 'string' } };
  const lamp: JsonObject = { type: 'object', required: ['id', 'name'], properties };
  const schema: JsonObject = { type: 'array', items: lamp };
  const shown = { schema, ...(example ? { example } : {}) };
  const list = { description: 'All.', content: { 'application/json': shown } };
  return openRoad({
    paths: {
      '/lamps': {
        get: { responses: { '200': list } },
        post: {
          requestBody: body(lamp),
          responses: { '201': answer(lamp), '409': { description: 'There is one.' } },
        },
      },
      '/lamps/{id}': {
        parameters: [parameter('id', id)],
        get: { responses: { '200': answer(lamp) } },
        put: { requestBody: body(lamp), responses: { '200': answer(lamp) } },
        delete: { responses: { '204': { description: 'Gone.' } } },
      },
    },
    ...(stored ? { fixtures: { lamps: stored } } : {}),
  });
}

const sent = { id: 0, name: 'Mine' };

it.each<[string, Case]>([
  ['is an integer', {}],
  ['is an integer or a text', { id: { type: ['integer', 'string'] } }],
  ['has a range with 0', { id: { type: 'integer', minimum: 0, maximum: 7 } }],
  ['is that of other records', { stored: [{ id: 3, name: 'Third' }] }],
  ['has 0 in an example', { example: [{ id: 0, name: 'string' }] }],
])('a key 0 asks for a new one, where the key %s', async (_, given) => {
  const road = await openLamps(given);
  const first = await road.send('POST', '/lamps', { body: sent });
  const second = await road.send('POST', '/lamps', { body: sent });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.json).toMatchObject({ name: 'Mine' });
  expect(first.json).not.toMatchObject({ id: 0 });
  expect(second.json).not.toMatchObject({ id: 0 });
  expect(second.json).not.toEqual(first.json);
});

it('a key 0 is kept where a fixture has it, also after that was deleted', async () => {
  const road = await openLamps({ stored: [{ id: 0, name: 'Ground' }] });
  expect((await road.send('POST', '/lamps', { body: sent })).status).toBe(409);
  await road.send('DELETE', '/lamps/0');
  const made = await road.send('POST', '/lamps', { body: sent });
  expect([made.status, made.json]).toEqual([201, sent]);
});

it('a key 0 is kept where a record was given it', async () => {
  const road = await openLamps({});
  await road.send('PUT', '/lamps/0', { body: sent });
  expect((await road.send('POST', '/lamps', { body: sent })).status).toBe(409);
});
