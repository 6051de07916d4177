import { describe, expect, it, vi } from 'vitest';

import { tellWorld } from '../../src/client/index.ts';
import { patience } from '../patience.ts';
import { bookIds } from './bookshop.ts';
import { openRemote } from './open-remote.ts';

const [first = ''] = bookIds;
const authorization = { Authorization: 'Bearer open' };

describe('the report of a world', () => {
  it('tells its requests, why some were refused, where in the contract, and what has changed', async () => {
    const { mock, remote } = await openRemote();
    await remote.fetch(`/books/${first}`, { method: 'DELETE', headers: authorization });
    await remote.fetch('/books', {
      method: 'POST',
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: '{"name":"no title"}',
    });
    expect(await tellWorld(remote)).toMatch(
      new RegExp(
        String.raw`^The requests in its world "${remote.name}":
  DELETE /books/${first} 204, deleteBook, changed 1 record
  POST /books 400, createBook, refused
      It is the operation createBook, POST /books, declared at .*openapi\.json:\d+\.
      It showed the credential "Everyone"\.
      It was refused where it is held to the contract; nothing was done \(invalid-request\)\.
      At fault is body /title: is required, but missing\.
What has changed in it:
  - books ${first}$`,
      ),
    );
    expect(await tellWorld(mock.world(remote.name))).toBe(await tellWorld(remote));
  });

  it('says so where nothing happened, and stays short where much did', async () => {
    const { remote } = await openRemote();
    expect(await tellWorld(remote)).toMatch(/^No request came to its world "[^"]+"\. If /);
    for (let count = 0; count < 25; count += 1)
      await remote.fetch('/books', { headers: authorization });
    await remote.seed({ count: { books: 12 } });
    const lines = (await tellWorld(remote)).split('\n');
    expect(lines[0]).toBe(`The last 20 requests in its world "${remote.name}":`);
    expect(lines.filter((line) => line.includes('GET /books'))).toHaveLength(20);
    expect(lines.filter((line) => line.startsWith('  + books'))).toHaveLength(10);
    expect(lines.at(-1)).toBe('  and 2 more');
  });

  it('tells earlier refusals, names that are not declared, and overrides that did nothing', async () => {
    const { mock, remote } = await openRemote();
    await remote.fetch('/books', { method: 'POST', headers: authorization });
    await remote.use({ id: 'once', operation: 'getBook', reply: { status: 200 } });
    for (let count = 0; count < 30; count += 1)
      await remote.fetch('/books', { headers: authorization });
    await remote.fetch('/books?limmit=1', { headers: authorization });
    const told = await tellWorld(remote);
    expect(told).toMatch(
      /^Earlier in its world "[^"]+":\n  POST \/books 4\d\d, createBook, refused\n/,
    );
    expect(told).toContain('"limmit" is not a parameter of listBooks; did you mean "limit"?');
    expect(told).toMatch(
      /\nOverrides that applied to no request:\n  once, for getBook\n {6}No request of getBook came\.$/,
    );
    expect(await tellWorld(mock.world(remote.name))).toBe(told);
  });

  it('tells for which requests an override waits, and how the nearest one differs', async () => {
    const { mock, remote } = await openRemote();
    await remote.fetch(`/books/${first}`, { headers: authorization });
    const reply = { status: 200 } as const;
    await remote.use({ id: 'met', operation: 'getBook', reply });
    const match = { path: { id: 'other' }, headers: { 'x-tenant': { present: true } } };
    await remote.use({ id: 'missed', operation: 'getBook', match, reply });
    const told = await tellWorld(remote);
    expect(told).toContain(
      `
  missed, for getBook, by path id, header x-tenant
      The nearest is GET /books/${first}: path id is "${first}", must be "other"; header x-tenant `,
    );
    expect(told).toContain(
      `
  met, for getBook
      GET /books/${first} is one: it came before the override, `,
    );
    expect(await tellWorld(mock.world(remote.name))).toBe(told);
  });

  it('does not say that no request came where the journal had to drop some', async () => {
    const { mock, remote } = await openRemote({ journal: 2 });
    await remote.fetch(`/books/${first}`, { headers: authorization });
    await remote.use({
      operation: 'getBook',
      match: { path: { id: 'a' } },
      reply: { status: 200 },
    });
    for (let count = 0; count < 3; count += 1)
      await remote.fetch('/books', { headers: authorization });
    const told = await tellWorld(remote);
    expect(told).toMatch(
      /\n {6}No request of getBook is in the journal, which had to drop requests\.$/,
    );
    expect(await tellWorld(mock.world(remote.name))).toBe(told);
  });

  it('leaves out why where the contract no longer has the operation, and no other error', async () => {
    const { mock, remote } = await openRemote();
    const unknown = [{ id: 'old', operation: 'gone', hits: 0, match: {} }];
    for (const world of [remote, mock.world(remote.name)]) {
      const told = await tellWorld({ ...world, overrides: () => unknown });
      expect(told).toMatch(/\nOverrides that applied to no request:\n  old, for gone$/);
    }
    await mock.close();
    const cut = { ...remote, requests: () => [], overrides: () => unknown };
    await expect(tellWorld(cut)).rejects.toThrow('no server answers at');
  });

  it('tells what still waits, and that its client left', async () => {
    const { mock, remote } = await openRemote();
    await remote.use({ operation: 'listBooks', fault: { latency: '20s' } });
    const control = new AbortController();
    const asked = remote
      .fetch('/books', { headers: authorization, signal: control.signal })
      .catch(() => 'failed');
    await vi.waitUntil(() => mock.requests().length === 1, patience);
    expect(await tellWorld(remote)).toBe(
      `The requests in its world "${remote.name}":
  GET /books no reply yet, listBooks, is still waiting: override-1 delays it by 20 s`,
    );
    control.abort();
    expect(await asked).toBe('failed');
    await vi.waitUntil(() => mock.requests()[0]?.delivery?.state === 'left', patience);
    expect(await tellWorld(remote)).toMatch(
      /\n  GET \/books no reply, listBooks, the client left after [\d.]+ m?s, before its 200 was sent: override-1 delays it by 20 s$/,
    );
  });
});
