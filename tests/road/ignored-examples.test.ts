import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

const size = { type: 'integer', enum: [3] };
const schema = {
  type: 'object',
  required: ['id', 'size'],
  properties: { id: { type: 'string' }, size },
  example: { id: 'of the schema', size: 3 },
};

function reply(media: JsonObject, headers: JsonObject = {}): JsonObject {
  return { '200': { description: 'It.', headers, content: { 'application/json': media } } };
}

/** Answers of a contract with examples everywhere, which the server ignores. */
async function ask(path: string, sent?: Sent): Promise<JsonValue | undefined> {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const examples = { one: { value: { id: 'first', size: 3 } } };
  const headers = { 'X-Size': { schema: size, example: 9 } };
  const road = await openRoad({
    paths: {
      '/status': { get: { responses: reply({ schema, examples }, headers) } },
      '/untold': { get: { responses: reply({ example: { id: 'x' } }) } },
      '/boxes': {
        get: {
          responses: reply({
            schema: { type: 'array', items: schema },
            example: [{ id: 'listed', size: 3 }],
          }),
        },
      },
      '/boxes/{id}': { get: { parameters: [id], responses: reply({ schema, examples }) } },
    },
    runtime: { ignoreExamples: true },
  });
  const { status, json, headers: sentHeaders } = await road.send('GET', path, sent);
  expect(status).toBe(200);
  if (path === '/status') expect(sentHeaders['x-size']).toBe('3');
  return json;
}

describe('where examples are ignored', () => {
  it('a reply without state is made up', async () => {
    expect(await ask('/status')).toEqual({
      id: expect.not.stringMatching(/first|schema/),
      size: 3,
    });
  });

  it('a list shows made-up records', async () => {
    expect(JSON.stringify(await ask('/boxes'))).not.toMatch(/listed|first|of the schema/);
  });

  it('an example is sent where nothing else is known', async () => {
    expect(await ask('/untold')).toEqual({ id: 'x' });
  });

  it('an example is sent to a request that names it', async () => {
    const headers = { prefer: 'example=one' };
    expect(await ask('/status', { headers })).toEqual({ id: 'first', size: 3 });
  });
});
