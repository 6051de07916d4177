import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { inLatin, person, post, taking } from './body-operations.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

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

let road: OpenRoad;

beforeAll(async () => {
  road = await openRoad({
    components: { schemas: { Person: person } },
    paths: {
      '/upload': taking({
        'multipart/form-data': {
          schema: upload,
          encoding: { pictures: { contentType: 'image/png, image/jpeg' } },
        },
      }),
      '/mixed': taking({ 'multipart/mixed': { schema: { maxProperties: 2 } } }),
      '/bytes': taking({
        'application/octet-stream': { schema: { type: 'string', maxLength: 3 } },
        'image/*': { schema: { type: 'string', format: 'binary' } },
      }),
    },
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
    expect((await post(road, '/upload', type, multipart(pieces))).status).toBe(status);
  });

  it('the type of a part is said with its name', async () => {
    const answer = await post(
      road,
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
    const answer = await post(road, '/upload', header, body);
    expect(answer).toMatchObject({ status: 400, verdict: 'refused' });
  });

  it('takes parts without names where they are no form', async () => {
    const bare = '--x\r\nContent-Type: text/plain\r\n\r\na\r\n';
    const mixed = 'multipart/mixed; boundary=x';
    expect((await post(road, '/mixed', mixed, `${bare.repeat(2)}--x--`)).status).toBe(204);
    expect((await post(road, '/mixed', mixed, `${bare.repeat(3)}--x--`)).status).toBe(400);
  });

  it('a file that is UTF-8 is judged as that, another byte by byte', async () => {
    const send = (content: string): Promise<Answer> =>
      post(road, '/bytes', 'application/octet-stream', inLatin(content));
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
        const { status } = await post(road, '/upload', type, pieces.join(''));
        expect([204, 400, 413]).toContain(status);
      }),
      { numRuns: 300 },
    );
  });
});
