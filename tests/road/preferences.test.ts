import { beforeAll, describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad, Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

const pet: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};

const paths: JsonObject = {
  '/pets/{id}': {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
    ],
    get: {
      operationId: 'readPet',
      responses: {
        '200': {
          description: 'A pet.',
          content: {
            'application/json': {
              schema: pet,
              examples: {
                cat: { value: { id: 'c', name: 'Cat' } },
                'big dog': { value: { id: 'd', name: 'Dog' } },
              },
            },
            'application/hal+json': {
              schema: pet,
              examples: { hal: { value: { id: 'h', name: 'Hal' } } },
            },
          },
        },
        '204': { description: 'Nothing.' },
        '404': {
          description: 'None.',
          content: {
            'application/problem+json': {
              examples: { gone: { value: { title: 'Gone' } }, lost: { value: { title: 'Lost' } } },
            },
          },
        },
        '422': {
          description: 'Wrong.',
          content: {
            'application/json': {
              examples: { one: { value: { no: 1 } }, two: { value: { no: 2 } } },
            },
          },
        },
        '5XX': { description: 'Broken.', content: { 'application/json': { example: 'broken' } } },
      },
    },
    patch: {
      operationId: 'changePet',
      requestBody: { content: { 'application/json': { schema: pet } } },
      responses: {
        '200': { description: 'A pet.', content: { 'application/json': { schema: pet } } },
        default: { description: 'Other.', content: { 'application/json': { example: 'other' } } },
      },
    },
  },
};

const fixtures = { pets: [{ id: '1', name: 'Rex' }] };

let road: OpenRoad;

beforeAll(async () => {
  road = await openRoad({ paths, fixtures });
});

function prefer(text: string): Sent {
  return { headers: { prefer: text } };
}

describe('Prefer', () => {
  it.each<[string, number, unknown, string]>([
    ['code=404', 404, { title: 'Gone' }, 'code=404'],
    ['code=503', 503, 'broken', 'code=503'],
    ['code=204', 204, undefined, 'code=204'],
    ['example=cat', 200, { id: 'c', name: 'Cat' }, 'example=cat'],
    ['example="big dog"', 200, { id: 'd', name: 'Dog' }, 'example="big dog"'],
    ['example=big dog', 200, { id: 'd', name: 'Dog' }, 'example="big dog"'],
    ['example=hal', 200, { id: 'h', name: 'Hal' }, 'example=hal'],
    ['code=404, example=lost', 404, { title: 'Lost' }, 'code=404, example=lost'],
    ['code=404;example=lost', 404, { title: 'Lost' }, 'code=404, example=lost'],
    ['code=204, example=none', 204, undefined, 'code=204'],
    ['dynamic=false', 200, { id: 'c', name: 'Cat' }, 'dynamic=false'],
    ['dynamic=true, example=cat', 200, { id: 'c', name: 'Cat' }, 'example=cat'],
    ['seed=x, example=cat', 200, { id: 'c', name: 'Cat' }, 'example=cat'],
    ['Code = 404 , EXAMPLE="lost"', 404, { title: 'Lost' }, 'code=404, example=lost'],
    ['code=404, code=503', 404, { title: 'Gone' }, 'code=404'],
    ['code=503, return=minimal; code=404', 503, 'broken', 'code=503'],
    ['respond-async, wait=10, code="503"', 503, 'broken', 'code=503'],
  ])('%s is honoured', async (text, status, json, applied) => {
    const answer = await road.send('GET', '/pets/1', prefer(text));
    expect(answer).toMatchObject({ status, json, verdict: 'served' });
    expect(answer.headers['preference-applied']).toBe(applied);
  });

  it.each([
    'return=minimal; code=404',
    '',
    ',;,;=',
    '"code=404',
    '=404',
    'x="code=404, code=503"',
    '__proto__=1',
    'codes=404',
  ])('%j asks for nothing that we know', async (text) => {
    const answer = await road.send('GET', '/pets/1', prefer(text));
    expect(answer).toMatchObject({ status: 200, json: { id: '1', name: 'Rex' } });
    expect(answer.headers['preference-applied']).toBeUndefined();
  });

  it.each<[string, string]>([
    ['code=abc', '"code" needs a status from 200 to 599'],
    ['code', '"code" needs a status from 200 to 599'],
    ['code=100', '"code" needs a status from 200 to 599'],
    ['code=4040', '"code" needs a status from 200 to 599'],
    ['code=-1', '"code" needs a status from 200 to 599'],
    ['dynamic=maybe', '"dynamic" needs true or false'],
    ['example', '"example" needs a value'],
    ['seed=""', '"seed" needs a value'],
  ])('%s is refused in words', async (text, detail) => {
    const answer = await road.send('GET', '/pets/1', prefer(text));
    expect(answer).toMatchObject({
      status: 400,
      json: {
        type: 'urn:problem-type:invalid-preference',
        detail: expect.stringContaining(detail),
      },
    });
    expect(answer.headers['x-stuntdouble-undeclared']).toBeUndefined();
  });

  it.each<[string, string, string]>([
    [
      'code=418',
      'no-such-response',
      'readPet declares no response for the status 418; it declares 200, 204, 404, 422, 5XX.',
    ],
    [
      'example=dog',
      'no-such-example',
      'The application/json of readPet 200 has no example "dog": did you mean "big dog"?',
    ],
    [
      'code=500, example=dog',
      'no-such-example',
      'The application/json of readPet 500 has no example "dog": none of its examples has a name.',
    ],
  ])('%s is a 404 that says what there is', async (text, code, detail) => {
    const answer = await road.send('GET', '/pets/1', prefer(text));
    expect(answer).toMatchObject({
      status: 404,
      json: { type: `urn:problem-type:${code}`, status: 404, detail },
    });
    expect(answer.headers['content-type']).toBe('application/problem+json');
  });

  it('makes another value for another seed, and the same for the same', async () => {
    const ask = async (text: string) => (await road.send('GET', '/pets/1', prefer(text))).json;
    const one = await ask('dynamic, seed=one');
    expect(one).toMatchObject({ id: '1', name: expect.any(String) });
    expect(await ask('seed=one, dynamic=true')).toEqual(one);
    expect(await ask('dynamic=true, seed=two')).not.toEqual(one);
    expect(await ask('dynamic=true')).not.toEqual(one);
  });

  it('says that a value was made, and by which seed', async () => {
    const answer = await road.send('GET', '/pets/1', prefer('dynamic=true, seed="a b"'));
    expect(answer.headers['preference-applied']).toBe('dynamic=true, seed="a b"');
  });

  it('writes nothing', async () => {
    const sent = { ...prefer('code=200'), body: { id: '1', name: 'New' } };
    const answer = await road.send('PATCH', '/pets/1', sent);
    expect(answer).toMatchObject({ status: 200, json: { id: '1' } });
    expect(road.world.find('pets', '1')?.body).toEqual({ id: '1', name: 'Rex' });
  });

  it('by default forces any status', async () => {
    const answer = await road.send('PATCH', '/pets/1', prefer('code=429'));
    expect(answer).toMatchObject({ status: 429, json: 'other' });
  });

  it('asks for no record that there is', async () => {
    const answer = await road.send('GET', '/pets/none', prefer('example=cat'));
    expect(answer).toMatchObject({ status: 200, json: { id: 'c' } });
  });

  it.each<[string, unknown]>([
    ['code=200', { no: 1 }],
    ['code=422, example=two', { no: 2 }],
    ['code=200, example=two', { no: 1 }],
    ['code=422, example=three', { no: 1 }],
    ['code=abc', { no: 1 }],
  ])('comes after what is wrong with the request: %s', async (text, json) => {
    const answer = await road.send('GET', '/pets/1', { ...prefer(text), query: 'limit=x' });
    expect(answer).toMatchObject({ status: 422, json });
    expect(answer.headers['x-stuntdouble-reason']).toContain('/limit');
  });

  it('is what Accept chooses a type for', async () => {
    const ask = (accept: string, text: string) =>
      road.send('GET', '/pets/1', { headers: { accept, prefer: text } });
    expect(await ask('application/problem+json', 'code=404')).toMatchObject({ status: 404 });
    expect(await ask('application/json', 'code=404')).toMatchObject({ status: 404 });
    expect(await ask('application/hal+json', 'dynamic=false')).toMatchObject({
      status: 200,
      json: { id: 'h' },
    });
    expect(await ask('application/hal+json', 'example=cat')).toMatchObject({
      status: 404,
      json: { detail: expect.stringContaining('"hal"') },
    });
    expect(await ask('image/png', 'code=200')).toMatchObject({ status: 406 });
  });
});

