import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { valueAt, textOf } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: JsonObject): JsonObject => ({
  responses: { '200': { description: 'Fine.', ...body(schema) } },
});
const byId = { parameters: [parameter('id', whole)] };
const film = object({ id: whole, uuid: { ...text, format: 'uuid' }, title: text, year: whole });
const sent = { requestBody: body(object({ title: text, year: whole })) };

/** Films whose paths say what others say by the method. */
function open(paths: JsonObject = {}): Promise<OpenRoad> {
  return openRoad({
    paths: {
      '/films': {
        get: answer(
          object({ paging: object({ size: whole }), films: { type: 'array', items: ref('Film') } }),
        ),
      },
      '/films/upload': {
        post: { ...sent, ...answer(object({ film: object({ id: whole, uuid: text }) })) },
      },
      '/films/{id}': { ...byId, get: answer(ref('Film')) },
      '/films/{id}/edit': { ...byId, post: { ...sent, ...answer(ref('Film')) } },
      '/films/{id}/remove': {
        ...byId,
        post: { responses: { '204': { description: 'Gone.' } } },
      },
      ...paths,
    },
    components: { schemas: { Film: film } },
  });
}

async function upload(road: OpenRoad): Promise<string> {
  const made = await road.send('POST', '/films/upload', { body: { title: 'Cranes', year: 2024 } });
  expect(made.status).toBe(200);
  return textOf(valueAt(made.json ?? null, '/film/id'));
}

describe('a path that ends in a verb', () => {
  it('makes a record, and answers with a part of it', async () => {
    const road = await open();
    const made = await road.send('POST', '/films/upload', {
      body: { title: 'Cranes', year: 2024 },
    });
    const id = textOf(valueAt(made.json ?? null, '/film/id'));
    const read = await road.send('GET', `/films/${id}`);
    expect(read.json).toMatchObject({ id: Number(id), title: 'Cranes', year: 2024 });
    expect(valueAt(read.json ?? null, '/uuid')).toBe(valueAt(made.json ?? null, '/film/uuid'));
  });

  it('changes a record', async () => {
    const road = await open();
    const id = await upload(road);
    const changed = await road.send('POST', `/films/${id}/edit`, { body: { title: 'Otters' } });
    expect(changed.json).toMatchObject({ title: 'Otters', year: 2024 });
    expect((await road.send('GET', `/films/${id}`)).json).toEqual(changed.json);
  });

  it('removes a record', async () => {
    const road = await open();
    const id = await upload(road);
    expect((await road.send('POST', `/films/${id}/remove`)).status).toBe(204);
    expect((await road.send('GET', `/films/${id}`)).status).toBe(404);
  });

  it('removes a record by "delete", also beside a DELETE', async () => {
    const gone = { responses: { '204': { description: 'Gone.' } } };
    const road = await open({
      '/films/{id}': { ...byId, get: answer(ref('Film')), delete: gone },
      '/films/{id}/delete': { ...byId, post: gone },
    });
    const id = await upload(road);
    expect((await road.send('POST', `/films/${id}/delete`)).status).toBe(204);
    expect((await road.send('GET', `/films/${id}`)).status).toBe(404);
  });

  it('removes none where there is a DELETE, or a body says what to remove', async () => {
    const gone = { responses: { '204': { description: 'Gone.' } } };
    for (const paths of [
      { '/films/{id}': { ...byId, get: answer(ref('Film')), delete: gone } },
      {
        '/films/{id}/remove': {
          ...byId,
          post: { ...gone, requestBody: body(object({ tag: text })) },
        },
      },
    ]) {
      const road = await open(paths);
      const id = await upload(road);
      await road.send('POST', `/films/${id}/remove`, { body: { tag: 'old' } });
      expect((await road.send('GET', `/films/${id}`)).status).toBe(200);
    }
  });
});

it('a verb may have any name, also those of what all objects have, too', async () => {
  const names = ['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty'];
  const acts = names.map((name) => [`/films/{id}/${name}`, { ...byId, post: answer(ref('Film')) }]);
  const road = await open(Object.fromEntries(acts) as JsonObject);
  const id = await upload(road);
  for (const name of names) {
    expect((await road.send('POST', `/films/${id}/${name}`)).status).toBe(200);
  }
});

describe('a list whose records go by a name of what goes with records', () => {
  it('is one at a path of that name', async () => {
    const message = object({ id: whole, text });
    const listed = object({ limit: whole, messages: { type: 'array', items: ref('Message') } });
    const road = await openRoad({
      paths: {
        '/message': {
          get: answer(listed),
          post: { requestBody: body(object({ text })), ...answer(ref('Message')) },
        },
        '/message/{id}': { ...byId, delete: { responses: { '204': { description: 'Gone.' } } } },
      },
      components: { schemas: { Message: message } },
    });
    const made = await road.send('POST', '/message', { body: { text: 'Done.' } });
    const { json } = await road.send('GET', '/message');
    expect(valueAt(json ?? null, '/messages')).toContainEqual(made.json);
  });
});
