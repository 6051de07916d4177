import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const answer = (status: string, schema?: JsonObject): JsonObject => ({
  [status]: { description: 'Fine.', ...(schema && body(schema)) },
});

/** Boxes with letters below them, and a DELETE of all letters of a box. */
function open(removal: JsonObject): Promise<OpenRoad> {
  const all = (name: string): JsonObject => ({
    get: { responses: answer('200', { type: 'array', items: ref(name) }) },
    post: { requestBody: body(ref(name)), responses: answer('201', ref(name)) },
  });
  const read = (name: string): JsonObject => ({ get: { responses: answer('200', ref(name)) } });
  const record = (member: string): JsonObject => ({
    type: 'object',
    required: [member],
    properties: { id: { ...whole, readOnly: true }, [member]: text },
  });
  const id = parameter('id', whole);
  return openRoad({
    paths: {
      '/boxes': all('Box'),
      '/boxes/{id}': { parameters: [id], ...read('Box') },
      '/boxes/{id}/letters': { parameters: [id], ...all('Letter'), delete: removal },
      '/boxes/{id}/letters/{letter}': {
        parameters: [id, parameter('letter', whole)],
        ...read('Letter'),
      },
    },
    components: { schemas: { Box: record('name'), Letter: record('words') } },
  });
}

async function fill(road: OpenRoad): Promise<string> {
  const box = await road.send('POST', '/boxes', { body: { name: 'In' } });
  const letters = `/boxes/${textOf(valueAt(box.json ?? null, '/id'))}/letters`;
  for (const words of ['a', 'b']) await road.send('POST', letters, { body: { words } });
  return letters;
}

describe('the DELETE of a list', () => {
  it('removes all that are in it, and none of another', async () => {
    const counted = {
      type: 'object',
      required: ['deletedLetters'],
      properties: { deletedLetters: whole },
    };
    const road = await open({ responses: answer('200', counted) });
    const [mine, other] = [await fill(road), await fill(road)];
    const removed = await road.send('DELETE', mine);
    expect([removed.status, removed.json]).toEqual([200, { deletedLetters: 2 }]);
    expect((await road.send('GET', mine)).json).toEqual([]);
    expect((await road.send('GET', other)).json).toHaveLength(2);
  });

  it('removes those that are made up, too', async () => {
    const road = await open({ responses: answer('204') });
    expect((await road.send('GET', '/boxes/1/letters')).json).not.toEqual([]);
    expect((await road.send('DELETE', '/boxes/1/letters')).status).toBe(204);
    expect((await road.send('GET', '/boxes/1/letters')).json).toEqual([]);
    expect((await road.send('GET', '/boxes/2/letters')).json).not.toEqual([]);
  });

  it('removes none where the contract says that some stay', async () => {
    const description = 'Removes all letters but the one that is open.';
    const road = await open({ description, responses: answer('204') });
    const letters = await fill(road);
    expect((await road.send('DELETE', letters)).status).toBe(204);
    expect((await road.send('GET', letters)).json).toHaveLength(2);
  });

  it('removes none where the request may say which', async () => {
    const query = { name: 'ids', in: 'query', schema: { type: 'array', items: whole } };
    const road = await open({ parameters: [query], responses: answer('204') });
    const letters = await fill(road);
    await road.send('DELETE', letters);
    expect((await road.send('GET', letters)).json).toHaveLength(2);
  });
});
