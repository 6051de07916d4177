import express from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { sendRaw } from '../cli/raw-connection.ts';
import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { hostApp } from './host-app.ts';
import { sendRequest } from './raw-request.ts';

const closing: Mock[] = [];

afterEach(async () => {
  for (const mock of closing.splice(0)) await mock.close();
});

async function open(): Promise<Mock> {
  const mock = await createMock();
  closing.push(mock);
  return mock;
}

type Register = (app: express.Express) => void;

const sayError: express.ErrorRequestHandler = (error: Error, _request, response, _next) => {
  response.status(418).json({ error: error.message });
};

type Case = readonly [string, string, Register];

/** What a user registers, the request for it, and what tells that Express has done it. */
const registrations: readonly Case[] = [
  ['a handler', 'GET /own', (app) => app.use((_, response) => response.send('mine'))],
  ['a route', 'GET /own/7', (app) => app.get('/own/:id', (q, r) => r.json(q.params))],
  ['a route that HEAD asks for', 'HEAD /own', (app) => app.get('/own', (_, r) => r.send('mine'))],
  ['a route that OPTIONS asks for', 'OPTIONS /own', (app) => app.get('/own', (_, r) => r.send(''))],
  [
    'an error handler',
    'GET /own',
    (app) =>
      app.use(() => {
        throw new Error('broken on purpose');
      }, sayError),
  ],
  [
    'an error of a promise',
    'GET /own',
    (app) => app.use(() => Promise.reject(new Error('rejected on purpose')), sayError),
  ],
  [
    'trust proxy',
    'GET /own',
    (app) => app.set('trust proxy', true).get('/own', (q, r) => r.json([q.ip, q.protocol])),
  ],
  [
    'strict routes',
    'GET /own/',
    (app) =>
      app
        .enable('strict routing')
        .get('/own', (_, r) => r.send('loose'))
        .get('/own/', (_, r) => r.send('strict')),
  ],
  [
    'a parameter',
    'GET /own/7',
    (app) => {
      app.param('id', (request, _response, next, id: string) => {
        request.query['seen'] = id;
        next();
      });
      app.get('/own/:id', (q, r) => r.json({ query: q.query, ...q.params }));
    },
  ],
  [
    'an app below a path',
    'GET /own/below?a=1',
    (app) =>
      app.use(
        '/own',
        express().use((q, r) => r.json([q.baseUrl, q.url, q.originalUrl])),
      ),
  ],
  ['a redirect', 'GET /own', (app) => app.get('/own', (_, r) => r.redirect('/other'))],
  ['X-Powered-By', 'GET /own', (app) => app.enable('x-powered-by').use((_, r) => r.send('mine'))],
  ['weak ETags', 'GET /own', (app) => app.set('etag', 'weak').use((_, r) => r.send('mine'))],
];

describe('what is registered on mock.app', () => {
  const headers = ['X-Forwarded-For: 192.0.2.7', 'X-Forwarded-Proto: https'];

  async function ask(url: string, line: string): Promise<unknown> {
    const reply = await sendRequest(url, line, headers);
    reply.headers.delete('Date');
    return { ...reply, headers: [...reply.headers] };
  }

  /** `isLate`: it is registered after a first request, which finds nothing registered. */
  async function play(
    app: express.Express,
    url: string,
    [, line, register]: Case,
    isLate: boolean,
  ): Promise<unknown> {
    if (isLate) await ask(url, line);
    register(app);
    return ask(url, line);
  }

  it.each(registrations)('does what it does in plain Express: %s', async (...registration) => {
    for (const isLate of [false, true]) {
      const plain = express().disable('x-powered-by').disable('etag');
      const mock = await open();
      const expected = await play(plain, await hostApp(plain), registration, isLate);
      const { url } = await mock.listen();
      expect(await play(mock.app, url, registration, isLate)).toEqual(expected);
    }
  });

  it('marks the replies of the contract, too, where X-Powered-By is on', async () => {
    const mock = await open();
    const { url } = await mock.listen();
    expect((await fetch(url)).headers.has('x-powered-by')).toBe(false);
    mock.app.enable('x-powered-by');
    expect((await fetch(url)).headers.get('x-powered-by')).toBe('Express');
    expect((await fetch(url)).status).toBe(404);
  });

  it('may send a request through the app again, under another path', async () => {
    const mock = await open();
    const { url } = await mock.listen();
    mock.app.use((request, response, next) => {
      if (request.url !== '/old') return next();
      request.url = '/_mock/health';
      mock.app(request, response);
    });
    expect((await fetch(`${url}/old`)).status).toBe(200);
  });
});

describe('the app that listens', () => {
  it('is mock.app: what replaces its handle sees each request', async () => {
    const mock = await open();
    const { url } = await mock.listen();
    const seen = vi.fn();
    const handle: unknown = Reflect.get(mock.app, 'handle');
    if (typeof handle !== 'function') throw new Error('an app of Express has a handle');
    Object.assign(mock.app, {
      handle(...passed: readonly [{ readonly url: string }]) {
        seen(passed[0].url);
        Reflect.apply(handle, mock.app, passed);
      },
    });
    expect((await fetch(`${url}/seen`)).status).toBe(404);
    expect(seen).toHaveBeenCalledExactlyOnceWith('/seen');
  });

  it('is the same each time it is asked for', async () => {
    const mock = await open();
    const { app } = mock;
    await mock.listen();
    expect(mock.app).toBe(app);
  });

  it('gives no faulty head to what is registered, nor an expectation that it can not meet', async () => {
    const mock = await open();
    const handler = vi.fn<express.RequestHandler>((_, response) => void response.send('mine'));
    mock.app.use(handler);
    const { url } = await mock.listen();
    const statusOf = async (...lines: readonly string[]): Promise<string> =>
      (await sendRaw(url, `${['GET / HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`)).slice(9, 12);
    expect(await statusOf('Host: a', 'Host: b')).toBe('400');
    expect(await statusOf('Host: localhost', 'Expect: cake')).toBe('417');
    expect(handler).not.toHaveBeenCalled();
    expect(await statusOf('Host: localhost', 'Connection: close')).toBe('200');
  });

  it('is told as local only where it listens itself', async () => {
    const mock = await open();
    const { url } = await mock.listen();
    const elsewhere = await hostApp(mock.app);
    const below = await hostApp(express().use(mock.app));
    const statusOf = async (place: string): Promise<number> =>
      (await fetch(`${place}/_mock/state`)).status;
    expect(await Promise.all([url, elsewhere, below].map(statusOf))).toEqual([200, 401, 401]);
  });
});
