import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { OpenShop } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(() => shop.close());

/** One reply as a strict client takes it off the connection, and what is left for the next. */
interface Framed {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
  readonly rest: string;
}

/** All that comes, one character for each byte, until the server ends the connection. */
function talk(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1', () => socket.write(bytes));
    let heard = '';
    socket.setEncoding('latin1').on('data', (text: string) => (heard += text));
    socket.on('error', reject).on('close', () => resolve(heard));
  });
}

/** RFC 9112, section 6.3, for a client that has sent the method. */
function takeReply(heard: string, method: string): Framed {
  const end = heard.indexOf('\r\n\r\n');
  const [line = '', ...fields] = heard.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  const headers = new Map<string, string[]>();
  for (const field of fields) {
    const [, name = '', value = ''] = /^([^:\s]+):\s*(.*)$/.exec(field) ?? [];
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  const rest = heard.slice(end + 4);
  const take = (length: number): Framed => ({
    status,
    headers,
    body: rest.slice(0, length),
    rest: rest.slice(length),
  });
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return take(0);
  if (headers.has('transfer-encoding')) return { status, headers, ...takeChunks(rest) };
  const [length] = headers.get('content-length') ?? [];
  return take(length === undefined ? rest.length : Number(length));
}

function takeChunks(text: string): Pick<Framed, 'body' | 'rest'> {
  let [body, rest] = ['', text];
  for (;;) {
    const [head = '', size = ''] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? [];
    if (head === '') throw new Error(`no chunk: ${rest}`);
    const length = Number.parseInt(size, 16);
    body += rest.slice(head.length, head.length + length);
    rest = rest.slice(head.length + length + 2);
    if (length === 0) return { body, rest };
  }
}

const bodies = { none: undefined, text: 'hello', json: { a: 'ä' } };
const sent = { none: '', text: 'hello', json: '{"a":"ä"}' };
type Kind = keyof typeof bodies;

function request(method: string, path: string, world: string, isLast = false): string {
  const end = isLast ? 'Connection: close\r\n' : '';
  const body = method === 'POST' ? '{"item":"x"}' : '';
  const length =
    body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `${method} /~${world}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer open\r\n${end}${length}\r\n${body}`;
}

interface Trial {
  readonly method: string;
  readonly reply: object;
}

/** What comes of a request that an override answers, with one that is not meddled with right behind it. */
async function ask({ method, reply }: Trial): Promise<Framed> {
  const { name, use } = shop.openWorld();
  const operation = method === 'POST' ? 'createOrder' : 'listOrders';
  const made = await use({ operation, reply, times: 1 });
  expect(made.status, JSON.stringify(made.json)).toBe(201);
  const next = request('GET', '/orders/1', name, true);
  return takeReply(await talk(request(method, '/orders', name) + next), method);
}

describe('what an override answers is framed as what it is', () => {
  const statuses = [200, 201, 204, 205, 206, 304, 400, 404, 413, 429, 500, 503, 599];
  const kinds: readonly Kind[] = ['none', 'text', 'json'];
  const trials = statuses.flatMap((status) =>
    kinds.flatMap((kind) => ['GET', 'HEAD', 'POST'].map((method) => ({ status, kind, method }))),
  );

  it.each(trials)('$method $status, body: $kind', async ({ status, kind, method }) => {
    const body = bodies[kind];
    const reply = { status, breach: true, ...(body === undefined ? {} : { body }) };
    const found = await ask({ method, reply });
    const isBare = method === 'HEAD' || [204, 205, 304].includes(status);
    expect([found.status, found.body]).toEqual([status, isBare ? '' : latin(sent[kind])]);
    const lengths = found.headers.get('content-length') ?? [];
    const length = String(Buffer.byteLength(sent[kind]));
    expect(lengths).toEqual([204, 205, 304].includes(status) ? [] : [length]);
    expect(found.rest, 'the connection is there for the next').toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(takeReply(found.rest, 'GET').rest).toBe('');
  });

  it('a 205 that comes slowly has no length, either', async () => {
    const { name } = shop.openWorld();
    const made = await shop.ask('POST', `/~${name}/_mock/overrides`, {
      body: {
        operation: 'listOrders',
        reply: { status: 205, breach: true },
        fault: { bytes_per_second: 10 },
      },
    });
    expect(made.status).toBe(201);
    const heard = await talk(request('GET', '/orders', name, true));
    expect(heard).not.toMatch(/content-length/i);
    expect(heard).toMatch(/\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n$/);
  });
});

describe('headers of an override change no frame', () => {
  it.each(['Connection', 'Keep-Alive', 'Transfer-Encoding', 'Trailer', 'transfer-encoding'])(
    '%s is refused, also with breach',
    async (name) => {
      const { use } = shop.openWorld();
      const reply = { status: 200, breach: true, headers: { [name]: 'close' } };
      expect(await use({ operation: 'listOrders', reply })).toMatchObject({
        status: 400,
        json: { errors: [{ message: 'is set by the server itself' }] },
      });
    },
  );

  it.each<[object, string]>([
    [{ 'Content-Length': '5' }, 'is set by the server itself; only with "breach": true'],
  ])('%j is refused without breach', async (headers, said) => {
    const { use } = shop.openWorld();
    const refused = await use({ operation: 'listOrders', reply: { headers } });
    expect(refused).toMatchObject({
      status: 400,
      json: { errors: [{ message: expect.stringContaining(said) }] },
    });
  });

  it.each<[object, string]>([
    [{ 'Content-Length': '5', 'Transfer-Encoding': 'chunked' }, 'is set by the server itself'],
    [{ 'Content-Length': '5', 'content-length': '6' }, 'is there twice'],
    [{ 'Content-Length': '' }, 'must be a number of bytes'],
    [{ 'Content-Length': '-1' }, 'must be a number of bytes'],
    [{ 'Content-Length': '5, 5' }, 'must be a number of bytes'],
    [{ 'Content-Length': '0x5' }, 'must be a number of bytes'],
    [{ 'Content-Length': '1e2' }, 'must be a number of bytes'],
    [{ 'Content-Length': '9'.repeat(16) }, 'must be a number of bytes'],
    [{ 'X-A': 'a\r\nContent-Length: 1' }, 'that a header can hold'],
    [{ 'X-A': '\0' }, 'that a header can hold'],
    [{ 'X-A': '\u20ac' }, 'that a header can hold'],
    [{ 'X A': 'a' }, 'is no name of a header'],
    [{ 'X-A\r\nB': 'a' }, 'is no name of a header'],
    [{ '': 'a' }, 'is no name of a header'],
  ])('%j is refused with breach, too', async (headers, said) => {
    const { use } = shop.openWorld();
    const reply = { status: 200, body: 'hello', breach: true, headers };
    const refused = await use({ operation: 'listOrders', reply });
    expect(refused).toMatchObject({
      status: 400,
      json: { errors: [{ message: expect.stringContaining(said) }] },
    });
  });

  it.each([
    { Upgrade: 'h2c' },
    { 'Content-Range': 'bytes 0-1/5' },
    { 'Content-Encoding': 'gzip' },
    { 'Proxy-Connection': 'close' },
    { TE: 'trailers' },
    { Date: 'yesterday' },
    { 'Set-Cookie': 'a=b' },
  ])('%j is sent, and the next request is answered', async (headers) => {
    const reply = { status: 200, body: 'hello', breach: true, headers };
    const found = await ask({ method: 'GET', reply });
    expect([found.body, found.headers.get('content-length')]).toEqual(['hello', ['5']]);
    expect(found.rest).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

describe('a Content-Length that an override names is sent as it is', () => {
  it.each([
    { status: 200, length: '5' },
    { status: 404, length: '005' },
    { status: 205, length: '5' },
  ])('$status with the length of its body goes on', async ({ status, length }) => {
    const headers = { 'content-length': length };
    const reply = { status, body: 'hello', breach: true, headers };
    const found = await ask({ method: 'GET', reply });
    expect([found.headers.get('content-length'), found.body]).toEqual([
      [String(Number(length))],
      'hello',
    ]);
    expect(found.rest).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it.each([
    { said: 'shorter', status: 200, length: '3', heard: 'hello' },
    { said: 'longer', status: 200, length: '50', heard: 'hello' },
    { said: 'empty', status: 200, length: '0', heard: 'hello' },
    { said: 'longer', status: 503, length: '6', heard: 'hello' },
    { said: 'shorter, for a POST', status: 201, length: '1', heard: 'hello', method: 'POST' },
    { said: 'something', status: 204, length: '5', heard: '' },
  ])(
    '$status that says to be $said ends the connection',
    async ({ status, length, heard, method = 'GET' }) => {
      const headers = { 'Content-Length': length };
      const found = await ask({ method, reply: { status, body: 'hello', breach: true, headers } });
      expect(found.headers.get('content-length')).toEqual([length]);
      expect(found.headers.get('connection')).toEqual(['close']);
      expect(found.body + found.rest).toBe(heard);
    },
  );

  it.each([
    { method: 'HEAD', status: 200 },
    { method: 'GET', status: 304 },
  ])(
    'in a $status to $method it speaks of another reply, and the connection goes on',
    async ({ method, status }) => {
      const headers = { 'Content-Length': '500' };
      const found = await ask({ method, reply: { status, breach: true, headers } });
      expect([found.headers.get('content-length'), found.body]).toEqual([['500'], '']);
      expect(found.rest).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    },
  );

  it('goes with a slow reply, too', async () => {
    const { name, use } = shop.openWorld();
    const reply = { body: 'hello', breach: true, headers: { 'Content-Length': '9' } };
    const fault = { bytes_per_second: 1000 };
    expect((await use({ operation: 'listOrders', reply, fault })).status).toBe(201);
    const heard = await talk(request('GET', '/orders', name, true));
    expect(heard).toMatch(/\r\nContent-Length: 9\r\n[^]*\r\n\r\nhello$/);
  });
});

/** As it is heard: one character for each byte. */
function latin(text: string): string {
  return Buffer.from(text).toString('latin1');
}
