import { describe, expect, it } from 'vitest';

import type { ReplyHead } from './reply-reader.ts';
import { ReplyReader } from './reply-reader.ts';

interface Read {
  readonly heads: readonly ReplyHead[];
  readonly body: string;
  readonly isWhole: boolean;
}

/** Reads the pieces of a reply, and then the end of the connection. */
function read(method: string, pieces: readonly string[]): Read {
  const heads: ReplyHead[] = [];
  let body = '';
  let isWhole = false;
  const reader = new ReplyReader(method, {
    head: (head) => void heads.push(head),
    body: (bytes) => void (body += Buffer.from(bytes).toString('latin1')),
    end: () => void (isWhole = true),
  });
  for (const piece of pieces) reader.read(Buffer.from(piece, 'latin1'));
  reader.close();
  return { heads, body, isWhole };
}

const cases: readonly (readonly [string, string, string, boolean])[] = [
  ['GET', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc', 'abc', true],
  ['GET', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab', 'ab', false],
  ['GET', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc', 'ab', true],
  ['GET', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', '', true],
  ['GET', 'HTTP/1.1 200 OK\r\n\r\nabc', 'abc', true],
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n', '', true],
  ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\n\r\n', '', true],
  ['GET', 'HTTP/1.1 204 No Content\r\n\r\n', '', true],
  ['GET', chunked('3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n'), 'abc0123456789', true],
  ['GET', chunked('3\r\nabc\r\n0\r\nSum: 1\r\n\r\n'), 'abc', true],
  ['GET', chunked('3\r\nabc\r\n'), 'abc', false],
  ['GET', 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\nlate', 'late', true],
  ['GET', 'HTTP/1.1 200 OK\r\nX-A:', '', false],
];

function chunked(body: string): string {
  return `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
}

describe.each(cases)('of a reply to %s, %j', (method, text, body, isWhole) => {
  it('reads the body at once', () => {
    expect(read(method, [text])).toMatchObject({ body, isWhole });
  });

  it('reads it byte by byte', () => {
    expect(read(method, text.split(''))).toEqual(read(method, [text]));
  });
});

it('reads status, reason and each header', () => {
  const text = 'HTTP/1.1 404 Not  here\r\nSet-Cookie: a=1:2\r\nset-cookie:b\r\nX-None:\r\n\r\n';

  expect(read('GET', [text]).heads).toEqual([
    {
      status: 404,
      statusText: 'Not  here',
      headers: ['Set-Cookie', 'a=1:2', 'set-cookie', 'b', 'X-None', ''],
    },
  ]);
});

it.each([
  ['no status line', 'HTTP/2 200 OK\r\n\r\n'],
  ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: 3x\r\n\r\n'],
  ['a chunk without a size', chunked('zz\r\n')],
])('throws at %s', (_, text) => {
  expect(() => read('GET', [text])).toThrow('a ');
});
