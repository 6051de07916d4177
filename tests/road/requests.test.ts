import { beforeAll, describe, expect, it } from 'vitest';

import type { OpenRoad, Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

let road: OpenRoad;

beforeAll(async () => {
  road = await openRoad({
    paths: {
      '/notes/{id}': {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } },
          { name: 'deep', in: 'query', schema: { type: 'boolean' } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string', minLength: 2 } },
          { name: 'mood', in: 'cookie', schema: { enum: ['good', 'bad'] } },
          { name: 'Accept', in: 'header', required: true, schema: { const: 'never' } },
        ],
        get: {
          operationId: 'getNote',
          responses: {
            '200': {
              description: 'A note.',
              content: {
                'application/json': { schema: { type: 'object' }, example: { text: 'hello' } },
                'text/plain': { schema: { type: 'string' } },
              },
            },
          },
        },
        put: {
          operationId: 'putNote',
          parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }],
          requestBody: {
            content: {
              'application/json': { schema: { type: 'object', required: ['text'] } },
              'application/merge-patch+json': { schema: { type: 'object', maxProperties: 1 } },
              'text/*': { schema: { type: 'string', maxLength: 5 } },
            },
          },
          responses: { '204': { description: 'Done.' } },
        },
      },
    },
  });
});

describe('parameters', () => {
  it.each<[string, string, Sent, string | undefined]>([
    ['a number in the path', '/notes/7', {}, undefined],
    ['a text where a number is meant', '/notes/x', {}, '/id'],
    ['a number below its minimum', '/notes/0', {}, '/id'],
    ['a broken escape', '/notes/%zz', {}, '/id'],
    ['half of a UTF-8 character', '/notes/%C3', {}, '/id'],
    ['a query number above its maximum', '/notes/7', { query: 'limit=11' }, '/limit'],
    ['an empty value is a value', '/notes/7', { query: 'limit=' }, '/limit'],
    ['a boolean', '/notes/7', { query: 'deep=true' }, undefined],
    ['no boolean', '/notes/7', { query: 'deep=yes' }, '/deep'],
    ['an unknown query parameter is ignored', '/notes/7', { query: 'other=1' }, undefined],
    ['a header in any case', '/notes/7', { headers: { 'x-trace': 'x' } }, '/X-Trace'],
    ['a cookie', '/notes/7', { headers: { cookie: 'mood=odd' } }, '/mood'],
    ['a good cookie', '/notes/7', { headers: { cookie: 'a=b; mood=good' } }, undefined],
  ])('%s', async (_, path, sent, pointer) => {
    const answer = await road.send('GET', path, sent);
    if (pointer === undefined) expect(answer).toMatchObject({ status: 200 });
    else expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
  });

  it('are complained of all at once, each in its place', async () => {
    const sent = { query: 'limit=x', headers: { cookie: 'mood=odd' }, body: {} };
    const answer = await road.send('PUT', '/notes/x', sent);
    expect(answer.json).toMatchObject({
      errors: [
        { in: 'path', pointer: '/id', keyword: 'type' },
        { in: 'query', pointer: '/limit', keyword: 'type' },
        { in: 'cookie', pointer: '/mood', keyword: 'enum' },
        { in: 'body', pointer: '/text', keyword: 'required' },
      ],
    });
  });

  it('of an operation replace those of its path', async () => {
    const answer = await road.send('PUT', '/notes/1');
    expect(answer.json).toMatchObject({
      errors: [{ in: 'query', pointer: '/limit', keyword: 'required' }],
    });
    expect((await road.send('PUT', '/notes/1', { query: 'limit=11' })).status).toBe(204);
  });
});

describe('bodies', () => {
  const text = (body: string, type: string): Sent => ({
    body,
    query: 'limit=1',
    headers: { 'content-type': type },
  });
  it.each<[string, Sent, number]>([
    ['none where none is required', { query: 'limit=1' }, 204],
    ['JSON', text('{"text":1}', 'application/json'), 204],
    ['JSON with a charset', text('{"text":1}', 'Application/JSON; Charset="UTF-8"'), 204],
    ['JSON with a byte order mark', text('\uFEFF{"text":1}', 'application/json'), 204],
    [
      'JSON of another schema by its type',
      text('{"a":1,"b":2}', 'application/merge-patch+json'),
      400,
    ],
    ['JSON that breaks its schema', text('{}', 'application/json'), 400],
    ['JSON that breaks off', text('{"text":', 'application/json'), 400],
    ['a range of types', text('hello', 'text/markdown'), 204],
    ['a text that is too long', text('too long', 'text/plain'), 400],
    ['an undeclared type', text('<a/>', 'application/xml'), 415],
    ['an undeclared JSON type', text('{}', 'application/vnd.x+json'), 415],
    ['another charset', text('{"text":1}', 'application/json; charset=latin1'), 204],
    ['a charset that nobody knows', text('{"text":1}', 'application/json; charset=x-klingon'), 415],
    ['no type', { body: '{"text":1}', query: 'limit=1' }, 415],
    ['no type that can be read', text('{"text":1}', 'nonsense'), 415],
    [
      'a type without a body',
      { query: 'limit=1', headers: { 'content-type': 'application/xml' } },
      415,
    ],
    [
      'no gzip, though it says so',
      {
        ...text('x', 'application/json'),
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      },
      400,
    ],
    [
      'compressed in a way that nobody knows',
      {
        ...text('x', 'application/json'),
        headers: { 'content-type': 'application/json', 'content-encoding': 'compress' },
      },
      415,
    ],
    ['too large', text('x'.repeat(1_048_577), 'application/json'), 413],
    [
      'as large as may be',
      text(JSON.stringify({ text: 'x'.repeat(1_048_565) }), 'application/json'),
      204,
    ],
  ])('%s', async (_, sent, status) => {
    expect((await road.send('PUT', '/notes/1', sent)).status).toBe(status);
  });

  it('are read only after the type is known to fit', async () => {
    expect((await road.send('PUT', '/notes/1', text('<a/>', 'application/xml'))).wasBodyRead).toBe(
      false,
    );
    expect((await road.send('PUT', '/notes/1', text('{}', 'application/json'))).wasBodyRead).toBe(
      true,
    );
  });
});

describe('what is accepted', () => {
  it.each<[string | undefined, number, string]>([
    [undefined, 200, 'application/json'],
    ['text/plain, application/json;q=0.5', 200, 'text/plain; charset=utf-8'],
    ['text/html', 406, 'application/problem+json'],
    ['%%%', 200, 'application/json'],
    ['application/json;q=0, */*;q=0.1', 200, 'text/plain; charset=utf-8'],
  ])('%s', async (accept, status, type) => {
    const answer = await road.send(
      'GET',
      '/notes/1',
      accept === undefined ? {} : { headers: { accept } },
    );
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe(type);
  });
});

describe('HEAD', () => {
  it('is answered like GET; the body is left out where it is sent', async () => {
    expect(await road.send('HEAD', '/notes/8')).toMatchObject({
      status: 200,
      json: { text: 'hello' },
    });
  });
});
