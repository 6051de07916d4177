import { describe, expect, it } from 'vitest';

import { openConnection, sendRaw } from '../cli/raw-connection.ts';
import { bookIds } from './bookshop.ts';
import { openBookshop } from './open-bookshop.ts';
import { openLogged, readReplies } from './raw-replies.ts';

const [first = ''] = bookIds;
const own = 'Host: h\r\nAuthorization: Bearer open\r\n';
const getBook = `GET /books/${first} HTTP/1.1\r\n${own}\r\n`;

interface Case {
  readonly bytes: string | Uint8Array;
  readonly status?: number;
  readonly code?: string;
  /** What the client is told, and is in log and journal. */
  readonly detail: RegExp;
  /** The method and the path, as far as they could be read. */
  readonly known?: readonly [string, string];
}

const head = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const withHeader = (...lines: readonly string[]): string =>
  head('GET /books HTTP/1.1', 'Host: h', ...lines);
const books = ['GET', '/books'] as const;

const heads: Readonly<Record<string, Case>> = {
  noise: { bytes: Buffer.from([0, 255, 22, 3, 1]), detail: /begin with a method .*\\u0000\\u00ff/ },
  TLS: { bytes: Buffer.from([22, 3, 1, 2, 0, 1]), detail: /begins with TLS.*http:\/\// },
  'HTTP/2': { bytes: head('PRI * HTTP/2.0', '', 'SM'), detail: /begins with HTTP\/2/ },
  'an unknown method': {
    bytes: head('BREW /pot HTTP/1.1', 'Host: h'),
    detail: /not begin with a method that is known, but with "BREW": a method, such as GET/,
    known: ['BREW', '/pot'],
  },
  'an unknown version': {
    bytes: head('GET /books HTTP/9.9', 'Host: h'),
    detail: /Invalid HTTP version/,
    known: books,
  },
  'a header without a colon': { bytes: withHeader('nonsense'), detail: /header/i, known: books },
  'a NUL in a header': {
    bytes: withHeader('X-Text: a\0b'),
    detail: /in the header "X-Text"/,
    known: books,
  },
  'a folded header': {
    bytes: withHeader('X-Text: a', ' b'),
    detail: /Unexpected whitespace/,
    known: books,
  },
  'a lone CR in a header': { bytes: withHeader('X-Text: a\rb'), detail: /LF/, known: books },
  'a space before the colon': { bytes: withHeader('X-Text : a'), detail: /X-Text/, known: books },
  'both lengths': {
    bytes: withHeader('Content-Length: 3', 'Transfer-Encoding: chunked'),
    detail: /Transfer-Encoding can't be present with Content-Length/,
    known: books,
  },
  'two lengths': {
    bytes: withHeader('Content-Length: 0', 'Content-Length: 0'),
    detail: /Duplicate Content-Length/,
    known: books,
  },
  'a length that is none': {
    bytes: withHeader('Content-Length: many'),
    detail: /in the header "Content-Length"/,
    known: books,
  },
  'headers of 100 kB': {
    bytes: withHeader(`X-Text: ${'a'.repeat(100_000)}`),
    status: 431,
    code: 'head-too-large',
    detail: /more than the 16384 bytes/,
    known: books,
  },
  'a path of 100 kB': {
    bytes: head(`GET /books/${'a'.repeat(100_000)} HTTP/1.1`, 'Host: h'),
    status: 431,
    code: 'head-too-large',
    detail: /more than the 16384 bytes/,
    known: ['GET', `/books/${'a'.repeat(100_000)}`.slice(0, 2001)],
  },
  'no Host': {
    bytes: head('GET /books HTTP/1.1'),
    detail: /has no Host header/,
    known: books,
  },
  'two Hosts': {
    bytes: withHeader('host: other'),
    detail: /has 2 Host headers/,
    known: books,
  },
  'two Hosts that are the same': {
    bytes: withHeader('Host: h'),
    detail: /has 2 Host headers/,
    known: books,
  },
  'a request line without a version': {
    bytes: head('GET /books'),
    detail: /version 0\.9 of HTTP.*1\.1/,
    known: books,
  },
  'a version that is too old': {
    bytes: head('GET /books HTTP/0.9', 'Host: h'),
    detail: /version 0\.9 of HTTP/,
    known: books,
  },
  'a version that is too new': {
    bytes: head('GET /books HTTP/2.0', 'Host: h'),
    detail: /version 2\.0 of HTTP/,
    known: books,
  },
  'an empty transfer encoding': {
    bytes: withHeader('Transfer-Encoding:'),
    detail: /Transfer-Encoding header that names no coding/,
    known: books,
  },
  'a transfer encoding of nothing, and a body': {
    bytes: `${withHeader('transfer-encoding: , ')}{"a":1}`,
    detail: /Transfer-Encoding header that names no coding/,
    known: books,
  },
  'an empty transfer encoding behind another': {
    bytes: withHeader('Transfer-Encoding: chunked', 'Transfer-Encoding:'),
    detail: /Transfer-Encoding header that names no coding/,
    known: books,
  },
  'a body in a coding of the transfer that this server does not know': {
    bytes: `${withHeader('Transfer-Encoding: gzip, chunked')}0\r\n\r\n`,
    detail: /Transfer-Encoding "gzip, chunked".*Content-Encoding/,
    known: books,
  },
  'two headers that each name a coding': {
    bytes: `${withHeader('Transfer-Encoding: gzip', 'Transfer-Encoding: Chunked')}0\r\n\r\n`,
    detail: /Transfer-Encoding "gzip".*Content-Encoding/,
    known: books,
  },
  'an expectation among others that nobody can meet': {
    bytes: withHeader('Expect: 100-continue, cake'),
    status: 417,
    code: 'expectation-failed',
    detail: /expects "100-continue, cake"/,
    known: books,
  },
  'a second expectation that nobody can meet': {
    bytes: withHeader('Expect: cake', 'Expect: 100-continue'),
    status: 417,
    code: 'expectation-failed',
    detail: /expects "cake, 100-continue"/,
    known: books,
  },
  'an expectation that nobody can meet': {
    bytes: withHeader('Expect: cake'),
    status: 417,
    code: 'expectation-failed',
    detail: /expects "cake"/,
    known: books,
  },
  'a Host with half of its brackets': {
    bytes: head('GET /books HTTP/1.1', 'Host: [::1'),
    detail: /Host header has a bracket/,
    known: books,
  },
  'a tunnel': {
    bytes: head('CONNECT elsewhere.example:443 HTTP/1.1', 'Host: elsewhere.example'),
    status: 405,
    code: 'method-not-allowed',
    detail: /no proxy/,
    known: ['CONNECT', 'elsewhere.example:443'],
  },
};

describe('a request that can not be read', () => {
  it.each(Object.entries(heads))(
    'is refused with a problem, and is in log and journal: %s',
    async (_, { bytes, status = 400, code = 'malformed-request', detail, known = ['', ''] }) => {
      const { mock, log } = await openLogged();
      const replies = readReplies(await sendRaw(mock.url, bytes));

      expect(replies).toHaveLength(1);
      expect(replies[0]).toMatchObject({
        status,
        head: expect.stringMatching(/^connection: close\r$/im),
        json: { type: `urn:problem-type:${code}`, status, detail: expect.stringMatching(detail) },
      });
      expect(replies[0]?.head).toMatch(/^content-type: application\/problem\+json\r$/im);
      const [method, path] = known;
      const request = { method, path };
      expect(log).toMatchObject([
        { lane: 'contract', ...request, status, reason: expect.stringMatching(detail) },
      ]);
      expect(mock.requests()).toMatchObject([
        {
          request,
          reply: { status, body: replies[0]?.json },
          problem: { code, detail: expect.stringMatching(detail) },
        },
      ]);
      expect(mock.coverage().operations.every(({ requests }) => requests === 0)).toBe(true);
    },
  );

  it.each(Object.entries(heads))(
    'is the last of its connection, and what the client sends behind it is not carried out: %s',
    async (_, { bytes }) => {
      const { mock, log } = await openLogged();
      const made = JSON.stringify({ title: 'Behind' });
      const post = `POST /books HTTP/1.1\r\n${own}Content-Type: application/json\r\nContent-Length: ${made.length}\r\n\r\n${made}`;
      await sendRaw(mock.url, Buffer.concat([Buffer.from(bytes), Buffer.from(post + post)]));
      expect(log).toHaveLength(1);
      expect(JSON.stringify(mock.records('books'))).not.toContain('Behind');
    },
  );

  it('keeps the values of headers and of the query to itself', async () => {
    const secret = 'hunter2-hunter2';
    const { mock, log } = await openLogged();
    const told = [
      await sendRaw(mock.url, withHeader(`Authorization: Bearer ${secret}\0`)),
      await sendRaw(mock.url, `{"password":"${secret}"}`),
      await sendRaw(mock.url, head(`GET /b?token=${secret} HTTP/9.9`, 'Host: h')),
    ].join('');
    expect(told).not.toContain(secret);
    expect(JSON.stringify(log)).not.toContain(secret);
    const kept = mock
      .requests()
      .map(({ request, reply, problem }) => [request.path, request.headers, reply, problem]);
    expect(kept).toHaveLength(3);
    expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it.each(['Zq7-secret-token-1', 'Bearer Zq7-secret', 'GET:Zq7-secret'])(
    'shows of a secret that comes instead no more than its first characters: %s',
    async (text) => {
      const { mock, log } = await openLogged();
      const told = await sendRaw(mock.url, `${text}\r\n\r\n`);
      const shown = [told, JSON.stringify(log), JSON.stringify(mock.requests())].join('');
      expect(shown).not.toContain(text.slice(0, 5));
      expect(shown).not.toContain('Zq7-s');
    },
  );

  it('is explained like any other', async () => {
    const { mock, ask } = await openBookshop();
    await sendRaw(mock.url, Buffer.from([0, 1]));
    const { json } = await ask('GET', '/_mock/requests/1/explain');
    expect(json).toMatchObject({
      refused_by: 'receive',
      sentences: [
        'A request that could not be read was answered with 400, in the world "default".',
        expect.stringContaining('where the server reads it'),
        expect.stringContaining('does not begin with a method'),
      ],
    });
  });

  it('is not kept where it was meant for the control API', async () => {
    const { mock, log } = await openLogged();
    await sendRaw(mock.url, head('GET /_mock/health HTTP/1.1', 'Host: h', 'X: \0'));
    expect(log).toMatchObject([{ lane: 'control', status: 400 }]);
    expect(mock.requests()).toEqual([]);
  });

  it('is answered after the requests in front of it on the same connection', async () => {
    const { mock } = await openBookshop();
    mock.use({ operation: 'getBook', fault: { latency: 100 } });
    const heard = await sendRaw(mock.url, `${getBook}${getBook}BAD\r\n\r\n`);
    const replies = readReplies(heard);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(replies[0]?.json).toMatchObject({ id: first });
    expect(replies[2]?.json).toMatchObject({ detail: expect.stringContaining('"BAD"') });
    expect(mock.requests().at(-1)?.request).toMatchObject({ method: '', path: '' });
  });

  it('is answered, however much the client sends behind it', async () => {
    const { mock } = await openBookshop();
    const connection = await openConnection(mock.url);
    connection.write(withHeader(`X-Text: ${'a'.repeat(4_000_000)}`));
    expect(readReplies(await connection.rest)).toMatchObject([{ status: 431 }]);
    expect(mock.requests()).toHaveLength(1);
  });
});
