import { beforeAll, describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

/** An operation that answers with its own name. */
function operation(name: string, more: JsonObject = {}): JsonObject {
  const content = { 'application/json': { example: name } };
  return { operationId: name, responses: { '200': { description: 'Done.', content } }, ...more };
}

function declare(...names: readonly string[]): JsonValue {
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

const paths: JsonObject = {
  '/range/{from}-{to}/': { parameters: declare('from', 'to'), get: operation('range') },
  '/files/{id}': { parameters: declare('id'), get: operation('file'), put: operation('putFile') },
  '/files/{id}.{ext}': { parameters: declare('id', 'ext'), get: operation('fileOfType') },
  '/files/latest': { get: operation('latest') },
  '/jobs/{id}:cancel': { parameters: declare('id'), post: operation('cancel') },
  '/jobs/{id}': { parameters: declare('id'), get: operation('job') },
  '/blobs/{+name}': { parameters: declare('name'), get: operation('blob') },
  '/café': { get: operation('café') },
  '/a%20b': { get: operation('space') },
  '/rpc?Action=List': { get: operation('list'), post: operation('postList') },
  '/rpc?Action=Get': { get: operation('get') },
  '/things': { servers: [{ url: 'https://a.example/v1/' }], get: operation('things') },
  '/things/{id}': {
    servers: [{ url: '/v1' }, { url: '/{tenant}/v2', variables: { tenant: { default: 'acme' } } }],
    parameters: declare('id'),
    get: operation('thing'),
  },
  '/v1/things': { post: operation('postThings') },
  '/twice': { servers: [{ url: '/v1' }], get: operation('twice') },
  '/v1/twice': { servers: [{ url: '/v2' }], post: operation('postTwice') },
  '/traced': { trace: operation('trace'), options: operation('options') },
};

let road: OpenRoad;

beforeAll(async () => {
  road = await openRoad({ paths });
});

describe('the path', () => {
  it.each<[string, string, string]>([
    ['GET', '/range/1-2-3/', 'range'],
    ['GET', '/files/7', 'file'],
    ['GET', '/files/a.b.c', 'fileOfType'],
    ['GET', '/files/latest', 'latest'],
    ['HEAD', '/files/7', 'file'],
    ['POST', '/jobs/x:y:cancel', 'cancel'],
    ['GET', '/jobs/x', 'job'],
    ['GET', '/jobs/x%3Acancel', 'job'],
    ['GET', '/jobs/%2F%2541', 'job'],
    ['GET', '/jobs/;matrix=1', 'job'],
    ['GET', '/jobs/..', 'job'],
    ['GET', '/jobs/%00', 'job'],
    ['GET', '/jobs/\\', 'job'],
    ['GET', '/blobs/a/b/c', 'blob'],
    ['GET', '/caf%C3%A9', 'café'],
    ['GET', '/a%20b', 'space'],
    ['GET', '/v1/things', 'things'],
    ['GET', '/things', 'things'],
    ['GET', '/v1/things/7', 'thing'],
    ['GET', '/other/v2/things/7', 'thing'],
    ['GET', '/things/7', 'thing'],
    ['POST', '/v1/things', 'postThings'],
    // What the declared address lacks, a path without its base may have.
    ['POST', '/v1/twice', 'postTwice'],
    ['GET', '/v1/twice', 'twice'],
    ['TRACE', '/traced', 'trace'],
    ['OPTIONS', '/traced', 'options'],
  ])('%s %s is that of %s', async (method, path, name) => {
    const answer = await road.send(method, path);
    expect(answer).toMatchObject({ status: 200, json: name });
  });

  it.each<[string, string, string]>([
    ['GET', 'Action=List', 'list'],
    ['POST', 'x=1&Action=List', 'postList'],
    ['HEAD', 'Action=Get', 'get'],
  ])('%s /rpc?%s is that of %s', async (method, query, name) => {
    const answer = await road.send(method, '/rpc', { query });
    expect(answer).toMatchObject({ status: 200, json: name });
  });

  it.each<[string, string, string]>([
    ['/range/1-2', 'There is /range/1-2/, with a trailing slash.', ''],
    ['/things/', 'There is /things, without a trailing slash.', ''],
    ['/v1/things/', 'There is /v1/things, without a trailing slash.', ''],
    [
      '/rpc',
      'There it is told by the query which operation is meant: "Action=List", "Action=Get".',
      '',
    ],
    ['/rpc', 'There it is told by the query', 'Action=list'],
    ['/nothing', 'No path of the contract matches it.', ''],
    ['/v2/things', 'There is no /v2/things. Did you mean /v1/things?', ''],
    ['/thing', 'There is no /thing. Did you mean /things?', ''],
  ])('%s is a 404: %s', async (path, hint, query) => {
    expect(await road.send('GET', path, { query })).toMatchObject({
      status: 404,
      json: { detail: expect.stringContaining(hint) },
    });
  });

  it.each<[string, string, string]>([
    ['DELETE', '/files/7', 'GET, PUT, HEAD'],
    ['PUT', '/files/latest', 'GET, HEAD'],
    ['DELETE', '/v1/things', 'GET, POST, HEAD'],
    ['DELETE', '/things', 'GET, HEAD'],
    ['DELETE', '/v1/twice', 'GET, HEAD, POST'],
    ['DELETE', '/rpc', 'GET, POST, HEAD'],
    ['GET', '/traced', 'OPTIONS, TRACE'],
  ])('%s %s is a 405 that tells: %s', async (method, path, allow) => {
    expect(await road.send(method, path)).toMatchObject({ status: 405, headers: { allow } });
  });
});

describe('an escape that is broken', () => {
  it.each(['/jobs/%', '/jobs/%zz', '/jobs/%C3', '/jobs/%ED%A0%80', '/files/%zz.x'])(
    'is a 400 where a template matches: %s',
    async (path) => {
      expect(await road.send('GET', path)).toMatchObject({
        status: 400,
        json: { errors: [{ in: 'path', keyword: 'syntax' }] },
      });
    },
  );

  it('is a 404 elsewhere', async () => {
    expect((await road.send('GET', '/%zz')).status).toBe(404);
  });
});

describe('an odd target', () => {
  it.each([
    '',
    '*',
    '/',
    '//',
    '///',
    '/.',
    '/../',
    '/\0',
    '\\',
    '/%',
    '/%2F',
    '/__proto__',
    '/constructor/prototype',
    `/${'a'.repeat(65_536)}`,
    '/a'.repeat(32_768),
    `/range/${'-'.repeat(65_536)}`,
    `/${'%'.repeat(65_536)}`,
  ])('is answered: %.40s', async (path) => {
    const answer = await road.send('GET', path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.json).toHaveProperty('detail');
  });

  it('has no room in a message', async () => {
    const { json } = await road.send('GET', `/${'a'.repeat(65_536)}`);
    expect(JSON.stringify((json as { readonly detail: string }).detail).length).toBeLessThan(1000);
  });
});
