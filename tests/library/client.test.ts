import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';

import { connect, UnmetExpectation } from '../../src/client/index.ts';
import { bookIds } from './bookshop.ts';
import { openUnheard } from './open-bookshop.ts';
import { openRemote } from './open-remote.ts';

const [first = '', second = ''] = bookIds;
const authorization = { Authorization: 'Bearer open' };

describe('a client of a server that runs elsewhere', () => {
  it('reads of a world what the library reads of it', async () => {
    const { mock, remote } = await openRemote();
    await remote.fetch(`/books/${first}`, { method: 'DELETE', headers: authorization });
    await remote.fetch('/books', { headers: authorization });
    await remote.fetch('/nowhere?a=1');
    await remote.use({ id: 'slow', operation: 'getBook', fault: { bytesPerSecond: 100_000 } });
    await remote.fetch(`/books/${second}`, { headers: authorization });
    const near = mock.world(remote.name);
    expect(await remote.collections()).toEqual(near.collections());
    expect(await remote.records('books')).toEqual(near.records('books'));
    expect(await remote.requests()).toEqual(near.requests());
    expect((await remote.requests()).map(({ reply }) => reply.status)).toEqual([
      204, 200, 404, 200,
    ]);
    expect(await remote.requests({ operation: 'getBook', status: 200, limit: 1 })).toEqual(
      near.requests({ operation: 'getBook', status: 200, limit: 1 }),
    );
    const since = near.requests()[1]?.time ?? 0;
    expect(await remote.requests({ since })).toEqual(near.requests({ since }));
    expect(await remote.overrides()).toEqual(near.overrides());
    expect(await remote.overrides()).toMatchObject([{ fault: { bytesPerSecond: 100_000 } }]);
    expect(await remote.changes()).toEqual(near.changes());
    expect(await remote.changes()).toMatchObject({ count: 1, changes: [{ key: first }] });
    expect((await remote.recording()).requests).toEqual((await near.recording()).requests);
  });

  it('changes a world, and no other', async () => {
    const { mock, remote } = await openRemote();
    const before = mock.records('books');
    await remote.merge('books', [{ id: second, title: 'Another' }]);
    await remote.remove('books', first);
    const made = await remote.seed({ count: { books: 2 } });
    expect(made['books']?.length).toBe(2);
    expect((await remote.records('books')).length).toBe(before.length + 1);
    await remote.save('kept');
    await remote.replace('books', []);
    expect(await remote.records('books')).toEqual([]);
    await remote.restore('kept');
    expect(await remote.records('books')).toContainEqual(
      expect.objectContaining({ title: 'Another' }),
    );
    await remote.reset();
    expect(await remote.records('books')).toEqual(before);
    await remote.replace('books', [{ id: first, title: 7 }], { check: false });
    expect(await remote.records('books')).toEqual([{ id: first, title: 7 }]);
    expect(mock.records('books')).toEqual(before);
  });

  it('sets the clock and lets credentials in', async () => {
    const { mock, remote } = await openRemote();
    await remote.setClock({ now: new Date('2030-01-01T00:00:00Z'), frozen: true });
    await remote.advanceClock('1h');
    expect(await remote.now()).toEqual(new Date('2030-01-01T01:00:00Z'));
    await remote.setClock();
    expect((await remote.now()).getUTCFullYear()).not.toBe(2030);
    const expiresAt = new Date('2099-01-01T00:00:00Z');
    const minted = await remote.mint({
      scheme: 'token',
      scopes: [],
      value: 'let-me-in',
      expiresAt,
    });
    const { name } = minted;
    expect(minted.expiresAt).toBe(expiresAt.getTime());
    expect(await remote.credentials()).toEqual(mock.world(remote.name).credentials());
    expect(await remote.credentials(name)).toMatchObject([
      {
        value: 'let-me-in',
        expiresAt: Date.parse('2099-01-01T00:00:00Z'),
        send: { headers: { Authorization: 'Bearer let-me-in' } },
      },
    ]);
    expect(await remote.credentials('no-such')).toEqual([]);
    const only = new Map([['id', [first]]]) as never;
    for (const world of [remote, mock.world('b')]) {
      const limited = await world.mint({ scheme: 'token', scopes: [], only });
      expect([...limited.only]).toEqual([['id', [first]]]);
    }
  });

  it('overrides, counts and takes back', async () => {
    const { remote } = await openRemote();
    const gone = await remote.use({
      operation: 'getBook',
      reply: { status: 503, breach: true },
    });
    const asked = await remote.fetch(`/books/${first}`, { headers: authorization });
    expect([asked.status, await gone.hits(), gone.notice]).toEqual([503, 1, undefined]);
    expect([await gone.remove(), await gone.remove(), await gone.hits()]).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it('verifies as the library does, in the same words', async () => {
    const { mock, remote } = await openRemote();
    await remote.fetch('/books', { headers: authorization });
    expect(await remote.verify({ operation: 'listBooks', times: { atLeast: 1 } })).toMatchObject({
      isMet: true,
      count: 1,
    });
    const near = mock.world(remote.name);
    const told = await caught(async () => remote.verify({ operation: 'createBook', times: 2 }));
    expect(told).toBeInstanceOf(UnmetExpectation);
    expect(told).toEqual(await caught(() => near.verify({ operation: 'createBook', times: 2 })));
    await remote.clearRequests();
    expect(await remote.requests()).toEqual([]);
    expect(await remote.verify({ operation: 'listBooks', never: true })).toMatchObject({
      count: 0,
    });
  });

  it('finds a world by its name, makes it anew where it is to be otherwise, and drops it', async () => {
    const { mock, client, remote } = await openRemote();
    await remote.remove('books', first);
    expect((await (await client.world(remote.name)).records('books')).length).toBe(2);
    await client.world(remote.name, { seed: 'x', now: '2031-05-05T00:00:00Z', frozen: true });
    expect((await remote.records('books')).length).toBe(3);
    expect((await remote.now()).getUTCFullYear()).toBe(2031);
    expect(await client.records('books')).toEqual(mock.records('books'));
    expect(await remote.drop()).toBe(true);
    expect(await remote.drop()).toBe(false);
  });

  it('sends a request as fetch does, whatever origin it names', async () => {
    const { mock, remote } = await openRemote();
    const asked = new Request('https://books.example/books?limit=1', {
      method: 'POST',
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'New' }),
    });
    const reply = await remote.fetch(asked);
    expect(reply.status).toBe(201);
    expect(await reply.json()).toMatchObject({ title: 'New' });
    expect(mock.requests()).toMatchObject([
      { world: remote.name, request: { query: 'limit=1', body: { title: 'New' } } },
    ]);
  });

  it('reaches a server below a path of another one, by whole URLs, too', async () => {
    const mock = await openUnheard({ controlToken: 'a-long-enough-token' });
    const server = express().use('/mock', mock.app).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const root = `http://127.0.0.1:${port}/mock`;
    const world = await connect(root, { controlToken: 'a-long-enough-token' }).world('a');
    const books = ['/books', `${root}/books`, `${world.url}/books`, 'https://api.example/books'];
    for (const url of books)
      expect([url, (await world.fetch(url, { headers: authorization })).status]).toEqual([
        url,
        200,
      ]);
    expect((await world.requests()).length).toBe(books.length);
  });

  it('tells all requests that are kept, and those of all worlds where it is asked', async () => {
    const { mock, client, remote } = await openRemote();
    for (let count = 0; count < 120; count += 1)
      await remote.fetch('/books', { headers: authorization });
    await client.fetch('/books', { headers: authorization });
    expect((await remote.requests()).length).toBe(120);
    expect((await client.requests()).length).toBe(121);
    expect(await client.requests({ world: 'default' })).toEqual(
      mock.requests({ world: 'default' }),
    );
    const [last] = mock.requests({ world: 'default' });
    await expect(remote.explain(last?.id ?? 0)).rejects.toThrow('of the world');
    await expect(remote.repeatRequest(last?.id ?? 0)).rejects.toThrow('of the world');
    expect(await client.explain(last?.id ?? 0)).toEqual(mock.explain(last?.id ?? 0));
    expect((await client.repeatRequest(last?.id ?? 0)).reply.status).toBe(200);
  });

  it('has of a world what the library has of it, besides', async () => {
    const { mock, remote } = await openRemote();
    const near = mock.world(remote.name);
    await remote.remove('books', first);
    expect(await remote.diff()).toEqual(near.diff());
    expect(await remote.fixtures()).toEqual(near.fixtures());
    await remote.saveScenario('fewer', { description: 'One is gone.' });
    expect(mock.scenarios()).toMatchObject([{ name: 'fewer', description: 'One is gone.' }]);
    expect(await remote.sample('listBooks')).toEqual(await near.sample('listBooks'));
    expect(await remote.sendSample('listBooks')).toMatchObject({ status: 200, isCovered: true });
    const members = (world: object): readonly string[] => Object.keys(world).toSorted();
    // These are questions to the server here, and members there.
    const other = new Set(['now', 'scenario', 'call']);
    expect(members(remote).filter((name) => !other.has(name))).toEqual(
      members(near).filter((name) => !other.has(name)),
    );
  });

  it.each(['.', '..', ''])(
    'sends no %j as a part of a path, which would lead elsewhere',
    async (key) => {
      const { mock, remote } = await openRemote();
      await expect(remote.remove('books', key)).rejects.toThrow('no URL can have');
      expect(mock.world(remote.name).records('books').length).toBe(3);
    },
  );

  it('sends nothing to another scheme', async () => {
    const { remote } = await openRemote();
    await expect(remote.fetch('x:10/books')).rejects.toThrow('http and https, not x:');
  });

  it('refuses to leave a path parameter out', async () => {
    const { remote } = await openRemote();
    // @ts-expect-error The parameter is required.
    await expect(remote.call('GET /requests/{id}')).rejects.toThrow(
      '/requests/{id} needs the path parameter "id"',
    );
  });
});

it('imports nothing of Node and no package, so that browsers have it', async () => {
  const entry = join(import.meta.dirname, '..', '..', 'src', 'client', 'index.ts');
  const reached = new Set<string>();
  for (const open = [entry]; open.length > 0;) {
    const file = open.pop() ?? '';
    if (reached.has(file)) continue;
    reached.add(file);
    const text = await readFile(file, 'utf8');
    for (const [, from = ''] of text.matchAll(
      /^(?:import|export)(?! type)[^;]*? from '([^']+)'/gm,
    )) {
      expect(from, file).toMatch(/^\./);
      open.push(join(dirname(file), from));
    }
  }
  expect([...reached].some((file) => file.endsWith('base/json.ts'))).toBe(true);
});

async function caught(task: () => unknown): Promise<unknown> {
  try {
    await task();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