describe('preferences in the query', () => {
  const ask = async (query: string, text?: string, queryPreferences = true) => {
    const opened = await openRoad({ paths, fixtures, runtime: { queryPreferences } });
    return opened.send('GET', '/pets/1', { query, ...(text === undefined ? {} : prefer(text)) });
  };

  it.each<[string, number, unknown]>([
    ['__code=404', 404, { title: 'Gone' }],
    ['__code=404&__example=lost', 404, { title: 'Lost' }],
    ['__example=big%20dog', 200, { id: 'd' }],
    ['__code=x', 400, { type: 'urn:problem-type:invalid-preference' }],
    ['code=404', 200, { name: 'Rex' }],
  ])('%s', async (query, status, json) => {
    expect(await ask(query)).toMatchObject({ status, json });
  });

  it('make values by their seed', async () => {
    const one = await ask('__dynamic=true&__seed=one');
    expect(one.headers['preference-applied']).toBe('dynamic=true, seed=one');
    expect((await ask('', 'dynamic=true, seed=one')).json).toEqual(one.json);
  });

  it('count only where the header wishes for nothing', async () => {
    expect(await ask('__code=404', 'example=cat')).toMatchObject({ status: 200 });
    expect(await ask('__code=404', 'return=minimal')).toMatchObject({ status: 404 });
  });

  it('are read only where that was asked for', async () => {
    expect(await ask('__code=404', undefined, false)).toMatchObject({ status: 200 });
  });
});

it('a location that is made up can be followed, where the contract calls it a text', async () => {
  const declare = (schema: JsonObject): JsonObject => ({
    description: '',
    headers: { Location: { schema } },
  });
  const made = await openRoad({
    paths: {
      '/text': { post: { responses: { 201: declare({ type: 'string' }) } } },
      '/uri': { post: { responses: { 201: declare({ type: 'string', format: 'uri' }) } } },
      '/word': { post: { responses: { 201: declare({ type: 'string', enum: ['over there'] }) } } },
    },
  });
  const locate = async (path: string): Promise<string | undefined> =>
    (await made.send('POST', path, { headers: { prefer: 'code=201' } })).headers['location'];
  expect(await locate('/text')).toMatch(/^\/[\w.~-]+$/);
  expect(await locate('/uri')).toMatch(/^https?:\/\/\S+$/);
  expect(await locate('/word')).toBe('over there');
});
