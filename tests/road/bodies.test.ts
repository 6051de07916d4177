import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/json.ts';
import type { Answer, OpenRoad, Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

let road: OpenRoad;

const done = { '204': { description: 'Done.' } };
const anything = { type: 'object' };

function taking(content: JsonObject, more: JsonObject = {}): JsonObject {
  return { post: { requestBody: { content, ...more }, responses: done } };
}

function giving(content: JsonObject, status = '200'): JsonObject {
  return { get: { responses: { [status]: { description: 'It.', content } } } };
}

const person = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  xml: { name: 'person' },
  properties: {
    name: { type: 'string', minLength: 1 },
    age: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const upload = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', format: 'binary', maxLength: 2_000_000 },
    meta: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
    pictures: { type: 'array', maxItems: 2, items: { contentMediaType: 'image/png' } },
    count: { type: 'integer' },
  },
};

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
      '/mixed': taking({ 'multipart/mixed': { schema: { maxProperties: 2 } } }),
      '/text': taking({ 'text/plain': { schema: { type: 'string', pattern: '^[a-zé]+$' } } }),
      '/bytes': taking({
        'application/octet-stream': { schema: { type: 'string', maxLength: 3 } },
        'image/*': { schema: { type: 'string', format: 'binary' } },
      }),
      '/xml': taking({ 'application/xml': { schema: { $ref: '#/components/schemas/Person' } } }),
      '/people': giving({
        'application/json': { schema: person, example: { name: 'Ada', tags: ['x', 'y'] } },
        'application/xml': { schema: person, example: '<person><name>Ada</name></person>' },
        'application/x-www-form-urlencoded': { schema: person, example: { name: 'A & B' } },
        'text/csv': { schema: { type: 'string' }, example: 'name\nÄda' },
        'multipart/form-data': { schema: person, example: { name: 'Ada', age: 1 } },
      }),
      '/ranges': giving({ 'text/*': { schema: { type: 'string' }, example: 'x' } }),
    },
  });
});

