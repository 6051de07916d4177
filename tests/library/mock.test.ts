import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import express from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Exchange, Mock, MockOptions } from '../../src/index.ts';
import { createMock, StartError } from '../../src/index.ts';
import { patience } from '../patience.ts';
import { talk } from './raw-talk.ts';

const page =
  '/api/v1/workspaces/northwind/projects/4b1f0c52-6a3e-4d29-9c77-2e8d5a90f1b3/pages/7c2f4e0a-9d1b-4b6e-8a35-1f6d2c9e7b10/';
const assetId = 'd90e6b14-52c8-4f7a-b3a1-60c7e5f2a984';
const asset = `/api/v1/workspaces/northwind/assets/${assetId}/`;
const key = { 'X-API-Key': 'key-all-scopes' };
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(options: MockOptions = {}): Promise<Mock> {
  const mock = await createMock(options);
  closing.push(() => mock.close());
  await mock.listen();
  return mock;
}

/** Serves an app of the reader's own, with the stand-in somewhere inside. */
async function host(app: express.Express): Promise<string> {
  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const address = server.address() as AddressInfo;
  return `http://127.0.0.1:${address.port}`;
}

function patch(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const all = { ...key, 'Content-Type': 'application/json', ...headers };
  return fetch(url, { method: 'PATCH', headers: all, body });
}

function isUploaded(mock: Mock): unknown {
  return mock.records('assets').find(({ id }) => id === assetId)?.['is_uploaded'];
}

