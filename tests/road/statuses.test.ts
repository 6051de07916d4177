import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { Answer, Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

type Responses = Readonly<Record<string, JsonObject>>;

function said(example: JsonValue, type = 'application/json'): JsonObject {
  return { description: 'It.', content: { [type]: { example } } };
}

const nothing: JsonObject = { description: 'Nothing.' };

/** One operation that takes a small object, behind a key, with these responses. */
async function ask(
  responses: Responses,
  sent: Sent = {},
  more: JsonObject = {},
  isLenient = false,
): Promise<Answer> {
  const schema = { type: 'object', properties: { size: { type: 'integer' } } };
  const road = await openRoad({
    paths: {
      '/things': {
        post: {
          operationId: 'make',
          requestBody: { content: { 'application/json': { schema } } },
          responses,
          ...more,
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    },
    isLenient,
  });
  return road.send('POST', '/things', sent);
}

describe('a request that succeeds gets', () => {
  it.each<[string, Responses, number, JsonValue | undefined]>([
    ['the lowest 2xx', { '404': said(1), '202': said(2), '201': said(3) }, 201, 3],
    ['an exact one before the range', { '2XX': said(1), '204': nothing }, 204, undefined],
    ['the range before the default', { default: said(1), '2XX': said(2) }, 200, 2],
    ['the default before any other', { '404': said(1), default: said(2) }, 200, 2],
    ['what is declared first', { '404': said(1), '302': said(2) }, 302, 2],
    ['the lower bound of a range', { '5XX': said(1) }, 500, 1],
    ['nothing that ends no request', { '102': nothing, '404': said(1) }, 404, 1],
    ['no body with a 204, whatever is declared', { '204': said(1) }, 204, undefined],
    ['no body with a 205', { '205': said(1) }, 205, undefined],
    ['no body with a 304', { '304': said(1) }, 304, undefined],
  ])('%s', async (_, responses, status, json) => {
    // A body where there is none is a fault that only a lenient reader passes over.
    const answer = await ask(responses, {}, {}, [204, 205, 304].includes(status));
    expect(answer).toMatchObject({ status, verdict: 'served' });
    expect(answer.json).toEqual(json);
  });

  it('a breach where only interim responses are declared', async () => {
    expect(await ask({ '102': nothing })).toMatchObject({
      status: 500,
      json: { detail: expect.stringContaining('the status 200 is not declared') },
    });
  });
});

describe('a forced status gets', () => {
  it.each<[string, Responses, number, number, JsonValue | undefined]>([
    ['its own', { '404': said(1), '4XX': said(2), default: said(3) }, 404, 404, 1],
    ['its range', { '404': said(1), '4XX': said(2), default: said(3) }, 409, 409, 2],
    ['the default', { '404': said(1), '4XX': said(2), default: said(3) }, 503, 503, 3],
    ['no body with a 204 by default', { default: said(1) }, 204, 204, undefined],
  ])('%s', async (_, responses, code, status, json) => {
    const answer = await ask(responses, { headers: { prefer: `code=${code}` } });
    expect(answer).toMatchObject({ status, verdict: 'served' });
    expect(answer.json).toEqual(json);
  });

  it('a 404 that lists what is declared', async () => {
    const answer = await ask(
      { '200': said(1), '4XX': said(2) },
      { headers: { prefer: 'code=503' } },
    );
    expect(answer).toMatchObject({
      status: 404,
      json: { detail: 'make declares no response for the status 503; it declares 200, 4XX.' },
    });
  });
});

describe('a request that is refused gets', () => {
  const invalid: Sent = { body: { size: 'big' } };
  const malformed: Sent = { body: '{', headers: { 'content-type': 'application/json' } };
  const unsupported: Sent = { body: 'x', headers: { 'content-type': 'text/plain' } };
  const stranger: Sent = { headers: { prefer: 'code=200' } };

  it.each<[string, Responses, Sent, number, JsonValue]>([
    ['422 before 400', { '400': said(1), '422': said(2) }, invalid, 422, 2],
    ['400', { '400': said(1) }, invalid, 400, 1],
    ['422', { '422': said(1) }, invalid, 422, 1],
    ['400 where its form is wrong', { '422': said(1), '400': said(2) }, malformed, 400, 2],
    ['422 where its form is wrong', { '422': said(1) }, malformed, 422, 1],
    ['its range', { '4XX': said(1) }, invalid, 400, 1],
    ['the default', { default: said(1) }, invalid, 400, 1],
    ['415', { '400': said(1), '422': said(2), '415': said(3) }, unsupported, 415, 3],
    ['422 for a 415', { '400': said(1), '422': said(2) }, unsupported, 422, 2],
    ['400 for a 415', { '400': said(1) }, unsupported, 400, 1],
    ['401', { '401': said(1), default: said(2) }, stranger, 401, 1],
    ['401 by default', { default: said(2) }, stranger, 401, 2],
  ])('%s, with its example', async (_, responses, sent, status, json) => {
    const more = sent === stranger ? { security: [{ key: [] }] } : {};
    const answer = await ask({ '200': said(0), ...responses }, sent, more);
    expect(answer).toMatchObject({ status, verdict: 'refused' });
    expect(answer.json).toEqual(json);
    expect(answer.headers['x-stuntdouble-reason']).toMatch(/\w+.*\.$/);
    expect(answer.headers['www-authenticate'] !== undefined).toBe(status === 401);
  });

  it('a problem where nothing is declared', async () => {
    expect(await ask({ '200': said(0) }, invalid)).toMatchObject({
      status: 400,
      json: { type: 'urn:problem-type:invalid-request' },
      headers: { 'x-stuntdouble-undeclared': '400' },
    });
  });

  const message = {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' } },
  };
  const problem = { ...message, required: ['detail', 'status'] };

  it.each<[string, string, JsonObject, JsonValue, boolean]>([
    [
      'the first example that fits',
      'application/json',
      { schema: message, examples: { bad: { value: 7 }, good: { value: { message: 'No.' } } } },
      { message: 'No.' },
      true,
    ],
    [
      'an example of the schema',
      'application/json',
      { schema: { ...message, examples: [{ message: 'So.' }] } },
      { message: 'So.' },
      true,
    ],
    [
      'the schema filled where no example fits',
      'application/json',
      { schema: message, example: 7 },
      { message: expect.stringContaining('/size') },
      false,
    ],
    [
      'the problem itself before any example',
      'application/problem+json',
      { schema: problem, example: { detail: 'No.', status: 1 } },
      expect.objectContaining({ status: 422, detail: expect.stringContaining('/size') }),
      false,
    ],
    [
      'an example before a problem that does not fit',
      'application/problem+json',
      { schema: { ...problem, required: ['own'] }, example: { own: 1 } },
      { own: 1 },
      true,
    ],
  ])('%s', async (_, type, media, json, hasReason) => {
    const declared = { description: 'Wrong.', content: { [type]: media } };
    const answer = await ask({ '200': said(0), '422': declared }, invalid);
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.json).toEqual(json);
    expect(answer.headers['x-stuntdouble-reason'] !== undefined).toBe(hasReason);
  });

  it.each<[string, JsonObject, string]>([
    ['text/plain', { example: 'Wrong.' }, 'Wrong.'],
    [
      'application/xml',
      { schema: message, example: '<error><message>No.</message></error>' },
      '<error><message>No.</message></error>',
    ],
    ['text/plain', {}, 'body /size: must be an integer, but is the string "big".'],
  ])('%s as a text', async (type, media, text) => {
    const declared = { description: 'Wrong.', content: { [type]: media } };
    const answer = await ask({ '200': said(0), '422': declared }, invalid);
    expect(answer).toMatchObject({ status: 422, text });
  });

  it('its reason where there is no body, in a form that a header can hold', async () => {
    const sent = { body: { size: `bi\u{1f512}g\n${'x'.repeat(50)}` } };
    const answer = await ask({ '200': said(0), '422': nothing }, sent);
    expect(answer).toMatchObject({ status: 422, text: undefined });
    expect(answer.headers['x-stuntdouble-reason']).toMatch(/^body \/size: [\x20-\x7e]+$/);
  });

  it('the headers that are declared', async () => {
    const headers = {
      'X-Given': { example: 'given' },
      'X-Made': { schema: { type: 'integer', minimum: 5, maximum: 6 } },
      'X-Unknown': {},
      'WWW-Authenticate': { example: 'Other' },
    };
    const responses = { '200': said(0), '401': { ...said(1), headers } };
    const answer = await ask(responses, stranger, { security: [{ key: [] }] }, true);
    expect(answer.headers).toMatchObject({
      'x-given': 'given',
      'x-made': expect.stringMatching(/^[56]$/),
      'www-authenticate': expect.stringContaining('ApiKey'),
    });
    expect(answer.headers['x-unknown']).toBeUndefined();
  });
});