function post(
  path: string,
  type: string,
  body: Sent['body'],
  more: Record<string, string> = {},
): Promise<Answer> {
  return road.send('POST', path, {
    headers: { 'content-type': type, ...more },
    ...(body === undefined ? {} : { body }),
  });
}

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('JSON', () => {
  it.each<[string, string, number]>([
    ['duplicate members: the last counts', '{"a":1,"a":2}', 204],
    ['a member named __proto__', '{"__proto__":{"x":1}}', 204],
    ['half of a pair of surrogates', '{"a":"\\ud800"}', 204],
    ['deep enough', `{"a":${'['.repeat(499)}${']'.repeat(499)}}`, 204],
    ['brackets in a text', JSON.stringify({ a: '['.repeat(5_000), b: '\\"[' }), 204],
  ])('%s', async (_, text, status) => {
    expect((await post('/json', 'application/json', text)).status).toBe(status);
  });

  it.each<[string, string, RegExp]>([
    ['garbage at its end', '{} x', /not valid JSON: .* at character 4/],
    ['NaN', '{"a":NaN}', /not valid JSON: .* at character 6/],
    ['a comma too many', '{"a":1,}', /not valid JSON/],
    ['500 levels and one', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`, /nested too deeply/],
    ['100,000 arrays', '['.repeat(100_000) + ']'.repeat(100_000), /nested too deeply/],
    ['100,000 arrays without end', '['.repeat(100_000), /nested too deeply/],
    ['100,000 objects', '{"a":'.repeat(100_000), /nested too deeply/],
    ['bytes that aren’t UTF-8', '', /not valid UTF-8/],
  ])('%s is refused', async (_, text, message) => {
    const body = text === '' ? latin('{"a":"\xe9"}') : text;
    const answer = await post('/json', 'application/json', body);
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
    expect((await post('/json', type, text)).status).toBe(status);
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
    ['Latin-1', 'text/plain; charset=ISO-8859-1', latin('é'), 204],
    ['UTF-16', 'text/plain; charset=utf-16', Buffer.from('\ufeffé', 'utf16le'), 204],
    [
      'UTF-16 the other way round',
      'text/plain; charset=utf-16',
      Buffer.from('\ufeffé', 'utf16le').swap16(),
      204,
    ],
    ['US-ASCII', 'text/plain; charset=us-ascii', latin('e'), 204],
    ['Latin-1 that says it is UTF-8', 'text/plain', latin('é'), 400],
    ['an unknown charset', 'text/plain; charset=nonsense', latin('e'), 415],
    ['JSON in UTF-16', 'application/json; charset=utf-16', Buffer.from('{}', 'utf16le'), 204],
    [
      'XML in its own charset',
      'application/xml',
      latin('<?xml version="1.0" encoding="ISO-8859-1"?><p><name>é</name></p>'),
      204,
    ],
    ['XML in no charset', 'application/xml', latin('<p><name>é</name></p>'), 400],
    [
      'XML in an unknown charset',
      'application/xml',
      latin('<?xml version="1.0" encoding="x"?><p/>'),
      415,
    ],
  ])('%s', async (_, type, bytes, status) => {
    const path = type.startsWith('text') ? '/text' : type.includes('xml') ? '/xml' : '/json';
    expect((await post(path, type, bytes)).status).toBe(status);
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
    const answer = await post('/json', 'application/json', body, { 'content-encoding': coding });
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
      const answer = await post(path, type, bomb, { 'content-encoding': coding });
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
    expect((await post('/form', type, body)).status).toBe(status);
  });

  it('say where a field is wrong', async () => {
    const answer = await post('/form', type, 'name=&age=old');
    expect(answer.json).toMatchObject({
      errors: [
        { in: 'body', pointer: '/name', keyword: 'minLength' },
        { in: 'body', pointer: '/age', keyword: 'type' },
      ],
    });
  });
});

interface Piece {
  readonly name?: string;
  readonly file?: string;
  readonly type?: string;
  readonly content: string;
}

function multipart(pieces: readonly Piece[]): string {
  const parts = pieces.map(({ name, file, type, content }) =>
    [
      '--x',
      `Content-Disposition: form-data${name === undefined ? '' : `; name="${name}"`}${file === undefined ? '' : `; filename="${file}"`}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      '',
      content,
      '',
    ].join('\r\n'),
  );
  return `${parts.join('')}--x--\r\n`;
}

const file: Piece = { name: 'file', file: 'a.bin', type: 'application/pdf', content: 'hello' };

describe('multipart', () => {
  const type = 'multipart/form-data; boundary=x';
  it.each<[string, readonly Piece[], number]>([
    ['a file', [file], 204],
    ['an empty file', [{ ...file, content: '' }], 204],
    ['a file with the boundary almost in it', [{ ...file, content: '\r\n--\r\n-x\r\n--' }], 204],
    ['a file without a name', [{ ...file, file: '' }], 204],
    ['a field in the place of a file', [{ name: 'file', content: 'x' }], 204],
    ['a number', [file, { name: 'count', content: '1' }], 204],
    ['no number', [file, { name: 'count', content: 'x' }], 400],
    [
      'JSON by its type',
      [file, { name: 'meta', type: 'application/json', content: '{"size":1}' }],
      204,
    ],
    ['JSON by its schema', [file, { name: 'meta', content: '{"size":1}' }], 204],
    [
      'JSON that breaks its schema',
      [file, { name: 'meta', type: 'application/json', content: '{"size":"1"}' }],
      400,
    ],
    ['JSON that isn’t', [file, { name: 'meta', type: 'application/json', content: '{' }], 400],
    [
      'JSON that is too deep',
      [file, { name: 'meta', type: 'application/json', content: '['.repeat(1000) }],
      400,
    ],
    [
      'two pictures',
      [
        file,
        { ...file, name: 'pictures', type: 'image/png' },
        { ...file, name: 'pictures', type: 'image/jpeg' },
      ],
      204,
    ],
    [
      'three pictures',
      [file, ...[1, 2, 3].map(() => ({ ...file, name: 'pictures', type: 'image/png' }))],
      400,
    ],
    ['a picture of another type', [file, { ...file, name: 'pictures', type: 'image/gif' }], 400],
    ['a picture of no type', [file, { name: 'pictures', file: 'a', content: 'x' }], 204],
    ['a file that is missing', [{ name: 'count', content: '1' }], 400],
    ['a part without a name', [file, { content: 'x' }], 400],
    ['a name of JavaScript', [file, { name: '__proto__', content: 'x' }], 204],
    [
      'a charset of its own',
      [file, { name: 'x', type: 'text/plain; charset=nonsense', content: '' }],
      415,
    ],
    ['a name that is too long', [file, { name: 'x'.repeat(201), content: '' }], 413],
    ['a text that is too long', [file, { name: 'x', content: 'x'.repeat(1_048_577) }], 413],
    ['a long file', [{ ...file, content: 'x'.repeat(1_500_000) }], 204],
    ['a file longer than its schema wants', [{ ...file, content: 'x'.repeat(2_000_001) }], 400],
    [
      'too many parts',
      [file, ...Array.from({ length: 1_000 }, () => ({ name: 'a', content: '' }))],
      413,
    ],
  ])('%s', async (_, pieces, status) => {
    expect((await post('/upload', type, multipart(pieces))).status).toBe(status);
  });

  it('the type of a part is said with its name', async () => {
    const answer = await post(
      '/upload',
      type,
      multipart([file, { ...file, name: 'pictures', type: 'image/gif' }]),
    );
    expect(answer.json).toMatchObject({
      errors: [
        {
          in: 'body',
          pointer: '/pictures',
          message: 'must be of the type image/png, image/jpeg, but is image/gif',
        },
      ],
    });
  });

  it.each<[string, string, string]>([
    ['no boundary', 'multipart/form-data', multipart([file])],
    ['an empty boundary', 'multipart/form-data; boundary=""', multipart([file])],
    ['another boundary', 'multipart/form-data; boundary=y', multipart([file])],
    ['no last boundary', type, multipart([file]).replace('--x--', '')],
    ['half a file', type, multipart([file]).slice(0, 90)],
    ['half a header', type, '--x\r\nContent-Disp'],
    [
      'headers that never end',
      type,
      '--x\r\nContent-Disposition: form-data; name="file"\r\n--x--\r\n',
    ],
    ['headers that aren’t', type, '--x\r\nnonsense\r\n\r\nx\r\n--x--\r\n'],
    ['nothing but text', type, 'hello'],
    ['no parts and no file', type, '--x--\r\n'],
  ])('%s is refused', async (_, header, body) => {
    const answer = await post('/upload', header, body);
    expect(answer).toMatchObject({ status: 400, verdict: 'refused' });
  });

  it('takes parts without names where they are no form', async () => {
    const bare = '--x\r\nContent-Type: text/plain\r\n\r\na\r\n';
    const mixed = 'multipart/mixed; boundary=x';
    expect((await post('/mixed', mixed, `${bare.repeat(2)}--x--`)).status).toBe(204);
    expect((await post('/mixed', mixed, `${bare.repeat(3)}--x--`)).status).toBe(400);
  });

  it('a file that is UTF-8 is judged as that, another byte by byte', async () => {
    const send = (content: string): Promise<Answer> =>
      post('/bytes', 'application/octet-stream', latin(content));
    expect((await send('\xc3\xa9\xc3\xa9\xc3\xa9')).status).toBe(204);
    expect((await send('\xe9\xe9\xe9')).status).toBe(204);
    expect((await send('\xe9\xe9\xe9\xe9')).status).toBe(400);
  });

  it('always comes to an end, whatever is in it', async () => {
    const piece = fc.constantFrom(
      '--x',
      '--x--',
      '\r\n',
      '\r\n\r\n',
      '-',
      'Content-Disposition: form-data; name="file"',
      'Content-Type: application/json',
      '"',
      ';',
      'a'.repeat(70_000),
      ':',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 15 }), async (pieces) => {
        const { status } = await post('/upload', type, pieces.join(''));
        expect([204, 400, 413]).toContain(status);
      }),
      { numRuns: 300 },
    );
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
    expect((await post('/xml', 'application/xml', body)).status).toBe(status);
  });

  it('says where it breaks off', async () => {
    const answer = await post('/xml', 'application/xml', '<person>\n<name></person>');
    expect(answer.json).toMatchObject({ detail: expect.stringMatching(/not XML .*line 2/) });
  });
});