describe('createMock', () => {
  it('serves the Workspace contract without being told anything', async () => {
    const mock = await start();
    const reply = await fetch(mock.url + page, { headers: key });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ name: 'Release checklist' });
  });

  it('keeps its state to itself, and resets it', async () => {
    const mock = await start();
    const other = await start();
    expect((await patch(mock.url + asset, '{"is_uploaded":true}')).status).toBe(204);
    expect([isUploaded(mock), isUploaded(other)]).toEqual([true, false]);
    await mock.reset();
    expect(isUploaded(mock)).toBe(false);
  });

  it('knows its url while it listens, listens once, and listens again after it was closed', async () => {
    const mock = await createMock();
    expect(() => mock.url).toThrow(/call listen/);
    const { url, port } = await mock.listen();
    expect(mock.url).toBe(url);
    expect(url).toBe(`http://127.0.0.1:${port}`);
    await expect(mock.listen()).rejects.toThrow(/listens already/);
    await mock.close();
    expect(() => mock.url).toThrow(/call listen/);
    await expect(fetch(url)).rejects.toThrow();
    await mock.close();
  });

  it('listens once and closes in peace, however often it is asked', async () => {
    const mock = await createMock();
    const results = await Promise.allSettled([mock.listen(), mock.listen()]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    const { url } = mock;
    await Promise.all([mock.close(), mock.close()]);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('answers whatever a listener throws', async () => {
    const notices: string[] = [];
    const mock = await start({
      onExchange: () => {
        throw new Error('oh');
      },
      onNotice: ({ message }) => notices.push(message),
    });
    expect((await fetch(mock.url + page, { headers: key })).status).toBe(200);
    expect(notices).toEqual(['onExchange threw: oh']);
  });

  it('is closed at the end of an await using', async () => {
    let url: string;
    {
      await using mock = await createMock();
      ({ url } = await mock.listen());
      expect((await fetch(`${url}/_mock/health`)).status).toBe(200);
    }
    await expect(fetch(`${url}/_mock/health`)).rejects.toThrow();
  });

  it('refuses to start with every complaint at once', async () => {
    const error: unknown = await createMock({ contract: 'nowhere.yaml' }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({
      complaints: [{ message: expect.stringContaining('no such file') }],
    });
  });

  it('tells of every exchange', async () => {
    const heard: Exchange[] = [];
    const mock = await start({ onExchange: (exchange) => heard.push(exchange) });
    await fetch(mock.url + page);
    expect(heard).toMatchObject([
      {
        lane: 'contract',
        method: 'GET',
        path: page,
        status: 401,
        operation: 'getProjectPage',
        verdict: 'refused',
        reason: expect.stringContaining('X-API-Key'),
      },
    ]);
  });

  it('keeps its state in a folder where it is given one', async () => {
    const data = await mkdtemp(join(tmpdir(), 'stuntdouble-data-'));
    closing.push(() => rm(data, { recursive: true }));
    const first = await start({ data });
    expect((await patch(first.url + asset, '{"is_uploaded":true}')).status).toBe(204);
    // The reply came after the write.
    const saved = JSON.parse(await readFile(join(data, 'db.json'), 'utf8'));
    expect(saved.collections.assets).toContainEqual(
      expect.objectContaining({ id: assetId, workspace_slug: 'northwind', is_uploaded: true }),
    );
    await first.close();
    const second = await createMock({ data });
    expect(isUploaded(second)).toBe(true);
    await second.close();
  });
});

describe('the app in an app of your own', () => {
  it('serves under a prefix, and says paths as the client knows them', async () => {
    const mock = await createMock();
    const url = await host(express().use('/backend', mock.app));
    expect((await fetch(`${url}/backend${page}`, { headers: key })).status).toBe(200);
    const refusal = await fetch(`${url}/backend${page.slice(0, -1)}`, { headers: key });
    expect(await refusal.json()).toMatchObject({
      status: 404,
      instance: `/backend${page.slice(0, -1)}`,
      detail: expect.stringContaining(`There is /backend${page}`),
    });
  });

  it.each<[string, express.RequestHandler]>([
    ['nobody', (_request, _response, next) => next()],
    ['a JSON parser', express.json()],
    ['a text parser', express.text({ type: '*/*' })],
    ['a raw parser', express.raw({ type: '*/*' })],
  ])('takes a body that %s has read before', async (_, parser) => {
    const mock = await createMock();
    const url = await host(express().use(parser, mock.app));
    expect((await patch(url + asset, '{"is_uploaded":true}')).status).toBe(204);
    expect(isUploaded(mock)).toBe(true);
    const refusal = await patch(url + asset, '{"is_uploaded":"yes"}');
    expect(refusal.status).toBe(400);
    expect(await refusal.json()).toMatchObject({
      errors: [{ in: 'body', pointer: '/is_uploaded' }],
    });
    expect((await patch(url + asset, '{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  it('is not fooled by a parser that leaves an empty object where it read nothing', async () => {
    const mock = await createMock();
    const url = await host(
      express().use((request, _response, next) => {
        request.body = {};
        next();
      }, mock.app),
    );
    expect((await patch(url + asset, '{"is_uploaded":"x"}')).status).toBe(400);
    expect((await patch(url + asset, 'not json')).status).toBe(400);
    expect((await patch(url + asset, '{"is_uploaded":true}')).status).toBe(204);
    expect(isUploaded(mock)).toBe(true);
  });

  it('keeps the headers that middleware has set', async () => {
    const mock = await createMock();
    const url = await host(
      express().use((_request, response, next) => {
        response.setHeader('X-Frame-Options', 'DENY');
        next();
      }, mock.app),
    );
    const reply = await fetch(url + page, { headers: key });
    expect(reply.headers.get('x-frame-options')).toBe('DENY');
    expect(reply.headers.get('content-type')).toBe('application/json');
  });

  it('opens its control API to the token alone', async () => {
    const mock = await createMock({ controlToken: 'secret' });
    const url = await host(express().use(mock.app));
    expect((await fetch(`${url}/_mock/health`)).status).toBe(200);
    expect((await fetch(`${url}/_mock/state`)).status).toBe(401);
    const headers = { Authorization: 'Bearer secret' };
    expect((await fetch(`${url}/_mock/state`, { headers })).status).toBe(200);
  });
});

describe('on the wire', () => {
  it('HEAD has the headers of GET and no body', async () => {
    const mock = await start();
    const [get, head] = await Promise.all([
      fetch(mock.url + page, { headers: key }),
      fetch(mock.url + page, { method: 'HEAD', headers: key }),
    ]);
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
  });

  it('a body is asked for only when somebody wants it', async () => {
    const mock = await start();
    const size = 'Content-Length: 20\r\nExpect: 100-continue\r\n';
    const refused = await talk(mock.url, `PATCH ${asset} HTTP/1.1\r\nHost: x\r\n${size}\r\n`);
    expect(refused).toMatch(/^HTTP\/1\.1 401 /);
    const type = 'Content-Type: application/json\r\nX-API-Key: key-all-scopes\r\n';
    const wanted = await talk(
      mock.url,
      `PATCH ${asset} HTTP/1.1\r\nHost: x\r\n${type}${size}\r\n`,
      '{"is_uploaded":true}',
    );
    expect(wanted).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 204 /);
  });

  it.each(['GET /%zz HTTP/1.1', 'GET http://elsewhere/%zz?x HTTP/1.1', 'OPTIONS * HTTP/1.1'])(
    'an odd request line is a 404, and the server goes on: %s',
    async (line) => {
      const mock = await start();
      expect(await talk(mock.url, `${line}\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
      expect((await fetch(`${mock.url}/_mock/health`)).status).toBe(200);
    },
  );

  it('a target with scheme and host is the path in it', async () => {
    const mock = await start();
    const request = `GET http://elsewhere${page} HTTP/1.1\r\nHost: x\r\nX-API-Key: key-all-scopes\r\n\r\n`;
    expect(await talk(mock.url, request)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('a client that goes away in the middle of its body harms nobody', async () => {
    const heard: Exchange[] = [];
    const mock = await start({ onExchange: (exchange) => heard.push(exchange) });
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    const head = `PATCH ${asset} HTTP/1.1\r\nHost: x\r\nX-API-Key: key-all-scopes\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"is_up`;
    await new Promise<void>((resolve) => {
      socket.write(head, () => resolve());
    });
    socket.destroy();
    await vi.waitFor(() => expect(heard).toHaveLength(1), patience);
    expect(heard).toMatchObject([
      { verdict: 'refused', reason: expect.stringMatching(/broke off/) },
    ]);
    expect((await fetch(`${mock.url}/_mock/health`)).status).toBe(200);
    expect(isUploaded(mock)).toBe(false);
  });
});
