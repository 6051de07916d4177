import type { IncomingMessage } from 'node:http';
import { request as ask } from 'node:http';
import { gzipSync } from 'node:zlib';

import express from 'express';
import { describe, expect, it, vi } from 'vitest';

import { createForward } from '../../src/http/forward/forward.ts';
import type { Exchange } from '../../src/index.ts';
import { openConnection } from '../cli/raw-connection.ts';
import { patience } from '../patience.ts';
import { hostApp } from './host-app.ts';
import { askAt, openBookshop, openUnheard } from './open-bookshop.ts';
import { openOther } from './other-server.ts';

describe('what no operation matches', () => {
  it('goes to the other server as it is, but for what was meant for us', async () => {
    const other = await openOther();
    const { mock } = await openBookshop({ unmatched: `${other.url}/base/` });
    const response = await fetch(`${mock.url}/~a/else/where%2F?a=1&b=%20`, {
      method: 'POST',
      headers: {
        Cookie: 'x=1; X-Stuntdouble-World=a; y=2',
        'X-Stuntdouble-Token': 'secret',
        'X-Stuntdouble-World': 'a',
        'X-Forwarded-For': '10.0.0.1',
        'X-Own': 'kept',
        Te: 'trailers',
      },
      body: 'text',
    });
    expect([response.status, await response.text()]).toEqual([200, 'other']);
    const [{ line, headers, body } = Object()] = other.heard;
    expect([line, body]).toEqual(['POST /base/else/where%2F?a=1&b=%20', 'text']);
    const host = new URL(mock.url).host;
    expect(headers).toMatchObject({
      host: new URL(other.url).host,
      cookie: 'x=1; y=2',
      'x-own': 'kept',
      'content-length': '4',
      'x-forwarded-for': '10.0.0.1, 127.0.0.1',
      'x-forwarded-host': host,
      'x-forwarded-proto': 'http',
      'x-forwarded-prefix': '/~a',
      via: expect.stringMatching(/^1\.1 stuntdouble-/),
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('x-stuntdouble'))).toEqual([]);
    expect(headers).not.toHaveProperty('te');
  });

  it('is a path that there is not, or a method; all else is answered here', async () => {
    const other = await openOther();
    const { ask: askMock } = await openBookshop({ unmatched: other.url });
    const headers = { Authorization: 'Bearer none' };
    expect((await askMock('GET', '/books')).status).toBe(200);
    expect((await askMock('GET', '/books/none')).status).toBe(404);
    expect((await askMock('GET', '/books', { headers })).status).toBe(401);
    expect((await askMock('GET', '/_mock/nothing')).status).toBe(404);
    expect(other.heard).toEqual([]);
    const { url } = other;
    const raw = async (method: string, path: string): Promise<string> => {
      const { mock } = await openBookshop({ unmatched: url });
      return (await fetch(mock.url + path, { method })).text();
    };
    expect([
      await raw('PATCH', '/books'),
      await raw('GET', '/books/'),
      await raw('GET', '/'),
    ]).toEqual(['other', 'other', 'other']);
  });

  it('gets what the other server says, as it says it', async () => {
    const zipped = gzipSync('zipped');
    const other = await openOther((request, response) => {
      if (request.url === '/moved')
        response.writeHead(302, { Location: 'http://else.test/' }).end();
      else if (request.url === '/nothing') response.writeHead(204).end();
      else if (request.url === '/head') response.writeHead(200, { 'Content-Length': '7' }).end();
      else {
        response.writeHead(418, {
          'Set-Cookie': ['a=1', 'b=2'],
          'Content-Encoding': 'gzip',
          'Access-Control-Allow-Origin': '*',
          'Keep-Alive': 'timeout=7',
        });
        response.end(zipped);
      }
    });
    const { mock } = await openBookshop({ unmatched: other.url });
    const get = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(mock.url + path, { redirect: 'manual', ...init });
    const moved = await get('/moved');
    expect([moved.status, moved.headers.get('Location')]).toEqual([302, 'http://else.test/']);
    expect((await get('/nothing')).status).toBe(204);
    const head = await get('/head', { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, '7']);
    const teapot = await get('/tea', { headers: { Origin: 'http://page.test' } });
    expect([teapot.status, await teapot.text()]).toEqual([418, 'zipped']);
    expect(teapot.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(teapot.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(teapot.headers.get('Keep-Alive')).not.toBe('timeout=7');
  });

  it('is streamed both ways', async () => {
    const url = await hostApp((request, response) => {
      request.pipe(response);
    });
    const { mock } = await openBookshop({ unmatched: url });
    const outgoing = ask(`${mock.url}/echo`, { method: 'POST' });
    const incoming = new Promise<IncomingMessage>((resolve) => outgoing.on('response', resolve));
    outgoing.write('one');
    const reply = await incoming;
    const pieces = reply[Symbol.asyncIterator]();
    expect(String((await pieces.next()).value)).toBe('one');
    outgoing.end('two');
    expect(String((await pieces.next()).value)).toBe('two');
    expect((await pieces.next()).done).toBe(true);
  });

  it('is no longer asked for when the client has gone', async () => {
    const gone: Promise<void>[] = [];
    let hasAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      hasAsked = resolve;
    });
    const url = await hostApp((_, response) => {
      gone.push(new Promise((resolve) => response.once('close', resolve)));
      hasAsked();
    });
    const { mock } = await openBookshop({ unmatched: url });
    const client = ask(`${mock.url}/slow`)
      .on('error', () => undefined)
      .end();
    await asked;
    client.destroy();
    await Promise.all(gone);
    expect(gone).toHaveLength(1);
  });

  it.each(['GET', 'POST'])(
    'is let go when the client has gone, also where others wait behind it: %s',
    async (method) => {
      let [begun, over] = [0, 0];
      const url = await hostApp((_, response) => {
        begun += 1;
        response.once('close', () => (over += 1)).end('x'.repeat(5_000_000));
      });
      const { mock } = await openBookshop({ unmatched: url });
      const client = await openConnection(mock.url);
      client.write(
        `${method} /large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`.repeat(5),
      );
      await client.until('HTTP/1.1 200');
      await vi.waitUntil(() => begun > 1, patience);
      client.close();
      await vi.waitUntil(() => over === begun && begun > 1, patience);
      // Changes that a client has sent are made all the same.
      if (method === 'POST') await vi.waitUntil(() => begun === 5 && over === 5, patience);
      expect(over).toBe(begun);
    },
  );

  it('is what a body parser has left, where we are mounted', async () => {
    const other = await openOther();
    const mock = await openUnheard({ unmatched: other.url });
    const mounted = askAt(await hostApp(express().use(express.json()).use('/api', mock.app)));
    await mounted('POST', '/api/else', { body: { a: 1 } }).catch(() => undefined);
    expect(other.heard[0]).toMatchObject({ line: 'POST /else', body: '{"a":1}' });
    expect(other.heard[0]?.headers).toMatchObject({
      'x-forwarded-prefix': '/api',
      'content-length': '7',
    });
  });
});