describe('replies', () => {
  it.each<[string, string, string]>([
    ['application/json', 'application/json', '{"name":"Ada","tags":["x","y"]}'],
    [
      'application/xml',
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?><person><name>Ada</name></person>',
    ],
    ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded', 'name=A+%26+B'],
    ['text/csv', 'text/csv; charset=utf-8', 'name\nÄda'],
  ])('in %s', async (accept, type, text) => {
    const answer = await road.send('GET', '/people', { headers: { accept } });
    expect(answer).toMatchObject({ status: 200, text, headers: { 'content-type': type } });
  });

  it('in parts', async () => {
    const answer = await road.send('GET', '/people', { headers: { accept: 'multipart/*' } });
    const type = answer.headers['content-type'] ?? '';
    const form = await new Response(answer.text, { headers: { 'content-type': type } }).formData();
    expect(Object.fromEntries(form.entries())).toMatchObject({ name: 'Ada' });
  });

  it.each<[string | undefined, string]>([
    [undefined, 'text/plain; charset=utf-8'],
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/*', 'text/plain; charset=utf-8'],
  ])('of a range, for %s', async (accept, type) => {
    const answer = await road.send(
      'GET',
      '/ranges',
      accept === undefined ? {} : { headers: { accept } },
    );
    expect(answer.headers['content-type']).toBe(type);
  });

  it('refusals are sent whatever is accepted', async () => {
    const headers = { accept: 'image/png', 'content-type': 'application/json' };
    const answer = await road.send('POST', '/json', { headers, body: '{' });
    expect(answer).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
    });
  });

  it('what is said of a 204 is no reason for a body', async () => {
    const value: JsonValue = { schema: anything, example: {} };
    const { send } = await openRoad({
      paths: {
        '/a': giving({ 'application/json': value }, '204'),
        '/b': giving({ 'application/json': value }, '304'),
      },
      isLenient: true,
    });
    expect(await send('GET', '/a')).toMatchObject({
      status: 204,
      text: undefined,
      verdict: 'served',
    });
    expect(await send('GET', '/b')).toMatchObject({
      status: 304,
      text: undefined,
      verdict: 'served',
    });
  });
});
