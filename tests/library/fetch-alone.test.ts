import { describe, expect, it, vi } from 'vitest';

import { patience } from '../patience.ts';
import { openQuietThings } from './thing-shop.ts';

const fault = (value: string): RequestInit => ({ headers: { 'X-Stuntdouble-Fault': value } });

describe('what may be asked', () => {
  it.each([
    '/things?limit=2',
    'things?limit=2',
    'https://api.example.com/things?limit=2',
    'http://127.0.0.1:9/things?limit=2#part',
    new URL('https://api.example.com/things?limit=2'),
    new Request('https://api.example.com/things?limit=2'),
  ])('%s', async (input) => {
    const mock = await openQuietThings();

    const response = await mock.fetch(input);

    expect(response.status).toBe(200);
    expect(await response.json()).toHaveLength(2);
    expect(mock.requests()).toMatchObject([
      { operation: 'listThings', request: { path: '/things', query: 'limit=2' } },
    ]);
  });

  it('a request with other options', async () => {
    const mock = await openQuietThings();
    const request = new Request('https://api.example.com/things', { method: 'POST' });

    const body = JSON.stringify({ id: 'a' });
    const response = await mock.fetch(request, {
      headers: { 'Content-Type': 'application/json' },
      body,
    });

    expect(response.status).toBe(201);
    expect(mock.records('things')).toContainEqual({ id: 'a' });
  });

  it.each(['data:text/plain,things', 'http://[', 'file:///things'])('not %s', async (url) => {
    const mock = await openQuietThings();

    await expect(mock.fetch(url)).rejects.toThrow(TypeError);
  });

  it('the control API by a URL of this machine, and by no other', async () => {
    const mock = await openQuietThings();
    const statuses = ['/_mock/collections', 'http://localhost:1/_mock/collections'];

    for (const url of statuses) expect((await mock.fetch(url)).status).toBe(200);
    const refused = await mock.fetch('https://api.example.com/_mock/collections');
    expect(refused.status).toBe(401);
    // The code of this process may say that it means this machine.
    const headers = { Host: 'localhost' };
    const admitted = await mock.fetch('https://api.example.com/_mock/collections', { headers });
    expect(admitted.status).toBe(200);
  });

  it('the control API with its token alone, where it has one', async () => {
    const mock = await openQuietThings({ controlToken: 'a-long-token' });
    const url = 'https://api.example.com/_mock/collections';

    expect((await mock.fetch('/_mock/collections')).status).toBe(401);
    const headers = { Authorization: 'Bearer a-long-token' };
    expect((await mock.fetch(url, { headers })).status).toBe(200);
  });
});

describe('a world', () => {
  it('gets its own requests', async () => {
    const mock = await openQuietThings();
    const world = mock.world();
    await world.merge('things', [{ id: 'only-here' }]);

    const ask = world.fetch;

    expect((await ask('/things/only-here')).status).toBe(200);
    expect((await ask(`https://api.example.com/~${world.name}/things/only-here`)).status).toBe(200);
    expect(world.requests()).toHaveLength(2);
    expect(mock.requests({ world: 'default' })).toEqual([]);
  });

  it('refuses those of another', async () => {
    const mock = await openQuietThings();

    const response = await mock.world().fetch('/~other/things');

    expect(response.status).toBe(400);
  });

  it('is not made anew when it is gone', async () => {
    const mock = await openQuietThings();
    const world = mock.world('gone');
    world.drop();

    await expect(world.fetch('/things')).rejects.toThrow('The world "gone" is gone');
  });
});

describe('faults', () => {
  it('a reset rejects', async () => {
    const mock = await openQuietThings();

    const asked = mock.fetch('/things', fault('reset'));

    await expect(asked).rejects.toThrow(
      expect.objectContaining({
        name: 'TypeError',
        message: 'fetch failed',
        // MSW hands on an error that has both.
        code: 'ECONNRESET',
        errno: undefined,
        cause: expect.objectContaining({ code: 'ECONNRESET' }),
      }),
    );
  });

  it('a body that is cut off fails where it is read', async () => {
    const mock = await openQuietThings();

    const response = await mock.fetch('/things', fault('truncate'));

    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(
      expect.objectContaining({
        name: 'TypeError',
        message: 'terminated',
        cause: expect.objectContaining({ code: 'UND_ERR_SOCKET' }),
      }),
    );
  });

  it('a delay delays, and a slow body comes whole', async () => {
    const mock = await openQuietThings();

    const response = await mock.fetch('/things?limit=1', fault('latency=20ms'));
    const slow = await mock.fetch('/things?limit=1', fault('rate=100000'));

    expect(await response.json()).toHaveLength(1);
    expect(await slow.json()).toHaveLength(1);
    expect(mock.requests()).toMatchObject([
      { delivery: { delay: 20 } },
      { delivery: { bytesPerSecond: 100_000 } },
    ]);
  });

  it('what hangs ends with its signal', async () => {
    const mock = await openQuietThings();
    const control = new AbortController();
    const asked = mock.fetch('/things', { ...fault('hang'), signal: control.signal });
    await vi.waitUntil(() => mock.requests().length === 1, patience);
    control.abort(new Error('enough'));

    await expect(asked).rejects.toThrow('enough');
  });

  it('what hangs ends when the mock is closed', async () => {
    const mock = await openQuietThings();
    const asked = mock.fetch('/things', fault('hang')).catch((error: unknown) => error);
    await vi.waitUntil(() => mock.requests().length === 1, patience);
    await mock.close();

    expect(await asked).toBeInstanceOf(TypeError);
  });
});

describe('signals', () => {
  it('a request that is aborted before is not sent', async () => {
    const mock = await openQuietThings();

    const asked = mock.fetch('/things', { signal: AbortSignal.abort() });

    await expect(asked).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(mock.requests()).toEqual([]);
  });

  it('an abort fails the body', async () => {
    const mock = await openQuietThings();
    const control = new AbortController();
    const init = { ...fault('rate=10'), signal: control.signal };
    const response = await mock.fetch('/things', init);
    const body = response.text();
    control.abort();

    await expect(body).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});