it('is told of in the log', async () => {
  const other = await openOther();
  const heard: unknown[] = [];
  const onExchange = ({ status, reason }: Exchange): void => void heard.push([status, reason]);
  const { mock } = await openBookshop({ unmatched: other.url, onExchange });
  await fetch(`${mock.url}/else`);
  expect(heard).toEqual([[200, `forwarded to ${other.url}`]]);
});

describe('a server behind that fails', () => {
  const failed = { type: 'urn:problem-type:forward-failed', status: 502 };

  it('is told of, with the reason', async () => {
    const { ask: askMock } = await openBookshop({ unmatched: 'http://127.0.0.1:1' });
    const { status, json } = await askMock('POST', '/else', { body: { a: 1 } });
    expect([status, json]).toMatchObject([
      502,
      { ...failed, detail: expect.stringMatching(/http:\/\/127\.0\.0\.1:1\/ .*ECONNREFUSED/) },
    ]);
  });

  it('is told of where it breaks off before its reply', async () => {
    const url = await hostApp((request) => request.socket.destroy());
    const { ask: askMock } = await openBookshop({ unmatched: url });
    expect((await askMock('GET', '/else')).json).toMatchObject(failed);
  });

  it('is told of where it goes on with another protocol', async () => {
    const url = await hostApp((_, response) => {
      response.writeHead(101, { Connection: 'Upgrade', Upgrade: 'other' }).end();
    });
    const { ask: askMock } = await openBookshop({ unmatched: url });
    expect((await askMock('GET', '/else')).json).toMatchObject(failed);
  });

  it('breaks the reply off where it breaks off itself', async () => {
    const url = await hostApp((_, response) => {
      response.writeHead(200, { 'Content-Length': '10' });
      response.write('half', () => response.destroy());
    });
    const { mock } = await openBookshop({ unmatched: url });
    const response = await fetch(`${mock.url}/else`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('is not waited for without end', async () => {
    const url = await hostApp(() => undefined);
    const forward = createForward(new URL(url), { limit: 20 });
    const answering = await hostApp((request, response) => {
      const received = {
        method: 'GET',
        prefix: '',
        world: undefined,
        path: '/',
        query: '',
        headers: request.headers,
        isLocal: true,
        findPeer: () => undefined,
        readBody: () => ({ kind: 'text', text: '' }) as const,
      };
      void forward({ request, response, received, hasCors: true }).then(({ status, body }) =>
        response.writeHead(status).end(body),
      );
    });
    const response = await fetch(answering);
    expect(await response.json()).toMatchObject({
      ...failed,
      detail: expect.stringContaining('in time'),
    });
  });

  it('may be we ourselves', async () => {
    const mocks: { url: string }[] = [];
    const url = await hostApp((request, response) => {
      // Leads back to whoever has asked.
      const [target = ''] = mocks.map((mock) => mock.url);
      const back = ask(target + request.url, { headers: request.headers });
      back.on('response', (incoming) => {
        response.writeHead(incoming.statusCode ?? 500);
        incoming.pipe(response);
      });
      back.end();
    });
    const { mock, ask: askMock } = await openBookshop({ unmatched: url });
    mocks.push(mock);
    const { json } = await askMock('GET', '/else');
    expect(json).toMatchObject({
      ...failed,
      detail: expect.stringContaining('leads back to this'),
    });
  });

  it('gets paths that hardly anybody writes', async () => {
    const other = await openOther();
    const { mock } = await openBookshop({ unmatched: other.url });
    const [hostname, port] = ['127.0.0.1', new URL(mock.url).port];
    const status = await new Promise((resolve, reject) => {
      const outgoing = ask({ hostname, port, path: '/a"{b}|c//?d[]=|' });
      outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode));
      outgoing.on('error', reject).end();
    });
    expect([status, other.heard[0]?.line]).toEqual([200, 'GET /a"{b}|c//?d[]=|']);
  });
});
