import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import { anything, done, inLatin, person, post, taking } from './body-operations.ts';
import type { OpenRoad, Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

const upload = { maxProperties: 1 };
let road: OpenRoad;

beforeAll(async () => {
  road = await openRoad({
    components: { schemas: { Person: person } },
    paths: {
      '/json': taking({
        'application/json': { schema: anything },
        'application/*+json': { schema: { type: 'array' } },
        'application/json; version=2': { schema: { type: 'integer' } },
      }),
      '/anything': taking({ '*/*': {} }, { required: true }),
      '/nothing': taking({}),
      '/none': { post: { responses: done } },
      '/form': taking(
        {
          'application/x-www-form-urlencoded': {
            schema: person,
            encoding: { tags: { style: 'form', explode: false } },
          },
        },
        { required: true },
      ),
      '/upload': taking({
        'multipart/form-data': {
          schema: upload,
          encoding: { pictures: { contentType: 'image/png, image/jpeg' } },
        },
      }),
      '/text': taking({ 'text/plain': { schema: { type: 'string', pattern: '^[a-zé]+$' } } }),
      '/bytes': taking({
        'application/octet-stream': { schema: { type: 'string', maxLength: 3 } },
        'image/*': { schema: { type: 'string', format: 'binary' } },
      }),
      '/xml': taking({ 'application/xml': { schema: { $ref: '#/components/schemas/Person' } } }),
    },
  });
});

describe('JSON', () => {
  it.each<[string, string, number]>([
    ['duplicate members: the last counts', '{"a":1,"a":2}', 204],
    ['a member named __proto__', '{"__proto__":{"x":1}}', 204],
    ['deep enough', `{"a":${'['.repeat(499)}${']'.repeat(499)}}`, 204],
    ['brackets in a text', JSON.stringify({ a: '['.repeat(5_000), b: '\\"[' }), 204],
  ])('%s', async (_, text, status) => {
    expect((await post(road, '/json', 'application/json', text)).status).toBe(status);
  });

  it.each<[string, string, RegExp]>([
    ['garbage at its end', '{} x', /not valid JSON: .* at character 4/],
    ['NaN', '{"a":NaN}', /not valid JSON: .* at character 6/],
    ['a comma too many', '{"a":1,}', /not valid JSON/],
    ['500 levels and one', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`, /nested too deeply/],
    ['100,000 arrays', '['.repeat(100_000) + ']'.repeat(100_000), /nested too deeply/],
    ['100,000 arrays without end', '['.repeat(100_000), /nested too deeply/],
    ['100,000 objects', '{"a":'.repeat(100_000), /nested too deeply/],
    ['half of a pair of surrogates', '{"a":"\\ud800"}', /half of a surrogate pair/],
    ['bytes that aren’t UTF-8', '', /not valid UTF-8/],
  ])('%s is refused', async (_, text, message) => {
    const body = text === '' ? inLatin('{"a":"\xe9"}') : text;
    const answer = await post(road, '/json', 'application/json', body);
    expect(answer).toMatchObject({ status: 400, json: { detail: expect.stringMatching(message) } });
  });

  it.each<[string, string, number]>([
    ['application/vnd.x+json', '[]', 204],
    ['application/vnd.x+json', '{}', 400],
    ['application/json; version=2', '2', 204],
    ['application/json; version=3', '{}', 204],
    ['application/json; version=2', '{}', 400],
    ['application/xml', '<a/>', 415],
  ])('%s: %s', async (type, text, status) => {
    expect((await post(road, '/json', type, text)).status).toBe(status);
  });
});

describe('a body', () => {
  it.each<[string, string, Sent, number]>([
    [
      'of any type where any is taken',
      '/anything',
      { body: 'x', headers: { 'content-type': 'a/b' } },
      204,
    ],
    ['of no type where any is taken', '/anything', { body: 'x' }, 204],
    ['of no type where bytes are taken', '/bytes', { body: 'x' }, 204],
    ['of no type where JSON is taken', '/json', { body: '{}' }, 415],
    ['that is missing where one is required', '/anything', {}, 400],
    [
      'that is empty where one is required',
      '/form',
      { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      400,
    ],
    [
      'that is empty where none is required',
      '/upload',
      { body: '', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      204,
    ],
    [
      'where the contract declares an empty one',
      '/nothing',
      { body: 'x', headers: { 'content-type': 'a/b' } },
      204,
    ],
    [
      'where the contract declares none',
      '/none',
      { body: 'x', headers: { 'content-type': 'a/b' } },
      204,
    ],
    [
      'of a range as its type',
      '/bytes',
      { body: 'x', headers: { 'content-type': 'image/*' } },
      415,
    ],
  ])('%s', async (_, path, sent, status) => {
    expect((await road.send('POST', path, sent)).status).toBe(status);
  });
});

describe('charsets', () => {
  it.each<[string, string, Uint8Array, number]>([
    ['UTF-8', 'text/plain; charset=utf-8', Buffer.from('é'), 204],
    ['no charset is UTF-8', 'text/plain', Buffer.from('é'), 204],
    ['Latin-1', 'text/plain; charset=ISO-8859-1', inLatin('é'), 204],
    ['UTF-16', 'text/plain; charset=utf-16', Buffer.from('\ufeffé', 'utf16le'), 204],
    [
      'UTF-16 the other way round',
      'text/plain; charset=utf-16',
      Buffer.from('\ufeffé', 'utf16le').swap16(),
      204,
    ],
    ['US-ASCII', 'text/plain; charset=us-ascii', inLatin('e'), 204],
    ['Latin-1 that says it is UTF-8', 'text/plain', inLatin('é'), 400],
    ['an unknown charset', 'text/plain; charset=nonsense', inLatin('e'), 415],
    ['JSON in UTF-16', 'application/json; charset=utf-16', Buffer.from('{}', 'utf16le'), 204],
    [
      'XML in its own charset',
      'application/xml',
      inLatin('<?xml version="1.0" encoding="ISO-8859-1"?><p><name>é</name></p>'),
      204,
    ],
    ['XML in no charset', 'application/xml', inLatin('<p><name>é</name></p>'), 400],
    [
      'XML in an unknown charset',
      'application/xml',
      inLatin('<?xml version="1.0" encoding="x"?><p/>'),
      415,
    ],
  ])('%s', async (_, type, bytes, status) => {
    const path = type.startsWith('text') ? '/text' : type.includes('xml') ? '/xml' : '/json';
    expect((await post(road, path, type, bytes)).status).toBe(status);
  });
});

describe('Content-Encoding', () => {
  const json = Buffer.from('{"a":1}');
  it.each<[string, Uint8Array, number]>([
    ['gzip', gzipSync(json), 204],
    ['X-GZip', gzipSync(json), 204],
    ['deflate', deflateSync(json), 204],
    ['br', brotliCompressSync(json), 204],
    ['identity', json, 204],
    ['gzip', json, 400],
    ['gzip', gzipSync(json).subarray(0, 12), 400],
    ['br', json, 400],
    ['deflate', gzipSync(json), 400],
    ['zstd', json, 415],
    ['gzip, gzip', gzipSync(gzipSync(json)), 415],
    ['__proto__', json, 415],
  ])('%s', async (coding, body, status) => {
    const answer = await post(road, '/json', 'application/json', body, {
      'content-encoding': coding,
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['accept-encoding']).toBe(
      status === 415 ? 'gzip, deflate, br' : undefined,
    );
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('a %s of much more than may be sent is too large', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000, ' '));
    expect(bomb.byteLength).toBeLessThan(100_000);
    for (const [path, type, limit] of [
      ['/json', 'application/json', '1048576'],
      ['/bytes', 'application/octet-stream', '16777216'],
      ['/upload', 'multipart/form-data; boundary=x', '16777216'],
    ] as const) {
      const answer = await post(road, path, type, bomb, { 'content-encoding': coding });
      expect(answer).toMatchObject({
        status: 413,
        json: { detail: expect.stringContaining(limit) },
      });
    }
  });
});

describe('forms', () => {
  const type = 'application/x-www-form-urlencoded';
  it.each<[string, string, number]>([
    ['fields by the schema', 'name=Ada&age=36&tags=a,b', 204],
    ['a field that breaks it', 'name=Ada&age=old', 400],
    ['a field that is missing', 'age=1', 400],
    ['a field that nobody knows', 'name=a&x=1', 400],
    ['a broken escape', 'name=%zz', 400],
    ['nothing that is a form', '{"name":"x"}', 400],
  ])('%s', async (_, body, status) => {
    expect((await post(road, '/form', type, body)).status).toBe(status);
  });

  it('say where a field is wrong', async () => {
    const answer = await post(road, '/form', type, 'name=&age=old');
    expect(answer.json).toMatchObject({
      errors: [
        { in: 'body', pointer: '/name', keyword: 'minLength' },
        { in: 'body', pointer: '/age', keyword: 'type' },
      ],
    });
  });
});

describe('XML', () => {
  it.each<[string, string, number]>([
    ['what the schema says', '<person><name>Ada</name><age>36</age><tags>x</tags></person>', 204],
    ['what it doesn’t', '<person><name>Ada</name><age>old</age></person>', 400],
    ['an element that is missing', '<person/>', 400],
    ['an element that nobody knows', '<person><name>a</name><x/></person>', 400],
    ['no XML', '{"name":"Ada"}', 400],
    ['XML that breaks off', '<person><name>', 400],
    ['a DOCTYPE', '<!DOCTYPE p [<!ENTITY a "b">]><person><name>&a;</name></person>', 400],
    [
      'a billion laughs',
      `<!DOCTYPE p [<!ENTITY a "b"><!ENTITY c "${'&a;'.repeat(1000)}">]><person><name>${'&c;'.repeat(1000)}</name></person>`,
      400,
    ],
    ['too deep', '<a>'.repeat(5_000) + '</a>'.repeat(5_000), 400],
  ])('%s', async (_, body, status) => {
    expect((await post(road, '/xml', 'application/xml', body)).status).toBe(status);
  });

  it('says where it breaks off', async () => {
    const answer = await post(road, '/xml', 'application/xml', '<person>\n<name></person>');
    expect(answer.json).toMatchObject({ detail: expect.stringMatching(/not XML .*line 2/) });
  });
});
