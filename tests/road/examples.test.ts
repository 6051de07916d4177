import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { RuntimeOptions } from '../../src/server/runtime.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

interface Told {
  readonly headers?: JsonObject;
  readonly type?: string;
  readonly onBreach?: RuntimeOptions['onBreach'];
  readonly prefer?: string;
  readonly isLenient?: boolean;
}

/** The answer of an operation whose 200 has this media type, and these headers. */
async function ask(media: JsonObject, told: Told = {}): Promise<Answer> {
  const { headers = {}, type = 'application/json', onBreach, prefer, isLenient = false } = told;
  const road = await openRoad({
    paths: {
      '/it': {
        get: {
          operationId: 'readIt',
          responses: { '200': { description: 'It.', headers, content: { [type]: media } } },
        },
      },
    },
    runtime: { onBreach },
    isLenient,
  });
  return road.send('GET', '/it', prefer === undefined ? {} : { headers: { prefer } });
}

const small: JsonObject = {
  type: 'object',
  required: ['size'],
  properties: { size: { type: 'integer', maximum: 9 } },
};

describe('a body is', () => {
  it.each<[string, JsonObject, JsonValue]>([
    ['the example', { schema: small, example: { size: 1 } }, { size: 1 }],
    ['null, where that is the example', { example: null }, null],
    [
      'the first of the examples',
      { schema: small, examples: { a: { value: { size: 2 } }, b: { value: { size: 3 } } } },
      { size: 2 },
    ],
    ['an example of the schema', { schema: { ...small, example: { size: 4 } } }, { size: 4 }],
    [
      'the first example of the schema',
      { schema: { ...small, examples: [{ size: 5 }, { size: 6 }] } },
      { size: 5 },
    ],
    [
      "the media type's before the schema's",
      { schema: { ...small, example: { size: 4 } }, examples: { a: { value: { size: 2 } } } },
      { size: 2 },
    ],
    ['the JSON that a text holds', { schema: small, example: '{"size": 7}' }, { size: 7 }],
    ['a text where a text is meant', { schema: { type: 'string' }, example: '{}' }, '{}'],
    ['an object where nothing is said', {}, {}],
  ])('%s', async (_, media, json) => {
    const answer = await ask(media);
    expect(answer).toMatchObject({ status: 200, verdict: 'served' });
    expect(answer.json).toEqual(json);
  });

  it.each<[string, JsonObject, string]>([
    ['text/plain', { example: 'Hello.' }, 'Hello.'],
    ['text/csv', { schema: small, example: 'size\n1\n' }, 'size\n1\n'],
    [
      'application/xml',
      { schema: small, example: '<it><size>1</size></it>' },
      '<it><size>1</size></it>',
    ],
    ['text/plain', {}, ''],
  ])('the text as it stands: %s', async (type, media, text) => {
    const answer = await ask(media, { type });
    expect(answer).toMatchObject({ status: 200, verdict: 'served', text });
  });

  it('generated where there is none, or where that is asked for', async () => {
    const media = { schema: { ...small, properties: { size: { enum: [3] } } } };
    expect((await ask(media)).json).toEqual({ size: 3 });
    const dynamic = await ask(
      { ...media, example: { size: 3, more: 1 } },
      { prefer: 'dynamic=true' },
    );
    expect(dynamic.json).toEqual({ size: 3 });
  });

  it('the example where there is nothing to generate from', async () => {
    const answer = await ask({ example: [1] }, { prefer: 'dynamic=true' });
    expect(answer.json).toEqual([1]);
    expect(answer.headers['preference-applied']).toBeUndefined();
  });
});

describe('an example that breaks its schema', () => {
  const faulty = { schema: small, example: { size: 10 } };
  const mark = /readIt 200, body \/size: must be <= 9/;

  it.each<[string, Told]>([
    ['by default', {}],
    ['with onBreach warn', { onBreach: 'warn' }],
  ])('is served and marked %s', async (_, told) => {
    const answer = await ask(faulty, told);
    expect(answer).toMatchObject({ status: 200, json: { size: 10 }, verdict: 'breach' });
    expect(answer.headers['x-stuntdouble-breach']).toMatch(mark);
  });

  it('is refused with onBreach error', async () => {
    const answer = await ask(faulty, { onBreach: 'error' });
    expect(answer).toMatchObject({
      status: 500,
      verdict: 'breach',
      json: { type: 'urn:problem-type:contract-breach', detail: expect.stringMatching(mark) },
    });
  });

  it('is served and marked where it is asked for by name', async () => {
    const examples = { good: { value: { size: 1 } }, bad: { value: { size: 10 } } };
    const answer = await ask({ schema: small, examples }, { prefer: 'example=bad' });
    expect(answer).toMatchObject({ status: 200, json: { size: 10 }, verdict: 'breach' });
    expect(answer.headers['preference-applied']).toBe('example=bad');
  });

  it('is served and marked as a header', async () => {
    const headers = { 'X-Size': { schema: { type: 'integer' }, example: 'big' } };
    const told = { headers };
    const answer = await ask({ example: 1 }, told);
    expect(answer).toMatchObject({ status: 200, verdict: 'breach', headers: { 'x-size': 'big' } });
    expect(answer.headers['x-stuntdouble-breach']).toContain('header /X-Size');
    expect((await ask({ example: 1 }, { ...told, onBreach: 'error' })).status).toBe(500);
  });

  it('excuses nothing but itself', async () => {
    const headers = { 'X-Mark': { required: true, schema: { enum: ['\u{1f512}'] } } };
    expect((await ask(faulty, { headers })).status).toBe(500);
  });
});

