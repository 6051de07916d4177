import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { Exchange } from '../../src/index.ts';
import { rawRequest, sendRaw } from '../cli/raw-connection.ts';
import { hostApp } from './host-app.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';
import { openOther } from './other-server.ts';
import { sendRequest } from './raw-request.ts';

it('headers of the reply are the bytes that the other server sent', async () => {
  // The UTF-8 of "ü", as a header has it.
  const name = 'attachment; filename="\u00c3\u00bc.pdf"';
  const other = await openOther((_, response) => {
    response.writeHead(200, ['Content-Disposition', name]).end('file');
  });
  const { mock } = await openBookshop({ unmatched: other.url });
  for (const method of ['GET', 'HEAD', 'POST']) {
    const { headers } = await fetch(`${mock.url}/else`, { method });
    expect(headers.get('Content-Disposition')).toBe(name);
  }
});

describe('where a forwarded body ends', () => {
  const inner = 'GET /admin HTTP/1.1\r\nHost: inner\r\n\r\n';

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT'])(
    'is said to the other server, whatever the Connection of a %s names',
    async (method) => {
      const other = await openOther();
      const { mock } = await openBookshop({ unmatched: other.url });
      for (const named of ['content-length', 'content-length, transfer-encoding']) {
        await sendRequest(mock.url, `${method} /else`, [`Connection: ${named}`], inner);
      }
      const asked = { line: `${method} /else`, body: inner };
      expect(other.heard).toMatchObject([asked, asked]);
    },
  );

  it.each(['GET', 'DELETE', 'POST'])(
    'is said of a %s that comes in chunks, too',
    async (method) => {
      const other = await openOther();
      const { mock } = await openBookshop({ unmatched: other.url });
      const head = rawRequest(`${method} /else`, [
        'Connection: transfer-encoding',
        'Transfer-Encoding: chunked',
      ]);
      await sendRaw(mock.url, `${head}4\r\nbody\r\n0\r\n\r\n`);
      expect(other.heard).toMatchObject([{ line: `${method} /else`, body: 'body' }]);
    },
  );
});

describe('a body that the app around us has read', () => {
  async function mount(parser: express.Handler): Promise<Awaited<ReturnType<typeof openOther>>> {
    const other = await openOther();
    const mock = await openUnheard({ unmatched: other.url });
    const url = await hostApp(express().use(parser).use(mock.app));
    return { url, heard: other.heard };
  }
  const form = 'application/x-www-form-urlencoded';

  it.each([
    ['a=1&b=x%20%26%20y', { a: '1', b: 'x & y' }],
    ['a%5Bb%5D=1&a%5Bc%5D%5Bd%5D=2', { a: { b: '1', c: { d: '2' } } }],
    ['a[]=1&a[]=2&b[0][c]=3', { a: ['1', '2'], b: [{ c: '3' }] }],
  ])('is written as a form again where it was one: %s', async (body, expected) => {
    const extended = express.urlencoded({ extended: true });
    const { url, heard } = await mount(extended);
    const headers = { 'Content-Type': form };
    expect((await fetch(`${url}/else`, { method: 'POST', headers, body })).status).toBe(200);
    const [{ headers: told, body: sent } = Object()] = heard;
    expect([told['content-type'], told['content-length']]).toEqual([form, `${sent.length}`]);
    // Another server that reads it the same way gets the same.
    const read: unknown[] = [];
    const reader = await hostApp(
      express().use(extended, (request, response) => {
        read.push(request.body);
        response.end();
      }),
    );
    await fetch(reader, { method: 'POST', headers, body: sent });
    expect(read).toEqual([expected]);
  });

  it.each<[type: string, parser: express.Handler, body: string, forwarded: string | undefined]>([
    ['application/json', express.json(), '{ "a": 1 }', '{"a":1}'],
    ['application/merge-patch+json', express.json({ type: () => true }), '[1]', '[1]'],
    ['text/csv', express.text({ type: 'text/*' }), 'a,b', 'a,b'],
    ['image/png', express.raw({ type: 'image/*' }), 'bytes', 'bytes'],
    // What was in it can't be told from what is left.
    ['application/xml', express.json({ type: () => true }), '{"a":1}', undefined],
    ['multipart/form-data; boundary=b', express.json({ type: () => true }), '{"a":1}', undefined],
    ['text/plain; charset=iso-8859-1', express.text(), 'a', undefined],
  ])('is forwarded as %s, or refused with the reason', async (type, parser, body, forwarded) => {
    const { url, heard } = await mount(parser);
    const headers = { 'Content-Type': type };
    const reply = await fetch(`${url}/else`, { method: 'POST', headers, body });
    expect(heard.map((request) => request.body)).toEqual(
      forwarded === undefined ? [] : [forwarded],
    );
    if (forwarded !== undefined) return;
    expect([reply.status, await reply.json()]).toMatchObject([
      502,
      { type: 'urn:problem-type:forward-failed', detail: expect.stringContaining('body parser') },
    ]);
  });
});

