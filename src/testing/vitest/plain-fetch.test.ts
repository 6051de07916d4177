import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';

import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { connect } from '../../client/index.ts';
import { createMock } from '../../index.ts';
import { findFetch } from './plain-fetch.ts';

afterEach(() => void vi.unstubAllGlobals());

it('is the usual one in Node, in browsers and in jsdom', () => {
  expect(findFetch()).toBeUndefined();
});

it('reaches the control API in happy-dom, whose fetch is that of a page', async () => {
  const contract = join(import.meta.dirname, '..', '..', '..', 'examples', 'shop.yaml');
  await using mock = await createMock({ contract, controlToken: 'secret-token' });
  const { url } = await mock.listen();
  vi.stubGlobal('happyDOM', {});
  const place = { controlToken: 'secret-token', fetch: findFetch() };
  const world = await connect(url, place).world('mine', {});
  const reply = await world.fetch('/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item: 'Kessel für Tee' }),
  });
  expect([reply.status, reply.headers.get('Content-Type')]).toEqual([201, 'application/json']);
  expect(await reply.json()).toMatchObject({ item: 'Kessel für Tee' });
  await world.reset();
  expect(await world.drop()).toBe(true);
  await mock.close();
  await expect(world.now()).rejects.toThrow(/no server answers at .*ECONNREFUSED/);
});

describe('the fetch in happy-dom', () => {
  it.each<[sent: string, status: number, method: string, arrived: string]>([
    ['POST', 301, 'GET', ''],
    ['POST', 302, 'GET', ''],
    ['POST', 303, 'GET', ''],
    ['POST', 307, 'POST', 'a text'],
    ['POST', 308, 'POST', 'a text'],
    ['PUT', 302, 'PUT', 'a text'],
    ['PUT', 303, 'GET', ''],
  ])('follows the redirect of %s with %i', async (method, status, next, arrived) => {
    const url = await serve(async (request, reply) => {
      if (request.url === '/first') reply.writeHead(status, { Location: '/second?a=1' }).end();
      else reply.end(JSON.stringify(await tellRequest(request)));
    });
    const headers = { 'Content-Type': 'text/plain', Authorization: 'Bearer a', 'X-Mine': 'b' };
    const reply = await fetchInHappyDom(`${url}/first`, { method, headers, body: 'a text' });
    expect(await reply.json()).toEqual({
      method: next,
      path: '/second?a=1',
      body: arrived,
      type: arrived === '' ? undefined : 'text/plain',
      authorization: 'Bearer a',
      mine: 'b',
    });
  });

  it('sends no credentials to another origin', async () => {
    const other = await serve(async (request, reply) => {
      reply.end(JSON.stringify(await tellRequest(request)));
    });
    const url = await serve((_, reply) => void reply.writeHead(302, { Location: other }).end());
    const headers = { Authorization: 'Bearer a', 'X-Mine': 'b' };
    const told: unknown = await (await fetchInHappyDom(url, { headers })).json();
    expect(told).toMatchObject({ mine: 'b' });
    expect(told).not.toHaveProperty('authorization');
  });

  it('follows no redirect where that is asked, nor an endless one', async () => {
    const url = await serve((_, reply) => void reply.writeHead(302, { Location: '/' }).end());
    const reply = await fetchInHappyDom(url, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('Location')]).toEqual([302, '/']);
    await expect(fetchInHappyDom(url, { redirect: 'error' })).rejects.toThrow(/with a redirect$/);
    await expect(fetchInHappyDom(url)).rejects.toThrow(/behind more than 20 redirects$/);
  });

  it('ends when its signal says so', async () => {
    const events = new EventEmitter();
    const [asked, left] = [once(events, 'asked'), once(events, 'left')];
    const url = await serve((request) => {
      request.on('close', () => events.emit('left'));
      events.emit('asked');
    });
    const control = new AbortController();
    const reply = fetchInHappyDom(url, { signal: control.signal });
    await asked;
    const reason = new Error('enough');
    control.abort(reason);
    await expect(reply).rejects.toBe(reason);
    await left;
    await expect(fetchInHappyDom(url, { signal: control.signal })).rejects.toBe(reason);
  });

  it.each<[what: string, body: unknown]>([
    ['a text', 'abc'],
    ['bytes', new TextEncoder().encode('abc')],
    ['a buffer', new TextEncoder().encode('abc').buffer],
    ['a part of bytes', new TextEncoder().encode('-abc-').subarray(1, 4)],
    ['a blob', new Blob(['abc'])],
    ['bytes of another realm', runInNewContext('new Uint8Array([97, 98, 99])')],
    ['a buffer of another realm', runInNewContext('new Uint8Array([97, 98, 99]).buffer')],
  ])('sends %s', async (_, body) => {
    const url = await serve(async (request, reply) => {
      reply.end(await text(request));
    });
    const reply = await fetchInHappyDom(url, { method: 'POST', body: body as string });
    expect(await reply.text()).toBe('abc');
  });

  it('refuses what it can not send', async () => {
    const url = 'http://127.0.0.1:1';
    await expect(fetchInHappyDom(url, { method: 'POST', body: new FormData() })).rejects.toThrow(
      /as a text, bytes or a Blob/,
    );
    await expect(fetchInHappyDom(new Request(url))).rejects.toThrow(/by its URL/);
  });
});

const fetchInHappyDom: typeof fetch = async (input, init) => {
  vi.stubGlobal('happyDOM', {});
  const found = findFetch();
  if (!found) throw new Error('it was not found');
  return found(input, init);
};

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function tellRequest(request: IncomingMessage): Promise<object> {
  const { method, url: path, headers } = request;
  const { authorization, 'content-type': type, 'x-mine': mine } = headers;
  return { method, path, body: await text(request), type, authorization, mine };
}