describe('a declared header', () => {
  it.each<[string, JsonObject, string | RegExp | undefined]>([
    ['has its example', { example: 'one', schema: { type: 'string' } }, 'one'],
    ['has the first of its examples', { examples: { a: { value: 2 }, b: { value: 3 } } }, '2'],
    ["has its schema's example", { schema: { type: 'integer', example: 4 } }, '4'],
    ["has its schema's default", { schema: { type: 'integer', default: 5 } }, '5'],
    [
      'has a value made for its schema',
      { schema: { type: 'string', format: 'uuid' } },
      /^[\da-f-]{36}$/,
    ],
    ['may be a flag', { schema: { type: 'boolean' } }, /^(true|false)$/],
    ['is left out where nothing is said of it', {}, undefined],
    ['is sent where it is required', { required: true }, /./],
    ['is encoded where no header can hold it', { example: 'a\nb' }, 'a%0Ab'],
    [
      'is encoded where no header can hold it and a text will do',
      { example: 'a\u{1f512}', schema: { type: 'string' } },
      'a%F0%9F%94%92',
    ],
    [
      'is left out where its default does not fit',
      { schema: { enum: ['ä'], default: 'b' } },
      undefined,
    ],
  ])('%s', async (_, header, expected) => {
    const answer = await ask({ example: 1 }, { headers: { 'X-It': header }, isLenient: true });
    expect(answer).toMatchObject({ status: 200, verdict: 'served' });
    if (expected === undefined) expect(answer.headers['x-it']).toBeUndefined();
    else expect(answer.headers['x-it']).toMatch(expected);
  });

  it('is made anew where examples are passed over', async () => {
    const headers = { 'X-It': { example: 'one', schema: { enum: ['two', 'one'], minLength: 3 } } };
    const seen = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(async (seed) => {
        const answer = await ask({ schema: small }, { headers, prefer: `dynamic, seed=${seed}` });
        return answer.headers['x-it'];
      }),
    );
    expect(new Set(seen)).toEqual(new Set(['one', 'two']));
  });

  it.each(['Content-Type', 'content-length', 'Transfer-Encoding', 'Connection', 'Date'])(
    '%s is left to whoever sends',
    async (name) => {
      const headers = { [name]: { required: true, example: 'own', schema: { type: 'string' } } };
      const answer = await ask({ example: 1 }, { headers });
      expect(answer).toMatchObject({ status: 200, verdict: 'served' });
      expect(Object.values(answer.headers)).not.toContain('own');
    },
  );

  it('of a name that no header can have is not sent', async () => {
    const headers = { 'X It': { example: 'one' }, ['__proto__']: { example: 'two' }, 'X-Ä': {} };
    const answer = await ask({ example: 1 }, { headers, isLenient: true });
    expect(answer).toMatchObject({ status: 200, verdict: 'served' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x'))).toEqual([]);
  });
});

describe('an answer without a state', () => {
  const text = { type: 'string' };
  const pet = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
  const numbered = { ...pet, properties: { id: { type: 'integer', maximum: 50 }, name: text } };

  function open(schema: JsonObject, stateless = false): Promise<OpenRoad> {
    const parameters = [{ name: 'pet_id', in: 'path', required: true, schema: text }];
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
    const responses = { '200': { description: 'A pet.', content } };
    const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
    return openRoad({
      paths: {
        '/pets/{pet_id}': {
          parameters,
          get: { operationId: 'readPet', responses },
          put: { operationId: 'replacePet', requestBody, responses },
          patch: { operationId: 'changePet', requestBody, responses },
        },
      },
      components: { schemas: { Pet: schema } },
      ...(stateless
        ? { fixtures: { pets: [{ id: 'a', name: 'Rex' }] }, runtime: { stateless } }
        : {}),
    });
  }

  it.each(['GET', 'PUT'])('to %s bears the key that was asked for', async (method) => {
    const road = await open(pet);
    const read = async (key: string) => (await road.send(method, `/pets/${key}`)).json;
    expect(await read('a')).toEqual({ id: 'a', name: expect.any(String) });
    expect(await read('b%2Fc')).toEqual({ id: 'b/c', name: expect.any(String) });
    expect(await read('a')).toEqual(await read('a'));
    const names = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (key) =>
        JSON.stringify({ ...Object(await read(key)), id: '' }),
      ),
    );
    expect(new Set(names).size).toBeGreaterThan(1);
  });

  it('bears the key as a number where that is its type, and only where it fits', async () => {
    const road = await open(numbered);
    const read = async (key: string) => (await road.send('GET', `/pets/${key}`)).json;
    expect(await read('7')).toMatchObject({ id: 7 });
    expect(await read('51')).toMatchObject({ id: expect.any(Number) });
    expect(await read('51')).not.toMatchObject({ id: 51 });
    expect(await read('x')).toMatchObject({ id: expect.any(Number) });
  });

  it('is what everything gets where that was chosen', async () => {
    const road = await open(pet, true);
    expect((await road.send('GET', '/pets/none')).json).toMatchObject({ id: 'none' });
    expect((await road.send('GET', '/pets/a')).json).not.toMatchObject({ name: 'Rex' });
    const changed = await road.send('PATCH', '/pets/a', { body: { name: 'New' } });
    expect(changed).toMatchObject({ status: 200, json: { id: 'a' } });
    expect(road.world.find('pets', 'a')?.body).toEqual({ id: 'a', name: 'Rex' });
  });
});
