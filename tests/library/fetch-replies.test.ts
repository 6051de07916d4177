import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { patience } from '../patience.ts';
import { openQuietThings } from './thing-shop.ts';

describe('replies', () => {
  it('a client that reads no more ends the request', async () => {
    const mock = await openQuietThings();
    let isGone = false;
    mock.app.get('/endless', (_, response) => {
      response.on('close', () => void (isGone = true));
      const write = (): void => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', write);
      write();
    });
    const reader = (await mock.fetch('/endless')).body?.getReader();
    await reader?.read();

    await reader?.cancel();

    await vi.waitUntil(() => isGone, patience);
  });

  it('a large body comes whole', async () => {
    const mock = await openQuietThings();
    const body = Buffer.alloc(5_000_000, 'abcdefg');
    mock.app.get('/large', (_, response) => void response.end(body));

    const response = await mock.fetch('/large');

    expect(body.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });

  it('each cookie is a header of its own', async () => {
    const mock = await openQuietThings();
    mock.app.get('/cookies', (_, response) => {
      response.append('Set-Cookie', 'a=1').append('Set-Cookie', 'b=2').end();
    });

    const response = await mock.fetch('/cookies');

    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it.each([204, 205, 304])('a %i has no body', async (status) => {
    const mock = await openQuietThings();
    mock.app.get('/empty', (_, response) => void response.status(status).end());

    const response = await mock.fetch('/empty');

    expect([response.status, response.body]).toEqual([status, null]);
  });

  it('a reply that is only for information is passed over', async () => {
    const mock = await openQuietThings();
    mock.app.get('/early', (_, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.end('late');
    });

    expect(await (await mock.fetch('/early')).text()).toBe('late');
  });

  it('with a status that no Response can have fails', async () => {
    const mock = await openQuietThings();
    mock.app.get('/odd', (_, response) => void response.writeHead(700).end());

    await expect(mock.fetch('/odd')).rejects.toThrow('fetch failed');
  });

  it('comes also where a test holds the timers', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const mock = await openQuietThings();

    const body = JSON.stringify({ id: 'a', name: 'x'.repeat(100_000) });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    const both = await Promise.all([mock.fetch('/things', init), mock.fetch('/things?limit=1')]);

    expect(both.map(({ status }) => status)).toEqual([201, 200]);
    expect(await both[0].json()).toMatchObject({ id: 'a' });
  });

  it('is delayed by the clock of a test that holds the timers', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const mock = await openQuietThings();
    const headers = { 'X-Stuntdouble-Fault': 'latency=30s' };

    const statuses: number[] = [];
    const asked = mock.fetch('/things', { headers }).then(({ status }) => statuses.push(status));
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    expect(statuses).toEqual([]);
    while (statuses.length === 0) {
      vi.advanceTimersByTime(1000);
      await nextTurn();
    }

    await asked;
    expect(statuses).toEqual([200]);
  });

  it('goes by nothing that others may have put in place of requests', async () => {
    const http: object = createRequire(import.meta.url)('node:http');
    const refuse = (): never => {
      throw new Error('this is no road for a mock');
    };
    for (const name of ['request', 'get', 'ClientRequest']) {
      vi.spyOn(http as { request(): void }, name as 'request').mockImplementation(refuse);
    }
    vi.stubGlobal('fetch', refuse);
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    });
    const mock = await openQuietThings();

    expect((await mock.fetch('/things')).status).toBe(200);
  });
});
