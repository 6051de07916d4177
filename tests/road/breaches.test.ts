import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad, RoadSetup } from './open-road.ts';
import { openRoad } from './open-road.ts';

const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];

/** The record's schema lets any size through; the response's only small ones. */
function openStrict(response: JsonObject, more: Partial<RoadSetup> = {}): Promise<OpenRoad> {
  const size = { type: 'object', properties: { size: { type: 'integer' } } };
  return openRoad({
    paths: {
      '/things/{id}': {
        parameters,
        get: { operationId: 'readThing', responses: { '200': response } },
        patch: {
          operationId: 'changeThing',
          requestBody: { required: true, content: { 'application/json': { schema: size } } },
          responses: { '200': response, '500': { description: 'Broken.' } },
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          type: 'object',
          required: ['id', 'size'],
          properties: { id: { type: 'string' }, size: { type: 'integer', maximum: 50 } },
        },
      },
    },
    fixtures: {
      things: [
        { id: 'a', size: 20 },
        { id: 'b', size: 5 },
      ],
    },
    ...more,
  });
}

const small = {
  description: 'A small one.',
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Thing' }, { properties: { size: { maximum: 10 } } }],
      },
    },
  },
};

describe('a reply that breaks the contract', () => {
  it('becomes a 500 that names operation, pointer and remedy', async () => {
    const answer = await (await openStrict(small)).send('GET', '/things/a');
    expect(answer.status).toBe(500);
    expect(answer.verdict).toBe('breach');
    expect(answer.json).toMatchObject({
      type: 'urn:problem-type:contract-breach',
      detail: expect.stringMatching(
        /readThing 200, body \/size: must be <= 10\. Mend the record "a"/,
      ),
    });
  });

  it('drops what the request would have written', async () => {
    const road = await openStrict(small);
    const answer = await road.send('PATCH', '/things/b', { body: { size: 40 } });
    expect(answer).toMatchObject({ status: 500, text: undefined, verdict: 'breach' });
    expect(road.world.find('things', 'b')?.body).toEqual({ id: 'b', size: 5 });
  });

  it('is sent with a mark, and commits, where breaches only warn', async () => {
    const road = await openStrict(small, { runtime: { onBreach: 'warn' } });
    const answer = await road.send('PATCH', '/things/b', { body: { size: 40 } });
    expect(answer).toMatchObject({ status: 200, json: { id: 'b', size: 40 }, verdict: 'breach' });
    expect(answer.headers['x-stuntdouble-breach']).toMatch(/changeThing 200, body \/size/);
    expect(road.world.find('things', 'b')?.body['size']).toBe(40);
  });

  it.each([
    [
      'a header that is required, and that no header can hold',
      { ...small, headers: { ETag: { required: true, schema: { enum: ['\u{1f512}'] } } } },
      'header /ETag',
    ],
  ])('is found by %s, too', async (_, response, place) => {
    const answer = await (await openStrict(response)).send('GET', '/things/b');
    expect(answer.status).toBe(500);
    expect(answer.json).toMatchObject({ detail: expect.stringContaining(place) });
  });

  it('is found anew after the record has changed', async () => {
    const road = await openStrict(small);
    expect((await road.send('GET', '/things/b')).status).toBe(200);
    const before = road.world.find('things', 'b');
    if (!before) throw new Error('no fixture');
    void road.world.commit([
      { collection: 'things', before, after: { ...before, body: { id: 'b', size: 30 } } },
    ]);
    expect((await road.send('GET', '/things/b')).status).toBe(500);
  });
});

describe('a type that can not hold a record', () => {
  it('is answered with what it can hold', async () => {
    const content = { 'text/plain': { schema: { type: 'string' } } };
    const road = await openStrict({ description: 'Text.', content });
    const answer = await road.send('GET', '/things/b');
    expect(answer).toMatchObject({ status: 200, verdict: 'served' });
    expect(answer.text).toMatch(/./);
    expect((await road.send('GET', '/things/none')).status).toBe(404);
  });
});

describe('a record that breaks its schema', () => {
  it.each(['error', 'warn'] as const)('is never kept, also with onBreach %s', async (onBreach) => {
    const road = await openStrict(small, { runtime: { onBreach } });
    const answer = await road.send('PATCH', '/things/b', { body: { size: 99 } });
    expect(answer).toMatchObject({ status: 500, verdict: 'breach' });
    expect(road.world.find('things', 'b')?.body).toEqual({ id: 'b', size: 5 });
  });
});
