import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

function answer(status: string, schema?: JsonObject, headers?: JsonObject): JsonObject {
  return {
    [status]: { description: 'Fine.', ...(schema && body(schema)), headers: headers ?? {} },
  };
}

/** Shelves with books below them, and labels as a list of words. */
function open(front: string, version: string): Promise<OpenRoad> {
  const [inFront, id] = [parameter(version), parameter('id', whole)];
  const location = { Location: { schema: text } };
  const all = (name: string, ...parameters: readonly JsonObject[]): JsonObject => ({
    parameters: [inFront, ...parameters],
    get: { responses: answer('200', { type: 'array', items: ref(name) }) },
    post: { requestBody: body(ref(name)), responses: answer('201', ref(name), location) },
  });
  return openRoad({
    paths: {
      [`${front}/shelves`]: all('Shelf'),
      [`${front}/shelves/{id}`]: {
        parameters: [inFront, id],
        get: { responses: answer('200', ref('Shelf')) },
        delete: { responses: answer('204') },
      },
      [`${front}/shelves/{id}/books`]: all('Book', id),
      [`${front}/shelves/{id}/books/{book}`]: {
        parameters: [inFront, id, parameter('book', whole)],
        get: { responses: answer('200', ref('Book')) },
      },
      [`${front}/shelves/{id}/labels`]: {
        parameters: [inFront, id],
        get: { responses: answer('200', { type: 'array', items: text }) },
        put: {
          requestBody: body({ type: 'array', items: text }),
          responses: answer('200', { type: 'array', items: text }),
        },
      },
      [`${front}/shelves/{id}/labels/{label}`]: {
        parameters: [inFront, id, parameter('label')],
        put: { responses: answer('204') },
        delete: { responses: answer('204') },
      },
    },
    components: {
      schemas: {
        Shelf: {
          type: 'object',
          required: ['name'],
          properties: {
            id: { ...whole, readOnly: true },
            name: text,
            labels: { type: 'array', items: text },
          },
        },
        Book: {
          type: 'object',
          required: ['title'],
          properties: { id: { ...whole, readOnly: true }, title: text },
        },
      },
    },
  });
}

describe('a version that is a parameter in front of the paths', () => {
  it.each([
    ['/v{version}', 'version', '/v'],
    ['/api/v{api-version}', 'api-version', '/api/v'],
    ['/rest/{apiVersion}', 'apiVersion', '/rest/'],
    ['/{version}', 'version', '/'],
  ])('names no record: %s', async (front, name, start) => {
    const road = await open(front, name);
    const made = await road.send('POST', `${start}2/shelves`, { body: { name: 'Novels' } });
    expect(made.status, made.text).toBe(201);
    const shelf = `${start}2/shelves/${textOf(valueAt(made.json ?? null, '/id'))}`;
    expect(made.headers['location']).toBe(shelf);
    expect((await road.send('GET', shelf)).json).toEqual(made.json);
    const inFirst = shelf.replace('2', '1');
    expect((await road.send('GET', inFirst)).json).toEqual(made.json);

    const book = await road.send('POST', `${shelf}/books`, { body: { title: 'Emma' } });
    expect(book.headers['location']).toMatch(new RegExp(`^${shelf}/books/\\d+$`));
    expect((await road.send('GET', `${inFirst}/books`)).json).toEqual([book.json]);

    await road.send('PUT', `${shelf}/labels/old`);
    expect((await road.send('GET', `${shelf}/labels`)).json).toEqual(['old']);
    expect((await road.send('DELETE', shelf)).status).toBe(204);
    expect((await road.send('GET', inFirst)).status).toBe(404);
  });
});
