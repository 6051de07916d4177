import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const thing: JsonObject = {
  type: 'object',
  required: ['id', 'size'],
  properties: { id: { type: 'string' }, size: { type: 'integer' } },
};

/** A road with one item operation, whose refusals are declared as given. */
function openWith(responses: JsonObject): Promise<OpenRoad> {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const requestBody = { required: true, content: { 'application/json': { schema: thing } } };
  return openRoad({
    paths: {
      '/things/{id}': {
        parameters,
        get: { operationId: 'readThing', responses: { '200': json(thing), ...responses } },
        patch: {
          operationId: 'changeThing',
          requestBody,
          responses: { '200': json(thing), ...responses },
        },
      },
    },
    fixtures: { things: [{ id: 'a', size: 1 }] },
  });
}

function json(schema: JsonObject, type = 'application/json'): JsonObject {
  return { description: 'It.', content: { [type]: { schema } } };
}

const message = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };

describe('a refusal takes the shape that the operation declares', () => {
  it('for its very status', async () => {
    const road = await openWith({ '404': json(message) });
    const answer = await road.send('GET', '/things/none');
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({ error: 'There is no "none" in things.' });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['x-stuntdouble-undeclared']).toBeUndefined();
  });

  it.each([
    ['4XX', 404],
    ['default', 404],
  ])('for its range or by default: %s', async (key, status) => {
    const road = await openWith({ [key]: json(message) });
    const answer = await road.send('GET', '/things/none');
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ error: 'There is no "none" in things.' });
  });

  it.each([
    ['422 for a 400', { '422': json(message) }, 422],
    ['422 before 400', { '400': json(message), '422': json(message) }, 422],
  ])('for the nearest status: %s', async (_, responses, status) => {
    const road = await openWith(responses);
    const answer = await road.send('PATCH', '/things/a', { body: { id: 'a', size: 'big' } });
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({ error: expect.stringContaining('/size') });
  });

  it('with members that say what they are for, and generated ones where nothing is meant', async () => {
    const schema = {
      type: 'object',
      required: ['message', 'code', 'status', 'details', 'trace'],
      properties: {
        message: { type: 'string' },
        code: { type: 'string' },
        status: { type: 'integer' },
        details: { type: 'array', items: { type: 'string' }, minItems: 1 },
        trace: { type: 'string', format: 'uuid' },
      },
    };
    const answer = await (await openWith({ '404': json(schema) })).send('GET', '/things/none');
    expect(answer.json).toEqual({
      message: 'There is no "none" in things.',
      code: 'record-not-found',
      status: 404,
      details: ['There is no "none" in things.'],
      trace: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('with an example where a schema can not be filled', async () => {
    const code = { type: 'string', enum: ['E7'] };
    const schema = { type: 'object', required: ['code'], properties: { code } };
    const media = { schema, example: { code: 'E7' } };
    const road = await openWith({
      '404': { description: 'No.', content: { 'application/json': media } },
    });
    const answer = await road.send('GET', '/things/none');
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({ code: 'E7' });
  });

  it.each([
    ['application/xml', /<error>There is no "none" in things\.<\/error>/],
    ['application/x-www-form-urlencoded', /^error=There/],
    ['application/json', /^\{"error":"There is no/],
  ])('in %s, too, and without what is write-only', async (type, text) => {
    const secret = { type: 'string', enum: ['hidden'], writeOnly: true };
    const schema = {
      type: 'object',
      required: ['error', 'secret'],
      properties: { error: { type: 'string' }, secret },
      xml: { name: 'refusal' },
    };
    const answer = await (
      await openWith({ '404': json(schema, type) })
    ).send('GET', '/things/none');
    expect(answer).toMatchObject({ status: 404, text: expect.stringMatching(text) });
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.text).not.toMatch(/secret|hidden/);
  });

  it('without a body where none is declared', async () => {
    const answer = await (
      await openWith({ '404': { description: 'No.' } })
    ).send('GET', '/things/none');
    expect(answer).toMatchObject({ status: 404, text: undefined });
    expect(answer.headers['content-type']).toBeUndefined();
  });

  it('with the headers that it requires', async () => {
    const headers = {
      'X-Request-Id': { required: true, schema: { type: 'string', format: 'uuid' } },
    };
    const road = await openWith({ '404': { ...json(message), headers } });
    const answer = await road.send('GET', '/things/none');
    expect(answer.json).toEqual({ error: 'There is no "none" in things.' });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a refusal that the operation declares in no way', () => {
  it('is a problem document, marked as undeclared, and no breach', async () => {
    const answer = await (await openWith({})).send('GET', '/things/none');
    expect(answer.status).toBe(404);
    expect(answer.verdict).toBe('refused');
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.headers['x-stuntdouble-undeclared']).toBe('404');
    expect(answer.json).toEqual({
      type: 'urn:problem-type:record-not-found',
      title: 'There is no such record',
      status: 404,
      detail: 'There is no "none" in things.',
      instance: '/things/none',
    });
  });

  it('is a plain problem where there is no operation to declare it', async () => {
    const road = await openWith({});
    for (const [method, path, status] of [
      ['GET', '/nothing', 404],
      ['DELETE', '/things/a', 405],
    ] as const) {
      const answer = await road.send(method, path);
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.headers['x-stuntdouble-undeclared']).toBeUndefined();
    }
  });
});