describe('a request target', () => {
  it.each([
    'http://internal:99999/secret',
    'http:secret',
    '*x',
    'secret:80',
    'http://[::1%25x]/secret',
  ])('that is no path and no URL is a 400: %s', async (target) => {
    const other = await openOther();
    const { mock } = await openBookshop({ unmatched: other.url });
    const reply = await sendRequest(mock.url, `GET ${target}`);
    expect([reply.status, JSON.parse(reply.body).type]).toEqual([
      400,
      'urn:problem-type:malformed-request',
    ]);
    expect(other.heard).toEqual([]);
  });

  it.each([
    '/../admin',
    '/a/../../admin',
    '/%2e%2e/admin',
    '/.%2E/admin',
    '/a/..',
    '/..;x=1/admin',
    '/..#',
    '/%2e%2e#/admin',
    '/a%2f..%2f..%2fadmin',
    '/..\\admin',
    '/~a/../admin',
    '*',
  ])('leads nowhere but below the path of --unmatched: %s', async (target) => {
    const other = await openOther();
    const below = await openBookshop({ unmatched: `${other.url}/public/` });
    expect((await sendRequest(below.mock.url, `OPTIONS ${target}`)).status).toBe(400);
    expect(other.heard).toEqual([]);
    // A whole server has no outside.
    const whole = await openBookshop({ unmatched: other.url });
    expect((await sendRequest(whole.mock.url, `OPTIONS ${target}`)).status).toBe(200);
    expect(other.heard).toHaveLength(1);
  });

  it.each(['/a/..b', '/a..', '/...', '/a/./b', '/a.%2e'])(
    'may have other dots: %s',
    async (target) => {
      const other = await openOther();
      const { mock } = await openBookshop({ unmatched: `${other.url}/public` });
      expect((await sendRequest(mock.url, `GET ${target}`)).status).toBe(200);
      expect(other.heard).toMatchObject([{ line: `GET /public${target}` }]);
    },
  );
});

it.each(['099', '000', '001'])(
  'a reply with the status %s is told of as a failure of the other server, also in the log and the journal',
  async (status) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 2\r\n\r\nok`));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    // A trust edge: a server that listens on a port has an address.
    const unmatched = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const heard: Exchange[] = [];
    const onExchange = (exchange: Exchange): void => void heard.push(exchange);
    const { mock, ask } = await openBookshop({ unmatched, onExchange });
    const { status: told, json } = await ask('GET', '/else');
    expect([told, json]).toMatchObject([
      502,
      { type: 'urn:problem-type:forward-failed', detail: expect.stringContaining('status') },
    ]);
    expect(heard).toMatchObject([{ status: 502, verdict: 'refused' }]);
    expect(mock.requests()).toMatchObject([{ reply: { status: 502 } }]);
  },
);

it.each([
  ['/_mock/state', { control: false }],
  ['/_mok/state', {}],
])('the control token is not forwarded, with %s and %j', async (path, options) => {
  const token = 'a-control-token-of-some-length';
  const other = await openOther();
  const { mock } = await openBookshop({ unmatched: other.url, controlToken: token, ...options });
  for (const shown of [`Bearer ${token}`, `bearer  ${token}`, token]) {
    await sendRequest(mock.url, `GET ${path}`, [`Authorization: ${shown}`, `X-Api-Key: ${token}`]);
  }
  await sendRequest(mock.url, `GET ${path}`, ['Authorization: Bearer own', 'X-Api-Key: own']);
  expect(other.heard).toHaveLength(4);
  expect(JSON.stringify(other.heard)).not.toContain(token);
  expect(other.heard[3]?.headers).toMatchObject({
    authorization: 'Bearer own',
    'x-api-key': 'own',
  });
});

it('the control token is hidden wherever it stands in the log and in the journal', async () => {
  const token = 'a-control-token-of-some-length';
  const heard: Exchange[] = [];
  const onExchange = (exchange: Exchange): void => void heard.push(exchange);
  const { mock, ask } = await openBookshop({ controlToken: token, onExchange });
  await ask('GET', `/else/x-${token}-y?name=x${token}&b=${token}`);
  await ask('POST', '/books', {
    headers: { 'X-Note': `it is ${token}` },
    body: { title: `My ${token}`, note: token },
  });
  const headers = { Authorization: `Bearer ${token}` };
  const told: unknown[] = [heard, mock.requests()];
  for (const path of ['/1', '/2', '/1/explain', '/2/explain']) {
    const { status, json } = await ask('GET', `/_mock/requests${path}`, { headers });
    expect(status).toBe(200);
    told.push(json);
  }
  expect(JSON.stringify(told)).toContain('/else/x-…-y');
  expect(JSON.stringify(told)).toContain('"My …"');
  expect(JSON.stringify(told)).not.toContain(token);
});
